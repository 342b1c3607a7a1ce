# SPDX-License-Identifier: GPL-2.0-only
"""Runs points through an engine and shows their progress."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

from . import SweepError
from .cost import CostModel
from .driver import Driver
from .engines.base import Engine, Job
from .points import Point
from .progress import Progress


class Leave(KeyboardInterrupt):
    """Asks to end the sweep but not the runs that can go on without it."""


@contextmanager
def locked(output: Path) -> Iterator[int]:
    """Holds an output directory against other sweeps; yields the lock's file descriptor.

    Runs inherit the descriptor, so that the lock outlives a sweep that was killed for as long as
    its runs go on writing.
    """
    with open(output / ".lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SweepError(f"{output} is in use by another sweep") from None
        yield lock.fileno()


def run(pending: list[Point], complete: list[Point], driver: Driver, output: Path, engine: Engine, cost: CostModel,
        lock: int) -> list[str]:
    """Runs points; returns the names of those that failed. Others may be missing where the engine fails.

    @param pending points to run, in this order
    @param complete points that are complete already
    @param lock descriptor that every run inherits
    """
    jobs = {number: Job.of(point, driver, output, engine.ranks) for number, point in enumerate(pending)}
    adopted = engine.adopt(jobs, output)
    if not pending:
        engine.finish()
        return []
    new = {number: job for number, job in jobs.items() if number not in adopted}
    for job in new.values():
        if job.directory.exists():
            shutil.rmtree(job.directory)
        job.directory.mkdir()
    progress = Progress(pending, complete, driver, output, engine, engine.slots(pending, cost), cost)
    try:
        engine.start(new, output, lock, cost)
        while engine.is_at_work():
            progress.poll()
            progress.show()
            engine.wait()
    except KeyboardInterrupt as request:
        progress.note("")
        # Its words, for the message at the end.
        request.args = (engine.stop(cancel=not isinstance(request, Leave)),)
        raise
    except BaseException:
        with suppress(OSError):
            engine.stop(cancel=True)
        raise
    progress.poll()
    progress.show(final=True)
    engine.finish()
    return progress.failures
