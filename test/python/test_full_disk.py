# SPDX-License-Identifier: GPL-2.0-only
"""Files that cannot be written whole: status 2, one line that names the file, and nothing half-written that looks
whole. A limit on the size of files (ulimit -f) stands for a full file system: both fail in the middle of a write."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import BUILD

SMALL = ("--k=4", "--duration=20us")
FULL = ("--outputDir=o", *SMALL)

CASES = {
    "captures": ("rdmacell-fat-tree", (*SMALL, "--pcap=p"), "p-0-0.pcap"),
    "captures elsewhere": ("rdmacell-fat-tree", (*SMALL, "--pcap=d/p"), "d/p-0-0.pcap"),
    "flows": ("rdmacell-fat-tree", (*SMALL, "--saveFlows=f.csv"), "f.csv"),
    "results": ("rdmacell-fat-tree", FULL, "o/fct.csv"),
    "meta.json": ("rdmacell-fat-tree", ("--outputDir=o", "--k=4", "--duration=5us"), "o/meta.json"),
    "completion times of HPCC": ("rdmacell-fat-tree", (*FULL, "--fctFormat=hpcc"), "o/fct"),
    "links": ("rdmacell-fat-tree", (*FULL, "--record=link", "--recordInterval=1us"), "o/link.csv"),
    "queues": ("rdmacell-fat-tree", (*FULL, "--record=queue", "--recordInterval=10ns"), "o/queue.csv"),
    "traces": ("rdmacell-fat-tree", (*FULL, "--trace=frame-tx"), "o/trace-frame-tx.csv"),
    "goodput": ("rdmacell-link-failure", ("--k=4", "--end=50us", "--bin=100ns", "--down=20us", "--output=g.csv"),
                "g.csv"),
}

# The size of files that a case allows: what comes before the file that it is about still fits.
LIMITS = {"meta.json": 3000, "links": 6000, "queues": 6000, "traces": 6000}


def start(program: str, arguments: tuple[str, ...], where: Path, limit: int) -> "subprocess.Popen[str]":
    """Starts a program that may write no file above a limit; skips where it is not built."""
    path = BUILD / "bin" / program
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return subprocess.Popen(
        [path, *arguments], cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )


def files(where: Path) -> dict[str, bytes]:
    """All files below a directory."""
    return {str(path.relative_to(where)): path.read_bytes() for path in where.rglob("*") if path.is_file()}


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_does_not_fit_is_named_and_leaves_the_old_ones(case: str, tmp_path: Path) -> None:
    program, arguments, named = CASES[case]
    (tmp_path / "d").mkdir()
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / "fct.csv").write_text("old\n")
    before = files(tmp_path)
    with start(program, arguments, tmp_path, LIMITS.get(case, 200)) as run:
        _, stderr = run.communicate(timeout=300)
    assert run.returncode == 2, stderr
    assert stderr.count("\n") == 1 and stderr.startswith(f"{program}: {named}"), stderr
    assert files(tmp_path) == before and not list(tmp_path.rglob(".partial*"))


@pytest.mark.parametrize("arguments", [("--listSchemes",), ("--describe",), ("--check",), SMALL])
def test_full_standard_output_is_a_line_and_status_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = BUILD / "bin" / "rdmacell-fat-tree"
    if not path.exists():
        pytest.skip(f"{path} is not built")
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([path, *arguments], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False)
    assert done.returncode == 2 and done.stderr == "rdmacell-fat-tree: standard output: cannot be written\n"


@pytest.mark.parametrize("arguments, place", [(("--outputDir=o",), "o"), (("--pcap=p",), ".")])
def test_leftovers_of_a_killed_run_are_removed_and_those_of_a_running_one_stay(
    arguments: tuple[str, ...], place: str, tmp_path: Path
) -> None:
    where = tmp_path / place
    # Long enough to be seen at work.
    endless = ("--k=4", "--duration=1s", "--load=0.9", *arguments)
    runs = [start("rdmacell-fat-tree", endless, tmp_path, 1 << 30) for _ in range(2)]
    try:
        names = [f".partial-{run.pid}" for run in runs]
        until = time.monotonic() + 120
        while not all((where / name).is_dir() for name in names) and time.monotonic() < until:
            time.sleep(0.1)
        runs[0].kill()
        runs[0].wait()
        assert (where / names[0]).is_dir()
        with start("rdmacell-fat-tree", (*SMALL, *arguments), tmp_path, 1 << 30) as later:
            assert later.wait(timeout=300) == 0
        assert not (where / names[0]).exists() and (where / names[1]).is_dir()
    finally:
        for run in runs:
            run.kill()
            run.communicate()
    assert [run.returncode for run in runs] == [-signal.SIGKILL, -signal.SIGKILL]
