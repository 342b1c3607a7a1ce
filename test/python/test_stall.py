# SPDX-License-Identifier: GPL-2.0-only
"""Runs in which nothing moves any more: status 3, a report that names the reason, and what a sweep makes of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from conftest import BUILD, ROOT, Run
from test_driver import violations

HEAD = "start_ns,src,dst,size_bytes\n"

# Five switches in a ring, two hosts at each; every host sends two switches on.
RING = ("--topology=ring.topo", "--cc=none", "--ns3::rdmacell::FabricSwitch::BufferPerPort=200000")
CYCLE = ("class 3: switch 10 port 2 -> switch 11 port 3 -> switch 12 port 3 -> switch 13 port 3 -> switch 14 port 3 "
         "-> switch 10 port 2")


def make_files(where: Path) -> None:
    """Writes the networks and flows of the tests."""
    links = [f"{host} {10 + host // 2} 100Gbps 1us 0" for host in range(10)]
    links += [f"{10 + i} {10 + (i + 1) % 5} 100Gbps 1us 0" for i in range(5)]
    (where / "ring.topo").write_text("\n".join(["15 5 15", "10 11 12 13 14", *links, ""]))
    for name, size in (("large.csv", 20_000_000), ("small.csv", 20_000)):
        (where / name).write_text(HEAD + "".join(f"0,{host},{(host + 4) % 10},{size}\n" for host in range(10)))
    star = "4 1 3\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us "
    (where / "dead.topo").write_text(f"{star}1\n")
    (where / "star.topo").write_text(f"{star}0\n")
    # Switches first: hosts 1 to 3 of the file are 0 to 2 here.
    (where / "first.topo").write_text("4 1 3\n0\n0 1 100Gbps 1us 0\n0 2 100Gbps 1us 0\n0 3 100Gbps 1us 1\n")
    (where / "one.csv").write_text(f"{HEAD}0,0,2,100000\n")
    (where / "late.csv").write_text(f"{HEAD}0,0,2,100000\n2000000000,1,2,100000\n")


STUCK = {
    "ring": ((*RING, "--flows=large.csv"), "deadlock", CYCLE),
    "short drain": ((*RING, "--flows=large.csv", "--drain=1ms"), "deadlock", CYCLE),
    "another class": ((*RING, "--flows=large.csv", "--ns3::rdmacell::FlowApp::TrafficClass=5",
                       "--ns3::rdmacell::FabricSwitch::LosslessClasses=32"), "deadlock", CYCLE.replace("class 3", "class 5")),
    **{scheme: ((*RING, "--flows=large.csv", f"--scheme={scheme}"), "deadlock", CYCLE)
       for scheme in ("letflow", "conga", "hula", "conweave", "drill", "spray", "rdmacell")},
    "no retries left": (("--topology=dead.topo", "--flows=one.csv"), "failed",
                        "1 has failed: their retries are exhausted; link host 2 - switch 3 has frame error rate 1"),
    "retries without end": (("--topology=dead.topo", "--flows=one.csv", "--scheme=rdmacell"), "stall",
                            "link host 2 - switch 3 has frame error rate 1"),
    "numbers of the file": (("--topology=first.topo", "--flows=one.csv"), "failed",
                            "link switch 3 (0 in the file) - host 2 (3 in the file) has frame error rate 1"),
}


@pytest.mark.parametrize("case", STUCK)
def test_a_run_that_is_stuck_has_status_3_and_a_report(driver: Run, tmp_path: Path, case: str) -> None:
    make_files(tmp_path)
    arguments, kind, reason = STUCK[case]
    done = driver(*arguments, "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    report = (tmp_path / "out" / "stall.txt").read_text()
    assert done.stderr == f"rdmacell-fat-tree: {report}"
    assert report.startswith(f"{kind}: ") and reason in report.splitlines()[0]
    meta = json.loads((tmp_path / "out" / "meta.json").read_text())
    assert meta["ended"] == kind and meta["finished"] == 0 and "stall.txt" in meta["files"]
    assert not violations(meta, json.loads((ROOT / "doc" / "meta.schema.json").read_text()))


MOVING = {
    "ring with little to carry": (*RING, "--flows=small.csv"),
    "long time without flows": ("--topology=star.topo", "--flows=late.csv"),
    "watch off": (*RING, "--flows=large.csv", "--ns3::rdmacell::ProgressWatch::StallTimeout=0s"),
    "longer than the run": (*RING, "--flows=small.csv", "--ns3::rdmacell::ProgressWatch::StallTimeout=1000s"),
    "slow connections": ("--topology=star.topo", "--flows=one.csv", "--drain=200ms",
                         "--ns3::rdmacell::RdmaConnectionManager::Delay=30ms"),
    "connections slower than the run": ("--topology=star.topo", "--flows=one.csv",
                                        "--ns3::rdmacell::RdmaConnectionManager::Delay=1s"),
    "still moving at the end": ("--topology=star.topo", "--flows=one.csv", "--drain=3us"),
}


@pytest.mark.parametrize("case", MOVING)
def test_other_runs_have_status_0_and_none(driver: Run, tmp_path: Path, case: str) -> None:
    make_files(tmp_path)
    done = driver(*MOVING[case], "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    meta = json.loads((tmp_path / "out" / "meta.json").read_text())
    assert meta["ended"] == ("done" if meta["unfinished"] == 0 else "drain")
    assert not (tmp_path / "out" / "stall.txt").exists()


def test_a_run_that_moves_replaces_the_report(driver: Run, tmp_path: Path) -> None:
    make_files(tmp_path)
    assert driver(*RING, "--flows=large.csv", "--outputDir=out", cwd=tmp_path).returncode == 3
    assert driver(*RING, "--flows=small.csv", "--outputDir=out", cwd=tmp_path).returncode == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"fct.csv", "meta.json"}


def test_the_watch_changes_no_result(driver: Run, tmp_path: Path) -> None:
    """Its events come between those of the run, whose order they leave alone."""
    results = []
    for timeout in ("0s", "400ns", "10ms"):
        done = driver("--k=4", "--load=0.8", "--duration=50us", "--scheme=letflow", f"--outputDir=out{timeout}",
                      f"--ns3::rdmacell::ProgressWatch::StallTimeout={timeout}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        results.append((tmp_path / f"out{timeout}" / "fct.csv").read_bytes())
    assert results[0] == results[1] == results[2]


def test_goodput_of_a_network_that_is_stuck_is_0(tmp_path: Path) -> None:
    program = BUILD / "bin" / "rdmacell-link-failure"
    if not program.exists():
        pytest.skip(f"{program} is not built")
    done = subprocess.run([program, "--k=4", "--schemes=ecmp", "--flows=1", "--bytes=10000000", "--down=100us",
                           "--bin=100us", "--end=100ms", "--output=out.csv"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("rdmacell-link-failure: ecmp: failed: ") and " is down\n" in done.stderr
    rows = [line.split(",") for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert len(rows) == 999 and float(rows[0][2]) > 80 and {row[2] for row in rows[2:]} == {"0"}


@pytest.mark.parametrize("kind", ["deadlock", "stall", "idle", "failed"])
def test_a_sweep_names_the_points_that_are_stuck(sweep: Run, tmp_path: Path, kind: str) -> None:
    command = ("--schemes=ecmp,letflow", "--workloads=solar", "--duration=1ms", "--loads=50", "--jobs=1",
               f"--output={tmp_path}/out")
    name, reason = "letflow-solar-load50-seed1", f"{kind}: switch 1 waits for switch 2"
    for attempt in ("first", "again"):
        done = sweep(*command, FAKE_META=json.dumps({"ended": kind}))
        assert done.returncode == 1, attempt
        assert f"stuck: {name}: {reason}" in done.stderr and "1 of 2 points failed" in done.stderr, attempt
        assert (f"failed: {name} (exit status 3): {reason}" in done.stdout) == (attempt == "first")
        assert "letflow" not in (tmp_path / "out" / "summary.csv").read_text()
