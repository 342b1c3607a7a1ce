# SPDX-License-Identifier: GPL-2.0-only
"""scripts/transport-study: load balancers over congestion controls over loss recoveries."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import FAKE_DRIVER, ROOT
from rdmacell_sweep.inference import difference
from rdmacell_sweep.transport_study import Transport, parse_transports, sweeps_of

SMALL = ("--schemes=ecmp,letflow", "--ccs=dcqcn,hpcc", "--transports=gbn:on,irn:off", "--preset=quick", "--workloads=solar",
         "--loads=50", "--seeds=1-3")


def study(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs the study with the stand-in for the driver."""
    return subprocess.run(
        [ROOT / "scripts" / "transport-study", f"--driver={FAKE_DRIVER}", *arguments],
        env={**os.environ, "FAKE_FLOWS": "300"}, capture_output=True, text=True, timeout=300, check=False,
    )


@pytest.fixture(name="output", scope="module")
def output_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study."""
    output = tmp_path_factory.mktemp("study") / "out"
    done = study(*SMALL, f"--output={output}", "--", "--k=4")
    assert done.returncode == 0, done.stderr
    return output


def slowdowns(output: Path, sweep: str, scheme: str) -> list[float]:
    """Average slowdown by seed."""
    return [json.loads((output / sweep / f"{scheme}-solar-load50-seed{seed}" / "meta.json").read_text())["slowdown_avg"]
            for seed in (1, 2, 3)]


def test_each_transport_is_a_sweep_with_its_arguments(output: Path) -> None:
    for sweep, recovery, pfc in (("gbn-pfc-on", "gbn", "on"), ("irn-pfc-off", "irn", "off")):
        metas = [json.loads(path.read_text())["parameters"] for path in output.glob(f"{sweep}/*/meta.json")]
        assert len(metas) == 2 * 2 * 3
        assert {(meta["recovery"], meta["pfc"], meta["k"]) for meta in metas} == {(recovery, pfc, "4")}
        assert {meta["cc"] for meta in metas} == {"dcqcn", "hpcc"}


def test_table_has_paired_differences_to_the_baseline(output: Path) -> None:
    made = pd.read_csv(output / "transport-study.csv")
    assert len(made) == 2 * 2 * 2
    row = made[(made.scheme == "letflow") & (made.cc == "hpcc") & (made.recovery == "irn")].iloc[0]
    own, base = slowdowns(output, "irn-pfc-off", "letflow+hpcc@irn"), slowdowns(output, "gbn-pfc-on", "ecmp+dcqcn@gbn")
    expected = difference(own, base)
    assert row.slowdown_avg == pytest.approx(sum(own) / 3)
    assert row.slowdown_avg_difference == pytest.approx(expected.mean)
    assert row.slowdown_avg_difference_half_width == pytest.approx(expected.half_width)
    assert (row.pfc, row.seeds) == ("off", 3)


def test_winner_is_the_lowest_average(output: Path) -> None:
    made = pd.read_csv(output / "transport-study.csv")
    best = made.loc[made.slowdown_avg.idxmin()]
    text = (output / "transport-study.md").read_text()
    first = text.split("### Solar, 50 %: the best 10 by average slowdown")[1].splitlines()[4].split(" | ")
    assert first[0] == "| " + {"ecmp": "ECMP", "letflow": "LetFlow"}[best.scheme]
    assert first[1:4] == [best.cc, best.recovery, best.pfc] and first[4].startswith(f"{best.slowdown_avg:.2f}")
    assert "### IRN without PFC against Go-Back-N with PFC\n\n| traffic" in text and "Not run." in text
    assert all((output / f"transport-study-{name}.png").read_bytes().startswith(b"\x89PNG") for name in ("avg", "p99"))


def test_the_same_command_continues(output: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in output.glob("*/*/meta.json")}
    lost = output / "irn-pfc-off" / "ecmp+hpcc@irn-solar-load50-seed2" / "meta.json"
    lost.unlink()
    done = study(*SMALL, f"--output={output}", "--", "--k=4")
    assert done.returncode == 0, done.stderr
    after = {path: path.stat().st_mtime_ns for path in output.glob("*/*/meta.json")}
    assert {path for path in after if after[path] != before[path]} == {lost}


def test_dry_run_prints_the_time_and_writes_nothing(tmp_path: Path) -> None:
    done = study(*SMALL, "--dry-run", f"--output={tmp_path}/out")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and lines[0].startswith("  gbn, PFC on      12 points, 0 of them complete, about ")
    assert lines[2].startswith("  in all about ") and not list(tmp_path.iterdir())


def test_own_transports_have_a_sweep_for_each_state_of_pfc() -> None:
    sweeps = sweeps_of(["ecmp", "mp-rdma"], "dcqcn", parse_transports("gbn:on,irn:off"))
    assert list(sweeps) == [Transport("gbn", "on"), Transport("irn", "off"), Transport("own", "on"), Transport("own", "off")]
    assert sweeps[Transport("own", "off")] == ["--schemes=mp-rdma"]
    assert sweeps[Transport("irn", "off")] == ["--schemes=ecmp", "--ccs=dcqcn", "--recoveries=irn"]


@pytest.mark.parametrize("arguments, expected", [
    (("--transports=irn",), "--transports"),
    (("--transports=irn:maybe",), "--transports"),
    (("--preset=rdmacell-paper",), "--preset"),
    (("--preset=none",), "--preset"),
    (("--ccs=a b",), "--ccs"),
    (("--jobs=0",), "--jobs"),
    (("--schemes=nothing",), "no scheme 'nothing'"),
    (("--", "--pfc=on"), "--pfc"),
    (("--schemes=ecmp", "--", "--bad=1"), "--bad"),
])
def test_bad_input_is_one_line(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    done = study("--dry-run", f"--output={tmp_path}/out", *arguments)
    assert done.returncode == 2 and expected in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("transport-study: ")
