# SPDX-License-Identifier: GPL-2.0-only
"""Time and memory of runs: estimated at first, then learned from finished runs."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Optional, Sequence

from .driver import OF_THE_OUTPUT, OF_THE_POINT, OF_THE_RECORDS, Parameters, without
from .points import Point, argument_of, read_meta, recorded_point, time_to_ns

# Until there are finished runs to learn from: of the K=8 fat tree with 100 Gb/s links (REFERENCE) on one server core,
# seconds and bytes for each simulated millisecond of traffic at full load, and bytes for everything else.
SECONDS_PER_UNIT = 8.0
BYTES_PER_UNIT = 20e6
BYTES_AT_REST = 20e6
# What a larger network adds, for each of its links: to build it, and to hold it (scripts/benchmark --setup).
SECONDS_PER_LINK = 1e-4
BYTES_PER_LINK = 8000

# The time left that is shown doubles or halves in no less than this.
SECONDS_TO_DOUBLE = 20.0


@dataclass(frozen=True)
class Network:
    """The size of a network, as the driver's --describe prints it."""

    text: str
    links: int
    # Of the hosts' links, in one direction.
    gigabits_per_s: float
    # The highest tier of switches: the longest of the shortest paths goes up and down to it.
    tiers: int

    def traffic(self) -> float:
        """Frames on links at the same load for each simulated time and byte of a packet, as a share of REFERENCE's."""
        return self.gigabits_per_s * self.tiers / (12_800 * 3)


REFERENCE = Network("fat tree K=8: 128 hosts, 80 switches, 384 links", 384, 12_800, 3)


def parse_network(description: str) -> Optional[Network]:
    """The network of --describe's text; None for another text."""
    head = re.match(r".*: ([0-9]+) hosts, [0-9]+ switches, ([0-9]+) links", description)
    hosts = re.search(r"^ *tier 0: .* ([0-9.e+]+) Gb/s", description, re.MULTILINE)
    tiers = [int(tier) for tier in re.findall(r"^ *tier ([0-9]+):", description, re.MULTILINE)]
    if not head or not hosts or not tiers or float(hosts[1]) <= 0:
        return None
    return Network(head[0], int(head[2]), float(hosts[1]), max(1, *tiers))


def units(point: Point) -> float:
    """Milliseconds of traffic at full load, to which the cost of a run is proportional."""
    after = argument_of(point.extra, "cooldown") or "0s"
    # How long drain lasts is not known before the run.
    parts = (point.warmup, point.duration, point.duration if after == "drain" else after)
    return float(point.load) / 100 * sum(time_to_ns(part) for part in parts) / 1e6


@dataclass(frozen=True)
class Run:
    """What a finished run took."""

    units: float
    setup_s: float
    simulation_s: float
    rss_bytes: float


class CostModel:
    """Estimates from finished runs: of the same scheme and workload if any, else of all. Those of earlier sweeps, maybe
    on another machine, count only until there are some of this one.

    The time of a run is that of building the network, the same for all points, and that of simulating, which is
    proportional to units().

    @param network the network of all points
    @param parameters those of any point, as the driver's --check prints them
    """

    def __init__(self, network: Network = REFERENCE, parameters: Optional[Parameters] = None) -> None:
        self._measured: dict[tuple[str, str], list[Run]] = {}
        self._earlier: dict[tuple[str, str], list[Run]] = {}
        self._network = network
        # Costs are of frames: more of them where packets are smaller, or incasts add to the load.
        values = parameters or {}
        self._traffic = network.traffic() * 1000 / _positive(values.get("mtu"), 1000)
        self._added_load = _positive(values.get("incastLoad"), 0)

    def units(self, point: Point) -> float:
        """units() with the incasts that come on top of a point's load."""
        return units(point) * (1 + self._added_load * 100 / float(point.load))

    def learn(self, point: Point, seconds: Any, peak_rss_bytes: Any, setup_s: Any = 0, earlier: bool = False) -> None:
        """Takes a finished run into account; one with impossible figures is passed over.

        @param seconds wall time of the run
        @param setup_s the part of it before the simulation; 0 if it is not known
        @param earlier whether it is of another sweep
        """
        figures = (seconds, peak_rss_bytes, setup_s)
        if not all(isinstance(value, (int, float)) and 0 <= value < math.inf for value in figures):
            return
        if seconds <= setup_s or peak_rss_bytes <= 0:
            return
        runs = (self._earlier if earlier else self._measured).setdefault((point.scheme, point.workload), [])
        runs.append(Run(self.units(point), setup_s, seconds - setup_s, peak_rss_bytes))

    def learn_from(self, directories: Iterable[Path], like: Parameters) -> None:
        """Takes the complete runs among directories into account whose other parameters are like these."""
        of_the_run = (*OF_THE_POINT, *OF_THE_OUTPUT, *OF_THE_RECORDS)
        others = without(like, of_the_run)
        for directory in directories:
            meta = read_meta(directory)
            point = recorded_point(meta) if meta else None
            if meta and point and without(meta["parameters"], of_the_run) == others:
                setup, simulation = meta.get("setup_s", 0), meta.get("wall_s")
                if isinstance(setup, (int, float)) and isinstance(simulation, (int, float)):
                    self.learn(point, setup + simulation, meta.get("peak_rss_bytes"), setup, earlier=True)

    @property
    def is_measured(self) -> bool:
        """Whether any finished run is known."""
        return bool(self._measured or self._earlier)

    def seconds(self, point: Point) -> float:
        """Estimated wall time of a run."""
        runs = self._runs(point)
        if not runs:
            return self._setup() + self.units(point) * SECONDS_PER_UNIT * self._traffic
        return self._setup() + self.units(point) * sum(run.simulation_s for run in runs) / sum(run.units for run in runs)

    def bytes(self, point: Point) -> float:
        """Estimated peak memory of a run."""
        runs = self._runs(point)
        if not runs:
            of_traffic = self.units(point) * BYTES_PER_UNIT * self._network.gigabits_per_s / REFERENCE.gigabits_per_s
            return BYTES_AT_REST + self._more_links() * BYTES_PER_LINK + of_traffic
        # What the network takes does not grow with the traffic.
        at_rest = self._more_links() * BYTES_PER_LINK
        return max(run.rss_bytes + max(0.0, run.rss_bytes - at_rest) * max(0.0, self.units(point) / run.units - 1)
                   for run in runs)

    def _setup(self) -> float:
        """Seconds before the simulation."""
        for runs in (self._measured, self._earlier):
            known = [run.setup_s for each in runs.values() for run in each if run.setup_s > 0]
            if known:
                return sum(known) / len(known)
        return self._more_links() * SECONDS_PER_LINK

    def _more_links(self) -> int:
        return max(0, self._network.links - REFERENCE.links)

    def _runs(self, point: Point) -> list[Run]:
        key = (point.scheme, point.workload)
        same = self._measured.get(key) or self._earlier.get(key)
        return same or [run for runs in (self._measured or self._earlier).values() for run in runs]


def _positive(value: Any, otherwise: float) -> float:
    """A number of the driver's parameters, such as null where an option has no effect."""
    return float(value) if isinstance(value, (int, float)) and value > 0 else otherwise


@dataclass(frozen=True)
class Outlook:
    """Seconds to go, by a sweep's state: of each running point and of each one queued, in order."""

    running: list[float]
    queued: list[float]

    @classmethod
    def of(cls, running: Sequence[tuple[Point, float]], queued: Sequence[Point], cost: CostModel) -> Outlook:
        """From the running points with the seconds since each one's start, and those queued."""
        expected = [cost.seconds(point) for point, _ in running]
        ages = [age for _, age in running]
        slower: dict[tuple[str, str], float] = {}
        for (point, age), seconds in zip(running, expected):
            key = (point.scheme, point.workload)
            slower[key] = max(slower.get(key, 1.0), 1.1 * age / seconds)
        # Runs that take longer than estimated suggest that others of their kind will, too; all others
        # as long as every estimate is a guess.
        of_all = max(1.0, 1.1 * sum(ages) / sum(expected)) if running and not cost.is_measured else 1.0

        def scaled(point: Point) -> float:
            factor = slower.get((point.scheme, point.workload), 1.0) if cost.is_measured else of_all
            return factor * cost.seconds(point)

        left = [max(scaled(point) - age, 0.1 * age) for point, age in running]
        return cls(left, [scaled(point) for point in queued])


class SteadyTime:
    """The time left as it is shown: follows the estimate, but doubles or halves in no less than SECONDS_TO_DOUBLE."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._at: Optional[float] = None

    def follow(self, estimate: float, now: float) -> float:
        """Returns the seconds to show at this time."""
        if self._at is None:
            self._shown = estimate
        else:
            factor = 2 ** ((now - self._at) / SECONDS_TO_DOUBLE)
            least = min(self._shown / factor, self._shown - (now - self._at))
            self._shown = min(max(estimate, least), max(self._shown, 1.0) * factor)
        self._at = now
        return self._shown


def time_left(remaining: Iterable[float], queued: Iterable[float], jobs: int) -> float:
    """Seconds until all is done, the queue being taken in order by whichever job is free first.

    @param remaining estimated seconds left of every run in progress
    @param queued estimated seconds of every run not yet started, in order
    @param jobs runs at a time
    """
    free_at = sorted(remaining)[-jobs:]
    free_at = [0.0] * (jobs - len(free_at)) + free_at
    for seconds in queued:
        free_at.sort()
        free_at[0] += seconds
    return max(free_at)


def available_bytes() -> Optional[int]:
    """Available memory; None where the system does not report it."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
