# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep: points, size classes, statistics over the seeds with paired differences, warnings."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence

import numpy as np
import pandas as pd

from . import analysis, inference
from .analysis import PERCENTILES, STATISTICS
from .points import Plan, Point, time_to_ns, workload_name
from .sizes import ALL_SIZES, class_edges, class_names, classify

# Half an interval that is a larger share of its mean is wide.
WIDE = 0.10
# Average slowdown that differs by a larger share between the halves of the window drifts ...
DRIFT = 0.10
# ... and one that grows by a larger share is that of an overloaded network.
OVERLOAD = 0.25
# A percentile needs this many flows above it, in all seeds together.
FEWEST_ABOVE = 100
# Of a distribution: finer towards its tail.
SHARES = (*np.arange(0, 0.9, 0.025).round(3).tolist(), *np.arange(0.9, 0.99, 0.01).round(2).tolist(),
          *np.arange(0.99, 0.999, 0.001).round(3).tolist(), *np.arange(0.999, 1, 0.0002).round(4).tolist())
CELL = ["workload", "load_percent", "scheme"]

# What makes a value doubtful, in the order of their weight: kind, and what it means.
KINDS = {
    "overload": "slowdown grows within the window: the network is overloaded, or the warm-up too short",
    "drift": "slowdown differs between the halves of the window",
    "censored": "flows have not finished, and are in no average or percentile",
    "few": f"a percentile has fewer than {FEWEST_ABOVE} flows above it, in all seeds together",
    "wide": f"half the 95 % interval is more than {100 * WIDE:g} % of the mean",
    "other-flows": "the baseline had other flows: no paired difference",
}


@dataclass(frozen=True)
class RunFlows:
    """The flows of one run, as columns."""

    flows: pd.DataFrame
    begin_ns: float
    length_ns: float

    @classmethod
    def read(cls, point: Point, output: Path) -> RunFlows:
        """Those of a point."""
        flows = analysis.read_flows(output / point.name)
        return cls(flows, time_to_ns(point.warmup), time_to_ns(point.duration))

    @cached_property
    def slowdown(self) -> Any:
        """Not a number where a flow has not finished."""
        return self.flows["slowdown"].to_numpy()

    @cached_property
    def sizes(self) -> Any:
        """Bytes of each flow."""
        return self.flows["size_bytes"].to_numpy()

    def is_same_traffic(self, other: RunFlows) -> bool:
        """Whether another run has had the same flows, one by one."""
        columns = ["src", "dst", "size_bytes", "start_ns"]
        return len(self.flows) == len(other.flows) and bool(
            np.array_equal(self.flows[columns].to_numpy(), other.flows[columns].to_numpy()))

    def halves(self) -> tuple[float, float]:
        """Average slowdown of the finished flows that start in each half of the window."""
        late = self.flows["start_ns"].to_numpy() >= self.begin_ns + self.length_ns / 2
        return tuple(analysis.slowdown_statistics(self.slowdown[part])["slowdown_avg"]
                     for part in (~late, late))  # type: ignore[return-value]

    def batches(self) -> Any:
        """Average slowdown over the window, in equal parts."""
        return inference.batch_means(self.flows["start_ns"].to_numpy(), self.slowdown, self.begin_ns, self.length_ns)


@dataclass(frozen=True)
class Results:
    """The tables of a sweep, each with a row a ...

    @param summary point
    @param by_size point and size class
    @param statistics workload, load, scheme, size class and statistic, over the seeds
    @param warnings doubtful cell of the statistics, and why
    @param cdf workload, load, scheme and share of the flows, all seeds together: the slowdown that they do not exceed
    @param baseline the scheme that differences are to
    """

    summary: pd.DataFrame
    by_size: pd.DataFrame
    statistics: pd.DataFrame
    warnings: pd.DataFrame
    cdf: pd.DataFrame
    baseline: str

    def of_workload(self, workload: str) -> Results:
        """The part of one workload."""
        parts = (table[table.workload == workload] if len(table) else table
                 for table in (self.summary, self.by_size, self.statistics, self.warnings, self.cdf))
        return Results(*parts, self.baseline)

    def write(self, output: Path) -> list[Path]:
        """Writes each as CSV, whole or not at all; returns the files."""
        tables = {"summary": self.summary, "by-size": self.by_size, "statistics": self.statistics,
                  "warnings": self.warnings, "cdf": self.cdf}
        return [analysis.write_csv(table, output / f"{name}.csv") for name, table in tables.items()]


def choose_baseline(schemes: Sequence[str], asked: Optional[str] = None) -> str:
    """The scheme as asked, else ECMP, else the first."""
    return asked or ("ecmp" if "ecmp" in schemes else schemes[0])


def measure(plan: Plan, points: Sequence[Point], output: Path, baseline: Optional[str] = None) -> Results:
    """Reads the runs of these points; all seeds of a workload and load together."""
    chosen = choose_baseline(plan.schemes, baseline)
    groups: dict[tuple[str, str], list[Point]] = defaultdict(list)
    for point in points:
        groups[point.workload, point.load].append(point)
    edges = {workload: _edges_of(points, workload, output) for workload, _ in groups}
    by_size: list[dict[str, Any]] = []
    statistics: list[dict[str, Any]] = []
    warnings: list[dict[str, Any]] = []
    cdf: list[dict[str, Any]] = []
    halves: dict[Point, tuple[float, float]] = {}
    for (workload, _), group in groups.items():
        runs = {point: RunFlows.read(point, output) for point in group}
        halves.update({point: run.halves() for point, run in runs.items()})
        for point, run in runs.items():
            by_size += _rows_by_size(point, run, edges[workload])
        by_scheme: dict[str, dict[int, RunFlows]] = defaultdict(dict)
        for point, run in runs.items():
            by_scheme[point.scheme][point.seed] = run
        for scheme, of_seed in by_scheme.items():
            key = {"workload": workload_name(workload), "load_percent": float(group[0].load), "scheme": scheme}
            cdf += [{**key, "share": share, "slowdown": slowdown} for share, slowdown in distribution(of_seed.values())]
            base = by_scheme.get(chosen) if scheme != chosen else None
            rows = cell_statistics(of_seed, base, edges[workload])
            found = cell_warnings(of_seed, base, rows)
            for row in rows:
                own = [kind for kind, sizes, name, _ in found
                       if sizes in (None, row["sizes"]) and name in (None, row["statistic"])]
                statistics.append({**key, **row, "warnings": " ".join(dict.fromkeys(own))})
            warnings += [{**key, "kind": kind, "sizes": sizes or ALL_SIZES, "statistic": name or "all", "text": text}
                         for kind, sizes, name, text in found]
    summary = analysis.summarize(points, output)
    for number, name in enumerate(("slowdown_avg_first_half", "slowdown_avg_second_half")):
        summary[name] = [halves[point][number] for point in _in_order_of(summary, points)]
    return Results(
        summary,
        analysis.in_order(by_size, points, [*analysis.KEYS, "class"]),
        analysis.in_order(statistics, points, CELL),
        analysis.in_order(warnings, points, [*CELL, "kind"]) if warnings
        else pd.DataFrame(columns=[*CELL, "kind", "sizes", "statistic", "text"]),
        analysis.in_order(cdf, points, CELL) if cdf else pd.DataFrame(columns=[*CELL, "share", "slowdown"]),
        chosen,
    )


def _in_order_of(summary: pd.DataFrame, points: Iterable[Point]) -> Iterator[Point]:
    """The points in the order of the summary's rows."""
    known = {(workload_name(point.workload), point.scheme, float(point.load), point.seed): point for point in points}
    return (known[row] for row in summary[analysis.KEYS].itertuples(index=False, name=None))


def _edges_of(points: Sequence[Point], workload: str, output: Path) -> tuple[int, ...]:
    """Size classes of a workload, the same at all loads: from all seeds and loads of the scheme with the most runs."""
    of_workload = [point for point in points if point.workload == workload]
    counts = pd.Series([point.scheme for point in of_workload]).value_counts(sort=True)
    sizes = [analysis.read_sizes(output / point.name) for point in of_workload if point.scheme == counts.index[0]]
    return class_edges(np.concatenate(sizes))


def _rows_by_size(point: Point, run: RunFlows, edges: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Each size class of a run that has flows."""
    classes = classify(run.sizes, edges)
    for number, name in enumerate(class_names(edges)):
        inside = run.flows[classes == number]
        if not inside.empty:
            yield {
                **analysis.key_of(point), "class": number, "sizes": name,
                "size_from_bytes": int(inside["size_bytes"].min()), "size_to_bytes": int(inside["size_bytes"].max()),
                "flows": len(inside), "finished": int(inside["finished"].sum()),
                "unfinished": int((~inside["finished"]).sum()), **analysis.slowdown_statistics(inside["slowdown"]),
            }


def _masks(run: RunFlows, edges: Sequence[int]) -> dict[str, Any]:
    """Which flows are of each size class, and all."""
    classes = classify(run.sizes, edges)
    return {ALL_SIZES: np.ones(classes.size, dtype=bool),
            **{name: classes == number for number, name in enumerate(class_names(edges))}}


def cell_statistics(own: Mapping[int, RunFlows], base: Optional[Mapping[int, RunFlows]],
                    edges: Sequence[int]) -> list[dict[str, Any]]:
    """Each statistic of each size class, over the seeds of one scheme at one workload and load.

    @param own runs by seed
    @param base those of the baseline, or None for the baseline itself; the paired difference is that of the flows that
        have finished under both
    @param edges of the size classes
    """
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    pairs: dict[tuple[str, str], list[float]] = defaultdict(list)
    flows: dict[str, list[int]] = {}
    for seed, run in own.items():
        other = base.get(seed) if base else None
        paired = other is not None and run.is_same_traffic(other)
        for sizes, mask in _masks(run, edges).items():
            inside = run.slowdown[mask]
            counts = flows.setdefault(sizes, [0, 0])
            counts[0] += inside.size
            counts[1] += int(np.isfinite(inside).sum())
            for name, value in analysis.slowdown_statistics(inside).items():
                values[sizes, name].append(value)
            if paired and other:
                both = mask & np.isfinite(run.slowdown) & np.isfinite(other.slowdown)
                theirs = analysis.slowdown_statistics(other.slowdown[both])
                for name, value in analysis.slowdown_statistics(run.slowdown[both]).items():
                    pairs[sizes, name].append(value / theirs[name] - 1)
    rows = []
    for sizes, name in itertools.product(flows, STATISTICS):
        over_seeds, change = inference.estimate(values[sizes, name]), inference.estimate(pairs[sizes, name])
        if flows[sizes][0]:
            rows.append({
                "sizes": sizes, "statistic": name, "seeds": over_seeds.count,
                "flows": flows[sizes][0], "finished": flows[sizes][1],
                "mean": over_seeds.mean, "half_width_95": over_seeds.half_width,
                "difference_percent": 100 * change.mean, "difference_half_width_95": 100 * change.half_width,
                "p_value": change.p_value, "mark": change.mark,
            })
    return rows


def distribution(runs: Iterable[RunFlows]) -> Iterator[tuple[float, float]]:
    """Shares of the finished flows of all runs together, and the slowdown that these do not exceed."""
    slowdown = np.concatenate([run.slowdown for run in runs])
    finished = slowdown[np.isfinite(slowdown)]
    if finished.size:
        shares = [share for share in SHARES if share <= 1 - 1 / finished.size] + [1.0]
        yield from zip(shares, np.quantile(finished, shares).tolist())


Doubt = tuple[str, Optional[str], Optional[str], str]


def cell_warnings(own: Mapping[int, RunFlows], base: Optional[Mapping[int, RunFlows]],
                  rows: Sequence[Mapping[str, Any]]) -> list[Doubt]:
    """What makes the statistics of a scheme at one workload and load doubtful.

    @param rows cell_statistics() of the same runs
    @return kind, size class or None for all, statistic or None for all, and words
    """
    found: list[Doubt] = []
    change = inference.growth([run.halves() for run in own.values()], [run.batches() for run in own.values()])
    if abs(change.mean) > DRIFT and change.p_value < 0.05:
        kind = "overload" if change.mean > OVERLOAD else "drift"
        found.append((kind, None, None, f"{100 * change.mean:+.0f} % in average slowdown from the first half of the "
                      f"window to the second (p = {change.p_value:.2g})"))
    if base is not None and any(seed in base and not run.is_same_traffic(base[seed]) for seed, run in own.items()):
        found.append(("other-flows", None, None, KINDS["other-flows"]))
    for row in rows:
        sizes, name = str(row["sizes"]), str(row["statistic"])
        unfinished = row["flows"] - row["finished"]
        # A percentile is off where the flows that are missing are many among those above it.
        beyond = 1 - PERCENTILES.get(name, 0) / 100
        if unfinished > (0 if name not in PERCENTILES else 0.1 * beyond * row["flows"]):
            found.append(("censored", sizes, name, f"{unfinished:,} of {row['flows']:,} flows have not finished"))
        above = row["finished"] * beyond
        if above < FEWEST_ABOVE:
            of = "above" if name in PERCENTILES else "in"
            found.append(("few", sizes, name, f"{above:.3g} flows {of} it"))
        if math.isfinite(row["half_width_95"]) and row["half_width_95"] > WIDE * row["mean"]:
            share = 100 * row["half_width_95"] / row["mean"]
            found.append(("wide", sizes, name, f"+-{share:.0f} % over {row['seeds']} seeds"))
    return found
