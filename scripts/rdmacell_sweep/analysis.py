# SPDX-License-Identifier: GPL-2.0-only
"""From the driver's output to tables. Unfinished flows are counted and never averaged."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Sequence

import numpy as np
import pandas as pd

from .points import Point, read_meta, whole_file, workload_name

# A p99 needs this many flows behind it to mean something.
ENOUGH_FLOWS = 1000

KEYS = ["workload", "scheme", "load_percent", "seed"]
STATISTICS = ["slowdown_avg", "slowdown_p50", "slowdown_p95", "slowdown_p99", "slowdown_p999"]
COUNTERS = [
    "offered_load", "carried_load", "drops", "pfc_pause", "pfc_resume", "ecn_marks", "cnps", "out_of_order",
    "naks", "retransmitted_bytes", "timeouts", "events", "frame_hops", "wall_s", "ns_per_frame_hop", "peak_rss_bytes",
    "version",
]

# Student's t, two-sided 95 %, for 1, 2, ... degrees of freedom.
T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
        2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086)


def read_flows(directory: Path) -> pd.DataFrame:
    """A point's flows: size_bytes, slowdown (not a number where unfinished), finished."""
    flows = pd.read_csv(directory / "fct.csv", usecols=["size_bytes", "slowdown", "status"])
    flows["finished"] = flows["status"] == "finished"
    flows["slowdown"] = pd.to_numeric(flows["slowdown"], errors="coerce").where(flows["finished"])
    return flows.drop(columns="status")


def slowdown_statistics(slowdown: pd.Series[float]) -> dict[str, float]:
    """Average and percentiles (linear interpolation) of the finished flows' slowdown."""
    finished = slowdown.dropna().to_numpy()
    if not finished.size:
        return dict.fromkeys(STATISTICS, math.nan)
    percentiles = np.percentile(finished, [50, 95, 99, 99.9])
    return dict(zip(STATISTICS, [float(finished.mean()), *map(float, percentiles)]))


def half_width_95(values: pd.Series[float]) -> float:
    """Half the 95 % confidence interval of the mean; not a number for a single value."""
    count = values.count()
    if count < 2:
        return math.nan
    return T_95[min(count - 2, len(T_95) - 1)] * float(values.std(ddof=1)) / math.sqrt(count)


def over_seeds(rows: pd.DataFrame, by: Sequence[str], value: str) -> pd.DataFrame:
    """Mean and half of its 95 % interval over the seeds: columns mean and half_width, indexed by `by`."""
    return rows.groupby(list(by))[value].agg(mean="mean", half_width=half_width_95)


def summarize(points: Sequence[Point], output: Path) -> pd.DataFrame:
    """One row a point: its key, flows, slowdown and the driver's counters."""
    rows = []
    for point in points:
        meta = read_meta(output / point.name) or {}
        rows.append({
            **_key(point),
            **{name: meta.get(name) for name in ["flows", "finished", "unfinished", *STATISTICS, *COUNTERS]},
        })
    return in_order(rows, points, KEYS).astype({name: float for name in STATISTICS})


def in_order(rows: list[dict[str, Any]], points: Sequence[Point], keys: list[str]) -> pd.DataFrame:
    """A sorted table, with schemes in the order in which the points have them."""
    if not rows:
        return pd.DataFrame(columns=keys)
    schemes = list(dict.fromkeys(point.scheme for point in points))
    return pd.DataFrame(rows).sort_values(
        keys, key=lambda column: column.map(schemes.index) if column.name == "scheme" else column, ignore_index=True
    )


def size_edges(sizes: np.ndarray[Any, Any], flows_a_point: int) -> np.ndarray[Any, Any]:
    """Edges of bins that hold equally many flows, as far as equal sizes allow: 20 bins, or fewer
    for runs with few flows. A bin holds sizes above its lower edge up to its upper edge; the first
    its lower edge too."""
    # A fifth more than enough, as the flows of one seed do not fall quite evenly.
    bins = min(max(flows_a_point * 5 // (6 * ENOUGH_FLOWS), 5), 20)
    ordered = np.sort(sizes)
    edges = [ordered[0]]
    below = 0
    for number in range(1, bins):
        edge = ordered[number * ordered.size // bins - 1]
        up_to_edge = int(np.searchsorted(ordered, edge, side="right"))
        # Equal sizes stay in one bin; the rest of a bin joins the next one, or the last.
        if min(up_to_edge - below, ordered.size - up_to_edge) * bins * 2 > ordered.size:
            edges.append(edge)
            below = up_to_edge
    return np.array([*edges, ordered[-1]])


def summarize_by_size(points: Sequence[Point], output: Path) -> pd.DataFrame:
    """One row a point and size bin. The bins of a workload and load are the same for every scheme."""
    rows: list[dict[str, Any]] = []
    for workload, load in sorted({(point.workload, point.load) for point in points}):
        group = [point for point in points if (point.workload, point.load) == (workload, load)]
        flows = {point: read_flows(output / point.name) for point in group}
        sizes = np.concatenate([of_point["size_bytes"].to_numpy() for of_point in flows.values()])
        if not sizes.size:
            continue
        edges = size_edges(sizes, min(len(of_point) for of_point in flows.values()))
        for point, of_point in flows.items():
            index = np.searchsorted(edges[1:-1], of_point["size_bytes"].to_numpy(), side="left")
            for number, in_bin in of_point.groupby(index):
                rows.append({
                    **_key(point),
                    "bin": number,
                    "size_from_bytes": int(in_bin["size_bytes"].min()),
                    "size_median_bytes": float(in_bin["size_bytes"].median()),
                    "size_to_bytes": int(in_bin["size_bytes"].max()),
                    "flows": len(in_bin),
                    "finished": int(in_bin["finished"].sum()),
                    "unfinished": int((~in_bin["finished"]).sum()),
                    **slowdown_statistics(in_bin["slowdown"]),
                })
    return in_order(rows, points, [*KEYS, "bin"])


def _key(point: Point) -> dict[str, Any]:
    return {
        "workload": workload_name(point.workload),
        "scheme": point.scheme,
        "load_percent": float(point.load),
        "seed": point.seed,
    }


def write_csv(rows: pd.DataFrame, path: Path) -> Path:
    """Writes a table whole or not at all."""
    with whole_file(path) as temporary:
        rows.to_csv(temporary, index=False, float_format="%.10g")
    return path


def table(summary: pd.DataFrame) -> str:
    """Average and p99 slowdown for a terminal: a block a workload, a row a scheme, a column a load.

    Where flows have not finished, a third block has the number of those behind the slowdowns.
    """
    blocks = []
    for workload, rows in summary.groupby("workload"):
        for name, value in (("average", "slowdown_avg"), ("p99", "slowdown_p99")):
            cells = rows.groupby(["scheme", "load_percent"], sort=False)[value].mean().unstack()
            blocks.append(_block(f"{workload}: {name} slowdown", rows, cells))
        if (rows.unfinished > 0).any():
            sums = rows.groupby(["scheme", "load_percent"], sort=False)[["finished", "flows"]].sum()
            cells = sums.apply(finished_words, axis=1).unstack()
            blocks.append(_block(f"{workload}: flows finished; slowdowns are of these only", rows, cells))
    return "\n\n".join(blocks)


def finished_words(counts: pd.Series[int]) -> str:
    """How many of a cell's flows have finished."""
    return f"{counts.finished:g} of {counts.flows:g}" if counts.finished < counts.flows else f"all {counts.flows:g}"


def _block(title: str, rows: pd.DataFrame, cells: pd.DataFrame) -> str:
    cells = cells.reindex(rows.scheme.unique())[sorted(cells.columns)]
    cells.columns = pd.Index([f"{load:g} %" for load in cells.columns])
    return f"{title}\n{cells.to_string(index_names=False, float_format='{:.2f}'.format, na_rep='-')}"
