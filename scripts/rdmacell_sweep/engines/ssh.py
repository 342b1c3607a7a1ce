# SPDX-License-Identifier: GPL-2.0-only
"""Runs points under GNU parallel on machines with ssh that share the output's file system."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shlex
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Sequence

from .. import SweepError
from ..cost import CostModel
from ..driver import Driver
from ..points import Point
from .base import Ended, Engine, Job
from .parallel import LocalEngine, jobs_of_machine

if TYPE_CHECKING:
    from ..options import Request

# Held by every run, shared, so that a later sweep knows of those that have outlived theirs.
RUNS_LOCK = ".runs.lock"

CONNECT_S = 10
# What a machine may take for a question.
ANSWER_S = 60
# How long runs may take to end once the connection is gone.
END_S = 15

# ssh's own status, whatever the command.
NO_CONNECTION = 255

LOCAL = ":"


@dataclass
class Host:
    """A machine of the file.

    @param login as GNU parallel takes it: a name, user@name, a command such as "ssh -p 2222 name", or a colon for
    this machine
    @param jobs runs at a time; None if the file leaves it open
    @param processors those that it has
    @param memory bytes available
    """

    login: str
    jobs: Optional[int]
    processors: int = 0
    memory: int = 0

    def ask(self, script: str) -> subprocess.CompletedProcess[str]:
        """Runs a shell's script there."""
        words = shlex.split(self.login)
        if self.login == LOCAL:
            command = ["sh", "-c", script]
        else:
            if len(words) == 1:
                words.insert(0, os.environ.get("PARALLEL_SSH", "ssh"))
            options = ["-o", "BatchMode=yes", "-o", f"ConnectTimeout={CONNECT_S}"]
            command = [words[0], *options, *words[1:], f"exec sh -c {shlex.quote(script)}"]
        try:
            return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  timeout=ANSWER_S, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, NO_CONNECTION, "", f"no answer within {ANSWER_S} s")
        except OSError as error:
            return subprocess.CompletedProcess(command, NO_CONNECTION, "", f"{command[0]}: {error.strerror}")


def read_hosts(path: Path) -> list[Host]:
    """The machines of a file: one a line, with N/ before it for N runs at a time; # begins a comment."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SweepError(f"--hosts: {path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    hosts: list[Host] = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        match = re.fullmatch(r"(?:([0-9]{1,4})/)?([^\s/@-].*)", text)
        try:
            usable = match is not None and match[1] != "0" and text.isprintable() and bool(shlex.split(match[2]))
        except ValueError:
            usable = False
        if not match or not usable:
            raise SweepError(f"--hosts: {path}:{number}: '{text}' is no machine, expected [N/][USER@]NAME")
        if any(host.login == match[2] for host in hosts):
            raise SweepError(f"--hosts: {path}:{number}: {match[2]} is given twice")
        hosts.append(Host(match[2], int(match[1]) if match[1] else None))
    if not hosts:
        raise SweepError(f"--hosts: {path} names no machine")
    return hosts


class SshEngine(LocalEngine):
    """GNU parallel with the processors of other machines, over ssh."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        if request.hosts is None:
            raise SweepError("--engine=parallel needs --hosts=FILE, with a machine on each line")
        self._file = request.hosts
        self._hosts = read_hosts(request.hosts)

    def check(self) -> None:
        # Not those of the local engine: the processors are elsewhere.
        Engine.check(self)
        asked = self._ask_all("getconf _NPROCESSORS_ONLN && sed -n 's/^MemAvailable: *\\([0-9]*\\) kB/\\1/p' /proc/meminfo")
        for host, answer in zip(self._hosts, asked):
            if answer.returncode == NO_CONNECTION or not answer.stdout.strip():
                raise SweepError(f"--hosts: {host.login} cannot be reached: {last_words(answer)}")
            figures = [int(word) for word in answer.stdout.split() if word.isdecimal()]
            host.processors, host.memory = (figures + [0, 0])[0], (figures + [0, 0])[1] * 1024
            if self.ranks > host.processors:
                raise SweepError(f"--ranks={self.ranks}: {host.login} has {host.processors} processors")

    def slots(self, points: Sequence[Point], cost: CostModel) -> int:
        largest = max((cost.bytes(point) for point in points), default=0.0)
        for host in self._hosts:
            host.jobs = (self.asked_jobs or host.jobs
                         or jobs_of_machine(host.processors, host.memory, largest, self.ranks))
        return sum(host.jobs or 0 for host in self._hosts)

    def memory_words(self, points: Sequence[Point], cost: CostModel, jobs: int) -> str:
        largest = max((cost.bytes(point) for point in points), default=0.0)
        return "; ".join(f"{host.login}: about {(host.jobs or 0) * largest / 1e6:,.0f} MB of {host.memory / 1e6:,.0f} MB free"
                         for host in self._hosts)

    def place(self) -> str:
        logins = ", ".join(f"{host.login} ({host.jobs})" for host in self._hosts)
        return f"over ssh: {logins}; from {super().place()}"

    def prepare(self, output: Path, driver: Driver) -> None:
        token = f".probe-{secrets.token_hex(6)}"
        probe = output / token
        probe.touch()
        try:
            name, program = shlex.quote(str(probe)), shlex.quote(str(driver.path))
            asked = self._ask_all(
                f"[ -f {name} ] || exit 10; cd {shlex.quote(os.getcwd())} || exit 11; : >{name}.$$ || exit 12; rm {name}.$$; "
                f"[ -x {program} ] || exit 13; {program} --listSchemes >/dev/null || exit 14; echo fine")
        finally:
            probe.unlink()
        for host, answer in zip(self._hosts, asked):
            wrong = {10: f"does not see {output}: it must be on a file system that all machines share",
                     11: f"does not see the directory that the sweep was started in, {os.getcwd()}",
                     12: f"cannot write into {output}: {last_words(answer)}",
                     13: f"does not see the driver {driver.path}",
                     14: f"cannot run {driver.path}: {last_words(answer)}"}.get(answer.returncode)
            if wrong is None and answer.stdout.strip() != "fine":
                wrong = f"cannot be reached: {last_words(answer)}"
            if wrong:
                raise SweepError(f"--hosts: {host.login} {wrong}")

    def _ask_all(self, script: str) -> list[subprocess.CompletedProcess[str]]:
        with ThreadPoolExecutor(32) as workers:
            return list(workers.map(lambda host: host.ask(script), self._hosts))

    def line(self, job: Job) -> str:
        return job.line(("flock", "--shared", "--no-fork", str(self._output / RUNS_LOCK)))

    def machines(self) -> list[str]:
        logins = self._output / "hosts.txt"
        # With the number of runs before each, GNU parallel asks the machines nothing, and need not be installed there.
        logins.write_text("".join(f"{host.jobs}/{host.login}\n" for host in self._hosts), encoding="utf-8")
        # Not all connections at once: servers refuse many that begin together.
        return ["--sshloginfile", str(logins), "--jobs", "100%", "--sshdelay", "0.05"]

    def ending(self, job: Job, host: Optional[str], ended: Ended) -> Ended:
        if ended.status == NO_CONNECTION and not (job.directory / "stderr.log").exists():
            return Ended(ended.seconds, how="not started", why=f"{host} could not be reached")
        if ended.status == NO_CONNECTION:
            return Ended(ended.seconds, how="connection lost", why=f"{host} has ended, or the connection to it")
        return ended

    def stop(self, cancel: bool) -> str:
        words = super().stop(cancel)
        # Runs end when their machine notices that the connection is gone.
        until = time.monotonic() + END_S
        while runs_go_on(self._output) and time.monotonic() < until:
            time.sleep(0.1)
        return words


def last_words(answer: subprocess.CompletedProcess[str]) -> str:
    """The last line of what a machine has said on stderr."""
    lines = answer.stderr.strip().splitlines()
    return lines[-1].strip() if lines else f"status {answer.returncode}, without a word"


def runs_go_on(output: Path) -> bool:
    """Whether runs of any sweep still hold an output, on any machine."""
    if not (output / RUNS_LOCK).exists():
        return False
    with open(output / RUNS_LOCK, "r+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
