# SPDX-License-Identifier: GPL-2.0-only
"""The example that users copy prints the values that its comment computes."""

from __future__ import annotations

import re
import subprocess

import pytest
from conftest import BUILD, ROOT

PROGRAM = BUILD / "bin" / "rdmacell-own-network"


def test_prints_what_its_comment_computes() -> None:
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")
    done = subprocess.run([PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    finished = {int(flow): float(us) for us, flow in re.findall(r"\+([\d.]+)us: flow (\d) has finished", done.stdout)}
    assert finished[0] == pytest.approx(92.8, abs=0.05)
    assert max(finished[1], finished[2]) == pytest.approx(1179.3, abs=0.05)
    pauses = {int(port): float(us) for us, port in
              reversed(re.findall(r"\+([\d.]+)us: switch 0, port (\d): pause", done.stdout))}
    assert pauses == {0: pytest.approx(1016.8, abs=0.15), 1: pytest.approx(1016.8, abs=0.15)}


def test_is_short() -> None:
    assert len((ROOT / "examples" / "rdmacell-own-network.cc").read_text().splitlines()) <= 80
