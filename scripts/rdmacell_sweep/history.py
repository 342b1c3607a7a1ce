# SPDX-License-Identifier: GPL-2.0-only
"""The commands that have worked on a sweep's directory, with machine and time."""

from __future__ import annotations

import json
import os
import platform
import shlex
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from .points import whole_file

NAME = "history.json"


def machine() -> str:
    """The processor, how many of them this process may use, and the system."""
    model = platform.machine()
    with suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return f"{model}, {len(os.sched_getaffinity(0))} processors, {platform.system()} {platform.release()}"


def read(output: Path) -> list[dict[str, Any]]:
    """The entries so far, the oldest first; none where there is no readable file."""
    with suppress(OSError, ValueError):
        entries = json.loads((output / NAME).read_text(encoding="utf-8"))
        if isinstance(entries, list):
            return [entry for entry in entries if isinstance(entry, dict)]
    return []


def add(output: Path, arguments: list[str], began: float, runs: int, where: str) -> None:
    """Appends a command.

    @param arguments those of scripts/sweep
    @param began when it began, seconds since the epoch
    @param runs how many points it has run
    @param where the machines that have run them
    """
    entry = {
        "command": shlex.join(["scripts/sweep", *arguments]),
        "began": time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(began)),
        "seconds": round(time.time() - began),
        "runs": runs,
        "machine": where,
    }
    with whole_file(output / NAME) as temporary:
        temporary.write_text(json.dumps([*read(output), entry], indent=2) + "\n", encoding="utf-8")
