# SPDX-License-Identifier: GPL-2.0-only
"""The script that prints fat trees with a slow link or without a core switch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUILD, ROOT

SCRIPT = ROOT / "scripts" / "asymmetric-fat-tree"
DRIVER = BUILD / "bin" / "rdmacell-fat-tree"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the script with this interpreter, which has its modules."""
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


def test_one_link_is_slow() -> None:
    lines = run("--slow=25").stdout.splitlines()
    assert lines[0] == "208 80 384"
    assert [line for line in lines if "25Gbps" in line] == ["191 207 25Gbps 1us 0"]


def test_one_core_switch_is_missing() -> None:
    lines = run("--k=4", "--without-core", "--rate=40").stdout.splitlines()
    assert lines[0] == "35 19 44"
    assert len(lines) == 2 + 44 and all("40Gbps" in line for line in lines[2:])


@pytest.mark.parametrize("arguments", [("--k=5",), ("--k=2",), ("--slow=0",), ("--slow=fast",), ("--rate=nan",), ("x",)])
def test_bad_arguments_are_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("asymmetric-fat-tree: ")


def test_the_driver_reads_it(tmp_path: Path) -> None:
    if not DRIVER.exists():
        pytest.skip("rdmacell-fat-tree is not built")
    path = tmp_path / "tree.txt"
    path.write_text(run("--k=4", "--slow=25").stdout)
    done = subprocess.run([DRIVER, f"--topology={path}", "--scheme=rdmacell-adaptive", "--duration=20us"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
