# SPDX-License-Identifier: GPL-2.0-only
"""Runs points as a job array of Slurm."""

from __future__ import annotations

import math
import os
import re
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Mapping, Sequence

from .. import SweepError
from ..cost import CostModel
from ..points import Point
from .base import Ended, Engine, Job
from .slurm_array import Array, State, alive, ask

if TYPE_CHECKING:
    from ..options import Request

# Where arrays are written down in an output.
FOLDER = ".slurm"
SCRIPT = Path(__file__).with_name("slurm-task.sh")

# Points are put together until a task takes so long, since Slurm takes about a second to start one.
TASK_S = 60.0
# Slurm's own default of MaxArraySize.
MOST_TASKS = 1000
# Memory asked for each run: the estimate so many times, and bytes besides.
MEMORY_MARGIN = 2
MEMORY_BYTES = 256e6

# Slurm is asked about the tasks after so many seconds, as a share of what has gone, within these bounds.
LEAST_ASK_S, MOST_ASK_S, ASK_PART = 1.0, 15.0, 0.1
# How long canceled tasks may take to end (KillWait is 30 s by default).
CANCEL_S = 90.0


class SlurmEngine(Engine):
    """A job array, each of whose tasks runs a few points."""

    poll_s = 1.0

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self._array_size = request.array_size
        self._time = request.time
        self._options = [f"--{name}={value}" for name, value in
                         (("partition", request.partition), ("account", request.account), ("time", request.time)) if value]
        self._arrays: list[Array] = []
        # By the name of its point.
        self._numbers: dict[str, int] = {}
        self._ended: dict[int, Ended] = {}
        self._began: dict[int, float] = {}
        self._notes: list[str] = []
        self._states: dict[tuple[str, int], State] = {}
        self._start = time.monotonic()
        self._asked_at = -math.inf
        self._silent = False
        # Tasks that Slurm did not know when it was last asked.
        self._gone: set[tuple[str, int]] = set()
        self._settled: set[tuple[str, int]] = set()

    def check(self) -> None:
        super().check()
        for program in ("sbatch", "squeue", "scancel"):
            if not shutil.which(program):
                raise SweepError(f"--engine=slurm: no {program} here")
        array = [f"--array=0-{self._array_size - 1}"] if self._array_size else []
        self._submit(["--test-only", *array, "--wrap=true"])

    def _submit(self, words: list[str]) -> str:
        """Calls sbatch with the user's options; raises its message where it refuses."""
        done = ask("sbatch", f"--ntasks={self.ranks}", *self._options, *words)
        if done.returncode == 0:
            return done.stdout.strip()
        lines = [re.sub(r"^(sbatch: )?(error: )?", "", line).strip() for line in done.stderr.splitlines()]
        given = " ".join(["--engine=slurm", *self._options])
        raise SweepError(f"{given}: sbatch: {next(filter(None, lines), f'status {done.returncode}')}")

    def slots(self, points: Sequence[Point], cost: CostModel) -> int:
        tasks = self._task_count([cost.seconds(point) for point in points])
        return min(tasks, self.asked_jobs or tasks)

    def _task_count(self, seconds: Sequence[float]) -> int:
        """Tasks for points that take so long."""
        if self._array_size:
            return max(1, min(self._array_size, len(seconds)))
        limit = limit_seconds(self._time) if self._time else math.inf
        tasks = math.ceil(sum(seconds) / min(TASK_S, limit / 4))
        return max(1, min(tasks, len(seconds), MOST_TASKS))

    def memory_words(self, points: Sequence[Point], cost: CostModel, jobs: int) -> str:
        memory = self._memory(points, cost) if points else []
        return f"{memory[0].partition('=')[2]}B asked for each processor" if memory else super().memory_words(points, cost, jobs)

    def place(self) -> str:
        return " ".join(["Slurm", *self._options, "from", super().place()])

    def _memory(self, points: Sequence[Point], cost: CostModel) -> list[str]:
        """sbatch's option for the memory of a run, unless the user has chosen, or Slurm does not know what nodes have."""
        if {"SBATCH_MEM_PER_CPU", "SBATCH_MEM_PER_NODE"} & set(os.environ):
            return []
        partition = [option for option in self._options if option.startswith("--partition=")]
        known = ask("sinfo", "--noheader", "--format=%m", *partition).stdout.split()
        # 1 is Slurm's default. A + marks the least of different nodes.
        if not any(re.fullmatch(r"[0-9]+\+?", text) and text.rstrip("+") != "1" for text in known):
            return []
        return [f"--mem-per-cpu={math.ceil(megabytes_asked(points, cost) / self.ranks)}M"]

    def adopt(self, jobs: Mapping[int, Job], output: Path) -> set[int]:
        arrays = Array.all_of(output / FOLDER)
        if not arrays:
            return set()
        wanted = {job.point.name: (number, job.point.arguments()) for number, job in jobs.items()}
        found = alive(arrays)
        adopted: set[int] = set()
        for array in arrays:
            foreign = []
            for task in sorted(task for name, task in found if name == array.name):
                left = array.left(task)
                if all(point in wanted and wanted[point][1] == array.arguments[point] for point in left):
                    adopted.update(wanted[point][0] for point in left)
                    array.followed[task] = left
                else:
                    foreign.append(task)
            if foreign:
                array.cancel(foreign)
            if array.followed:
                self._arrays.append(array)
                self._notes.append(f"{sum(map(len, array.followed.values()))} points are still with job array {array.job}")
        self._wait_for_end(set(found) - {(array.name, task) for array in self._arrays for task in array.followed})
        for array in arrays:
            if array not in self._arrays:
                array.remove()
        self._numbers.update({point: wanted[point][0] for array in self._arrays for left in array.followed.values()
                              for point in left})
        return adopted

    def _wait_for_end(self, tasks: set[tuple[str, int]]) -> None:
        """Waits until Slurm no longer has these tasks."""
        until = time.monotonic() + CANCEL_S
        while tasks:
            tasks = tasks & set(alive([Array(name) for name in {name for name, _ in tasks}]))
            if tasks and time.monotonic() > until:
                raise SweepError(f"tasks of an earlier job array do not end: {', '.join(f'{n} {t}' for n, t in sorted(tasks))}")
            time.sleep(LEAST_ASK_S if tasks else 0)

    def start(self, jobs: Mapping[int, Job], output: Path, lock: int, cost: CostModel) -> None:
        self._numbers.update({job.point.name: number for number, job in jobs.items()})
        if not jobs:
            return
        points = [job.point for job in jobs.values()]
        seconds = {number: cost.seconds(job.point) for number, job in jobs.items()}
        array = Array.create(output / FOLDER, [[jobs[number] for number in numbers]
                                               for numbers in chunks(seconds, self._task_count(list(seconds.values())))])
        # Before it is submitted: a sweep that is killed in between finds the array by its name.
        self._arrays.append(array)
        at_a_time = f"%{self.asked_jobs}" if self.asked_jobs else ""
        try:
            array.job = self._submit([
                "--parsable", f"--job-name={array.name}", f"--array=0-{len(array.followed) - 1}{at_a_time}",
                f"--output={str(array.directory).replace('%', '%%')}/task-%a.log", "--open-mode=append", "--requeue",
                "--input=/dev/null", *self._memory(points, cost), str(SCRIPT), str(array.directory)]).split(";")[0]
        except SweepError:
            self._arrays.remove(array)
            array.remove()
            raise
        self._notes.append(f"Submitted job array {array.job}: {len(points)} points in {len(array.followed)} tasks")

    def is_at_work(self) -> bool:
        self._look()
        return any(key not in self._settled for key in self._keys())

    def _keys(self) -> list[tuple[str, int]]:
        return [(array.name, task) for array in self._arrays for task in array.followed]

    def _look(self) -> None:
        """Reads what tasks have written, and asks Slurm about them from time to time."""
        now = time.monotonic()
        if now - self._asked_at >= min(MOST_ASK_S, max(LEAST_ASK_S, ASK_PART * (now - self._start))):
            self._asked_at = now
            try:
                self._states = alive([array for array in self._arrays if self._open(array)])
                self._silent = False
            except SweepError as error:
                if not self._silent:
                    self._notes.append(f"{error}; the sweep goes on when it answers")
                self._silent = True
                return
            gone = {key for key in self._keys() if key not in self._states}
            self._read(now)
            # Only what is gone twice, so that all that it has written can be seen here.
            for array in self._arrays:
                for task in array.followed:
                    if (array.name, task) in self._gone & gone - self._settled:
                        self._settle(array, task)
            self._gone = gone
        else:
            self._read(now)

    def _open(self, array: Array) -> bool:
        return any((array.name, task) not in self._settled for task in array.followed)

    def _read(self, now: float) -> None:
        """Takes over what tasks have written that run or have ended."""
        for array in self._arrays:
            for task, points in array.followed.items():
                key = (array.name, task)
                state = self._states.get(key)
                if key in self._settled or (state and state.is_waiting):
                    # One that Slurm starts again has not begun anything.
                    for point in points if state and key not in self._settled else ():
                        self._began.pop(self._numbers[point], None)
                    continue
                begun, ended = array.read(task)
                for point in points:
                    number = self._numbers[point]
                    if point in begun:
                        # Clocks of machines differ: the age is at least what has been seen of it.
                        self._began.setdefault(number, now - max(0.0, time.time() - begun[point]))
                    if point in ended:
                        self._ended[number] = ended[point]
                if all(point in ended for point in points):
                    self._settled.add(key)

    def _settle(self, array: Array, task: int) -> None:
        """Gives up a task that Slurm has no longer, and whose points have not all ended."""
        self._settled.add((array.name, task))
        begun, ended = array.read(task)
        left = [point for point in array.followed[task] if point not in ended]
        why = array.last_words(task)
        for point in left:
            if point in begun:
                how = f"Slurm task {array.job}_{task} ended"
                self._ended[self._numbers[point]] = Ended(max(0.0, time.time() - begun[point]), how=how, why=why)
        never = [point for point in left if point not in begun]
        if never:
            self._notes.append(f"Slurm task {array.job}_{task} ended before {len(never)} of its points began: {why}")

    def started(self) -> dict[int, float]:
        now = time.monotonic()
        return {number: now - began for number, began in self._began.items()}

    def ended(self) -> dict[int, Ended]:
        return self._ended

    def running_slots(self, planned: int) -> int:
        running = sum(not state.is_waiting for key, state in self._states.items() if key not in self._settled)
        return running or planned

    def words(self) -> str:
        states = [state for key, state in self._states.items() if key not in self._settled]
        waiting = [state.reason for state in states if state.is_waiting]
        if not states:
            return ""
        reasons = ", ".join(sorted(set(waiting) - {"None"}))
        why = f" ({reasons})" if reasons else ""
        return f"Slurm: {len(states) - len(waiting)} tasks run" + (f", {len(waiting)} wait{why}" if waiting else "")

    def notes(self) -> list[str]:
        notes, self._notes = self._notes, []
        return notes

    def stop(self, cancel: bool) -> str:
        jobs = ", ".join(array.job for array in self._arrays if array.job)
        if not cancel:
            return f"job array {jobs} goes on in Slurm; the same command follows it" if jobs else "the same command continues"
        for array in self._arrays:
            array.cancel(None)
        self._wait_for_end({(array.name, task) for array in self._arrays for task in array.followed})
        for array in self._arrays:
            array.remove()
        return "the same command continues"

    def finish(self) -> None:
        """Removes what is written down of the arrays, but for what tasks without success have said."""
        for array in self._arrays:
            ended = [self._ended.get(self._numbers[point]) for points in array.followed.values() for point in points]
            array.remove(keep_logs=not all(one and one.is_success for one in ended))


def refuse_array(output: Path) -> None:
    """Raises SweepError where a job array may still write into an output."""
    arrays = Array.all_of(output / FOLDER)
    if not arrays:
        return
    if not shutil.which("squeue"):
        raise SweepError(f"{output / FOLDER}: a Slurm job array may still run points of this sweep, and there is no squeue "
                         "here to ask: continue with --engine=slurm, or remove that directory")
    if found := alive(arrays):
        jobs = ", ".join(sorted({state.job for state in found.values()}))
        raise SweepError(f"{output}: job array {jobs} still runs points of this sweep: continue with --engine=slurm, or "
                         "scancel it")
    for array in arrays:
        array.remove()


def chunks(seconds: Mapping[int, float], count: int) -> list[list[int]]:
    """Numbers divided into so many parts that take about equally long; the first numbers come first in each."""
    parts: list[list[int]] = [[] for _ in range(count)]
    sums = [0.0] * count
    for number in sorted(seconds, key=lambda key: -seconds[key]):
        least = sums.index(min(sums))
        parts[least].append(number)
        sums[least] += seconds[number]
    return [sorted(part) for part in parts]


def megabytes_asked(points: Sequence[Point], cost: CostModel) -> int:
    """Memory to ask for each run."""
    largest = max((cost.bytes(point) for point in points), default=0.0)
    return math.ceil((MEMORY_MARGIN * largest + MEMORY_BYTES) / 1e6)


def limit_seconds(text: str) -> float:
    """Seconds of a time limit as Slurm writes it: MINUTES[:SECONDS], HOURS:MINUTES:SECONDS, DAYS-HOURS[:MINUTES[:SECONDS]]."""
    days, dash, rest = text.rpartition("-")
    parts = [int(part) for part in rest.split(":")]
    if dash:
        parts += [0] * (3 - len(parts))
    elif len(parts) < 3:
        parts = [0, *parts, *[0] * (2 - len(parts))]
    hours, minutes, seconds = parts
    return ((int(days or 0) * 24 + hours) * 60 + minutes) * 60 + seconds
