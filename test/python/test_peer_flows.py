# SPDX-License-Identifier: GPL-2.0-only
"""Flows that conweave-ns3 has run, replayed here: two models of one network should agree.

doc/schemes.md has the table of all schemes and seeds, and what causes the differences.
"""

from __future__ import annotations

import gzip
import re
import resource
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import PROGRAM, ROOT, Run

from rdmacell_sweep import agreement

# Beside the checkout, where there are such lists.
LISTS = Path(__file__).resolve().parents[3] / "shared" / "peer-flows"

# How far average, median and 99th percentile may be off, of one seed.
TOLERANCE = (0.08, 0.05, 0.14)


@pytest.mark.parametrize("scheme", ["ecmp", "conweave"])
@pytest.mark.parametrize("name", ["alistorage-load50-2ms", "solar-load50-1ms"])
def test_agrees_with_conweave_ns3(driver: Run, name: str, scheme: str) -> None:
    assert driver
    if not (LISTS / f"{name}.flows.gz").exists():
        pytest.skip(f"{LISTS} does not have it")
    ours = agreement.run(PROGRAM, LISTS, agreement.Replay(name, scheme, 1))
    for figure, mine, theirs, tolerance in zip(agreement.STATISTICS, ours, agreement.RESULTS[name][scheme], TOLERANCE):
        assert mine == pytest.approx(theirs, rel=tolerance), figure


def test_slowdown_is_over_the_base_of_that_simulator() -> None:
    # Within a rack, a pod, between pods: 4160, 8320, 12480 ns and 80 ns for 952 bytes and their header, 84.16 ns for a
    # packet of 1000 and one of 4 bytes.
    flows = pd.DataFrame({"src": [0, 0, 0, 0], "dst": [3, 15, 16, 127], "size_bytes": [952, 952, 952, 1004],
                          "fct_ns": [4240.0, 16800.0, 12560.0, 1.0]})
    assert agreement.slowdowns(flows) == pytest.approx([1, 2, 1, 1])
    flows.fct_ns = 2 * (12480 + (1004 + 96) * 0.08)
    assert agreement.slowdowns(flows)[3] == pytest.approx(2)


def test_table_has_the_mean_over_the_seeds_and_their_range() -> None:
    theirs = agreement.RESULTS["alistorage-load80-4ms"]["ecmp"]
    measured = {agreement.Replay("alistorage-load80-4ms", "ecmp", seed): tuple(factor * each for each in theirs)
                for seed, factor in ((1, 0.9), (2, 1.0), (3, 1.25))}
    cell = "1.05 (0.90 to 1.25)"
    assert agreement.table(measured).splitlines()[2:] == [
        f"| alistorage-load80-4ms | ecmp | {cell} | {cell} | {cell} |"]


def test_arguments_after_the_dashes_take_the_place_of_those_of_that_simulator(tmp_path: Path) -> None:
    driver = tmp_path / "driver"
    driver.write_text("#!/bin/sh\necho \"$*\" >&2\nexit 2\n")
    driver.chmod(0o755)
    (tmp_path / "solar-load50-1ms.flows.gz").write_bytes(gzip.compress(b"0\n"))
    name = "--ns3::rdmacell::RoceNic::NakInterval"
    done = subprocess.run([ROOT / "scripts" / "rdmacell-agreement", tmp_path, "--only=solar-load50-1ms", "--schemes=ecmp",
                           "--seeds=1", f"--driver={driver}", "--", "--cc=none", f"{name}=0s"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.split().count("--cc=none") == 1 and re.findall(f"{name}=(\\S+)", done.stderr) == ["0s"]


def test_no_room_for_a_run_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "solar-load50-1ms.flows.gz").write_bytes(gzip.compress(b"0\n"))
    done = subprocess.run([ROOT / "scripts" / "rdmacell-agreement", tmp_path, "--only=solar-load50-1ms", "--schemes=ecmp",
                           "--driver=/bin/true"], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert done.returncode == 2 and done.stderr.startswith("rdmacell-agreement: ") and done.stderr.count("\n") == 1
