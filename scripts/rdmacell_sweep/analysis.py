# SPDX-License-Identifier: GPL-2.0-only
"""From the driver's output to tables of runs. Unfinished flows are counted and never averaged."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Sequence

import numpy as np
import pandas as pd

from .inference import estimate
from .points import Point, read_meta, whole_file, workload_name
from .records import figures

KEYS = ["workload", "scheme", "load_percent", "seed"]
PERCENTILES = {"slowdown_p50": 50.0, "slowdown_p95": 95.0, "slowdown_p99": 99.0, "slowdown_p999": 99.9}
STATISTICS = ["slowdown_avg", *PERCENTILES]
STATISTIC_NAMES = {"slowdown_avg": "average", "slowdown_p50": "median", "slowdown_p95": "p95", "slowdown_p99": "p99",
                   "slowdown_p999": "p99.9"}
COUNTERS = [
    "offered_load", "carried_load", "drops", "pfc_pause", "pfc_resume", "ecn_marks", "cnps", "out_of_order",
    "naks", "retransmitted_bytes", "timeouts", "events", "frame_hops", "wall_s", "ns_per_frame_hop", "peak_rss_bytes",
    "version",
]


def read_flows(directory: Path) -> pd.DataFrame:
    """A point's flows: src, dst, size_bytes, start_ns, slowdown (not a number where unfinished), finished."""
    flows = pd.read_csv(directory / "fct.csv", usecols=["src", "dst", "size_bytes", "start_ns", "slowdown", "status"])
    flows["finished"] = flows["status"] == "finished"
    flows["slowdown"] = pd.to_numeric(flows["slowdown"], errors="coerce").where(flows["finished"])
    return flows.drop(columns="status")


def read_sizes(directory: Path) -> "np.ndarray[Any, Any]":
    """The sizes of a point's flows, in bytes."""
    return pd.read_csv(directory / "fct.csv", usecols=["size_bytes"])["size_bytes"].to_numpy()


def slowdown_statistics(slowdown: Any) -> dict[str, float]:
    """Average and percentiles (linear interpolation) of the finished flows' slowdown."""
    values = np.asarray(slowdown, dtype=float)
    finished = values[np.isfinite(values)]
    if not finished.size:
        return dict.fromkeys(STATISTICS, math.nan)
    percentiles = np.percentile(finished, list(PERCENTILES.values()))
    return dict(zip(STATISTICS, [float(finished.mean()), *map(float, percentiles)]))


def half_width_95(values: pd.Series[float]) -> float:
    """Half the 95 % confidence interval of the mean; not a number for a single value."""
    return estimate(values).half_width


def over_seeds(rows: pd.DataFrame, by: Sequence[str], value: str) -> pd.DataFrame:
    """Mean and half of its 95 % interval over the seeds: columns mean and half_width, indexed by `by`."""
    return rows.groupby(list(by))[value].agg(mean="mean", half_width=half_width_95)


def summarize(points: Sequence[Point], output: Path) -> pd.DataFrame:
    """One row a point: its key, flows, slowdown, the driver's counters and what its records say of the network."""
    rows = []
    for point in points:
        meta = read_meta(output / point.name) or {}
        rows.append({
            **key_of(point),
            **{name: meta.get(name) for name in ["flows", "finished", "unfinished", *STATISTICS, *COUNTERS]},
            **figures(output / point.name, point, meta),
        })
    return in_order(rows, points, KEYS).astype({name: float for name in STATISTICS})


def in_order(rows: list[dict[str, Any]], points: Sequence[Point], keys: list[str]) -> pd.DataFrame:
    """A sorted table, with schemes in the order in which the points have them; rows that are equal stay in theirs."""
    if not rows:
        return pd.DataFrame(columns=keys)
    schemes = list(dict.fromkeys(point.scheme for point in points))
    return pd.DataFrame(rows).sort_values(
        keys, key=lambda column: column.map(schemes.index) if column.name == "scheme" else column, ignore_index=True,
        kind="stable",
    )


def key_of(point: Point) -> dict[str, Any]:
    """The columns that name a point."""
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


def finished_words(counts: pd.Series[int]) -> str:
    """How many of a cell's flows have finished."""
    return f"{counts.finished:g} of {counts.flows:g}" if counts.finished < counts.flows else f"all {counts.flows:g}"
