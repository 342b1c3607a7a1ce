# SPDX-License-Identifier: GPL-2.0-only
"""A Slurm of one node for tests: own munge key, configuration, spool and ports, all below one directory."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Callable

from conftest import free_ports

DAEMONS = ("munged", "slurmctld", "slurmd")

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthInfo=socket={home}/munge/socket
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MaxArraySize=1001
KillWait=1
ReturnToService=2
SlurmdTimeout=600
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} RealMemory={megabytes}
PartitionName=batch Nodes=ALL Default=YES State=UP
PartitionName=closed Nodes=ALL State=DOWN
"""


def why_not() -> str:
    """What is missing here to start one; empty if nothing is."""
    if os.geteuid() != 0:
        return "Slurm's daemons need root"
    missing = [name for name in DAEMONS if not shutil.which(name, path=path())]
    return f"no {', '.join(missing)} here" if missing else ""


def path() -> str:
    """Where daemons are, too."""
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


class SlurmNode:
    """A running cluster of one node, with so many processors as its configuration says."""

    def __init__(self, home: Path, processors: int) -> None:
        self.home = home
        self.environment = {**os.environ, "PATH": path(), "SLURM_CONF": str(home / "slurm.conf")}
        self._daemons: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("munge", "state", "spool"):
            (home / name).mkdir(mode=0o755)
        key = home / "munge" / "key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        (home / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], ports=free_ports(2), home=home, processors=processors,
            megabytes=1000 * processors))

    def start(self) -> None:
        """Starts all daemons, and waits until the node takes jobs."""
        munge = self.home / "munge"
        self._start("munged", "--foreground", "--force", f"--socket={munge}/socket", f"--key-file={munge}/key",
                    f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self._wait(lambda: (munge / "socket").exists(), "munged")
        self._start("slurmctld", "-D")
        self.start_slurmd()

    def start_slurmd(self) -> None:
        """Starts the node's daemon."""
        # More processors than the machine has are fine (config_overrides).
        self._start("slurmd", "-D")
        self._wait(lambda: self.ask("sinfo", "--noheader", "--partition=batch", "--format=%t") in ("idle", "mix", "alloc"),
                   "node")

    def kill(self, daemon: str) -> None:
        """Kills a daemon at once."""
        process = self._daemons.pop(daemon)
        process.kill()
        process.wait()

    def ask(self, *command: str) -> str:
        """What a command of Slurm prints; empty where it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    def stop(self) -> None:
        """Ends all jobs and daemons."""
        if "slurmctld" in self._daemons:
            self.ask("scancel", "--user=root")
        for daemon in reversed(list(self._daemons)):
            process = self._daemons.pop(daemon)
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self, daemon: str, *arguments: str) -> None:
        with open(self.home / f"{daemon}.log", "ab") as log:
            self._daemons[daemon] = subprocess.Popen(
                [daemon, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _wait(self, condition: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + 30
        while not condition():
            ended = [name for name, process in self._daemons.items() if process.poll() is not None]
            if ended or time.monotonic() > until:
                logs = "\n".join((self.home / f"{name}.log").read_text(errors="replace")[-1500:] for name in ended or self._daemons)
                raise RuntimeError(f"{what} does not start:\n{logs}")
            time.sleep(0.05)
