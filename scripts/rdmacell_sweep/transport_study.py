# SPDX-License-Identifier: GPL-2.0-only
"""Load balancers over congestion controls over loss recoveries, with and without PFC: a sweep each, one table of all.

doc/transport-study.md has what this finds.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import SweepError
from .options import (
    OneLineParser, parse_ccs, parse_count, parse_driver, parse_duration, parse_extra, parse_loads, parse_preset,
    parse_schemes, parse_seeds, parse_workloads, split)
from .points import PRESET_GROUPS, REPOSITORY, RESULTS, argument_of
from .program import run_program
from .progress import duration_words

SCHEMES = ("ecmp", "conga", "conweave", "spray", "drill", "rdmacell", "mp-rdma")
CONTROLS = ("dcqcn", "hpcc", "timely", "swift", "dctcp", "window")
# Schemes that bring a congestion control and a loss recovery of their own.
OWN = ("mp-rdma",)
# Go-Back-N is not used without PFC; the others are made for networks without, and must not suffer from it.
TRANSPORTS = ("gbn:on", "irn:off", "irn:on", "ooo:off", "ooo:on")
SECONDS = {"s": 1, "min": 60, "h": 3600}


@dataclass(frozen=True)
class Transport:
    """A loss recovery, or "own" for that of the scheme, and whether the network has PFC."""

    recovery: str
    pfc: str

    @property
    def name(self) -> str:
        """As directories and tables name it."""
        return f"{self.recovery}, PFC {self.pfc}"

    @property
    def directory(self) -> str:
        """The place of its sweep in the output."""
        return f"{self.recovery}-pfc-{self.pfc}"


def parse_transports(text: str) -> list[Transport]:
    """A list such as gbn:on,irn:off."""
    made = []
    for item in split("--transports", text):
        match = re.fullmatch(r"([A-Za-z][A-Za-z0-9._-]*):(on|off)", item)
        if not match:
            raise SweepError(f"--transports: '{item}' is not a loss recovery with PFC, expected such as irn:off")
        made.append(Transport(match[1], match[2]))
    return made


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="transport-study",
        allow_abbrev=False,
        usage="transport-study [OPTION]... [-- --NAME=VALUE...]",
        description="Runs load balancers over congestion controls over loss recoveries, with and without PFC. Writes a heat "
        "map of average and of p99 slowdown (PNG), a table of all combinations (CSV), and which wins (Markdown). Ctrl-C "
        "stops it; the same command continues. What follows -- goes to every run.",
    )
    made.add_argument("--schemes", metavar="A,B", default=",".join(SCHEMES),
                      help=f"load balancers; {', '.join(OWN)} has a transport of its own ({','.join(SCHEMES)})")
    made.add_argument("--ccs", metavar="A,B", default=",".join(CONTROLS), help=f"congestion controls ({','.join(CONTROLS)})")
    made.add_argument("--transports", metavar="A:B,C:D", default=",".join(TRANSPORTS),
                      help=f"loss recoveries, and on or off for PFC ({','.join(TRANSPORTS)})")
    made.add_argument("--preset", metavar="NAME", default="standard", help="windows, as of a sweep (standard)")
    made.add_argument("--workloads", metavar="A,B", default="alicloud,solar", help="as of a sweep (alicloud,solar)")
    made.add_argument("--loads", metavar="L,L", default="50,80", help="percent of the host links' rate (50,80)")
    made.add_argument("--seeds", metavar="N,N", default="1-3", help="three or more give useful intervals (1-3)")
    made.add_argument("--duration", metavar="TIME", help="measured window of every run; that of the preset if not given")
    made.add_argument("--jobs", metavar="N", help="runs at a time; one a processor if not given")
    made.add_argument("--output", metavar="DIR", help="where all goes (results/transport-study)")
    made.add_argument("--dry-run", action="store_true", help="print the sweeps and their estimated time; run and write nothing")
    made.add_argument("--driver", metavar="FILE", help="simulate with this program instead of building one")
    made.add_argument("extra", nargs="*", help="arguments for every run")
    return made


def sweeps_of(schemes: list[str], controls: str, transports: list[Transport]) -> dict[Transport, list[str]]:
    """The arguments of each sweep."""
    shared = [scheme for scheme in schemes if scheme not in OWN]
    own = [scheme for scheme in schemes if scheme in OWN]
    found = {transport: [f"--schemes={','.join(shared)}", f"--ccs={controls}", f"--recoveries={transport.recovery}"]
             for transport in transports if shared}
    for pfc in sorted({transport.pfc for transport in transports}, reverse=True):
        if own:
            found[Transport("own", pfc)] = [f"--schemes={','.join(own)}"]
    return found


def estimate(command: list[str], name: str) -> float:
    """Prints the points of a sweep and its estimated time; returns seconds."""
    asked = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if asked.returncode != 0:
        raise SweepError(f"{name}: {(asked.stderr.strip().splitlines() or ['the sweep has failed'])[-1]}")
    points = re.search(r": (\d+ points, \d+ of them complete)", asked.stdout)
    time = re.search(r"time +about (.*?) with", asked.stdout)
    seconds = sum(float(number) * SECONDS[unit] for number, unit in re.findall(r"(\d+) (h|min|s)\b", time[1] if time else ""))
    print(f"  {name:<16} {points[1] if points else ''}, about {duration_words(seconds)}")
    return seconds


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    if parse_preset(options.preset) in PRESET_GROUPS:
        raise SweepError(f"--preset: {options.preset} is a group, expected one preset")
    parse_workloads(options.workloads)
    parse_loads(options.loads)
    parse_seeds(options.seeds)
    parse_ccs(options.ccs)
    extra = parse_extra(options.extra)
    for name in ("pfc", "cc", "recovery"):
        if argument_of(extra, name) is not None:
            raise SweepError(f"--{name} is set by the study itself, see transport-study --help")
    if options.duration:
        parse_duration(options.duration)
    if options.jobs:
        parse_count("--jobs", options.jobs, 9999)
    transports = parse_transports(options.transports)
    root = Path(options.output).absolute() if options.output else RESULTS / "transport-study"
    shared = [f"--{key}={getattr(options, key)}" for key in ("preset", "workloads", "loads", "seeds", "duration", "jobs")
              if getattr(options, key)]
    shared += [f"--driver={parse_driver(options.driver)}"] if options.driver else []

    total, status, summaries = 0.0, 0, {}
    for transport, arguments in sweeps_of(list(parse_schemes(options.schemes)), options.ccs, transports).items():
        output = root / transport.directory
        command = [str(REPOSITORY / "scripts" / "sweep"), *arguments, f"--output={output}", *shared]
        tail = ["--", f"--pfc={transport.pfc}", *extra]
        if options.dry_run:
            total += estimate([*command, "--dry-run", *tail], transport.name)
            continue
        done = subprocess.run([*command, *tail], stdin=subprocess.DEVNULL, check=False).returncode
        if done == 130:
            raise KeyboardInterrupt
        if done not in (0, 1) or not (output / "summary.csv").is_file():
            raise SweepError(f"the sweep of {output.name} has failed")
        status |= done
        summaries[transport] = output / "summary.csv"
    if options.dry_run:
        print(f"  in all about {duration_words(total)}")
        return 0

    # Imported late: needs packages that may just have been installed.
    from . import transport_tables  # pylint: disable=import-outside-toplevel

    for path in transport_tables.write(summaries, root):
        print(f"  {path}")
    return status


if __name__ == "__main__":
    run_program("transport-study", main, "Stopped; the same command continues.")
