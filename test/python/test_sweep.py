# SPDX-License-Identifier: GPL-2.0-only
"""scripts/sweep as a user sees it, with a stand-in for the driver."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pandas as pd
import pytest
from conftest import FAKE_DRIVER, PROGRAM, ROOT, Run, running_points


def points_of(output: Path) -> dict[str, int]:
    """Complete points and when they were written."""
    return {path.parent.name: path.stat().st_mtime_ns for path in output.glob("*/meta.json")}


def test_default_plan_is_every_scheme_workload_and_load(sweep: Run, tmp_path: Path) -> None:
    done = sweep("--dry-run", f"--output={tmp_path}/out")
    assert done.returncode == 0, done.stderr
    assert "standard: 42 points, 0 of them complete" in done.stdout
    for scheme in ("ecmp", "letflow", "slow"):
        for workload in ("alicloud", "solar"):
            for load in range(20, 81, 10):
                assert re.search(f"^  {scheme}-{workload}-load{load}-seed1 +about", done.stdout, re.MULTILINE)
    assert re.search(r"time +about \d+ (min|s) .*with \d+ at a time", done.stdout)
    assert re.search(r"memory +about [\d,]+ MB of [\d,]+ MB free", done.stdout)


def test_each_scheme_runs_with_each_congestion_control(sweep: Run, tmp_path: Path) -> None:
    done = sweep("--schemes=ecmp,letflow", "--ccs=dcqcn,hpcc", "--workloads=solar", "--loads=50", f"--output={tmp_path}/out",
                 cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    points = {f"{scheme}+{control}-solar-load50-seed1" for scheme in ("ecmp", "letflow") for control in ("dcqcn", "hpcc")}
    assert set(points_of(tmp_path / "out")) == points
    meta = json.loads((tmp_path / "out" / "letflow+hpcc-solar-load50-seed1" / "meta.json").read_text())
    assert (meta["parameters"]["scheme"], meta["parameters"]["cc"]) == ("letflow", "hpcc")
    again = sweep("--schemes=ecmp,letflow", "--ccs=dcqcn,hpcc,swift", "--workloads=solar", "--loads=50", f"--output={tmp_path}/out",
                  "--resume", cwd=tmp_path)
    assert again.returncode == 0 and len(points_of(tmp_path / "out")) == 6, again.stderr


def test_each_scheme_runs_with_each_loss_recovery(sweep: Run, tmp_path: Path) -> None:
    arguments = ("--workloads=solar", "--loads=50", f"--output={tmp_path}/out")
    done = sweep("--schemes=ecmp,letflow", "--recoveries=gbn,irn", "--baseline=ecmp@irn", *arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    points = {f"{scheme}@{recovery}-solar-load50-seed1" for scheme in ("ecmp", "letflow") for recovery in ("gbn", "irn")}
    assert set(points_of(tmp_path / "out")) == points
    meta = json.loads((tmp_path / "out" / "letflow@irn-solar-load50-seed1" / "meta.json").read_text())
    assert (meta["parameters"]["scheme"], meta["parameters"]["recovery"], "cc" in meta["parameters"]) == ("letflow", "irn", False)
    rows = pd.read_csv(tmp_path / "out" / "summary.csv")
    assert set(rows.scheme) == {"ecmp@gbn", "ecmp@irn", "letflow@gbn", "letflow@irn"}
    assert "LetFlow, irn" in (tmp_path / "out" / "report.html").read_text()
    # A plan's recoveries stay when it is resumed with congestion controls, and the other way round.
    again = sweep("--ccs=hpcc", "--resume", "--dry-run", *arguments, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert {f"{scheme}+hpcc@{recovery}-solar-load50-seed1" for scheme in ("ecmp", "letflow") for recovery in ("gbn", "irn")} \
        <= set(re.findall(r"\S+-solar-load50-seed1", again.stdout))


@pytest.mark.parametrize("arguments, expected", [
    (("--ccs=hpcc,",), "--ccs"),
    (("--ccs=a b",), "--ccs"),
    (("--ccs=hpcc", "--", "--cc=none"), "--cc"),
    (("--recoveries=irn,irn",), "--recoveries"),
    (("--recoveries=a@b",), "--recoveries"),
    (("--recoveries=irn", "--", "--recovery=gbn"), "--recovery"),
])
def test_bad_transports_are_refused(sweep: Run, tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    done = sweep("--schemes=ecmp", "--workloads=solar", "--loads=50", f"--output={tmp_path}/out", *arguments, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr


def test_dry_run_writes_nothing(sweep: Run, tmp_path: Path) -> None:
    assert sweep("--dry-run", f"--output={tmp_path}/out").returncode == 0
    assert not list(tmp_path.iterdir())


def test_sweep_runs_all_and_writes_summary_and_plots(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    done = sweep("--schemes=ecmp,letflow", "--loads=20,80", "--seeds=1,2", f"--output={output}")
    assert done.returncode == 0, done.stderr
    assert len(points_of(output)) == 16
    assert re.search(r"^16/16 points +100 %", done.stdout, re.MULTILINE)

    summary = pd.read_csv(output / "summary.csv")
    assert len(summary) == 16
    row = summary.set_index(["workload", "scheme", "load_percent", "seed"]).loc[("solar", "letflow", 80, 2)]
    meta = json.loads((output / "letflow-solar-load80-seed2" / "meta.json").read_text())
    assert row.slowdown_p99 == pytest.approx(meta["slowdown_p99"])
    assert row.unfinished == meta["unfinished"] > 0

    for workload in ("alicloud", "solar"):
        for figure in (f"slowdown-{workload}", f"slowdown-by-size-{workload}"):
            png, pdf = (output / (figure + ending) for ending in (".png", ".pdf"))
            assert str(png) in done.stdout and str(pdf) in done.stdout
            assert png.read_bytes().startswith(b"\x89PNG") and png.stat().st_size > 20_000
            assert pdf.read_bytes().startswith(b"%PDF") and pdf.stat().st_size > 5_000


TINY = ("--schemes=ecmp,letflow", "--workloads=solar", "--duration=1ms", "--loads=20,80")


def test_same_command_keeps_complete_points_and_runs_the_rest(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    command = (*TINY, "--seeds=1,2", f"--output={output}")
    assert sweep(*command).returncode == 0
    before = points_of(output)
    (output / "ecmp-solar-load20-seed1" / "meta.json").unlink()
    (output / "ecmp-solar-load20-seed2" / "fct.csv").unlink()
    (output / "letflow-solar-load80-seed1" / "meta.json").write_text("{")
    other = output / "letflow-solar-load80-seed2" / "meta.json"
    meta = json.loads(other.read_text())
    meta["parameters"]["duration"] = "2ms"
    other.write_text(json.dumps(meta))

    done = sweep(*command)
    assert done.returncode == 0, done.stderr
    assert "8 points, 4 of them complete" in done.stdout
    after = points_of(output)
    assert {name for name in after if after[name] != before.get(name)} == {
        "ecmp-solar-load20-seed1", "ecmp-solar-load20-seed2",
        "letflow-solar-load80-seed1", "letflow-solar-load80-seed2",
    }
    assert json.loads(other.read_text())["parameters"]["duration"] == "1ms"


def test_moved_output_is_still_complete(sweep: Run, tmp_path: Path) -> None:
    assert sweep(*TINY, f"--output={tmp_path}/out").returncode == 0
    (tmp_path / "out").rename(tmp_path / "moved")
    done = sweep(*TINY, "--dry-run", f"--output={tmp_path}/moved")
    assert done.returncode == 0 and "4 points, 4 of them complete" in done.stdout


def test_other_extra_arguments_are_other_points(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert sweep(*TINY, f"--output={output}", "--", "--k=4").returncode == 0
    same = sweep(*TINY, "--dry-run", f"--output={output}", "--", "--k=4")
    assert "4 points, 4 of them complete" in same.stdout
    other = sweep("--resume", "--dry-run", f"--output={output}", "--", "--k=6")
    assert "4 points, 0 of them complete" in other.stdout


def test_other_plan_needs_resume_and_then_runs_what_differs(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert sweep(*TINY, f"--output={output}").returncode == 0
    summary = (output / "summary.csv").read_bytes()

    refused = sweep(*TINY, "--duration=2ms", f"--output={output}")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1 and "duration 1ms there, 2ms now" in refused.stderr
    fewer = sweep("--schemes=ecmp", *TINY[1:], f"--output={output}")
    assert fewer.returncode == 2 and "schemes letflow there, not now" in fewer.stderr
    assert (output / "summary.csv").read_bytes() == summary

    more = sweep(*TINY[:3], "--loads=20,50,80", "--dry-run", f"--output={output}")
    assert more.returncode == 0 and "6 points, 4 of them complete" in more.stdout

    resumed = sweep("--resume", "--duration=2ms", f"--output={output}")
    assert resumed.returncode == 0 and "4 points, 0 of them complete" in resumed.stdout
    again = sweep("--resume", f"--output={output}", "--dry-run")
    assert again.returncode == 0 and "4 points, 4 of them complete" in again.stdout
    assert "window     2ms" in again.stdout


def test_arguments_after_two_dashes_reach_every_run(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    extra = ("--k=4", "--ns3::X::Y=a b")
    done = sweep("--schemes=ecmp", "--workloads=solar", "--loads=50", f"--output={output}", "--", *extra)
    assert done.returncode == 0, done.stderr
    parameters = json.loads((output / "ecmp-solar-load50-seed1" / "meta.json").read_text())["parameters"]
    assert parameters["k"] == "4" and parameters["ns3::X::Y"] == "a b"


def test_points_of_the_real_driver_are_recognized(sweep: Run, driver: Run, tmp_path: Path) -> None:
    assert driver
    arguments = (f"--driver={PROGRAM}", "--schemes=ecmp,rdmacell", "--workloads=solar", "--loads=50,80",
                 "--preset=quick", "--duration=0.02ms")
    extra = ("--", "--k=4", "--delay=0.5us", "--ns3::rdmacell::RoceNic::Latency=0.1us")
    done = sweep(*arguments, f"--output={tmp_path}/out", *extra)
    assert done.returncode == 0, done.stderr + done.stdout
    again = sweep(*arguments, "--dry-run", f"--output={tmp_path}/out", *extra)
    assert "4 points, 4 of them complete" in again.stdout
    other = sweep(*arguments, "--resume", "--dry-run", f"--output={tmp_path}/out", "--", "--k=4")
    assert "4 points, 0 of them complete" in other.stdout
    refused = sweep(*arguments, f"--output={tmp_path}/x", "--", "--ns3::rdmacell::CellApp::QueuePairs=2")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert "ecmp: " in refused.stderr and "no object of type ns3::rdmacell::CellApp" in refused.stderr


def test_failed_points_do_not_stop_the_others(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    command = ("--schemes=ecmp,broken,silent", "--workloads=solar", "--loads=20,80", f"--output={output}")
    done = sweep(*command, FAKE_HIDDEN="1")
    assert done.returncode == 1
    assert "failed: broken-solar-load80-seed1 (exit status 1): the last words" in done.stdout
    assert "failed: silent-solar-load80-seed1 (exit status 0): no result" in done.stdout
    assert "4 of 6 points failed" in done.stderr
    assert set(points_of(output)) == {"ecmp-solar-load20-seed1", "ecmp-solar-load80-seed1"}
    assert set(pd.read_csv(output / "summary.csv").scheme) == {"ecmp"}
    again = sweep(*command, "--dry-run", FAKE_HIDDEN="1")
    assert again.returncode == 0 and "6 points, 2 of them complete" in again.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_stops_cleanly_and_the_same_command_continues(
    sweep: Run, tmp_path: Path, number: signal.Signals
) -> None:
    output = tmp_path / "out"
    arguments = ("--schemes=ecmp,slow", "--workloads=solar", "--loads=20,80", "--jobs=2", f"--output={output}")
    with subprocess.Popen(
        [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", *arguments],
        env={**os.environ, "FAKE_SECONDS": "60"}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + 30
        while not (len(points_of(output)) == 2 and len(running_points(output)) == 2):
            assert time.monotonic() < until and process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, number)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "2 of 4 points are complete" in errors and "the same command continues" in errors
    assert "Traceback" not in errors
    assert not running_points(output)
    before = points_of(output)
    assert set(before) == {"ecmp-solar-load20-seed1", "ecmp-solar-load80-seed1"}
    assert not (output / "summary.csv").exists()

    done = sweep(*arguments, FAKE_SECONDS="0")
    assert done.returncode == 0, done.stderr
    assert "4 points, 2 of them complete" in done.stdout
    after = points_of(output)
    assert len(after) == 4 and all(after[name] == before[name] for name in before)
    assert not list(output.glob("*/*.tmp"))


def test_two_sweeps_do_not_share_an_output(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    arguments = ("--schemes=slow", "--workloads=solar", "--loads=20", f"--output={output}")
    with subprocess.Popen(
        [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", *arguments],
        env={**os.environ, "FAKE_SECONDS": "3"}, stdout=subprocess.DEVNULL,
    ) as first:
        while not running_points(output):
            assert first.poll() is None
            time.sleep(0.05)
        second = sweep(*arguments)
        assert second.returncode == 2 and "in use by another sweep" in second.stderr
    assert first.returncode == 0


def test_progress_shows_time_left_within_a_long_run(sweep: Run, tmp_path: Path) -> None:
    arguments = ("--schemes=slow", "--workloads=solar", "--loads=70,80", "--jobs=1", f"--output={tmp_path}/out")
    done = sweep(*arguments, FAKE_SECONDS="11")
    lines = re.findall(r"^(\d)/2 points +(\d+) % +1 running .* about (.*) left", done.stdout, re.MULTILINE)
    within_first = [int(percent) for count, percent, _ in lines if count == "0"]
    within_second = [int(percent) for count, percent, _ in lines if count == "1"]
    assert len(within_first) >= 2 and within_first[-1] > within_first[0]
    assert len(within_second) >= 2 and within_second[-1] > max(within_first)


BAD = [
    ("--loads=0", "outside (0, 100]"),
    ("--loads=100.5", "outside (0, 100]"),
    ("--loads=-5", "outside (0, 100]"),
    ("--loads=nan", "outside (0, 100]"),
    ("--loads=0.8", "percentages"),
    ("--loads=many", "not a number"),
    ("--loads=", "empty"),
    ("--loads=20,,30", "empty"),
    ("--loads=20,20.0", "twice"),
    ("--loads=80-20:10", "empty range"),
    ("--loads=20-80:0", "empty range"),
    ("--loads", "expected one argument"),
    ("--seeds=0", "whole number"),
    ("--seeds=1.5", "whole number"),
    ("--seeds=1000000001", "whole number"),
    ("--seeds=1,1", "twice"),
    ("--seeds=1-4000000000", "more than"),
    ("--schemes=nosuch", "expected of ecmp, letflow, slow"),
    ("--schemes=ecmp,ecmp", "twice"),
    ("--schemes=../x", "not a name"),
    ("--workloads=nosuch", "nor a file"),
    ("--duration=5", "expected such as"),
    ("--duration=0ms", "1ns or more"),
    ("--duration=-1ms", "expected such as"),
    ("--duration=1 parsec", "expected such as"),
    ("--preset=huge", "expected of quick, standard, paper, rdmacell-paper-1to1, rdmacell-paper-2to1, rdmacell-paper"),
    ("--jobs=0", "whole number"),
    ("--jobs=two", "whole number"),
    ("--driver=/no/such", "not a program"),
    ("--nosuch", "unrecognized"),
    ("--load=20", "unrecognized"),
    ("word", "unexpected argument"),
    ("--dry-run=3", "ignored explicit argument"),
    ("-- --load=0.5", "set by the sweep itself"),
    ("-- --bad=1", "unknown option --bad"),
]


@pytest.mark.parametrize("argument, expected", BAD)
def test_bad_input_is_one_line_and_status_2(sweep: Run, tmp_path: Path, argument: str, expected: str) -> None:
    words = argument.split(" ") if argument.startswith("-- ") else [argument]
    done = sweep(f"--output={tmp_path}/out", *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("sweep: ") and expected in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_bad_outputs_are_refused(sweep: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "precious").write_text("mine")
    for arguments, expected in (
        ([f"--output={tmp_path}/file"], "not a directory"),
        ([f"--output={tmp_path}/file/below"], "not a directory"),
        ([f"--output={tmp_path}/full"], "holds no sweep"),
        ([f"--output={tmp_path}/none", "--resume"], "holds no sweep"),
        (["--output="], "neither a name nor a path"),
        (["--output=a b"], "neither a name nor a path"),
    ):
        done = sweep(*arguments)
        assert done.returncode == 2, arguments
        assert done.stderr.count("\n") == 1 and expected in done.stderr
    (tmp_path / "full" / "plan.json").write_text("[]")
    done = sweep(f"--output={tmp_path}/full")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "not a sweep's plan" in done.stderr
    assert {path.name for path in tmp_path.rglob("*")} == {"file", "full", "precious", "plan.json"}


def test_unreadable_place_is_refused_to_ordinary_users(sweep: Run, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    (tmp_path / "closed").mkdir(mode=0o500)
    done = sweep(f"--output={tmp_path}/closed/out")
    assert done.returncode == 2 and "not writable" in done.stderr


def test_workload_may_be_a_file(sweep: Run, tmp_path: Path) -> None:
    cdf = tmp_path / "mine.cdf"
    cdf.write_text("0 0\n1000 100\n")
    done = sweep("--schemes=ecmp", f"--workloads={cdf}", "--loads=50", f"--output={tmp_path}/out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "ecmp-mine-load50-seed1" / "meta.json").exists()
    assert (tmp_path / "out" / "slowdown-mine.png").exists()


def test_bad_file_is_refused_before_the_sweep(sweep: Run, tmp_path: Path) -> None:
    (tmp_path / "nonsense.cdf").write_text("x y\n")
    done = sweep(f"--workloads={tmp_path}/nonsense.cdf", f"--output={tmp_path}/out")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "nonsense.cdf:1: expected" in done.stderr
    assert not (tmp_path / "out").exists()
