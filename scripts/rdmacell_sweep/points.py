# SPDX-License-Identifier: GPL-2.0-only
"""The contents of a sweep: presets, the plan and its points."""

from __future__ import annotations

import itertools
import json
import os
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional

from . import SweepError

REPOSITORY = Path(__file__).resolve().parents[2]
RESULTS = REPOSITORY / "results"
# Those of a sweep by default, and all that have names: the files of their sizes.
WORKLOADS = ("alicloud", "solar")
WORKLOAD_FILES = {name: REPOSITORY / "traces" / f"{stem}.cdf"
                  for name, stem in (("alicloud", "alicloud-storage"), ("solar", "solar"), ("websearch", "websearch"))}

# The driver's arguments that a sweep sets, besides the place of the output.
OWN_ARGUMENTS = ("scheme", "workload", "load", "duration", "warmup", "seed")

# How often a run's links and queues are looked at.
RECORD_SAMPLES = 20

TIME_UNITS_NS = {"ps": 1e-3, "ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000}


def time_to_ns(text: str) -> float:
    """Nanoseconds of a time such as "500us"; ValueError if it is none."""
    unit = text.lstrip("0123456789.")
    return float(text[: len(text) - len(unit)]) * TIME_UNITS_NS.get(unit, float("nan"))


def plain(number: Decimal) -> str:
    """A number without exponent or needless digits, so that equal numbers read equal."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@dataclass(frozen=True)
class Combination:
    """A scheme with what runs under it; an empty name is the driver's default."""

    scheme: str
    control: str = ""
    recovery: str = ""

    @property
    def name(self) -> str:
        """As a sweep names it: ecmp, ecmp+hpcc, ecmp@irn, ecmp+hpcc@irn."""
        return self.scheme + (f"+{self.control}" if self.control else "") + (f"@{self.recovery}" if self.recovery else "")

    def arguments(self) -> dict[str, str]:
        """The driver's arguments that are not left to its defaults."""
        return {"scheme": self.scheme, **({"cc": self.control} if self.control else {}),
                **({"recovery": self.recovery} if self.recovery else {})}


def split_scheme(name: str) -> Combination:
    """What a name stands for."""
    rest, _, recovery = name.partition("@")
    scheme, _, control = rest.partition("+")
    return Combination(scheme, control, recovery)


def combine(schemes: Iterable[str], controls: Iterable[str], recoveries: Iterable[str]) -> tuple[str, ...]:
    """Each scheme with each congestion control and each loss recovery; where there are none, with those of its name."""
    made = [split_scheme(scheme) for scheme in schemes]
    for key, values in (("control", tuple(controls)), ("recovery", tuple(recoveries))):
        if values:
            bare = dict.fromkeys(replace(each, **{key: ""}) for each in made)
            made = [replace(each, **{key: value}) for each in bare for value in values]
    return tuple(each.name for each in made)


def argument_of(arguments: tuple[str, ...], name: str) -> Optional[str]:
    """The value of the last of the driver's arguments with this name; None if there is none."""
    values = [text.partition("=")[2] for text in arguments if text.partition("=")[0] == f"--{name}"]
    return values[-1] if values else None


@dataclass(frozen=True)
class Preset:
    """Defaults of the options that a user may leave out."""

    summary: str
    loads: tuple[str, ...]
    seeds: tuple[int, ...]
    duration: str
    warmup: str
    extra: tuple[str, ...] = ()
    # All that the driver has, if empty.
    schemes: tuple[str, ...] = ()

    def describe(self) -> str:
        """One line for --help."""
        seeds = f"{len(self.seeds)} seed{'s' if len(self.seeds) > 1 else ''}"
        return f"{self.summary}: loads {','.join(self.loads)} %, {self.duration} after {self.warmup}, {seeds}"

    def arguments(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Its arguments of the driver and those given, which replace its own of the same name."""
        names = {argument.split("=")[0] for argument in given}
        return tuple(argument for argument in self.extra if argument.split("=")[0] not in names) + given


TENS = tuple(str(load) for load in range(20, 81, 10))
FIVE = (1, 2, 3, 4, 5)
# What the RDMACell paper compares, and this module's best form of it.
PAPER_SCHEMES = ("ecmp", "letflow", "conga", "hula", "conweave", "rdmacell", "rdmacell-adaptive")
# Flows that are left when the window ends would find an emptying network. Not --cooldown=drain: in overload the last
# flows would take a hundred times as long as the window.
PRESETS = {
    "quick": Preset("a first look", ("20", "50", "80"), (1,), "300us", "100us", ("--cooldown=200us",)),
    "standard": Preset("a coffee break", TENS, (1,), "800us", "200us", ("--cooldown=500us",)),
    "paper": Preset("to publish, hours", TENS, FIVE, "10ms", "1ms", ("--cooldown=4ms",)),
    "rdmacell-paper-1to1": Preset("the RDMACell paper's figure, 128 hosts", TENS, FIVE, "5ms", "200us",
                                  ("--cooldown=2ms",), PAPER_SCHEMES),
    "rdmacell-paper-2to1": Preset("the same with 2:1 oversubscription, loads at the uplinks, 256 hosts", TENS, FIVE,
                                  "1500us", "200us", ("--oversubscription=2", "--loadAt=uplinks", "--cooldown=1ms"),
                                  PAPER_SCHEMES),
}
# Presets that are swept one after another: by the name of each, its directory in the output.
PRESET_GROUPS = {"rdmacell-paper": {"rdmacell-paper-1to1": "1to1", "rdmacell-paper-2to1": "2to1"}}


@dataclass(frozen=True)
class Point:
    """One run of the driver. Loads are percentages, as text, so that they stay as typed. A scheme is the name of a
    Combination."""

    scheme: str
    workload: str
    load: str
    seed: int
    duration: str
    warmup: str
    extra: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the point's directory."""
        return f"{self.scheme}-{workload_name(self.workload)}-load{self.load}-seed{self.seed}"

    def arguments(self) -> list[str]:
        """The driver's arguments, all but the place of the output."""
        values = {key: getattr(self, key) for key in OWN_ARGUMENTS}
        values |= split_scheme(self.scheme).arguments()
        values["load"] = plain(Decimal(self.load) / 100)
        return [f"--{key}={value}" for key, value in values.items()] + self._record() + list(self.extra)

    @property
    def records_by_default(self) -> bool:
        """Whether what is recorded is the sweep's choice, for its report."""
        return not any(argument.startswith("--record=") for argument in self.extra)

    def _record(self) -> list[str]:
        """What is recorded of the network, as far as the user has not chosen."""
        if not self.records_by_default:
            return []
        interval = (time_to_ns(self.warmup) + time_to_ns(self.duration)) / RECORD_SAMPLES
        given = any(argument.startswith("--recordInterval=") for argument in self.extra)
        return ["--record=link,queue,pfc", *([] if given else [f"--recordInterval={max(1, round(interval))}ns"])]


def workload_name(workload: str) -> str:
    """The readable name of a workload: a file goes by its stem."""
    return Path(workload).stem


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yields a temporary name, which becomes the path when the block ends, and is removed when it fails."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def read_meta(directory: Path) -> Optional[dict[str, Any]]:
    """The driver's record of a run; None if the run is not complete.

    The driver renames meta.json into place as its last act, so its presence means completeness.
    """
    try:
        meta = json.loads((directory / "meta.json").read_text())
    except (OSError, ValueError):
        return None
    return meta if isinstance(meta, dict) and (directory / "fct.csv").is_file() else None


def stall_headline(directory: Path) -> str:
    """The first line of the driver's report on a run that was stuck; OSError or IndexError if there is none."""
    return (directory / "stall.txt").read_text(errors="replace").splitlines()[0]


def recorded_point(meta: dict[str, Any]) -> Optional[Point]:
    """The point that a recorded run is of, without extra arguments; None if a sweep cannot have run it."""
    parameters = meta.get("parameters", {})
    try:
        own = {key: parameters[key] for key in OWN_ARGUMENTS}
        own["load"] = plain(Decimal(str(own["load"])) * 100)
        point = Point(**own)
        time_to_ns(point.duration), time_to_ns(point.warmup)
    except (AttributeError, TypeError, KeyError, ArithmeticError, ValueError):
        return None
    return point


@dataclass(frozen=True)
class Plan:
    """A whole sweep. Stored as plan.json in its output directory."""

    preset: str
    schemes: tuple[str, ...]
    workloads: tuple[str, ...]
    loads: tuple[str, ...]
    seeds: tuple[int, ...]
    duration: str
    warmup: str
    extra: tuple[str, ...] = ()

    def argument(self, name: str) -> Optional[str]:
        """The value of an argument that goes to every run; None if it is not among them."""
        return argument_of(self.extra, name)

    def points(self) -> list[Point]:
        """All points, the costly ones first, so that no long one is left alone at the end."""
        grid = itertools.product(self.loads, self.workloads, self.schemes, self.seeds)
        points = [
            Point(scheme, workload, load, seed, self.duration, self.warmup, self.extra)
            for load, workload, scheme, seed in grid
        ]
        return sorted(points, key=lambda point: -float(point.load))

    def save(self, output: Path) -> None:
        """Writes plan.json, whole or not at all."""
        with whole_file(output / "plan.json") as temporary:
            temporary.write_text(json.dumps(asdict(self), indent=2) + "\n")


def load_plan(output: Path) -> Optional[Plan]:
    """The plan stored in an output directory; None if there is none."""
    path = output / "plan.json"
    try:
        stored: dict[str, Any] = json.loads(path.read_text())
        values = {field.name: stored[field.name] for field in fields(Plan)}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SweepError(f"{path}: not a sweep's plan ({error})") from error
    return Plan(**{key: tuple(value) if isinstance(value, list) else value for key, value in values.items()})


def points_on_disk(plan: Plan, output: Path) -> list[Point]:
    """The points whose results are in an output, as the runs have recorded them; the driver is not asked."""
    return [point for point in plan.points()
            if (meta := read_meta(output / point.name)) and _is_record_of(meta, point)]


def _is_record_of(meta: dict[str, Any], point: Point) -> bool:
    """Whether a run's own values are those of a point, as far as the sweep sets them."""
    swept = split_scheme(point.scheme)
    if recorded_point(meta) != replace(point, scheme=swept.scheme, extra=()):
        return False
    return all(meta["parameters"].get(name) == value for name, value in swept.arguments().items())


def conflicts(plan: Plan, stored: Plan) -> list[str]:
    """The parts of a stored plan that another plan would lose, in words."""
    found = []
    for key in ("duration", "warmup", "extra"):
        if getattr(plan, key) != getattr(stored, key):
            found.append(f"{key} {_words(getattr(stored, key))} there, {_words(getattr(plan, key))} now")
    for key in ("schemes", "workloads", "loads", "seeds"):
        left_out = [value for value in getattr(stored, key) if value not in getattr(plan, key)]
        if left_out:
            found.append(f"{key} {_words(left_out)} there, not now")
    return found


def _words(value: Any) -> str:
    return value if isinstance(value, str) else ",".join(map(str, value)) or "none"
