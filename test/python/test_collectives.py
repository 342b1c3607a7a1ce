# SPDX-License-Identifier: GPL-2.0-only
"""Collectives of rdmacell-fat-tree as a user sees them: files, members, repeatability, steps from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from conftest import ROOT, Run
from test_driver import violations

JOBS = ("allreduce-ring:ranks=6,size=600kB,iterations=2,chunks=2,overlap=20us,placement=spread+"
        "alltoall-moe:ranks=5,size=500kB,start=10us,placement=random")


def run(driver: Run, where: Path, *arguments: str) -> tuple[pd.DataFrame, pd.DataFrame, dict[str, Any]]:
    """Rows of the iterations and of the rounds, and meta.json, of a run that must succeed."""
    done = driver("--k=4", *arguments, "--outputDir=out", cwd=where)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    out = where / "out"
    return (pd.read_csv(out / "collective.csv"), pd.read_csv(out / "collective-round.csv"),
            json.loads((out / "meta.json").read_text()))


def test_files_and_members_agree(driver: Run, tmp_path: Path) -> None:
    rows, rounds, meta = run(driver, tmp_path, f"--collective={JOBS}")
    assert not violations(meta, json.loads((ROOT / "doc" / "meta.schema.json").read_text()))
    assert meta["workload"] == meta["parameters"]["collective"] == JOBS
    assert meta["parameters"]["load"] is None and meta["flows"] == 0 and meta["ended"] == "done"
    assert rows.job.tolist() == [0, 0, 1] and (rows.status == "finished").all()
    assert (rows.end_ns - rows.start_ns - rows.time_ns).abs().max() < 0.01
    assert (rows.ratio >= 1).all() and (rows.ratio - rows.time_ns / rows.bound_ns).abs().max() < 1e-3
    assert (rows.algbw_gbps - rows.size_bytes * 8 / rows.time_ns).abs().max() < 1e-3
    assert (rows.busbw_gbps / rows.algbw_gbps - [10 / 6, 10 / 6, 8 / 5]).abs().max() < 1e-3
    assert (rows.exposed_ns - (rows.time_ns - [20e3, 20e3, 0]).clip(lower=0)).abs().max() < 0.01
    assert rows.start_ns.tolist() == [0, max(rows.end_ns[0], 20e3), 10e3]
    assert (rows.uplink_mmr.between(1, 2) & (rows.uplink_mmr <= rows.uplink_mmr_max)).all()
    for job, number in (("0", 2), ("1", 1)):
        figures, own = meta["collectives"][job], rows[rows.job == int(job)]
        assert figures["iterations"] == number and figures["status"] == "finished"
        assert figures["time_ns"] == pytest.approx(own.time_ns.mean())
        assert figures["ratio"] == pytest.approx(own.ratio.mean(), abs=1e-4)
        assert figures["straggler_ratio"] == pytest.approx(own.straggler_ratio.max(), abs=1e-4)
    assert rounds.groupby(["job", "iteration"]).messages.sum().tolist() == [6 * 10 * 2, 6 * 10 * 2, 2 * 5 * 4]
    assert (rounds.max_ns >= rounds.mean_ns - 1e-3).all()
    slowest = (rounds.max_ns / rounds.mean_ns).groupby([rounds.job, rounds.iteration]).max()
    assert (slowest.to_numpy() - rows.straggler_ratio).abs().max() < 1e-3


def test_recorded_command_gives_the_same_bytes(driver: Run, tmp_path: Path) -> None:
    results = []
    for seed in ("1", "1", "2"):
        run(driver, tmp_path, f"--collective={JOBS}", f"--seed={seed}")
        results.append((tmp_path / "out" / "collective.csv").read_bytes())
    assert results[0] == results[1] != results[2]  # the seed draws placement and experts


def test_steps_of_a_file_and_flows_beside_them(driver: Run, tmp_path: Path) -> None:
    (tmp_path / "steps.csv").write_text("step,after,src,dst,bytes,compute_ns\n"
                                        "0,,0,1,100000,0\n1,0,1,2,100000,2500\n2,0,0,2,50000,0\n3,1 2,2,2,0,0\n")
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,4,8,1000\n")
    rows, rounds, meta = run(driver, tmp_path, "--collective=file:path=steps.csv", "--flows=flows.csv")
    assert rows["size_bytes"].tolist() == [250000] and rows.ranks.tolist() == [3]
    assert rounds.messages.tolist() == [1, 2]
    assert rows.time_ns[0] > 2 * 100000 * 8 / 100 + 2500
    assert meta["flows"] == meta["finished"] == 1


def test_a_job_that_has_no_time_is_unfinished(driver: Run, tmp_path: Path) -> None:
    rows, _, meta = run(driver, tmp_path, "--collective=allreduce-ring:size=64MB", "--duration=50us", "--drain=10us")
    assert rows.status.tolist() == ["unfinished"] and rows.end_ns.isna().all()
    assert meta["ended"] == "drain" and meta["collectives"]["0"]["time_ns"] is None
