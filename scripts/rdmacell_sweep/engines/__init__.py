# SPDX-License-Identifier: GPL-2.0-only
"""Where points can run: the engines by their names for --engine."""

from __future__ import annotations

from pathlib import Path

from .. import SweepError
from .base import Engine
from .parallel import LocalEngine
from .slurm import SlurmEngine, refuse_array
from .ssh import SshEngine, runs_go_on

ENGINES: dict[str, type[Engine]] = {"local": LocalEngine, "parallel": SshEngine, "slurm": SlurmEngine}

# Options that only one engine has.
OPTIONS = {"hosts": "parallel", "partition": "slurm", "account": "slurm", "time": "slurm", "array_size": "slurm"}


def refuse_runs_elsewhere(engine: Engine, output: Path) -> None:
    """Raises SweepError where runs of an earlier sweep on other machines may still write into an output."""
    if runs_go_on(output):
        raise SweepError(f"{output}: runs of an earlier sweep still go on, on other machines")
    if not isinstance(engine, SlurmEngine):
        refuse_array(output)
