# SPDX-License-Identifier: GPL-2.0-only
"""Figures of a sweep, each as PNG for the screen and PDF for a paper."""

from __future__ import annotations

import math
import re
import textwrap
from pathlib import Path
from typing import Any

import pandas as pd

from .analysis import ENOUGH_FLOWS, over_seeds
from .points import Plan, whole_file, workload_name
from .style import RC, TITLES, label, looks

# After style, which selects a backend without a display.
import matplotlib.pyplot as plt  # isort: skip
from matplotlib.axes import Axes  # isort: skip
from matplotlib.figure import Figure  # isort: skip
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # isort: skip

PANELS = (("slowdown_avg", "Average FCT slowdown"), ("slowdown_p99", "p99 FCT slowdown"))
# Widths of a two-column paper's column and of its page.
COLUMN_INCHES = 3.5
PAGE_INCHES = 7.0
LEGEND_COLUMNS = 3
# A scheme that is this many times the median one at every load would press all others into a line.
FAR_BEYOND = 3.0


def plot_all(plan: Plan, summary: pd.DataFrame, by_size: pd.DataFrame, output: Path) -> list[Path]:
    """Draws every figure; returns the files written."""
    written = []
    with plt.rc_context(RC):
        for workload in map(workload_name, plan.workloads):
            rows = summary[summary.workload == workload]
            if rows.empty:
                continue
            figure = plot_slowdown_by_load(rows, plan)
            written += save(figure, output / f"slowdown-{workload}")
            figure = plot_slowdown_by_size(by_size[by_size.workload == workload], plan)
            written += save(figure, output / f"slowdown-by-size-{workload}")
    return written


def save(figure: Figure, stem: Path) -> list[Path]:
    """Writes a figure as PNG and PDF, each whole or not at all."""
    paths = [stem.with_name(stem.name + ending) for ending in (".png", ".pdf")]
    for path in paths:
        # Without a date in it, the same results give the same PDF.
        metadata = {"CreationDate": None} if path.suffix == ".pdf" else None
        with whole_file(path) as temporary:
            figure.savefig(temporary, format=path.suffix[1:], metadata=metadata)
    plt.close(figure)
    return paths


def plot_slowdown_by_load(rows: pd.DataFrame, plan: Plan) -> Figure:
    """Average and p99 slowdown against load, one workload, one line a scheme; fits a paper's column."""
    legend_rows = -(-len(plan.schemes) // LEGEND_COLUMNS)
    figure, axes = plt.subplots(2, 1, figsize=(COLUMN_INCHES, 4.6 + 0.16 * legend_rows), sharex=True,
                                layout="constrained")
    style = looks(plan.schemes)
    for axis, (value, text) in zip(axes, PANELS):
        beyond = beyond_the_axis(rows, value)
        # Those beyond come when the axis has its limits, from the others.
        for schemes in ([scheme for scheme in plan.schemes if scheme not in beyond], beyond):
            for scheme in schemes:
                of_scheme = rows[rows.scheme == scheme]
                line = over_seeds(of_scheme, ["load_percent"], value)
                few = few_flows(of_scheme, "load_percent")
                draw_line(axis, line, few if value == "slowdown_p99" else few & False, style[scheme])
            if schemes is not beyond:
                scale_slowdown(axis)
                axis.set_ylim(axis.get_ylim())
        axis.set_ylabel(text)
        if beyond:
            words = ", ".join(f"{label(scheme)} {low:.3g} to {high:.3g}" for scheme, (low, high) in beyond.items())
            axis.text(0.02, 0.98, f"Beyond the axis: {words}", transform=axis.transAxes, va="top", fontsize=6.5,
                      color="#444444", bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    axes[-1].set_xlabel("Load (% of host link rate)")
    axes[-1].set_xticks(sorted(rows.load_percent.unique()))
    title(figure, rows, plan, "FCT slowdown against load")
    # Outside, as no corner is surely empty.
    drawn = dict(zip(*reversed(axes[0].get_legend_handles_labels())))
    names = [label(scheme) for scheme in plan.schemes]
    axes[0].legend([drawn[name] for name in names], names, loc="lower left", bbox_to_anchor=(-0.2, 1.0),
                   ncol=LEGEND_COLUMNS, columnspacing=0.8, handlelength=2.2)
    notes = footnotes(rows, "runs")
    expected = len(plan.schemes) * len(plan.loads) * len(plan.seeds)
    if len(rows) < expected:
        notes.append(f"{expected - len(rows)} of {expected} runs failed and are missing.")
    footnote(figure, notes)
    return figure


def plot_slowdown_by_size(rows: pd.DataFrame, plan: Plan) -> Figure:
    """Average and p99 slowdown against flow size at the middle and the highest load."""
    loads = sorted(rows.load_percent.unique())
    chosen = sorted({loads[(len(loads) - 1) // 2], loads[-1]})
    figure, axes = plt.subplots(len(chosen), 2, figsize=(PAGE_INCHES, 0.7 + 2.1 * len(chosen)), squeeze=False,
                                layout="constrained", sharex=True)
    style = looks(plan.schemes)
    for load, row_axes in zip(chosen, axes):
        at_load = rows[rows.load_percent == load]
        for axis, (value, text) in zip(row_axes, PANELS):
            for scheme in plan.schemes:
                of_scheme = at_load[at_load.scheme == scheme]
                line = over_seeds(of_scheme, ["bin"], value)
                few = few_flows(of_scheme, "bin")
                sizes = of_scheme.groupby("bin")["size_median_bytes"].mean()
                line.index = few.index = pd.Index(sizes)
                draw_line(axis, line, few if value == "slowdown_p99" else few & False, style[scheme])
            axis.set_xscale("log")
            axis.xaxis.set_major_locator(LogLocator(subs=(1, 3)))
            axis.xaxis.set_major_formatter(FuncFormatter(size_words))
            axis.xaxis.set_minor_formatter(NullFormatter())
            axis.set_ylabel(text)
            axis.set_title(f"{load:g} % load", loc="left")
            scale_slowdown(axis)
    for axis in axes[-1]:
        axis.set_xlabel("Flow size (median of an equal-count bin)")
    title(figure, rows, plan, "FCT slowdown by flow size")
    axes[0][1].legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)
    footnote(figure, footnotes(rows[rows.load_percent.isin(chosen)], "bins"))
    return figure


def beyond_the_axis(rows: pd.DataFrame, value: str) -> dict[str, tuple[float, float]]:
    """The schemes far beyond the others at every load, in the order of the rows, with their least and largest mean."""
    means = rows.groupby(["load_percent", "scheme"], sort=False)[value].mean().unstack()
    if len(means.columns) < 4:
        return {}
    far = means.gt(FAR_BEYOND * means.median(axis=1), axis=0).all()
    return {scheme: (means[scheme].min(), means[scheme].max()) for scheme in means.columns[far]}


def few_flows(rows: pd.DataFrame, by: str) -> pd.Series[bool]:
    """Where a p99 has too few finished flows behind it, in any seed."""
    finished = (rows.flows - rows.unfinished).groupby(rows[by]).min()
    return finished < ENOUGH_FLOWS


def draw_line(axis: Axes, line: pd.DataFrame, few: pd.Series[bool], look: dict[str, Any]) -> None:
    """One scheme: the means, their 95 % intervals if there are several seeds, few flows hollow."""
    axis.plot(line.index, line["mean"], **look)
    if line.half_width.notna().any():
        axis.fill_between(line.index, line["mean"] - line.half_width, line["mean"] + line.half_width,
                          color=look["color"], alpha=0.18, linewidth=0)
    hollow = line["mean"][few.reindex(line.index, fill_value=False).to_numpy(dtype=bool)]
    axis.plot(hollow.index, hollow, linestyle="none", marker=look["marker"], color=look["color"],
              markerfacecolor="white", zorder=3)


def scale_slowdown(axis: Axes) -> None:
    """From 1, the least slowdown there is; logarithmic if the values span a decade."""
    values = [y for line in axis.get_lines() for y in line.get_ydata() if math.isfinite(y)]
    if values and max(values) / min(values) >= 10:
        axis.set_yscale("log")
        axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.yaxis.set_minor_formatter(NullFormatter())
        axis.set_ylim(bottom=0.93)
    elif values:
        # The data's own limits, which know of the bands too.
        top = max(axis.dataLim.y1, 1.01)
        axis.set_ylim(1 - min(0.05 * (top - 1), 0.3), top + 0.08 * (top - 1))


def size_words(size: float, _: Any = None) -> str:
    """A tick of a size axis: 1 kB, 100 kB, 1 MB."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size:g} B"


def title(figure: Figure, rows: pd.DataFrame, plan: Plan, what: str) -> None:
    """The workload and the quantity shown; below it, the number of flows and seeds behind the points."""
    workload = rows.workload.iloc[0]
    flows = rows.groupby(["scheme", "load_percent", "seed"])["flows"].sum()
    amount = f"{flows.min():,}" if flows.min() == flows.max() else f"{flows.min():,} to {flows.max():,}"
    seeds = "1 seed" if len(plan.seeds) == 1 else f"{len(plan.seeds)} seeds (band: 95 % interval of the mean)"
    behind = f"{amount} flows a run; {spaced(plan.duration)} after {spaced(plan.warmup)} warm-up; {seeds}"
    columns = int(18.5 * figure.get_figwidth())
    figure.suptitle("\n".join([f"{TITLES.get(workload, workload)}: {what}", *textwrap.wrap(behind, columns)]),
                    x=0.01, ha="left", fontsize=7.5)


def spaced(time: str) -> str:
    """A time with a space before its unit."""
    return re.sub(r"(?<=[0-9.])(?=[a-z])", " ", time)


def footnotes(rows: pd.DataFrame, what: str) -> list[str]:
    """Notes that keep a reader from being misled.

    @param what name of a row of the table, in the plural
    """
    notes = []
    unfinished = rows[rows.unfinished > 0]
    if not unfinished.empty:
        worst = unfinished.loc[(unfinished.unfinished / unfinished.flows).idxmax()]
        notes.append(
            f"Unfinished flows are not averaged: {len(unfinished)} of {len(rows)} {what} have some, at most "
            f"{worst.unfinished:,} of {worst.flows:,} ({label(worst.scheme)}, "
            f"{worst.load_percent:g} %)."
        )
    if (rows.flows - rows.unfinished < ENOUGH_FLOWS).any():
        notes.append(f"Hollow p99 markers: fewer than {ENOUGH_FLOWS:,} flows behind them.")
    return notes


def footnote(figure: Figure, notes: list[str]) -> None:
    """Small print under the panels."""
    columns = int(22 * figure.get_figwidth())
    lines = [line for note in notes for line in textwrap.wrap(note, columns)]
    if lines:
        figure.supxlabel("\n".join(lines), fontsize=6.5, color="#444444", x=0.01, ha="left")
