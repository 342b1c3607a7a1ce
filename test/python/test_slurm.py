# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps through a real Slurm of one node, with a stand-in for the driver, and once with the real one."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Callable, Iterator

import pytest
import slurm_node
from conftest import FAKE_DRIVER, PROGRAM, ROOT, Run, running_points

SWEEP = str(ROOT / "scripts" / "sweep")
# Six points in three tasks, of which one runs "slow" ones only.
POINTS = ("--schemes=ecmp,slow", "--workloads=solar", "--loads=20,50,80")
TASKS = ("--engine=slurm", "--array-size=3")


@pytest.fixture(name="slurm", scope="module")
def slurm_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[slurm_node.SlurmNode]:
    """A Slurm whose node seems to have four processors."""
    if reason := slurm_node.why_not():
        pytest.skip(reason)
    # Not below pytest's own directory, which others may not enter: munge's socket must be reachable.
    node = slurm_node.SlurmNode(tmp_path_factory.mktemp("slurm"), 4)
    try:
        node.start()
        yield node
    finally:
        node.stop()


@pytest.fixture(name="begin")
def begin_fixture(slurm: slurm_node.SlurmNode) -> Callable[..., "subprocess.Popen[str]"]:
    """Starts a sweep in the background; keywords are environment variables."""

    def begin(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
        return subprocess.Popen([SWEEP, f"--driver={FAKE_DRIVER}", *arguments], env={**slurm.environment, **environment},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    return begin


def wait_until(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Waits for something to become true while a sweep runs."""
    until = time.monotonic() + 60
    while not condition():
        if process.poll() is not None or time.monotonic() > until:
            pytest.fail(f"the sweep ended, or waited too long: {process.communicate(timeout=10)}")
        time.sleep(0.1)


def read_until(pattern: str, process: "subprocess.Popen[str]") -> str:
    """Reads a sweep's output up to a line with a pattern; returns what it has read."""
    text = ""
    assert process.stdout and process.stderr
    for line in process.stdout:
        text += line
        if re.search(pattern, line):
            return text
    pytest.fail(text + process.stderr.read())


def until_all_is_done(process: "subprocess.Popen[str]") -> str:
    """Reads a sweep's output until all points are complete, and spares the evaluation."""
    text = read_until(r"^(\d+)/\1 points", process)
    process.kill()
    return text


def tasks_of(slurm: slurm_node.SlurmNode) -> list[str]:
    """The tasks that Slurm has, such as 12_3, with their states."""
    return slurm.ask("squeue", "--noheader", "--array", "--format=%i %t").splitlines()


def complete(output: Path) -> set[str]:
    """Points with results."""
    return {path.parent.name for path in output.glob("*/meta.json")}


def files(output: Path) -> dict[str, bytes]:
    """What must not depend on the engine."""
    paths = [output / "summary.csv", *output.glob("*/fct.csv")]
    return {str(path.relative_to(output)): path.read_bytes() for path in paths}


def test_sweep_goes_on_after_whatever_was_killed(
    slurm: slurm_node.SlurmNode, begin: Callable[..., "subprocess.Popen[str]"], sweep: Run, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    gate = tmp_path / "gate"
    command = (*POINTS, *TASKS, f"--output={output}")
    # The sweep is killed. Its tasks go on, and no other engine may run their points.
    with begin(*command, FAKE_GATE=str(gate)) as process:
        wait_until(lambda: len(running_points(output)) == 2 and len(complete(output)) == 3, process)
        process.kill()
        killed, _ = process.communicate()
    assert "6 points in 3 tasks" in killed
    refused = sweep(*POINTS, f"--output={output}", **slurm.environment)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1, refused.stderr
    assert re.search(r"job array \d+ still runs points of this sweep", refused.stderr)

    # The same command follows them, and starts nothing twice. The node's daemon and a task are killed meanwhile.
    with begin(*command) as process:
        seen = read_until("still with job array", process)
        runs = running_points(output)
        slurm.kill("slurmd")
        time.sleep(1)
        slurm.start_slurmd()
        assert running_points(output) == runs
        victim = next(task.split()[0] for task in tasks_of(slurm) if "_1 R" in task)
        assert slurm.ask("scancel", victim) == ""
        wait_until(lambda: len(running_points(output)) == 1, process)
        gate.touch()
        text, errors = process.communicate(timeout=120)
    text = seen + text
    assert process.returncode == 1, text + errors
    assert "3 points are still with job array" in text and "Submitted" not in text
    assert re.search(rf"^failed: slow-solar-load80-seed1 \(Slurm task {victim} ended\): .*CANCELLED", text, re.MULTILINE)
    assert re.search(rf"^Slurm task {victim} ended before 1 of its points began: .*CANCELLED", text, re.MULTILINE)
    assert "1 of 6 points failed" in errors and "1 of 6 points are missing" in errors
    assert complete(output).isdisjoint({"slow-solar-load80-seed1", "slow-solar-load20-seed1"})

    # The points that are left, and no others, in a new array; nothing of the former is left.
    before = {path: path.stat().st_mtime_ns for path in output.glob("*/meta.json")}
    with begin(*command, FAKE_SECONDS="0") as process:
        text, errors = process.communicate(timeout=120)
    assert process.returncode == 0, text + errors
    assert re.search(r"Submitted job array \d+: 2 points in 2 tasks", text)
    assert all(path.stat().st_mtime_ns == at for path, at in before.items())
    assert not (output / ".slurm").exists() and not list(output.glob("*/*.tmp"))
    local = tmp_path / "local"
    assert sweep(*POINTS, f"--output={local}", FAKE_SECONDS="0").returncode == 0
    assert files(output) == files(local) and len(files(local)) == 7


def test_ctrl_c_cancels_and_a_hangup_leaves_the_array(
    slurm: slurm_node.SlurmNode, begin: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    output = tmp_path / "out"
    command = ("--schemes=slow", "--workloads=solar", "--loads=20,80", *TASKS, "--jobs=1", f"--output={output}")
    with begin(*command, FAKE_SECONDS="60") as process:
        wait_until(lambda: bool(running_points(output)), process)
        assert [task.split()[1] for task in sorted(tasks_of(slurm))] == ["R", "PD"], "--jobs=1"
        os.killpg(process.pid, signal.SIGHUP)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130 and re.search(r"0 of 2 .* job array \d+ goes on in Slurm; the same command", errors)
    assert len(tasks_of(slurm)) == 2 and running_points(output)
    with begin(*command, FAKE_SECONDS="60") as process:
        read_until("still with job array", process)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command continues" in errors and "Traceback" not in errors
    assert not tasks_of(slurm) and not running_points(output) and not (output / ".slurm").exists()


def test_another_plan_cancels_what_it_does_not_want(
    slurm: slurm_node.SlurmNode, begin: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    output = tmp_path / "out"
    command = ("--schemes=slow", "--workloads=solar", "--loads=20,80", *TASKS, f"--output={output}")
    with begin(*command, FAKE_SECONDS="60") as process:
        wait_until(lambda: len(running_points(output)) == 2, process)
        process.kill()
    with begin(*command, "--resume", "--duration=2ms", FAKE_SECONDS="0.2", FAKE_FLOWS="100") as process:
        text = until_all_is_done(process)
    assert "2 points in 2 tasks" in text and not tasks_of(slurm) and len(complete(output)) == 2


@pytest.mark.parametrize("arguments, expected", [
    (("--partition=nosuch",), "--engine=slurm --partition=nosuch: sbatch: invalid partition specified: nosuch"),
    (("--ranks=64",), "sbatch: allocation failure: Requested node configuration is not available"),
    (("--array-size=5000",), "sbatch: allocation failure: Invalid job array specification"),
])
def test_what_slurm_refuses_is_a_line(slurm: slurm_node.SlurmNode, sweep: Run, tmp_path: Path, arguments: tuple[str, ...],
                                      expected: str) -> None:
    done = sweep("--engine=slurm", *arguments, f"--output={tmp_path}/out", **slurm.environment)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr
    assert not (tmp_path / "out").exists()


def test_failures_are_collected_with_their_last_words(
    begin: Callable[..., "subprocess.Popen[str]"], slurm: slurm_node.SlurmNode, tmp_path: Path
) -> None:
    with begin("--schemes=broken,silent", "--workloads=solar", "--loads=20", "--engine=slurm", f"--output={tmp_path}/out",
               FAKE_HIDDEN="1") as process:
        text, errors = process.communicate(timeout=60)
    assert process.returncode == 1 and "2 of 2 points failed" in errors
    assert "2 points in 1 tasks" in text, "two short points share a task"
    assert "failed: broken-solar-load20-seed1 (exit status 1): the last words" in text
    assert "failed: silent-solar-load20-seed1 (exit status 0): no result" in text
    assert not tasks_of(slurm)


@pytest.mark.skipif(not shutil.which("mpirun"), reason="no mpirun here")
def test_tasks_have_a_processor_for_each_rank(
    begin: Callable[..., "subprocess.Popen[str]"], slurm: slurm_node.SlurmNode, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    gate = tmp_path / "gate"
    with begin("--schemes=slow", "--workloads=solar", "--loads=20,50,80", *TASKS, "--ranks=2", f"--output={output}",
               FAKE_GATE=str(gate)) as process:
        # Two ranks for each of two points fill the four processors.
        wait_until(lambda: sorted(task.split()[1] for task in tasks_of(slurm)) == ["PD", "R", "R"], process)
        assert set(slurm.ask("squeue", "--noheader", "--array", "--format=%C").split()) == {"2"}
        gate.touch()
        until_all_is_done(process)
    assert {json.loads(path.read_text())["ranks"] for path in output.glob("*/meta.json")} == {2}


def test_real_driver_gives_the_same_bytes(begin: Callable[..., "subprocess.Popen[str]"], driver: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    with begin(f"--driver={PROGRAM}", "--schemes=ecmp,rdmacell", "--workloads=solar", "--loads=50", "--duration=50us",
               "--engine=slurm", f"--output={output}", "--", "--k=4") as process:
        until_all_is_done(process)
    for scheme in ("ecmp", "rdmacell"):
        made = driver(f"--scheme={scheme}", "--workload=solar", "--load=0.5", "--seed=1", "--duration=50us", "--warmup=200us",
                      "--cooldown=500us", "--k=4", f"--outputDir={tmp_path}/{scheme}", cwd=tmp_path)
        assert made.returncode == 0, made.stderr
        assert (output / f"{scheme}-solar-load50-seed1" / "fct.csv").read_bytes() == (
            tmp_path / scheme / "fct.csv").read_bytes()
