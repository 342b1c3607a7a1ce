# SPDX-License-Identifier: GPL-2.0-only
"""scripts/reproduction: the paper's claims beside what a sweep has measured."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import ROOT

from rdmacell_sweep.inference import Estimate
from rdmacell_sweep.reproduction import change, read_claims, verdict


def write_summary(directory: Path, averages: "dict[str, list[float]]") -> None:
    """AliCloud at 80 %: the average slowdown of each scheme and seed; p99 is ten times that."""
    directory.mkdir(parents=True)
    rows = [(seed, "alicloud", 80, scheme, value, 10 * value, 7, "v1")
            for scheme, values in averages.items() for seed, value in enumerate(values, start=1)]
    pd.DataFrame(rows, columns=["seed", "workload", "load_percent", "scheme", "slowdown_avg", "slowdown_p99", "pfc_pause", "version"]).to_csv(
        directory / "summary.csv", index=False)


def program(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """Runs the script."""
    return subprocess.run([ROOT / "scripts" / "reproduction", *map(str, arguments)], capture_output=True, text=True,
                          timeout=200, check=False)


def test_differences_are_paired_by_seed() -> None:
    """Half of ECMP's in each seed, however much the seeds differ; a seed that only one scheme has is left out."""
    rows = pd.DataFrame({"seed": [1, 2, 1, 2, 3], "scheme": ["a", "a", "ecmp", "ecmp", "ecmp"], "value": [2, 8, 4, 16, 99]})
    assert change(rows, "a", "ecmp", "value") == Estimate(-0.5, 0, 0, 2)
    assert change(rows, "a", "other", "value").count == 0


@pytest.mark.parametrize("mean, half_width, stated, expected", [
    (-0.45, 0.02, -44, "holds"),  # -47 to -43 %
    (-0.60, 0.02, -44, "holds"),  # more than claimed
    (-0.30, 0.02, -44, "smaller"),
    (-0.30, 0.02, math.nan, "holds"),
    (-0.01, 0.02, -44, "undecided"),
    (0.05, 0.02, -44, "contradicted"),
    (0.05, math.nan, -44, "one seed"),
])
def test_verdict_is_that_of_the_interval(mean: float, half_width: float, stated: float, expected: str) -> None:
    assert verdict(Estimate(mean, half_width, 0.5, 3), stated) == expected
    assert verdict(Estimate(math.nan, math.nan, math.nan, 0), stated) == "not measured"


def test_claims_follow_from_the_values_of_the_paper() -> None:
    """Where the text states both values, its percentage is theirs, but for one that is 0.5 off."""
    values = pd.read_csv(ROOT / "doc" / "rdmacell-paper.csv", comment="#").set_index(["workload", "load_percent", "statistic", "scheme"])
    checked = 0
    for claim in read_claims().itertuples():
        place = (claim.workload, claim.load_percent, claim.statistic)
        if (*place, "rdmacell") in values.index and (*place, claim.than) in values.index:
            of_both = 100 * (values.value[(*place, "rdmacell")] / values.value[(*place, claim.than)] - 1)
            assert of_both == pytest.approx(claim.stated_percent, abs=0.6 if claim.than == "hula" else 0.45)
            checked += 1
    assert checked == 4


def test_report_has_a_row_a_scheme_and_a_claim_for_each_network(tmp_path: Path) -> None:
    write_summary(tmp_path / "1to1", {"ecmp": [4, 6], "rdmacell": [2, 3], "conweave": [3, 3]})
    write_summary(tmp_path / "2to1", {"ecmp": [4, 6], "rdmacell": [5, 7.5]})
    done = program(tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.split("## 2to1")
    assert "| `ecmp` | 5.00 +- 12.71 / 50.0 +- 127.1 |" in first
    assert "| alicloud, 80 %, p99, against `ecmp` | -44 % | -50.0 % +- 0.0 | holds | - | not measured |" in first
    assert "| alicloud, 80 %, p99, against `ecmp` | -44 % | +25.0 % +- 0.0 | contradicted | - | not measured |" in second
    assert first.count("against `") == len(read_claims())
    assert "Seeds 1, 2; version v1." in first
    assert "early resumes" not in done.stdout  # no run has counted any
    alone = program(tmp_path / "2to1")
    assert alone.returncode == 0 and alone.stdout.count("## ") == 1


def test_what_is_no_sweep_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "summary.csv").write_text("a,b\n1,2\n")
    for place, expected in ((tmp_path / "none", "has no summary.csv"), (tmp_path, "not the summary of a sweep")):
        done = program(place)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr, done.stderr


def test_runs_with_early_resumes_are_listed_with_their_pauses(tmp_path: Path) -> None:
    write_summary(tmp_path / "sweep", {"conweave": [3, 9]})
    for seed, early in ((1, 0), (2, 840)):
        point = tmp_path / "sweep" / f"conweave-alicloud-load80-seed{seed}"
        point.mkdir()
        (point / "fct.csv").touch()
        (point / "meta.json").write_text(json.dumps({"scheme": {"reroutes": 63000, "early_resumes": early}}))
    text = program(tmp_path / "sweep").stdout
    assert "| alicloud, 80 %, seed 2 | 9.00 / 90.0 | 63000 | 840 | 7 |" in text
    assert "seed 1 |" not in text


def test_document_has_the_tables_of_the_results_that_are_checked_in() -> None:
    done = program(ROOT / "doc" / "results" / "rdmacell-paper")
    assert done.returncode == 0, done.stderr
    document = (ROOT / "doc" / "reproduction.md").read_text()
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert len(rows) > 2 * len(read_claims())
    assert [line for line in rows if line not in document] == []
