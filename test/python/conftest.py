# SPDX-License-Identifier: GPL-2.0-only
"""Fixtures: the sweep as a command, the stand-in for the driver, and the real one where it is built."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAKE_DRIVER = Path(__file__).with_name("fake_driver.py")
BUILD = Path(os.environ.get("RDMACELL_BUILD", ROOT / "build"))

sys.path.insert(0, str(ROOT / "scripts"))

from rdmacell_sweep.driver import Driver  # pylint: disable=wrong-import-position

PROGRAM = BUILD / "bin" / "rdmacell-fat-tree"


def schemes() -> tuple[str, ...]:
    """The schemes of the driver; none where it is not built."""
    return Driver(PROGRAM).schemes() if PROGRAM.exists() else ()


def running_points(output: Path) -> list[int]:
    """Processes of the runs that write into an output."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.startswith(f"--outputDir={output}/".encode()) for word in words):
            found.append(int(entry.parent.name))
    return found


def free_ports(count: int) -> list[int]:
    """TCP ports that nothing listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(name="sweep")
def sweep_fixture() -> Run:
    """Runs scripts/sweep with the stand-in for the driver; keywords are environment variables."""

    def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", *arguments],
            env={**os.environ, **environment}, capture_output=True, text=True, timeout=120, check=False,
        )

    return run


@pytest.fixture(name="driver", scope="session")
def driver_fixture() -> Run:
    """Runs the real driver with the working directory given as `cwd`; skips where it is not built."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")

    def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, text=True, timeout=300,
                              check=False)

    return run
