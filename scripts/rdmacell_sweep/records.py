# SPDX-License-Identifier: GPL-2.0-only
"""What a run's records and counters say of the network: uplinks, queues, pauses, paths."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Mapping, Optional

import numpy as np
import pandas as pd

from .points import Point, time_to_ns

# Where a run has not recorded what a figure comes from, it is not a number.
FIGURES = ("uplink_imbalance", "queue_p99_bytes", "queue_total_bytes", "pause_us", "path_changes_per_flow",
           "paths_per_flow")

# Counters of the schemes that count a flow's changes of path.
PATH_CHANGES = ("path_changes", "reroutes")


def read_record(directory: Path, name: str) -> Optional[pd.DataFrame]:
    """link, queue or pfc; None where the run has not recorded it."""
    try:
        return pd.read_csv(directory / f"{name}.csv")
    except FileNotFoundError:
        return None


def figures(directory: Path, point: Point, meta: Mapping[str, Any]) -> dict[str, float]:
    """FIGURES of a run. Of records, only the measurement window counts."""
    begin = time_to_ns(point.warmup)
    end = begin + time_to_ns(point.duration)
    found = dict.fromkeys(FIGURES, math.nan)
    link, queue, pfc = (read_record(directory, name) for name in ("link", "queue", "pfc"))
    if link is not None:
        found["uplink_imbalance"] = uplink_imbalance(link[(link.time_ns > begin) & (link.time_ns <= end)])
    if queue is not None:
        inside = queue[(queue.time_ns >= begin) & (queue.time_ns <= end)]
        of_port = inside.groupby(["time_ns", "node", "port"]).bytes.sum()
        found["queue_p99_bytes"] = float(np.percentile(of_port, 99)) if len(of_port) else 0.0
        found["queue_total_bytes"] = _mean_total(inside, link if link is not None else queue, begin, end)
    if pfc is not None:
        found["pause_us"] = pause_ns(pfc, begin, end) / 1000
    scheme, flows = meta.get("scheme") or {}, meta.get("finished") or 0
    changes = next((scheme[name] for name in PATH_CHANGES if name in scheme), None)
    if flows and changes is not None:
        found["path_changes_per_flow"] = changes / _all_flows(scheme, flows)
    if flows and "paths_used" in scheme:
        found["paths_per_flow"] = scheme["paths_used"] / _all_flows(scheme, flows)
    return found


def _all_flows(scheme: Mapping[str, Any], flows: int) -> float:
    """Flows behind a scheme's counters: its own count, which has those outside the window, else that of the window."""
    return float(scheme.get("flows") or flows)


def _mean_total(queue: pd.DataFrame, clock: pd.DataFrame, begin: float, end: float) -> float:
    """Bytes that wait in all switches, as a mean over the samples; those without a row have none."""
    samples = clock.time_ns[(clock.time_ns > begin) & (clock.time_ns <= end)].nunique()
    return float(queue.bytes.sum()) / samples if samples else 0.0


def uplink_imbalance(link: pd.DataFrame) -> float:
    """Of each top-of-rack switch and interval: (most - least) / mean of the bytes on its uplinks; the mean of these.

    0 is an even split. Hosts have one port, so the first node with another port is the first switch.
    """
    switches = link.node[link.port > 0]
    if switches.empty:
        return math.nan
    first = switches.min()
    racks = link.node[(link.peer < first) & (link.node >= first)].unique()
    up = link[link.node.isin(racks) & (link.peer >= first)]
    bytes_of = up.pivot_table(index=["node", "time_ns"], columns="port", values="bytes", aggfunc="sum")
    spreads = []
    for _, own in bytes_of.groupby(level="node"):
        used = own.dropna(axis="columns", how="all").fillna(0)
        if used.shape[1] > 1:
            spreads.append((used.max(axis=1) - used.min(axis=1)) / used.mean(axis=1))
    return float(pd.concat(spreads).mean()) if spreads else math.nan


def pauses(pfc: pd.DataFrame, until: float) -> pd.DataFrame:
    """Intervals in which a switch pauses a port and class: node, port, class, from_ns, to_ns.

    A pause without a resume lasts until the given time.
    """
    rows = []
    for (node, port, number), own in pfc.sort_values("time_ns", kind="stable").groupby(["node", "port", "class"]):
        began = None
        for event in own.itertuples():
            if event.event == "pause" and began is None:
                began = event.time_ns
            elif event.event == "resume" and began is not None:
                rows.append((node, port, number, began, event.time_ns))
                began = None
        if began is not None:
            rows.append((node, port, number, began, until))
    return pd.DataFrame(rows, columns=["node", "port", "class", "from_ns", "to_ns"])


def pause_ns(pfc: pd.DataFrame, begin: float, end: float) -> float:
    """Time that ports are paused within a window, summed over ports and classes."""
    found = pauses(pfc, end)
    return float((found.to_ns.clip(upper=end) - found.from_ns.clip(lower=begin)).clip(lower=0).sum())
