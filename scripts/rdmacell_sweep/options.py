# SPDX-License-Identifier: GPL-2.0-only
"""The command line of a sweep. Everything is checked here, before anything is built or run."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Callable, NoReturn, Optional

from . import SweepError
from .engines import ENGINES
from .engines import OPTIONS as ENGINE_OPTIONS
from .engines.slurm import limit_seconds
from .points import (
    OWN_ARGUMENTS, PRESET_GROUPS, PRESETS, RESULTS, WORKLOAD_FILES, WORKLOADS, Plan, combine, plain, split_scheme,
    time_to_ns, workload_name)

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
RANGE = re.compile(r"([0-9]{1,10})-([0-9]{1,10})(?::([0-9]{1,10}))?")
MOST_ITEMS = 10_000
MOST_SEED = 1_000_000_000


class OneLineParser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> OneLineParser:
    """The options; whatever follows a lone "--" goes to every run as it is."""
    presets = "\n".join(f"  {name:<20} {preset.describe()}" for name, preset in PRESETS.items())
    groups = "\n".join(f"  {name:<20} {' and '.join(parts)}, in {' and '.join(parts.values())} of the output"
                       for name, parts in PRESET_GROUPS.items())
    made = OneLineParser(
        prog="sweep",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs schemes x workloads x loads x seeds over the fat tree, and plots average and p99\n"
        "slowdown against load. Installs and builds what is missing. Ctrl-C stops it; the same\n"
        "command continues.",
        epilog=f"presets:\n{presets}\n{groups}\n\n"
        "Traffic goes on for a time after the window of each (--cooldown), so that the flows that are left find no empty\n"
        "network.\n"
        "Arguments after a lone -- go to every run: scripts/sweep --loads=50 -- --k=4 --mtu=4096; those of a preset\n"
        "are replaced.\n\n"
        "exit status: 0 if all points are complete; 1 if points are missing, or have impossible results\n"
        "(slowdowns below 1, losses in lossless classes, values missing): they are named, and not plotted;\n"
        "2 for bad input, or an output that cannot be written; 130 after Ctrl-C",
    )
    made.add_argument("--preset", metavar="NAME", help="defaults of options that are not given, see below (standard)")
    made.add_argument("--schemes", metavar="A,B", help="load balancers; all but those of QP scaling if not given")
    made.add_argument("--ccs", metavar="A,B", help="congestion controls, each with each scheme; dcqcn if not given")
    made.add_argument("--recoveries", metavar="A,B", help="loss recoveries, each with each scheme; gbn if not given")
    made.add_argument("--workloads", metavar="A,B",
                      help=f"of {', '.join(WORKLOAD_FILES)}, or files of a size CDF ({','.join(WORKLOADS)})")
    made.add_argument("--loads", metavar="L,L", help="percent of the host links' rate, or of the uplinks': 20,50,80 or 20-80:10")
    made.add_argument("--seeds", metavar="N,N", help="1,2,3 or 1-3: independent draws of the same traffic")
    made.add_argument("--duration", metavar="TIME", help="measured window of every run, such as 2ms")
    made.add_argument("--baseline", metavar="NAME",
                      help="scheme that the others' differences are to; ecmp, or else the first, if not given")
    made.add_argument("--jobs", metavar="N", help="runs at a time (of each host; with slurm, tasks of the array); one a\n"
                      "processor, as memory allows, if not given")
    made.add_argument("--engine", metavar="NAME",
                      help="where points run: local (this machine), parallel (machines with ssh) or slurm (a job array)")
    made.add_argument("--hosts", metavar="FILE", help="with --engine=parallel: [N/][USER@]NAME on each line, N runs at a time")
    made.add_argument("--partition", metavar="NAME", help="with --engine=slurm: the array's partition")
    made.add_argument("--account", metavar="NAME", help="with --engine=slurm: the account that is charged")
    made.add_argument("--time", metavar="LIMIT", help="with --engine=slurm: the time limit of each task, such as 30 or 2:00:00")
    made.add_argument("--array-size", metavar="N",
                      help="with --engine=slurm: tasks of the array; a minute of points for each if not given")
    made.add_argument("--ranks", metavar="N", help="MPI ranks of each run; one process without MPI if not given")
    made.add_argument("--output", metavar="NAME", help="directory under results/, or a path with a / in it")
    made.add_argument("--resume", action="store_true", help="continue the output; options given change its plan")
    made.add_argument("--dry-run", action="store_true",
                      help="print the plan, estimated time and memory; build, run and write nothing")
    made.add_argument("--watch", metavar="PORT", nargs="?", const="8000",
                      help="serve the report of a sweep that another terminal runs, as it grows, on this machine's port (8000)")
    made.add_argument("--driver", metavar="FILE", help="simulate with this program instead of building one")
    made.add_argument("extra", nargs="*", help=argparse.SUPPRESS)
    return made


def split(option: str, text: str) -> list[str]:
    """The items of a comma-separated list: at least one, none empty, none twice."""
    items = [item.strip() for item in text.split(",")]
    if "" in items:
        raise SweepError(f"{option}: an item is empty in '{text}'")
    for item in items:
        if items.count(item) > 1:
            raise SweepError(f"{option}: {item} is given twice")
    return items


def numbers(option: str, text: str) -> list[str]:
    """As split(), with ranges FIRST-LAST[:STEP] written out."""
    written_out: list[str] = []
    for item in split(option, text):
        match = RANGE.fullmatch(item)
        if not match:
            written_out.append(item)
            continue
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if first > last or step == 0:
            raise SweepError(f"{option}: {item} is an empty range, expected FIRST-LAST or FIRST-LAST:STEP")
        if (last - first) // step >= MOST_ITEMS:
            raise SweepError(f"{option}: {item} is more than {MOST_ITEMS} values")
        written_out += [str(number) for number in range(first, last + 1, step)]
    return written_out


def parse_loads(text: str) -> tuple[str, ...]:
    """Percentages in [1, 100], rising, written without needless digits."""
    loads: set[Decimal] = set()
    for item in numbers("--loads", text):
        try:
            load = Decimal(item)
        except InvalidOperation:
            raise SweepError(f"--loads: '{item}' is not a number, expected percentages such as 20,50,80") from None
        if not load.is_finite() or not 0 < load <= 100:
            raise SweepError(f"--loads: {item} is outside (0, 100] percent")
        if load < 1:
            raise SweepError(f"--loads: {item} is below 1 percent; loads are percentages, 80 and not 0.8")
        if load in loads:
            raise SweepError(f"--loads: {item} is given twice")
        loads.add(load)
    return tuple(plain(load) for load in sorted(loads))


def parse_seeds(text: str) -> tuple[int, ...]:
    """Whole numbers that the driver takes, rising."""
    seeds: set[int] = set()
    for item in numbers("--seeds", text):
        if not re.fullmatch(r"[0-9]{1,10}", item) or not 1 <= int(item) <= MOST_SEED:
            raise SweepError(f"--seeds: '{item}' is not a whole number from 1 to {MOST_SEED}")
        if int(item) in seeds:
            raise SweepError(f"--seeds: {item} is given twice")
        seeds.add(int(item))
    return tuple(sorted(seeds))


def parse_workloads(text: str) -> tuple[str, ...]:
    """Names of shipped workloads, or files that exist (kept as absolute paths)."""
    workloads: list[str] = []
    for item in split("--workloads", text):
        if item in WORKLOAD_FILES:
            workloads.append(item)
        elif Path(item).is_file():
            workloads.append(str(Path(item).resolve()))
        else:
            raise SweepError(f"--workloads: '{item}' is neither of {', '.join(WORKLOAD_FILES)} nor a file")
        if [workload_name(other) for other in workloads].count(workload_name(workloads[-1])) > 1:
            raise SweepError(f"--workloads: two are named {workload_name(workloads[-1])}")
    return tuple(workloads)


def parse_duration(text: str) -> str:
    """A time above 0 with its unit."""
    if not re.fullmatch(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|ms|s)", text) or time_to_ns(text) < 1:
        raise SweepError(f"--duration: '{text}' is not a time of 1ns or more, expected such as 500us or 2ms")
    return text


def parse_names(option: str, text: str) -> tuple[str, ...]:
    """Well-formed names."""
    names = split(option, text)
    for name in names:
        if not NAME.fullmatch(name):
            raise SweepError(f"{option}: '{name}' is not a name")
    return tuple(names)


def parse_schemes(text: str) -> tuple[str, ...]:
    """Well-formed names of schemes; whether they exist only the driver knows."""
    return parse_names("--schemes", text)


def parse_baseline(text: str) -> str:
    """One well-formed name; whether the plan has it is checked with the plan."""
    if not all(NAME.fullmatch(part) for part in re.split("[+@]", text)):
        raise SweepError(f"--baseline: '{text}' is not a name")
    return text


def parse_ccs(text: str) -> tuple[str, ...]:
    """Well-formed names of congestion controls; whether they exist only the driver knows."""
    return parse_names("--ccs", text)


def parse_recoveries(text: str) -> tuple[str, ...]:
    """Well-formed names of loss recoveries; whether they exist only the driver knows."""
    return parse_names("--recoveries", text)


def parse_port(text: str) -> int:
    """A TCP port; 0 for any that is free."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise SweepError(f"--watch: '{text}' is not a port from 0 to 65535")
    return int(text)


def parse_count(option: str, text: str, most: int) -> int:
    """A count of 1 or more."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or not 1 <= int(text) <= most:
        raise SweepError(f"{option}: '{text}' is not a whole number from 1 to {most}")
    return int(text)


def parse_engine(text: str) -> str:
    """One of the engines."""
    if text not in ENGINES:
        raise SweepError(f"--engine: no engine '{text}', expected of {', '.join(ENGINES)}")
    return text


def parse_hosts(text: str) -> Path:
    """A file; what is in it the engine reads."""
    if not Path(text).is_file():
        raise SweepError(f"--hosts: {text} is not a file")
    return Path(text)


def parse_slurm_name(option: str, text: str) -> str:
    """A name that Slurm may know, or several with commas."""
    if not re.fullmatch(r"[A-Za-z0-9_.][^\s]*", text):
        raise SweepError(f"{option}: '{text}' is not a name")
    return text


def parse_time_limit(text: str) -> str:
    """A time above 0 as Slurm takes it."""
    if not re.fullmatch(r"[0-9]{1,6}(:[0-9]{1,6}){0,2}|[0-9]{1,4}-[0-9]{1,4}(:[0-9]{1,4}){0,2}", text) or limit_seconds(text) < 1:
        raise SweepError(f"--time: '{text}' is not a time limit, expected MINUTES, HOURS:MINUTES:SECONDS or DAYS-HOURS:MINUTES")
    return text


def check_engine(options: argparse.Namespace) -> None:
    """Refuses options of another engine than the one given."""
    for key, engine in ENGINE_OPTIONS.items():
        if getattr(options, key) is not None and engine != (options.engine or "local"):
            raise SweepError(f"--{key.replace('_', '-')} is of --engine={engine}")


def compared(known: tuple[str, ...]) -> tuple[str, ...]:
    """The schemes of a sweep that names none: some are for collectives."""
    return tuple(scheme for scheme in known if not scheme.startswith(("qp-", "pinned", "planned")))


def parse_preset(text: str) -> str:
    """One of the presets, or of their groups."""
    if text not in PRESETS and text not in PRESET_GROUPS:
        raise SweepError(f"--preset: no preset '{text}', expected of {', '.join((*PRESETS, *PRESET_GROUPS))}")
    return text


def parse_driver(text: str) -> Path:
    """A program that can be run."""
    path = Path(text).absolute()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise SweepError(f"--driver: {path} is not a program")
    return path


def parse_extra(arguments: list[str]) -> tuple[str, ...]:
    """Arguments for the driver, none of which the sweep sets itself."""
    own = {f"--{key}" for key in (*OWN_ARGUMENTS, "outputDir")}
    for argument in arguments:
        if not re.fullmatch(r"--[A-Za-z][^=]*(=.*)?", argument, re.DOTALL):
            raise SweepError(f"unexpected argument '{argument}'; what goes to every run is written -- --NAME=VALUE")
        if argument.split("=")[0] in own:
            raise SweepError(f"{argument.split('=')[0]} is set by the sweep itself, see sweep --help")
    return tuple(arguments)


def parse_output(options: argparse.Namespace) -> Path:
    """Where results go: as named, or named for the preset and every option that departs from it."""
    if options.output is None:
        parts = [options.preset or "standard"]
        for key in ("schemes", "ccs", "recoveries", "workloads", "loads", "seeds", "duration"):
            if getattr(options, key) is not None:
                parts.append(f"{key}-{getattr(options, key)}")
        name = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts + options.extra)).strip("-")
        if len(name) > 100:
            name = f"{name[:80]}-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:8]}"
        path = RESULTS / name
    elif "/" in options.output:
        path = Path(options.output).absolute()
    elif NAME.fullmatch(options.output):
        path = RESULTS / options.output
    else:
        raise SweepError(f"--output: '{options.output}' is neither a name nor a path with a / in it")
    for place in (path, *path.parents):
        if place.exists():
            if not place.is_dir():
                raise SweepError(f"--output: {place} is not a directory")
            if not options.dry_run and not os.access(place, os.W_OK | os.X_OK):
                raise SweepError(f"--output: {place} is not writable")
            break
    return path


@dataclass(frozen=True)
class Request:
    """A checked command line. None stands for an option that was not given."""

    preset: Optional[str]
    schemes: Optional[tuple[str, ...]]
    ccs: Optional[tuple[str, ...]]
    recoveries: Optional[tuple[str, ...]]
    workloads: Optional[tuple[str, ...]]
    loads: Optional[tuple[str, ...]]
    seeds: Optional[tuple[int, ...]]
    duration: Optional[str]
    extra: Optional[tuple[str, ...]]
    jobs: Optional[int]
    output: Path
    resume: bool
    dry_run: bool
    driver: Optional[Path]
    baseline: Optional[str] = None
    watch: Optional[int] = None
    engine: str = "local"
    hosts: Optional[Path] = None
    partition: Optional[str] = None
    account: Optional[str] = None
    time: Optional[str] = None
    array_size: Optional[int] = None
    ranks: Optional[int] = None

    def plan(self, stored: Optional[Plan], known: tuple[str, ...]) -> Plan:
        """The given options; for the others the stored plan, when resuming, or else the preset.

        @param stored the plan found in the output, if any
        @param known the schemes that the driver has
        """
        if self.resume and stored and not self.preset:
            base = stored
        else:
            name = self.preset or "standard"
            preset = PRESETS[name]
            base = Plan(name, preset.schemes or compared(known), WORKLOADS, preset.loads, preset.seeds, preset.duration,
                        preset.warmup, preset.arguments(self.extra or ()))
        given = {
            key: getattr(self, key)
            for key in ("schemes", "workloads", "loads", "seeds", "duration")
            if getattr(self, key) is not None
        }
        if self.extra and base is stored:
            given["extra"] = self.extra
        if self.ccs or self.recoveries:
            given["schemes"] = combine(given.get("schemes", base.schemes), self.ccs or (), self.recoveries or ())
        plan = replace(base, **given)
        for option, values, name in (("--ccs", self.ccs, "cc"), ("--recoveries", self.recoveries, "recovery")):
            if values and plan.argument(name) is not None:
                raise SweepError(f"{option}: --{name} is given after --, too")
        for scheme in plan.schemes:
            if (bare := split_scheme(scheme).scheme) not in known:
                raise SweepError(f"--schemes: no scheme '{bare}', expected of {', '.join(known)}")
        if self.baseline is not None and self.baseline not in plan.schemes:
            raise SweepError(f"--baseline: '{self.baseline}' is not swept, expected of {', '.join(plan.schemes)}")
        return plan

    def parts(self) -> list[Request]:
        """The sweeps that it asks for: itself, or one for each preset of a group, in a directory of its own."""
        group = PRESET_GROUPS.get(self.preset or "", {})
        return [replace(self, preset=name, output=self.output / place) for name, place in group.items()] or [self]


def parse(argv: list[str]) -> Request:
    """Checks all that can be checked without the driver."""
    options = parser().parse_args(argv)

    for key, value in vars(options).items():
        if key != "extra" and isinstance(value, list):
            # argparse takes --key=-- for no value at all.
            raise SweepError(f"--{key.replace('_', '-')}: expected a value, found '--'")

    def given(key: str, check: Callable[[str], Any]) -> Any:
        text = getattr(options, key)
        return None if text is None else check(text)

    engine = given("engine", parse_engine) or "local"
    check_engine(options)
    return Request(
        preset=given("preset", parse_preset),
        schemes=given("schemes", parse_schemes),
        ccs=given("ccs", parse_ccs),
        recoveries=given("recoveries", parse_recoveries),
        workloads=given("workloads", parse_workloads),
        loads=given("loads", parse_loads),
        seeds=given("seeds", parse_seeds),
        duration=given("duration", parse_duration),
        extra=parse_extra(options.extra) or None,
        jobs=given("jobs", lambda text: parse_count("--jobs", text, 9999)),
        output=parse_output(options),
        resume=options.resume,
        dry_run=options.dry_run,
        driver=given("driver", parse_driver),
        baseline=given("baseline", parse_baseline),
        watch=given("watch", parse_port),
        engine=engine,
        hosts=given("hosts", parse_hosts),
        partition=given("partition", lambda text: parse_slurm_name("--partition", text)),
        account=given("account", lambda text: parse_slurm_name("--account", text)),
        time=given("time", parse_time_limit),
        array_size=given("array_size", lambda text: parse_count("--array-size", text, 100_000)),
        ranks=given("ranks", lambda text: parse_count("--ranks", text, 4096)),
    )
