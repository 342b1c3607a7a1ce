# SPDX-License-Identifier: GPL-2.0-only
"""Runs points under GNU parallel and shows their progress."""

from __future__ import annotations

import csv
import fcntl
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

from . import SweepError
from .cost import CostModel, Outlook, SteadyTime, time_left
from .driver import Driver
from .points import Point, read_meta, stall_headline
from .progress_table import Slowdowns, scheme_rows

# The driver's status where nothing could move any more.
STALLED = 3

POLL_S = 0.5
PLAIN_LINE_EVERY_S = 5.0


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


def reason(directory: Path, status: int) -> str:
    """Why a run has failed: a stall by its headline, anything else by the last line on stderr."""
    if status == STALLED:
        with suppress(OSError, IndexError):
            return stall_headline(directory)
    return last_line(directory / "stderr.log")


def last_line(path: Path) -> str:
    """The last line with anything in it of a text file."""
    try:
        lines = path.read_text(errors="replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1].strip() if lines else "nothing on stderr"


class Progress:
    """Follows the runs through GNU parallel's job log and the files that they make."""

    def __init__(self, pending: list[Point], complete: list[Point], driver: Driver, output: Path, jobs: int,
                 cost: CostModel) -> None:
        self.failures: list[str] = []
        self._pending = pending
        self._complete = complete
        self._driver = driver
        self._output = output
        self._jobs = jobs
        self._cost = cost
        self._began = time.monotonic()
        self._started: dict[int, float] = {}
        self._finished: dict[int, float] = {}
        self._time_left = SteadyTime()
        self._percent = 0.0
        self._shown = ""
        self._shown_at = 0.0
        self._schemes = tuple(dict.fromkeys(point.scheme for point in [*complete, *pending]))
        self._slowdowns = Slowdowns(output)
        self._lines = 0

    def poll(self) -> None:
        """Records runs that started or ended."""
        now = time.monotonic()
        for number, point in enumerate(self._pending):
            if number not in self._started and (self._output / point.name / "stderr.log").exists():
                self._started[number] = now
        try:
            with open(self._output / "joblog.tsv", newline="", encoding="utf-8", errors="replace") as log:
                whole = [line for line in log if line.endswith("\n")]
        except FileNotFoundError:
            return
        for row in csv.DictReader(whole, delimiter="\t", quoting=csv.QUOTE_NONE):
            try:
                number, seconds = int(row["Seq"]) - 1, float(row["JobRuntime"])
                status, signal_number = int(row["Exitval"]), int(row["Signal"])
            except (KeyError, TypeError, ValueError):
                # A row cut by a full file system; whether the run is complete is checked at the end.
                continue
            if number not in self._finished:
                self._finished[number] = seconds
                self._ended(self._pending[number], seconds, status, signal_number)

    def _ended(self, point: Point, seconds: float, status: int, signal_number: int) -> None:
        directory = self._output / point.name
        meta = read_meta(directory)
        if status == 0 and signal_number == 0 and meta and self._driver.is_of(meta, point):
            self._cost.learn(point, seconds, meta.get("peak_rss_bytes"), meta.get("setup_s", 0))
            return
        how = f"signal {signal_number}" if signal_number else f"exit status {status}"
        why = reason(directory, status) if status or signal_number else "no result of this point was written"
        self.failures.append(point.name)
        self.note(f"failed: {point.name} ({how}): {why}")

    def show(self, final: bool = False) -> None:
        """Draws the progress: a table with a row a scheme in place on a terminal, else now and then a line."""
        now = time.monotonic()
        running = [number for number in self._started if number not in self._finished]
        ages = [now - self._started[number] for number in running]
        waiting = [
            point for number, point in enumerate(self._pending)
            if number not in self._started and number not in self._finished
        ]
        outlook = Outlook.of([(self._pending[number], age) for number, age in zip(running, ages)], waiting, self._cost)
        remaining, queued = outlook.running, outlook.queued
        left = self._time_left.follow(time_left(remaining, queued, self._jobs), now)
        spent = sum(self._finished.values()) + sum(ages)
        total = spent + sum(remaining) + sum(queued)
        # Estimates get better as runs finish; the percentage shown never falls because of it.
        self._percent = max(self._percent, 100 * spent / total if total else 100.0)
        done = len(self._complete) + len(self._finished) - len(self.failures)
        line = f"{done}/{len(self._complete) + len(self._pending)} points  {self._percent:3.0f} %"
        line += f"  {len(running)} running  {duration_words(now - self._began)} gone"
        line += f", about {duration_words(left)} left" if running or queued else ""
        if sys.stdout.isatty():
            self._draw(line, [self._pending[number] for number in running], waiting, final)
        elif final or done_part(line) != done_part(self._shown) or now - self._shown_at >= PLAIN_LINE_EVERY_S:
            print(line, flush=True)
            self._shown_at = now
            self._shown = line

    def _draw(self, line: str, running: list[Point], waiting: list[Point], final: bool) -> None:
        """Puts the table and the line of progress in the place of the last ones; the line alone where there is no room."""
        size = shutil.get_terminal_size()
        ended = [self._pending[number] for number in self._finished]
        done = [*self._complete, *(point for point in ended if point.name not in self.failures)]
        failed = [point for point in ended if point.name in self.failures]
        lines = [*scheme_rows(self._schemes, done, running, failed, waiting, self._slowdowns.words(done)), line]
        if len(lines) + 1 > size.lines:
            lines = [line]
        self._erase()
        print("\n".join(text[:size.columns - 1] for text in lines), end="\n" if final else "", flush=True)
        self._lines = 0 if final else len(lines)

    def _erase(self) -> None:
        """Clears what is drawn, and leaves the cursor at its first line."""
        up = f"\033[{self._lines - 1}A" if self._lines > 1 else ""
        print(f"\r{up}\033[J", end="")
        self._lines = 0

    def note(self, text: str) -> None:
        """Prints a line of its own."""
        if sys.stdout.isatty():
            self._erase()
        print(text, flush=True)


def done_part(line: str) -> str:
    """The part of a progress line whose change is printed at once."""
    return line.split(" points")[0]


def duration_words(seconds: float) -> str:
    """A duration for people: 45 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def run(pending: list[Point], complete: list[Point], driver: Driver, output: Path, jobs: int, cost: CostModel,
        lock: int) -> list[str]:
    """Runs points; returns the names of those that failed. Others may be missing where GNU parallel fails.

    @param pending points to run, in this order
    @param complete points that are complete already
    @param lock descriptor that every run inherits
    """
    with open(output / "jobs.txt", "w", encoding="utf-8") as job_file:
        for point in pending:
            directory = output / point.name
            if directory.exists():
                shutil.rmtree(directory)
            directory.mkdir()
            words = shlex.join([str(driver.path), *point.arguments(), f"--outputDir={directory}"])
            logs = f">{shlex.quote(str(directory / 'stdout.log'))} 2>{shlex.quote(str(directory / 'stderr.log'))}"
            job_file.write(f"exec {words} {logs}\n")
    joblog = output / "joblog.tsv"
    joblog.unlink(missing_ok=True)

    progress = Progress(pending, complete, driver, output, jobs, cost)
    # A session of its own, so that Ctrl-C at the terminal reaches the runs through us only.
    # The simulator is deterministic, so a failed run is not tried again, nor does it stop the others.
    command = ["parallel", "--plain", "--will-cite", "--jobs", str(jobs), "--halt", "never",
               "--joblog", str(joblog), "--arg-file", str(output / "jobs.txt")]
    try:
        engine = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, pass_fds=(lock,),
            env={**os.environ, "PARALLEL_SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"},
        )
    except OSError as error:
        progress.note(f"GNU parallel cannot be started: {error.strerror}")
        return []
    try:
        while engine.poll() is None:
            progress.poll()
            progress.show()
            try:
                engine.wait(POLL_S)
            except subprocess.TimeoutExpired:
                pass
    finally:
        if engine.poll() is None:
            # GNU parallel ends its runs, by force where necessary, before it exits.
            engine.send_signal(signal.SIGTERM)
            engine.wait()
            progress.note("")
    progress.poll()
    progress.show(final=True)
    # Its status is the number of failed runs up to 101, so only a signal or a higher one is its own.
    if engine.returncode < 0:
        progress.note(f"GNU parallel was ended by signal {-engine.returncode}")
    elif engine.returncode and not progress.failures:
        progress.note(f"GNU parallel failed with status {engine.returncode}")
    return progress.failures
