# SPDX-License-Identifier: GPL-2.0-only
"""The plot of windows and token RTTs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUILD, ROOT

SCRIPT = ROOT / "scripts" / "plot-window"
DRIVER = BUILD / "bin" / "rdmacell-fat-tree"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the script with this interpreter, which has its modules."""
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [("--k=5",), ("--k=",), ("--nosuch=1",), ("more",)])
def test_bad_arguments_are_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("plot-window: ")


def test_a_run_that_fails_is_one_line(tmp_path: Path) -> None:
    for driver in (tmp_path / "missing", "/bin/false"):
        done = run("--k=4", f"--driver={driver}", f"--output={tmp_path / 'window'}")
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1 and str(driver) in done.stderr
    assert not list(tmp_path.iterdir())


def test_plots_all_cases(tmp_path: Path) -> None:
    if not DRIVER.exists():
        pytest.skip("rdmacell-fat-tree is not built")
    done = run("--k=4", f"--driver={DRIVER}", f"--output={tmp_path / 'window'}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "window.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "window.pdf").read_bytes().startswith(b"%PDF")


def test_a_scheme_without_windows_is_refused(tmp_path: Path) -> None:
    if not DRIVER.exists():
        pytest.skip("rdmacell-fat-tree is not built")
    done = run("--k=4", f"--driver={DRIVER}", "--scheme=ecmp", f"--output={tmp_path / 'window'}")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "window-changed" in done.stderr
