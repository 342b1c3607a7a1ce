# SPDX-License-Identifier: GPL-2.0-only
"""A job array of Slurm, as it is written down in an output: its tasks, their points, and what has become of them."""

from __future__ import annotations

import json
import secrets
import shlex
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Optional, Sequence

from .. import SweepError
from ..points import whole_file
from .base import Ended, Job

PREFIX = "rdmacell-sweep-"
ANSWER_S = 120

# States of tasks that are not on a node yet, or not any more.
WAITING = ("PD", "CF", "RQ", "RH", "RD", "SE", "SO")


def ask(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command of Slurm."""
    try:
        # A session of its own, so that Ctrl-C at the terminal does not cut a submission in two.
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=ANSWER_S, check=False, start_new_session=True)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"{command[0]}: no answer within {ANSWER_S} s")


@dataclass(frozen=True)
class State:
    """What Slurm says of a task that it has."""

    job: str
    code: str
    reason: str

    @property
    def is_waiting(self) -> bool:
        """Whether it is not on a node."""
        return self.code in WAITING


@dataclass
class Array:
    """An array. Its name is unique, and is how Slurm is asked about it.

    @param followed the tasks that a sweep follows, each with the names of its points
    @param arguments the driver's arguments of each point
    @param job its number in Slurm; empty as long as it is not known
    """

    name: str
    directory: Path = Path()
    followed: dict[int, list[str]] = field(default_factory=dict)
    arguments: dict[str, list[str]] = field(default_factory=dict)
    job: str = ""

    @classmethod
    def create(cls, folder: Path, tasks: Sequence[Sequence[Job]]) -> Array:
        """Writes down an array that is to be submitted."""
        for path in folder.glob(f"{PREFIX}*"):
            if not (path / "points.json").exists():
                shutil.rmtree(path)
        array = cls(PREFIX + secrets.token_hex(6))
        array.directory = folder / array.name
        array.directory.mkdir(parents=True)
        for task, jobs in enumerate(tasks):
            array.followed[task] = [job.point.name for job in jobs]
            array.arguments.update({job.point.name: job.point.arguments() for job in jobs})
            array._path(task, "list").write_text("".join(f"{job.point.name}\t{job.line()}\n" for job in jobs), encoding="utf-8")
            # There before the task is: over a network, files are seen late where their absence was seen before.
            array._path(task, "tsv").touch()
        with whole_file(array.directory / "points.json") as temporary:
            temporary.write_text(json.dumps(array.arguments), encoding="utf-8")
        return array

    @classmethod
    def all_of(cls, folder: Path) -> list[Array]:
        """The arrays of a folder that have been submitted, or may have been."""
        arrays = []
        for path in sorted(folder.glob(f"{PREFIX}*/points.json")):
            with suppress(OSError, ValueError):
                arrays.append(cls(path.parent.name, path.parent, arguments=json.loads(path.read_text(encoding="utf-8"))))
        return arrays

    def left(self, task: int) -> list[str]:
        """The points of a task that have not ended."""
        _, ended = self.read(task)
        lines = self._path(task, "list").read_text(encoding="utf-8").splitlines()
        return [name for name in (line.split("\t")[0] for line in lines) if name not in ended]

    def read(self, task: int) -> tuple[dict[str, float], dict[str, Ended]]:
        """When the points of a task began, and how they ended, as far as they did."""
        begun: dict[str, float] = {}
        ended: dict[str, Ended] = {}
        try:
            text = self._path(task, "tsv").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return begun, ended
        for line in text.split("\n")[:-1]:
            with suppress(ValueError, IndexError, KeyError):
                what, point, at, *rest = line.split("\t")
                if what == "begin":
                    begun[point] = float(at)
                elif what == "end":
                    # The shell adds 128 to a signal's number.
                    status = int(rest[0])
                    number = status - 128 if status > 128 else 0
                    ended[point] = Ended(max(0.0, float(at) - begun[point]), 0 if number else status, number)
        return begun, ended

    def last_words(self, task: int) -> str:
        """The last line that a task has said, which is where Slurm says why it has ended it."""
        with suppress(OSError):
            lines = self._path(task, "log").read_text(errors="replace").strip().splitlines()
            return lines[-1].strip() if lines else "without a word"
        return f"it wrote nothing; can the nodes write into {self.directory.parent.parent}?"

    def cancel(self, tasks: Optional[Iterable[int]]) -> None:
        """Asks Slurm to end tasks, or all."""
        if tasks is None:
            done = ask("scancel", f"--name={self.name}")
        else:
            done = ask("scancel", *(f"{self.job}_{task}" for task in tasks))
        if done.returncode != 0:
            raise SweepError(f"{shlex.join(done.args)}: {done.stderr.strip() or done.returncode}")

    def remove(self, keep_logs: bool = False) -> None:
        """Forgets the array. What its tasks have said can stay, until the next array is created."""
        if keep_logs:
            (self.directory / "points.json").unlink(missing_ok=True)
            return
        shutil.rmtree(self.directory, ignore_errors=True)
        with suppress(OSError):
            self.directory.parent.rmdir()

    def _path(self, task: int, kind: str) -> Path:
        return self.directory / f"task-{task}.{kind}"


def alive(arrays: Sequence[Array]) -> dict[tuple[str, int], State]:
    """The tasks of arrays that Slurm has, by the array's name and their number; SweepError if it does not answer."""
    if not arrays:
        return {}
    done = ask("squeue", "--noheader", "--array", f"--name={','.join(array.name for array in arrays)}",
               "--format=%j %F %K %t %r")
    if done.returncode != 0:
        raise SweepError(f"squeue: {(done.stderr.strip().splitlines() or [f'status {done.returncode}'])[-1]}")
    found = {}
    for line in done.stdout.splitlines():
        words = line.split(None, 4)
        if len(words) >= 4 and words[2].isdecimal():
            found[words[0], int(words[2])] = State(words[1], words[3], words[4] if len(words) > 4 else "None")
    for array in arrays:
        array.job = next((state.job for (name, _), state in found.items() if name == array.name), array.job)
    return found
