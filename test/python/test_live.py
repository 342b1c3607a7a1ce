# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep shows while it runs: the table on a terminal, the report that grows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import termios
import time
import urllib.request
from pathlib import Path

import pytest
from conftest import FAKE_DRIVER, ROOT, Run

from rdmacell_sweep.live import GrowingReport
from rdmacell_sweep.points import Point
from rdmacell_sweep.progress_table import scheme_rows


def test_table_counts_points_by_scheme() -> None:
    points = {(scheme, load): Point(scheme, "solar", load, 1, "1ms", "0s") for scheme in ("ecmp", "letflow") for load in ("20", "80")}
    rows = scheme_rows(("ecmp", "letflow"), [points["ecmp", "20"]], [points["ecmp", "80"]], [points["letflow", "20"]],
                       [points["letflow", "80"]], {"ecmp": "20 %: 1.20"})
    assert [row.split() for row in rows[1:]] == [["ecmp", "1", "1", "-", "-", "20", "%:", "1.20"],
                                                 ["letflow", "-", "-", "1", "1"]]


def test_terminal_shows_the_table_in_place(tmp_path: Path) -> None:
    """On a terminal of 30 lines: rows for each scheme, drawn again over the last ones; the last has all points."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 110, 0, 0))
    with subprocess.Popen(
        [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", "--schemes=ecmp,slow,broken", "--workloads=solar",
         "--loads=20,80", f"--output={tmp_path}/out"],
        env={**os.environ, "FAKE_SECONDS": "2", "FAKE_HIDDEN": "1", "TERM": "xterm"}, stdin=theirs, stdout=theirs,
        stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
    os.close(ours)
    assert process.returncode == 1
    text = shown.decode().replace("\r\n", "\n")
    frames = text.split("scheme   done running failed waiting")
    assert len(frames) > 3 and "\x1b[4A" in text  # three schemes, a heading and the line of progress
    last = re.findall(r"^(\w+) +([\d-]+) +([\d-]+) +([\d-]+) +([\d-]+)", frames[-1], re.MULTILINE)
    assert last == [("ecmp", "2", "-", "-", "-"), ("slow", "2", "-", "-", "-"), ("broken", "-", "-", "2", "-")]
    assert re.search(r"^slow .* 20 %: 1\.\d\d  80 %: \d\.\d\d$", frames[-1], re.MULTILINE)
    assert "4/6 points  100 %" in frames[-1]


def test_report_grows_with_the_points(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert sweep("--schemes=ecmp", "--workloads=solar", "--loads=20,80", f"--output={output}").returncode == 0
    own = (output / "report.html").read_bytes()
    kept = tmp_path / "kept"
    shutil.move(output / "ecmp-solar-load80-seed1", kept)
    growing = GrowingReport(output)
    assert not growing.update()
    page = growing.directory / "report.html"
    assert "1 of 2 points so far" in page.read_text() and 'http-equiv="refresh"' in page.read_text()
    before = page.stat().st_mtime_ns
    assert not growing.update() and page.stat().st_mtime_ns == before, "nothing has changed"
    shutil.move(kept, output / "ecmp-solar-load80-seed1")
    assert growing.update() and "points so far" not in page.read_text()
    assert (output / "report.html").read_bytes() == own


def test_watch_serves_the_report(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert sweep("--schemes=ecmp", "--workloads=solar", "--loads=80", f"--output={output}").returncode == 0
    with subprocess.Popen([ROOT / "scripts" / "sweep", "--watch=0", f"--output={output}"], stdout=subprocess.PIPE,
                          text=True) as watching:
        assert watching.stdout
        address = watching.stdout.readline().split()[0]
        with urllib.request.urlopen(address, timeout=60) as page:
            assert "FCT slowdown" in page.read().decode()
        time.sleep(0.1)
        watching.send_signal(signal.SIGINT)
        assert watching.wait(60) == 0


@pytest.mark.parametrize("arguments, expected", [(["--watch=70000"], "not a port"), (["--watch=x"], "not a port"),
                                                 (["--watch=0"], "holds no sweep")])
def test_watch_refuses_in_a_line(sweep: Run, tmp_path: Path, arguments: list[str], expected: str) -> None:
    done = sweep(*arguments, f"--output={tmp_path}/none")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr
