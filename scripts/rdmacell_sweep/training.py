# SPDX-License-Identifier: GPL-2.0-only
"""The study of training traffic: collectives under schemes, placements and settings, a table for each question.

doc/training-study.md has the tables that this prints.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Iterator, Optional

from . import SweepError
from .driver import Driver
from .options import OneLineParser, parse_count, parse_driver, parse_seeds, split
from .points import REPOSITORY, RESULTS, read_meta, whole_file
from .program import run_program

MODULE = "--ns3::rdmacell::"
QUEUE_PAIRS = f"{MODULE}QpScalingApp::QueuePairs="
# All queue pairs of two hosts have one source port, which E-ECMP was made for.
SAME_PORT = f"{MODULE}QpScalingApp::SamePort=true"
# Packets as large as RoCE allows, and no headers that cost more.
COMMON = ("--mtu=4096",)

# One zone of 8 racks of 8 hosts, where a rack has as many uplinks as hosts.
ZONE = "ai-zone:zones=1,racksPerZone=8,hostsPerRack=8,clusterSwitches=8"
# Two zones of 4 such racks with a quarter of their rate between them.
ZONES = "ai-zone:zones=2,racksPerZone=4,hostsPerRack=8,clusterSwitches=8,oversubscription=4"
TREE = "fat-tree:k=8"


@dataclass(frozen=True)
class Case:
    """A row of a question's table: what it is called, what it is compared with, and the driver's arguments."""

    question: str
    group: str
    name: str
    arguments: tuple[str, ...]

    @property
    def place(self) -> str:
        """The directory of its runs, without the seed."""
        words = f"{self.group}--{self.name}".replace(" ", "-").replace("/", "-").replace(",", "")
        return f"{self.question}/{words}"


@dataclass(frozen=True)
class Run:
    """A case with a seed: what a Driver takes for a point."""

    case: Case
    seed: int
    extra: tuple[str, ...] = ()
    records_by_default: bool = False

    @property
    def name(self) -> str:
        """The directory of the run."""
        return f"{self.case.place}--seed{self.seed}"

    @property
    def scheme(self) -> str:
        """What messages begin with."""
        return self.case.name

    def arguments(self) -> list[str]:
        """The driver's arguments, all but the place of the output. Switches hash with the seed, too."""
        return [*COMMON, *self.case.arguments, f"--seed={self.seed}", f"{MODULE}FabricSwitch::HashSeed={self.seed}"]


def collective(text: str) -> str:
    """The option of a collective."""
    return f"--collective={text}"


def scaling() -> Iterator[Case]:
    """QP scaling against one queue pair with ECMP: for which numbers, sizes and ranks."""
    for ranks, size in ((16, "4MB"), (16, "32MB"), (64, "4MB")):
        group = f"{ranks} ranks, {size}"
        shared = (f"--topology={ZONE}", SAME_PORT,
                  collective(f"allreduce-ring:ranks={ranks},size={size},placement=spread,channels=2,inFlight=8"))
        yield Case("scaling", group, "ECMP, 1 QP", ("--scheme=qp-roundrobin", f"{QUEUE_PAIRS}1", *shared))
        for mode in ("split", "roundrobin"):
            for pairs in (1, 2, 4, 8, 16, 32):
                if mode == "split" or pairs > 1:
                    yield Case("scaling", group, f"E-ECMP, {mode} {pairs}" if pairs > 1 else "E-ECMP, 1 QP",
                               (f"--scheme=qp-{mode}-eecmp", f"{QUEUE_PAIRS}{pairs}", *shared))
        yield Case("scaling", group, "planned", ("--scheme=planned", f"--topology={ZONE}", shared[-1]))


def pinning() -> Iterator[Case]:
    """Path pinning where racks are full and where they are not, with uplinks as many as hosts, and twice as many."""
    for placement, ranks in (("spread", 64), ("fragmented", 32), ("random", 32)):
        for uplinks in (1, 2):
            group = f"{placement}, {ranks} ranks, {uplinks}x uplinks"
            shared = (f"--topology={ZONE},parallelLinks={uplinks}",
                      collective(f"allreduce-ring:ranks={ranks},size=8MB,placement={placement},channels=2"))
            if placement == "fragmented":
                # In turn over the racks, half of whose hosts other jobs have.
                shared = (shared[0], collective(f"alltoall:ranks={ranks},size=8MB,placement=fragmented"))
            for scheme in ("ecmp", "pinned", "planned"):
                yield Case("pinning", group, scheme, (f"--scheme={scheme}", *shared))


def placement() -> Iterator[Case]:
    """Where ranks are, with a quarter of the hosts' rate between zones."""
    for job in ("allreduce-ring:ranks=48,size=8MB,channels=2", "alltoall:ranks=48,size=8MB"):
        for scheme in ("ecmp", "planned"):
            group = f"{job.partition(':')[0]}, {scheme}"
            for where in ("random", "mincut", "packed", "spread"):
                yield Case("placement", group, where, (f"--scheme={scheme}", f"--topology={ZONES}",
                                                       collective(f"{job},placement={where}")))


JOBS = {
    "AllReduce": "allreduce-ring:ranks=64,size=4MB,placement=spread",
    "all-to-all": "alltoall-shift:ranks=64,size=4MB,placement=spread",
    "MoE": "alltoall-moe:ranks=64,size=2MB,zipf=0.5,placement=spread",
}


def schemes(known: Iterable[str]) -> Iterator[Case]:
    """All schemes on a fat tree of 128 hosts, two ranks in each rack."""
    for group, job in JOBS.items():
        for scheme in known:
            yield Case("schemes", group, scheme, (f"--scheme={scheme}", f"--topology={TREE}", collective(job)))


def admission() -> Iterator[Case]:
    """Incasts: congestion control, admission by the receiver, or both."""
    for control in ("dcqcn", "none"):
        for limit in (0, 1, 2, 4, 8):
            yield Case("admission", f"cc={control}", f"{limit} messages" if limit else "no admission",
                       ("--scheme=ecmp", f"--topology={ZONE}", f"--cc={control}",
                        collective(f"alltoall-moe:ranks=32,size=8MB,zipf=1,placement=spread,admission={limit}")))


OUTAGE_SCHEMES = ("ecmp", "qp-roundrobin-eecmp", "pinned", "planned", "spray", "letflow", "conga", "hula", "conweave",
                  "rdmacell", "rdmacell-adaptive")


def outage(known: Iterable[str]) -> Iterator[Case]:
    """An uplink that goes down and comes up in the middle of an AllReduce."""
    # Links of the hosts come first: 64 is the first uplink of the first rack.
    for scheme in (scheme for scheme in OUTAGE_SCHEMES if scheme in known):
        for flaps, words in (("", "no outage"), ("--outages=64:300us-4300us", "outage of 4 ms")):
            yield Case("outage", words, scheme, (f"--scheme={scheme}", f"--topology={ZONE}", *filter(None, [flaps]),
                                                 collective("allreduce-ring:size=8MB,placement=spread")))


QUESTIONS = ("scaling", "pinning", "placement", "schemes", "admission", "outage")
# The case that others of a group are compared with.
BASELINES = {"scaling": "ECMP, 1 QP", "pinning": "ecmp", "placement": "random", "schemes": "ecmp",
             "admission": "no admission", "outage": "ecmp"}


def cases(question: str, driver: Driver) -> list[Case]:
    """The cases of a question."""
    known = driver.schemes()
    made = {"scaling": scaling, "pinning": pinning, "placement": placement, "admission": admission,
            "schemes": lambda: schemes(known), "outage": lambda: outage(known)}[question]
    return list(made())


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="training-study",
        allow_abbrev=False,
        description="Runs collectives under many schemes and settings, and prints completion times over their lower "
        "bounds (mean and half of the 95 % interval over the seeds) as tables, and a report. Ctrl-C stops it; the same "
        "command continues.",
    )
    made.add_argument("--only", metavar="A,B", default=",".join(QUESTIONS), help=f"questions ({','.join(QUESTIONS)})")
    made.add_argument("--seeds", metavar="N,N", default="1-3", help="three or more give a confidence interval (1-3)")
    made.add_argument("--jobs", metavar="N", default="1", help="runs at a time (1)")
    made.add_argument("--output", metavar="DIR", help="where the runs go (results/training)")
    made.add_argument("--driver", metavar="FILE", help="simulate with this program instead of building one")
    return made


def build_driver(given: Optional[str]) -> Path:
    """The program that simulates: the given one, or one that is built now."""
    if given:
        return parse_driver(given)
    if subprocess.run([REPOSITORY / "scripts" / "build"], stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise SweepError("the build has failed")
    return REPOSITORY / "build" / "bin" / "rdmacell-fat-tree"


def run_one(driver: Driver, run: Run, root: Path) -> str:
    """Runs one case with one seed; returns what is wrong, or nothing. A run that is stuck is a result."""
    directory = root / run.name
    directory.parent.mkdir(parents=True, exist_ok=True)
    command = [str(driver.path), *run.arguments(), f"--outputDir={directory}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode in (0, 3) and read_meta(directory):
        return ""
    last = (done.stderr.strip().splitlines() or ["nothing on standard error"])[-1]
    return f"{shlex.join(command)}: status {done.returncode}: {last}"


def run_all(driver: Driver, runs: list[Run], root: Path, jobs: int) -> None:
    """Runs what is not there yet."""
    complete = driver.complete(runs, root)
    pending = [run for run in runs if run not in complete]
    print(f"{len(runs)} runs, {len(complete)} of them are there", flush=True)
    began = time.monotonic()
    with ThreadPoolExecutor(jobs) as workers:
        waiting = [workers.submit(run_one, driver, run, root) for run in pending]
        try:
            for count, done in enumerate(as_completed(waiting), start=1):
                if failure := done.result():
                    raise SweepError(failure)
                if count % 10 == 0 or count == len(pending):
                    print(f"{count}/{len(pending)} runs, {time.monotonic() - began:.0f} s", flush=True)
        except BaseException:
            for left in waiting:
                left.cancel()
            raise


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    questions = split("--only", options.only)
    for question in questions:
        if question not in QUESTIONS:
            raise SweepError(f"--only: no question '{question}', expected of {', '.join(QUESTIONS)}")
    seeds, jobs = parse_seeds(options.seeds), parse_count("--jobs", options.jobs, 9999)
    root = Path(options.output).absolute() if options.output else RESULTS / "training"
    root.mkdir(parents=True, exist_ok=True)
    driver = Driver(build_driver(options.driver))
    runs = [Run(case, seed) for question in questions for case in cases(question, driver) for seed in seeds]
    run_all(driver, runs, root, jobs)

    # Imported late: needs packages that may just have been installed.
    from .training_tables import read_runs, tables, write_page  # pylint: disable=import-outside-toplevel

    rows = read_runs(runs, root)
    text = tables(rows, BASELINES)
    rows.to_csv(root / "training.csv", index=False)
    with whole_file(root / "training.md") as temporary:
        temporary.write_text(text)
    page = write_page(rows, BASELINES, root)
    print(f"\n{text}\nWritten:\n  {root / 'training.csv'}\n  {root / 'training.md'}\n  {page}")
    return 0


if __name__ == "__main__":
    run_program("training-study", main, "Stopped; the same command continues.")
