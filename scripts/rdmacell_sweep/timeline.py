# SPDX-License-Identifier: GPL-2.0-only
"""How a run goes over time: slowdown of the flows that start in each interval, paused ports, resent bytes, and
ConWeave's reroutes and early resumes, as far as they were recorded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Optional

import numpy as np
import pandas as pd

from .analysis import read_flows
from .points import time_to_ns
from .records import pauses, read_record

INTERVALS = 50
# A 99th percentile of fewer flows is the largest of them.
FEWEST_FLOWS = 100
EVENTS = {"reroute": "reroutes", "early-resume": "early resumes", "timeout": "timeouts", "retransmission": "retransmissions"}


@dataclass(frozen=True)
class Timeline:
    """Values by interval of the measurement window. Columns that the run has not recorded are absent."""

    edges_ns: "np.ndarray[Any, Any]"
    values: pd.DataFrame  # slowdown_avg, slowdown_p99, paused_ports, and the values of EVENTS

    @property
    def middles_us(self) -> "np.ndarray[Any, Any]":
        """The middle of each interval."""
        return (self.edges_ns[:-1] + self.edges_ns[1:]) / 2000


def read_timeline(directory: Path, meta: Mapping[str, Any], intervals: int = INTERVALS) -> Optional[Timeline]:
    """A run's window in intervals; None where it has no window of traffic, or too few flows for a percentile of any."""
    parameters = meta.get("parameters") or {}
    if not isinstance(parameters.get("duration"), str) or parameters.get("flows"):
        return None
    begin = time_to_ns(parameters.get("warmup") or "0s")
    edges = begin + time_to_ns(parameters["duration"]) * np.linspace(0, 1, intervals + 1)
    flows = read_flows(directory)
    place = pd.cut(flows.start_ns, edges, right=False, labels=False)
    groups = flows.slowdown.groupby(place)
    values = pd.DataFrame(index=range(intervals))
    values["slowdown_avg"] = groups.mean()
    values["slowdown_p99"] = groups.quantile(0.99).where(groups.count() >= FEWEST_FLOWS)
    if values.slowdown_p99.isna().all():
        return None
    found = read_record(directory, "pfc")
    if found is not None:
        values["paused_ports"] = mean_paused(pauses(found, float(meta.get("simulated_s") or 0) * 1e9 or edges[-1]), edges)
    for trace, name in EVENTS.items():
        rows = read_record(directory, f"trace-{trace}")
        if rows is not None:
            values[name] = np.histogram(rows.time_ns, edges)[0]
    return Timeline(edges, values)


def mean_paused(spans: pd.DataFrame, edges: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Ports and classes that are paused, as a mean over each interval."""
    covered = np.zeros(len(edges) - 1)
    for begin, end in zip(spans.from_ns.to_numpy(), spans.to_ns.to_numpy()):
        covered += np.clip(np.minimum(edges[1:], end) - np.maximum(edges[:-1], begin), 0, None)
    return covered / np.diff(edges)
