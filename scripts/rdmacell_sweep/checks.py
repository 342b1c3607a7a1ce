# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the results of a run: values that no run can have are named, not plotted."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Mapping, Optional

import pandas as pd

from .analysis import COUNTERS, STATISTICS, read_flows
from .points import read_meta, stall_headline

# Members of meta.json that every run has: numbers of 0 or more. The version is a text.
LOADS = ("offered_load", "carried_load")  # null over a window that is too short for the average flow
FRACTIONS = (*LOADS, "wall_s", "ns_per_frame_hop")
NUMBERS = ("flows", "finished", "unfinished", *(name for name in COUNTERS if name != "version"))
SLOWDOWNS = (*STATISTICS, "slowdown_min")

# How the driver says that nothing could move any more.
STALLS = ("deadlock", "stall", "idle", "failed")


def number(value: Any) -> Optional[float]:
    """The value as a number; None if it is none, or not finite."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def faults(directory: Path) -> list[str]:
    """What is impossible in the results of a complete run, in words; empty for results that can be true."""
    meta = read_meta(directory) or {}
    found = faults_of_meta(meta)
    try:
        flows = read_flows(directory)
    except (OSError, ValueError, KeyError) as error:
        return [*found, f"fct.csv: {' '.join(str(error).split())}"]
    return found + faults_of_flows(flows, meta)


def stall(directory: Path) -> Optional[str]:
    """Why a run ended before its flows could: the headline of the driver's report; None if it did not."""
    meta = read_meta(directory) or {}
    if meta.get("ended") not in STALLS:
        return None
    try:
        return stall_headline(directory)
    except (OSError, IndexError):
        return f"the run ended in a {meta['ended']}"


def faults_of_meta(meta: Mapping[str, Any]) -> list[str]:
    """What is impossible in a meta.json."""
    found = []
    for name in NUMBERS:
        value = number(meta.get(name))
        # Without frames there is no time for each of them.
        if name == "ns_per_frame_hop" and meta.get(name, 0) is None and meta.get("frame_hops") == 0:
            continue
        if name in LOADS and all(meta.get(load, 0) is None for load in LOADS):
            continue
        if name not in meta:
            found.append(f"{name} is missing")
        elif value is None:
            found.append(f"{name} is {meta[name]!r}, not a number")
        elif value < 0:
            found.append(f"{name} is {value:g}, below 0")
        elif name not in FRACTIONS and value != int(value):
            found.append(f"{name} is {value:g}, not a whole number")
    if "version" not in meta:
        found.append("version is missing")
    return found + _faults_of_counts(meta) + _faults_of_slowdowns(meta)


def _faults_of_counts(meta: Mapping[str, Any]) -> list[str]:
    """What is impossible in numbers that belong together; those that are none are reported elsewhere."""
    found = []
    flows, finished, unfinished, pauses, resumes, carried = (
        number(meta.get(name))
        for name in ("flows", "finished", "unfinished", "pfc_pause", "pfc_resume", "carried_load")
    )
    if flows == 0:
        found.append("0 flows: nothing to measure")
    if flows is not None and finished is not None:
        if finished > flows:
            found.append(f"{finished:g} of {flows:g} flows have finished")
        elif unfinished is not None and finished + unfinished != flows:
            found.append(f"{finished:g} finished and {unfinished:g} unfinished flows, but {flows:g} flows")
        elif finished == flows and not meta.get("failed") and None not in (pauses, resumes) and pauses != resumes:
            found.append(f"pfc_pause is {pauses:g} and pfc_resume {resumes:g}, though all flows have finished")
    lossless = meta.get("lossless_drops", 0)
    if number(lossless) != 0:
        found.append(f"lossless_drops is {lossless!r}, not 0")
    if carried is not None and carried > 1:
        found.append(f"carried_load is {carried:g}, above 1")
    return found


def _faults_of_slowdowns(meta: Mapping[str, Any]) -> list[str]:
    """What is impossible in the slowdowns: null without a finished flow, else 1 or more, and percentiles that rise."""
    found = []
    for name in SLOWDOWNS:
        value = number(meta.get(name))
        if name not in meta:
            found += [f"{name} is missing"] if name in STATISTICS else []
        elif meta[name] is None and meta.get("finished") == 0:
            continue
        elif value is None:
            found.append(f"{name} is {meta[name]!r}, not a number")
        elif value < 1:
            found.append(f"{name} is {value:g}, below 1")
        elif meta.get("finished") == 0:
            found.append(f"{name} is {value:g}, without a finished flow")
    percentiles = [number(meta.get(name)) for name in STATISTICS[1:]]
    known = [value for value in percentiles if value is not None]
    if len(known) == len(percentiles) and known != sorted(known):
        found.append("slowdown_p50, p95, p99 and p999 do not rise")
    return found


def faults_of_flows(flows: pd.DataFrame, meta: Mapping[str, Any]) -> list[str]:
    """What is impossible in fct.csv, by itself and beside meta.json."""
    found = []
    finished = flows[flows.finished]
    for name, here in (("flows", len(flows)), ("finished", len(finished))):
        there = number(meta.get(name))
        if there is not None and there != here:
            found.append(f"fct.csv has {here} {'rows' if name == 'flows' else 'finished flows'}, meta.json {there:g}")
    sizes = pd.to_numeric(flows["size_bytes"], errors="coerce")
    if not (sizes >= 0).all():
        found.append("fct.csv has sizes that are no numbers of 0 or more")
    if finished.slowdown.isna().any():
        found.append("fct.csv has finished flows without a slowdown")
    below = int((finished.slowdown < 1).sum())
    if below:
        found.append(f"fct.csv has {below} flows with a slowdown below 1")
    return found
