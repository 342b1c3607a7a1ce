# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep shows while it runs: points done, running and waiting, and the time left."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

from .cost import CostModel, Outlook, SteadyTime, time_left
from .driver import Driver
from .engines.base import Ended, Engine
from .points import Point, read_meta, stall_headline
from .progress_table import Slowdowns, scheme_rows

# The driver's status where nothing could move any more.
STALLED = 3

PLAIN_LINE_EVERY_S = 5.0


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
    """Follows the runs through the engine and the files that they make."""

    def __init__(self, pending: list[Point], complete: list[Point], driver: Driver, output: Path, engine: Engine,
                 jobs: int, cost: CostModel) -> None:
        self.failures: list[str] = []
        self._pending = pending
        self._complete = complete
        self._driver = driver
        self._output = output
        self._engine = engine
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
        self._started = self._engine.started()
        for number, ended in self._engine.ended().items():
            if number not in self._finished:
                self._finished[number] = ended.seconds
                self._ended(self._pending[number], ended)
        for text in self._engine.notes():
            self.note(text)

    def _ended(self, point: Point, ended: Ended) -> None:
        directory = self._output / point.name
        meta = read_meta(directory)
        if ended.is_success and meta and self._driver.is_of(meta, point):
            self._cost.learn(point, ended.seconds, meta.get("peak_rss_bytes"), meta.get("setup_s", 0))
            return
        why = "no result of this point was written" if ended.is_success else ended.why or reason(directory, ended.status)
        self.failures.append(point.name)
        self.note(f"failed: {point.name} ({ended.words()}): {why}")

    def show(self, final: bool = False) -> None:
        """Draws the progress: a table with a row a scheme in place on a terminal, else now and then a line."""
        now = time.monotonic()
        running = [number for number in self._started if number not in self._finished]
        ages = [self._started[number] for number in running]
        waiting = [
            point for number, point in enumerate(self._pending)
            if number not in self._started and number not in self._finished
        ]
        outlook = Outlook.of([(self._pending[number], age) for number, age in zip(running, ages)], waiting, self._cost)
        remaining, queued = outlook.running, outlook.queued
        left = self._time_left.follow(time_left(remaining, queued, self._engine.running_slots(self._jobs)), now)
        spent = sum(self._finished.values()) + sum(ages)
        total = spent + sum(remaining) + sum(queued)
        # Estimates get better as runs finish; the percentage shown never falls because of it.
        self._percent = max(self._percent, 100 * spent / total if total else 100.0)
        done = len(self._complete) + len(self._finished) - len(self.failures)
        line = f"{done}/{len(self._complete) + len(self._pending)} points  {self._percent:3.0f} %"
        line += f"  {len(running)} running  {duration_words(now - self._began)} gone"
        line += f", about {duration_words(left)} left" if running or queued else ""
        line += f"  {words}" if (words := self._engine.words()) else ""
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
