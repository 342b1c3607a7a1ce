# SPDX-License-Identifier: GPL-2.0-only
"""Runs points under GNU parallel on this machine."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Mapping, Optional, Sequence

from .. import SweepError
from ..cost import CostModel, available_bytes
from ..points import Point
from .base import Ended, Engine, Job

if TYPE_CHECKING:
    from ..options import Request


def jobs_of_machine(processors: int, memory: Optional[int], largest: float, ranks: int) -> int:
    """Runs at a time: one for so many processors as it has ranks, as far as memory allows; 0 if there are too few.

    @param memory bytes available, if known
    @param largest bytes that a run takes at most
    """
    jobs = processors // ranks
    return max(1, min(jobs, int(memory / largest))) if jobs and memory and largest else jobs


class LocalEngine(Engine):
    """GNU parallel with the processors of this machine."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self._output = Path()
        self._numbers: list[int] = []
        self._jobs: dict[int, Job] = {}
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._began: dict[int, float] = {}
        self._ended: dict[int, Ended] = {}
        self._notes: list[str] = []
        self._at_a_time = 1

    def check(self) -> None:
        super().check()
        processors = len(os.sched_getaffinity(0))
        if self.ranks > processors:
            raise SweepError(f"--ranks={self.ranks}: this machine has {processors} processors")

    def slots(self, points: Sequence[Point], cost: CostModel) -> int:
        largest = max((cost.bytes(point) for point in points), default=0.0)
        processors = len(os.sched_getaffinity(0))
        self._at_a_time = self.asked_jobs or jobs_of_machine(processors, available_bytes(), largest, self.ranks)
        return self._at_a_time

    def memory_words(self, points: Sequence[Point], cost: CostModel, jobs: int) -> str:
        available = available_bytes()
        return super().memory_words(points, cost, jobs) + (f" of {available / 1e6:,.0f} MB free" if available else "")

    def start(self, jobs: Mapping[int, Job], output: Path, lock: int, cost: CostModel) -> None:
        self._output, self._jobs, self._numbers = output, dict(jobs), list(jobs)
        with open(output / "jobs.txt", "w", encoding="utf-8") as job_file:
            job_file.writelines(self.line(job) + "\n" for job in jobs.values())
        joblog = output / "joblog.tsv"
        joblog.unlink(missing_ok=True)
        # A session of its own, so that Ctrl-C at the terminal reaches the runs through us only.
        # The simulator is deterministic, so a failed run is not tried again, nor does it stop the others.
        command = ["parallel", "--plain", "--will-cite", *self.machines(), "--halt", "never",
                   "--joblog", str(joblog), "--arg-file", str(output / "jobs.txt")]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, start_new_session=True, pass_fds=(lock,),
                env={**os.environ, "PARALLEL_SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"},
            )
        except OSError as error:
            self._notes.append(f"GNU parallel cannot be started: {error.strerror}")

    def line(self, job: Job) -> str:
        """A job's line for GNU parallel."""
        return job.line()

    def machines(self) -> list[str]:
        """GNU parallel's options on where, and how many at a time."""
        return ["--jobs", str(self._at_a_time)]

    def is_at_work(self) -> bool:
        if self._process is None:
            return False
        if self._process.poll() is None:
            return True
        status = self._process.returncode
        self._process = None
        # Its status is the number of failed runs up to 101, so only a signal or a higher one is its own.
        if status < 0:
            self._notes.append(f"GNU parallel was ended by signal {-status}")
        elif status and all(ended.is_success for ended in self.ended().values()):
            self._notes.append(f"GNU parallel failed with status {status}")
        return False

    def wait(self) -> None:
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(self.poll_s)

    def started(self) -> dict[int, float]:
        now = time.monotonic()
        for number, job in self._jobs.items():
            if number not in self._began and (job.directory / "stderr.log").exists():
                self._began[number] = now
        return {number: now - at for number, at in self._began.items()}

    def ended(self) -> dict[int, Ended]:
        try:
            with open(self._output / "joblog.tsv", newline="", encoding="utf-8", errors="replace") as log:
                whole = [line for line in log if line.endswith("\n")]
        except FileNotFoundError:
            return self._ended
        for row in csv.DictReader(whole, delimiter="\t", quoting=csv.QUOTE_NONE):
            try:
                number, seconds = self._numbers[int(row["Seq"]) - 1], float(row["JobRuntime"])
                status, signal_number = int(row["Exitval"]), int(row["Signal"])
            except (KeyError, TypeError, ValueError, IndexError):
                # A row cut by a full file system; whether the run is complete is checked at the end.
                continue
            self._ended.setdefault(number, self.ending(self._jobs[number], row.get("Host"), Ended(seconds, status, signal_number)))
        return self._ended

    def ending(self, job: Job, host: Optional[str], ended: Ended) -> Ended:
        """How a job has ended, with what the engine knows of it."""
        return ended

    def notes(self) -> list[str]:
        notes, self._notes = self._notes, []
        return notes

    def stop(self, cancel: bool) -> str:
        if self._process is not None and self._process.poll() is None:
            # GNU parallel ends its runs, by force where necessary, before it exits.
            self._process.send_signal(signal.SIGTERM)
            self._process.wait()
        return "the same command continues"
