# SPDX-License-Identifier: GPL-2.0-only
"""What the places where points can run have in common."""

from __future__ import annotations

import os
import shlex
import shutil
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Mapping, Sequence

from .. import SweepError, history
from ..cost import CostModel
from ..driver import Driver
from ..points import Point

if TYPE_CHECKING:
    from ..options import Request


@dataclass(frozen=True)
class Ended:
    """How a run has ended.

    @param seconds what it took
    @param status its exit status; 0 if it was ended by a signal, or by the engine
    @param signal the signal that ended it, or 0
    @param how what else has ended it, in words
    @param why the reason that the engine knows; empty if the run's own files have it
    """

    seconds: float
    status: int = 0
    signal: int = 0
    how: str = ""
    why: str = ""

    @property
    def is_success(self) -> bool:
        """Whether the program says that all went well."""
        return not (self.status or self.signal or self.how)

    def words(self) -> str:
        """What has ended it."""
        return self.how or (f"signal {self.signal}" if self.signal else f"exit status {self.status}")


@dataclass(frozen=True)
class Job:
    """A point to be run: its directory, and the words of its command."""

    point: Point
    directory: Path
    words: tuple[str, ...]

    @classmethod
    def of(cls, point: Point, driver: Driver, output: Path, ranks: int) -> Job:
        """The job of a point.

        @param ranks MPI ranks of each run; one runs without MPI
        """
        directory = output / point.name
        words = (str(driver.path), *point.arguments(), f"--outputDir={directory}")
        return cls(point, directory, (*mpirun(ranks), *words) if ranks > 1 else words)

    def line(self, prefix: Sequence[str] = ()) -> str:
        """A line of a shell's script that runs it here, whatever machine it is on.

        @param prefix words of a program that runs the command in its own process
        """
        # Arguments may have paths that begin in the directory that the sweep was started in.
        where = shlex.quote(os.getcwd())
        logs = " ".join(f"{sign}{shlex.quote(str(self.directory / name))}"
                        for sign, name in ((">", "stdout.log"), ("2>", "stderr.log")))
        return f"{{ cd {where} && exec {shlex.join([*prefix, *self.words])}; }} {logs}"


def mpirun(ranks: int) -> tuple[str, ...]:
    """The words before a program of so many MPI ranks."""
    # Open MPI refuses root, binds the ranks of every run to the same first processors, and has last words of its own
    # where a rank fails.
    root = ("env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1") if os.geteuid() == 0 else ()
    return (*root, "mpirun", "--quiet", "--bind-to", "none", "-n", str(ranks))


class Engine(ABC):
    """Runs points. Jobs go by their numbers; the first are to start first.

    Methods are called in this order: check(), describe(), prepare(), adopt(), start(), then the queries again and again,
    and stop() where the user ends the sweep before the runs have ended.
    """

    # How often it is looked at.
    poll_s = 0.5

    def __init__(self, request: Request) -> None:
        self.ranks = request.ranks or 1
        # Runs at a time; None if not given.
        self.asked_jobs = request.jobs

    def check(self) -> None:
        """Raises SweepError where it cannot work here, before anything is built or changed."""
        if self.ranks > 1 and not shutil.which("mpirun"):
            raise SweepError(f"--ranks={self.ranks}: no mpirun here")

    def launcher(self) -> tuple[str, ...]:
        """The words before the driver in a run, to ask on this machine what it would refuse; none without MPI."""
        return (*mpirun(self.ranks), "--oversubscribe") if self.ranks > 1 else ()

    @abstractmethod
    def slots(self, points: Sequence[Point], cost: CostModel) -> int:
        """How many of these points run at a time."""

    def memory_words(self, points: Sequence[Point], cost: CostModel, jobs: int) -> str:
        """What so many of these points at a time need of memory, in words."""
        largest = sorted((cost.bytes(point) for point in points), reverse=True)
        return f"about {sum(largest[:jobs]) / 1e6:,.0f} MB"

    def place(self) -> str:
        """The machines that run the points, in words."""
        return history.machine()

    def prepare(self, output: Path, driver: Driver) -> None:
        """Raises SweepError where runs could not write into the output, or could not start."""

    def adopt(self, jobs: Mapping[int, Job], output: Path) -> set[int]:
        """The jobs that still run from an earlier sweep, and are followed instead of started."""
        return set()

    @abstractmethod
    def start(self, jobs: Mapping[int, Job], output: Path, lock: int, cost: CostModel) -> None:
        """Starts jobs; their directories are there and empty.

        @param lock descriptor that holds the output, for runs that are its children
        """

    @abstractmethod
    def is_at_work(self) -> bool:
        """Whether jobs may still run or start."""

    def wait(self) -> None:
        """Waits until it is to be looked at again."""
        time.sleep(self.poll_s)

    @abstractmethod
    def started(self) -> dict[int, float]:
        """The seconds since the start of each job that has ever started."""

    @abstractmethod
    def ended(self) -> dict[int, Ended]:
        """All jobs that have ended."""

    def running_slots(self, planned: int) -> int:
        """How many jobs run at a time just now.

        @param planned what slots() has said
        """
        return planned

    def words(self) -> str:
        """What else to show with the progress."""
        return ""

    def notes(self) -> list[str]:
        """Lines for the user, each once."""
        return []

    @abstractmethod
    def stop(self, cancel: bool) -> str:
        """Ends the sweep's part before its time; returns what to tell the user.

        @param cancel whether runs end, too, where they could go on alone
        """

    def finish(self) -> None:
        """Tidies up after all jobs have ended."""
