# SPDX-License-Identifier: GPL-2.0-only
"""Time and memory of runs: estimated at first, then learned from finished runs."""

from __future__ import annotations

from pathlib import Path
from typing import Iterable, Optional

from .driver import OF_THE_OUTPUT, OF_THE_POINT, Parameters, without
from .points import Point, read_meta, recorded_point, time_to_ns

# Of the K=8 fat tree on one server core, until there are finished runs to learn from: seconds and
# bytes for each simulated millisecond of traffic at full load, and bytes for everything else.
SECONDS_PER_UNIT = 8.0
BYTES_PER_UNIT = 20e6
BYTES_AT_REST = 20e6


def units(point: Point) -> float:
    """Milliseconds of traffic at full load, to which the cost of a run is proportional."""
    return float(point.load) / 100 * (time_to_ns(point.warmup) + time_to_ns(point.duration)) / 1e6


class CostModel:
    """Estimates from finished runs: of the same scheme and workload if any, else of all."""

    def __init__(self) -> None:
        self._measured: dict[tuple[str, str], list[tuple[float, float, float]]] = {}

    def learn(self, point: Point, wall_s: float, peak_rss_bytes: float) -> None:
        """Takes a finished run into account."""
        runs = self._measured.setdefault((point.scheme, point.workload), [])
        runs.append((units(point), wall_s, peak_rss_bytes))

    def learn_from(self, directories: Iterable[Path], like: Parameters) -> None:
        """Takes the complete runs among directories into account whose other parameters are like these."""
        others = without(like, OF_THE_POINT)
        for directory in directories:
            meta = read_meta(directory)
            point = recorded_point(meta) if meta else None
            if meta and point and without(meta["parameters"], (*OF_THE_POINT, *OF_THE_OUTPUT)) == others:
                self.learn(point, meta["wall_s"], meta["peak_rss_bytes"])

    @property
    def is_measured(self) -> bool:
        """Whether any finished run is known."""
        return bool(self._measured)

    def seconds(self, point: Point) -> float:
        """Estimated wall time of a run."""
        runs = self._runs(point)
        if not runs:
            return units(point) * SECONDS_PER_UNIT
        return units(point) * sum(wall for _, wall, _ in runs) / sum(unit for unit, _, _ in runs)

    def bytes(self, point: Point) -> float:
        """Estimated peak memory of a run."""
        runs = self._runs(point)
        if not runs:
            return BYTES_AT_REST + units(point) * BYTES_PER_UNIT
        return max(rss * max(1.0, units(point) / unit) for unit, _, rss in runs)

    def _runs(self, point: Point) -> list[tuple[float, float, float]]:
        same = self._measured.get((point.scheme, point.workload))
        return same or [run for runs in self._measured.values() for run in runs]


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
