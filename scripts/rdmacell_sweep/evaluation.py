# SPDX-License-Identifier: GPL-2.0-only
"""From a sweep's directory to its tables, figures and report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Optional, Sequence

from . import checks, plots, report, results, tables
from .points import Plan, Point


@dataclass(frozen=True)
class Verdict:
    """What complete points are worth.

    @param usable those with results that can be true
    @param stuck why nothing could move any more, a point
    @param faults what is impossible in the results, a point
    """

    usable: list[Point]
    stuck: dict[Point, str]
    faults: dict[Point, list[str]]

    def words(self) -> list[str]:
        """The points that are not usable, and why."""
        return [*(f"{point.name}: {why}" for point, why in self.stuck.items()),
                *(f"{point.name}: impossible results: {'; '.join(found)}" for point, found in self.faults.items())]


def judge(complete: Iterable[Point], output: Path) -> Verdict:
    """Looks at the results of these points."""
    points = list(complete)
    stuck = {point: why for point in points if (why := checks.stall(output / point.name))}
    faults = {point: found for point in points
              if point not in stuck and (found := checks.faults(output / point.name))}
    return Verdict([point for point in points if point not in stuck and point not in faults], stuck, faults)


def evaluate(plan: Plan, points: Sequence[Point], output: Path, baseline: Optional[str], without: Sequence[str]) -> None:
    """Writes the tables, the figures and the report of points, and says where they are.

    @param without points that have no results, in words
    """
    if not points:
        print("Nothing to evaluate: no point has results.")
        return
    measured = results.measure(plan, points, output, baseline)
    written = measured.write(output)
    written += plots.plot_all(plan, measured, output)
    written.append(report.write_report(plan, measured, output, without))
    print()
    print(tables.table(measured))
    versions = sorted(set(measured.summary.version.astype(str)))
    if len(versions) > 1:
        print(f"\nNote: these points were run by different versions of the driver: {', '.join(versions)}")
    print_written(written)


def print_written(paths: Sequence[Path]) -> None:
    """The list of files that ends a program."""
    print("\nWritten:")
    for path in paths:
        print(f"  {path}")
