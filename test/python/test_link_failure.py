# SPDX-License-Identifier: GPL-2.0-only
"""The plot of what rdmacell-link-failure writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from conftest import ROOT

SCRIPT = ROOT / "scripts" / "plot-link-failure"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the script with this interpreter, which has its modules."""
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_plots_each_scheme(tmp_path: Path) -> None:
    rows = [f"{10 * i},{scheme},{90 - i}" for scheme in ("ecmp", "rdmacell") for i in range(5)]
    csv = tmp_path / "cut.csv"
    csv.write_text("\n".join(["time_us,scheme,goodput_gbps", *rows, ""]))
    assert run(csv, "--cut", 20).returncode == 0
    assert (tmp_path / "cut.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "cut.pdf").read_bytes().startswith(b"%PDF")


def test_refuses_other_files(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    for path in (other, tmp_path / "missing.csv"):
        done = run(path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1 and str(path) in done.stderr
