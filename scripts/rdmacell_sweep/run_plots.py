# SPDX-License-Identifier: GPL-2.0-only
"""Figures of one run: its flows, and its records and traces over time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Mapping, Optional

import numpy as np
import pandas as pd

from . import SweepError
from .analysis import read_flows
from .placement_picture import placement_figure
from .plots import PAGE_INCHES, save
from .records import pauses, read_record
from .sizes import size_words
from .style import BLACK, BLUE, GREEN, ORANGE, RC, SKY
from .timeline import EVENTS, read_timeline

# After style, which selects a backend without a display.
import matplotlib.pyplot as plt  # isort: skip
from matplotlib.figure import Figure  # isort: skip
from matplotlib.ticker import FuncFormatter  # isort: skip

# Ports, or queue pairs, that have a line of their own: those with the most.
MOST_LINES = 6
# Cells of a path overlap in time: each is in one of this many rows of its lane.
ROWS_OF_LANE = 3
# Above the panel, where it hides no line.
LEGEND: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 0.98), "fontsize": 6.5, "columnspacing": 1.0}
COLORS = (BLUE, ORANGE, GREEN, SKY, BLACK, "#8C510A")


def plot_run(directory: Path, meta: Mapping[str, Any], flow: Optional[int] = None) -> list[Path]:
    """Draws what a run has recorded; returns the files, which are in its directory.

    @param flow whose cells to draw; None for that with the most cells
    """
    figures: dict[str, Optional[Figure]] = {}
    with plt.rc_context(RC):
        try:
            figures["flows"] = flow_figure(directory)
            figures["timeline"] = timeline_figure(directory, meta)
            for name, draw in RECORDS.items():
                rows = read_record(directory, name)
                figures[name] = draw(rows, meta) if rows is not None and len(rows) else None
            figures["placement"] = placement_figure(directory)
            figures["rates"] = rate_figure(directory)
            number, figures["cells"] = cell_figure(directory, flow)
        except (KeyError, AttributeError, pd.errors.ParserError, pd.errors.EmptyDataError) as error:
            raise SweepError(f"{directory}: a record that is not one of rdmacell-fat-tree ({error})") from error
        names = {"cells": f"cells-flow{number}"}
        return [path for name, figure in figures.items() if figure is not None
                for path in save(figure, directory / f"plot-{names.get(name, name)}")]


def new_figure(rows: int, title: str, height: float = 2.2) -> tuple[Figure, Any]:
    """Panels over a time axis in microseconds."""
    figure, axes = plt.subplots(rows, 1, figsize=(PAGE_INCHES, 0.5 + height * rows), sharex=True, squeeze=False,
                                layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=7.5)
    axes[-1][0].set_xlabel("Time (us)")
    return figure, [row[0] for row in axes]


def flow_figure(directory: Path) -> Optional[Figure]:
    """Slowdown of each flow by its size."""
    flows = read_flows(directory)
    finished = flows[flows.finished & (flows.size_bytes > 0)]
    if finished.empty:
        return None
    figure, axis = plt.subplots(figsize=(PAGE_INCHES, 2.7), layout="constrained")
    axis.plot(finished.size_bytes, finished.slowdown, linestyle="none", marker=".", markersize=3, alpha=0.5, color=BLUE)
    axis.set_xscale("log", base=4)
    axis.xaxis.set_major_formatter(FuncFormatter(size_words))
    axis.set_yscale("log")
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_ylim(bottom=0.95)
    axis.set_xlabel("Flow size")
    axis.set_ylabel("FCT slowdown")
    unfinished = len(flows) - int(flows.finished.sum())
    figure.suptitle(f"Slowdown of {len(finished):,} flows; {unfinished:,} have not finished", x=0.01, ha="left", fontsize=7.5)
    return figure


def timeline_figure(directory: Path, meta: Mapping[str, Any]) -> Optional[Figure]:
    """Slowdown by the start of a flow, and beside it what the network did meanwhile."""
    line = read_timeline(directory, meta)
    if line is None:
        return None
    counted = [name for name in EVENTS.values() if name in line.values]
    paused = "paused_ports" in line.values
    figure, axes = new_figure(1 + paused + bool(counted), "Over the measurement window, by the start of a flow", 1.7)
    axes[0].plot(line.middles_us, line.values.slowdown_p99, color=ORANGE, label="p99")
    axes[0].plot(line.middles_us, line.values.slowdown_avg, color=BLUE, label="average")
    axes[0].set_ylabel("FCT slowdown")
    axes[0].set_ylim(bottom=0)
    axes[0].legend(ncol=2, **LEGEND)
    if paused:
        axes[1].fill_between(line.middles_us, line.values.paused_ports, color=ORANGE, alpha=0.5, linewidth=0)
        axes[1].set_ylabel("Ports paused")
    if counted:
        for name, color in zip(counted, COLORS):
            axes[-1].plot(line.middles_us, line.values[name], color=color, linewidth=0.9, label=name)
        axes[-1].set_ylabel(f"Per {(line.edges_ns[1] - line.edges_ns[0]) / 1000:g} us")
        axes[-1].set_yscale("symlog", linthresh=10)
        axes[-1].legend(ncol=4, **LEGEND)
    return figure


def busiest(rows: pd.DataFrame, by: list[str], value: str) -> list[Any]:
    """The groups with the largest sum."""
    return list(rows.groupby(by)[value].sum().nlargest(MOST_LINES).index)


def over_time(rows: pd.DataFrame, times: np.ndarray[Any, Any], value: str) -> pd.Series[float]:
    """Sum at each of these times; 0 where there is no row."""
    return rows.groupby("time_ns")[value].sum().reindex(times, fill_value=0)


def queue_figure(rows: pd.DataFrame, _: Mapping[str, Any]) -> Figure:
    """Bytes that wait in all switches, and at the busiest ports."""
    times = np.sort(rows.time_ns.unique())
    figure, (total, ports) = new_figure(2, "Bytes that wait in switches")
    total.fill_between(times / 1000, over_time(rows, times, "bytes") / 1000, color=BLUE, alpha=0.5, linewidth=0)
    total.set_ylabel("All queues (kB)")
    for (node, port), color in zip(busiest(rows, ["node", "port"], "bytes"), COLORS):
        own = rows[(rows.node == node) & (rows.port == port)]
        ports.plot(times / 1000, over_time(own, times, "bytes") / 1000, color=color, linewidth=0.9,
                   label=f"switch {node}, port {port}")
    ports.set_ylabel("Longest queues (kB)")
    ports.legend(ncol=6, **LEGEND)
    return figure


def link_figure(rows: pd.DataFrame, _: Mapping[str, Any]) -> Figure:
    """Utilization of all links over time, and of the busiest."""
    times = np.sort(rows.time_ns.unique())
    figure, (spread, links) = new_figure(2, "Utilization of links, each direction on its own")
    table = rows.pivot_table(index="time_ns", columns=["node", "port"], values="utilization", aggfunc="sum").fillna(0)
    shares = np.percentile(100 * table.to_numpy(), [10, 50, 90, 100], axis=1)
    spread.fill_between(times / 1000, shares[0], shares[2], color=BLUE, alpha=0.25, linewidth=0, label="10th to 90th percentile")
    spread.plot(times / 1000, shares[1], color=BLUE, label="median")
    spread.plot(times / 1000, shares[3], color=ORANGE, linewidth=0.8, label="busiest")
    spread.set_ylabel("Links in use (%)")
    spread.legend(ncol=6, **LEGEND)
    for (node, port), color in zip(table.sum().nlargest(MOST_LINES).index, COLORS):
        peer = rows[(rows.node == node) & (rows.port == port)].peer.iloc[0]
        links.plot(times / 1000, 100 * table[node, port], color=color, linewidth=0.9, label=f"{node} to {peer}")
    links.set_ylabel("Busiest links (%)")
    links.legend(ncol=6, **LEGEND)
    return figure


def pause_figure(rows: pd.DataFrame, meta: Mapping[str, Any]) -> Figure:
    """When each port and class was paused."""
    found = pauses(rows, float(meta.get("simulated_s") or 0) * 1e9 or rows.time_ns.max())
    groups = list(found.groupby(["node", "port", "class"]))
    figure, (axis,) = new_figure(1, f"Pauses: {len(found):,} of {len(groups):,} ports and classes", 1.2 + 0.12 * min(len(groups), 40))
    for place, (_, own) in enumerate(groups):
        spans = np.column_stack([own.from_ns, own.to_ns - own.from_ns]) / 1000
        axis.broken_barh([tuple(span) for span in spans], (place - 0.4, 0.8), color=ORANGE)
    if len(groups) <= 40:
        axis.set_yticks(range(len(groups)), [f"switch {node}, port {port}, class {number}" for (node, port, number), _ in groups],
                        fontsize=6)
    else:
        axis.set_ylabel("Ports and classes")
    axis.invert_yaxis()
    return figure


RECORDS: dict[str, Callable[[pd.DataFrame, Mapping[str, Any]], Figure]] = {
    "link": link_figure, "queue": queue_figure, "pfc": pause_figure,
}


def rate_figure(directory: Path) -> Optional[Figure]:
    """Rates of the queue pairs that change theirs most often."""
    rows = read_record(directory, "trace-qp-rate")
    if rows is None or rows.empty:
        return None
    figure, (axis,) = new_figure(1, "Rates of the queue pairs with the most changes")
    counts = rows.groupby(["node", "qp"]).size().nlargest(MOST_LINES)
    for (node, pair), color in zip(counts.index, COLORS):
        own = rows[(rows.node == node) & (rows.qp == pair)]
        axis.step(own.time_ns / 1000, own.rate_bps / 1e9, where="post", color=color, linewidth=0.9, label=f"host {node}, QP {pair}")
    axis.set_ylabel("Rate (Gb/s)")
    axis.set_ylim(bottom=0)
    axis.legend(ncol=6, **LEGEND)
    return figure


def cell_figure(directory: Path, flow: Optional[int]) -> tuple[int, Optional[Figure]]:
    """The cells of a flow: a bar each, from posting to completion, in the lane of its path (a queue pair), with tokens.

    @return the flow, and the figure; None where the run has no trace of cells
    """
    posted = read_record(directory, "trace-cell-posted")
    if posted is None or posted.empty:
        if flow is not None:
            raise SweepError(f"{directory}: no cells were recorded (--trace=cell-posted,cell-completed,token-received)")
        return 0, None
    chosen = flow if flow is not None else int(posted.groupby("flow_id").size().idxmax())
    own = posted[posted.flow_id == chosen]
    if own.empty:
        raise SweepError(f"{directory}: flow {chosen} has posted no cell")

    def events(name: str) -> pd.DataFrame:
        rows = read_record(directory, f"trace-{name}")
        return own.iloc[:0] if rows is None else rows[rows.flow_id == chosen]

    again, tokens = events("cell-retransmitted"), events("token-received")
    completed = events("cell-completed").groupby("cell").time_ns.max()
    end = max([own.time_ns.max(), *completed, *tokens.time_ns]) if len(own) else 0
    lanes = {path: lane for lane, path in enumerate(sorted({*own.path, *again.path}))}
    size = size_words(float(own.bytes.sum()))
    figure, (axis,) = new_figure(1, f"Flow {chosen}: {len(own)} cells of {size} in all, on {len(lanes)} paths", 1.4 + 0.25 * len(lanes))
    place = {row.cell: lanes[row.path] + (row.cell % ROWS_OF_LANE - 1) * 0.8 / ROWS_OF_LANE for row in own.itertuples()}
    for row in own.itertuples():
        until = completed.get(row.cell, end)
        axis.broken_barh([(row.time_ns / 1000, (until - row.time_ns) / 1000)], (place[row.cell] - 0.11, 0.22),
                         facecolor=SKY, edgecolor=BLUE, linewidth=0.6)
        axis.annotate(str(row.cell), (row.time_ns / 1000, place[row.cell]), fontsize=5.5, va="center", ha="right",
                      xytext=(-2, 0), textcoords="offset points")
    seen = tokens[tokens.cell.isin(place)]
    axis.plot(seen.time_ns / 1000, [place[number] for number in seen.cell], linestyle="none", marker="v", markersize=4,
              color=GREEN, label="token")
    again = again[again.cell.isin(place)]
    axis.plot(again.time_ns / 1000, [place[number] for number in again.cell], linestyle="none", marker="x", markersize=5,
              color=ORANGE, label="sent again")
    axis.set_yticks(range(len(lanes)), [f"path {path}" for path in lanes])
    axis.set_ylim(-0.6, len(lanes) - 0.4)
    axis.legend(ncol=2, **LEGEND)
    return chosen, figure
