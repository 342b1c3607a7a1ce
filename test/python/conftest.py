# SPDX-License-Identifier: GPL-2.0-only
"""Fixtures: the sweep as a command, the stand-in for the driver, and the real one where it is built."""

from __future__ import annotations

import os
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
