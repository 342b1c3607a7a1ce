# SPDX-License-Identifier: GPL-2.0-only
"""Figures of a sweep, each as PNG for the screen, PDF for a paper and SVG for the web."""

from __future__ import annotations

import math
import re
import textwrap
from pathlib import Path
from typing import Any

import pandas as pd

from .points import PRESET_GROUPS, PRESETS, REPOSITORY, Plan, time_to_ns, whole_file, workload_name
from .results import FEWEST_ABOVE, WIDE, Results
from .sizes import ALL_SIZES
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
PAGE_LEGEND_COLUMNS = 5
# With a label longer than this, a column's legend has two columns, not three.
LONG_LABEL = 18
# Letters of small print that fit into a line of a column's panel, and of one of two on a page.
COLUMN_LETTERS, PAGE_LETTERS = 56, 64
# A scheme that is this many times the median one at every load would press all others into a line.
FAR_BEYOND = 3.0
OVERLOAD_COLOR = "#C00000"


def plot_all(plan: Plan, results: Results, output: Path) -> list[Path]:
    """Draws every figure; returns the files written."""
    written = []
    with plt.rc_context(RC):
        for workload in map(workload_name, plan.workloads):
            part = results.of_workload(workload)
            if part.summary.empty:
                continue
            written += save(plot_slowdown_by_load(part, plan), output / f"slowdown-{workload}")
            written += save(plot_slowdown_by_size(part, plan), output / f"slowdown-by-size-{workload}")
        if plan.preset in PRESET_GROUPS["rdmacell-paper"]:
            written += save(plot_panels(plan, results), output / "panels")
    return written


def save(figure: Figure, stem: Path) -> list[Path]:
    """Writes a figure as PNG, PDF and SVG, each whole or not at all."""
    settle(figure)
    paths = [stem.with_name(stem.name + ending) for ending in (".png", ".pdf", ".svg")]
    for path in paths:
        # Without a date in it, the same results give the same file.
        metadata = {".pdf": {"CreationDate": None}, ".svg": {"Date": None}}.get(path.suffix)
        with whole_file(path) as temporary:
            figure.savefig(temporary, format=path.suffix[1:], metadata=metadata)
    plt.close(figure)
    return paths


def settle(figure: Figure) -> None:
    """Makes a figure's layout, and keeps it."""
    engine = figure.get_layout_engine()
    if engine is None:
        return
    # Twice: a panel's size decides on its ticks, whose labels decide on its size.
    for _ in range(2):
        engine.execute(figure)
    figure.set_layout_engine("none")
    for axis in figure.axes:
        # The solver's last digits differ from run to run, and with them names within SVG files.
        axis.set_position([round(edge, 6) for edge in axis.get_position().bounds])


def plot_slowdown_by_load(results: Results, plan: Plan) -> Figure:
    """Average and p99 slowdown against load, one workload, one line a scheme; fits a paper's column."""
    columns = 2 if max(len(label(scheme)) for scheme in plan.schemes) > LONG_LABEL else 3
    legend_rows = -(-len(plan.schemes) // columns)
    figure, axes = plt.subplots(2, 1, figsize=(COLUMN_INCHES, 4.6 + 0.16 * legend_rows), sharex=True,
                                layout="constrained")
    rows = results.statistics[results.statistics.sizes == ALL_SIZES]
    for axis, (value, text) in zip(axes, PANELS):
        draw_panel(axis, rows[rows.statistic == value], "load_percent", plan)
        axis.set_ylabel(text)
    axes[-1].set_xlabel(load_words(plan))
    axes[-1].set_xticks(sorted(rows.load_percent.unique()))
    title(figure, results.summary, plan, "FCT slowdown against load")
    # Outside, as no corner is surely empty.
    drawn = dict(zip(*reversed(axes[0].get_legend_handles_labels())))
    names = [label(scheme) for scheme in plan.schemes if label(scheme) in drawn]
    axes[0].legend([drawn[name] for name in names], names, loc="lower left", bbox_to_anchor=(-0.2, 1.0),
                   ncol=columns, columnspacing=0.8, handlelength=2.2)
    notes = footnotes(results.summary, rows)
    expected = len(plan.schemes) * len(plan.loads) * len(plan.seeds)
    if len(results.summary) < expected:
        notes.append(f"{expected - len(results.summary)} of {expected} runs failed and are missing.")
    footnote(figure, notes)
    return figure


def plot_slowdown_by_size(results: Results, plan: Plan) -> Figure:
    """Average and p99 slowdown by class of flow size at the middle and the highest load."""
    loads = sorted(results.summary.load_percent.unique())
    chosen = sorted({loads[(len(loads) - 1) // 2], loads[-1]})
    # The legend has a row of its own: beside the panels, it would take a third of their width.
    legend_inches = 0.15 * -(-len(plan.schemes) // PAGE_LEGEND_COLUMNS)
    figure, axes = plt.subplots(len(chosen) + 1, 2, figsize=(PAGE_INCHES, 0.7 + legend_inches + 2.1 * len(chosen)), squeeze=False,
                                layout="constrained", gridspec_kw={"height_ratios": [legend_inches, *[2.1] * len(chosen)]})
    for axis in axes[0]:
        axis.remove()
    top = figure.add_subplot(axes[0][0].get_gridspec()[0, :])
    top.axis("off")
    axes = axes[1:]
    numbers = results.by_size.groupby("sizes")["class"].first()
    rows = results.statistics[results.statistics.sizes.isin(numbers.index)]
    rows = rows.assign(number=rows.sizes.map(numbers))
    for load, row_axes in zip(chosen, axes):
        for axis, (value, text) in zip(row_axes, PANELS):
            draw_panel(axis, rows[(rows.load_percent == load) & (rows.statistic == value)], "number", plan)
            axis.set_ylabel(text)
            axis.set_title(f"{load:g} % load", loc="left")
            # An edge is a tick, in the middle between the classes on both of its sides.
            edges = [name.split("-")[-1].removeprefix("to ") for name in numbers.sort_values().index[:-1]]
            axis.set_xticks([number + 0.5 for number in range(len(edges))], edges)
            axis.set_xlim(-0.5, len(numbers) - 0.5)
            axis.tick_params(axis="x", labelsize=6.5)
    for axis in axes[-1]:
        axis.set_xlabel("Flow size")
    title(figure, results.summary, plan, "FCT slowdown by flow size")
    drawn = dict(zip(*reversed(axes[0][0].get_legend_handles_labels())))
    names = [label(scheme) for scheme in plan.schemes if label(scheme) in drawn]
    top.legend([drawn[name] for name in names], names, loc="upper left", borderaxespad=0, ncol=PAGE_LEGEND_COLUMNS)
    at_loads = results.summary[results.summary.load_percent.isin(chosen)]
    footnote(figure, footnotes(at_loads, rows[rows.load_percent.isin(chosen)]))
    return figure


def plot_panels(plan: Plan, results: Results) -> Figure:
    """The RDMACell paper's figure: average and p99 slowdown of each workload in a panel each, with the values that the
    paper states."""
    workloads = [name for name in map(workload_name, plan.workloads) if not results.of_workload(name).summary.empty]
    figure, axes = plt.subplots(2, len(workloads), figsize=(PAGE_INCHES, 5.4), squeeze=False, sharex=True,
                                layout="constrained")
    for column, workload in enumerate(workloads):
        rows = results.of_workload(workload).statistics
        rows = rows[rows.sizes == ALL_SIZES]
        for axis, (value, text) in zip(axes[:, column], PANELS):
            draw_panel(axis, rows[rows.statistic == value], "load_percent", plan)
            draw_published(axis, published(workload, value), plan)
            axis.set_ylabel(text)
            axis.set_title(TITLES.get(workload, workload), loc="left")
        axes[-1][column].set_xlabel(load_words(plan))
        axes[-1][column].set_xticks(sorted(rows.load_percent.unique()))
    title(figure, results.summary, plan, "FCT slowdown against load", workload="The RDMACell paper's figure")
    drawn = dict(zip(*reversed(axes[0][0].get_legend_handles_labels())))
    axes[0][-1].legend(drawn.values(), drawn.keys(), loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)
    shown = results.statistics[results.statistics.sizes == ALL_SIZES]
    footnote(figure, [*footnotes(results.summary, shown), "Crosses: values that the paper states."])
    return figure


def published(workload: str, statistic: str) -> pd.DataFrame:
    """The values that the RDMACell paper states of a workload and statistic: columns scheme, load_percent, value."""
    rows = pd.read_csv(REPOSITORY / "doc" / "rdmacell-paper.csv", comment="#")
    return rows[(rows.workload == workload) & (rows.statistic == statistic)]


def draw_published(axis: Axes, rows: pd.DataFrame, plan: Plan) -> None:
    """A cross in a scheme's color for each value, with an axis that reaches them."""
    style = looks(plan.schemes)
    rows = rows[rows.scheme.isin(plan.schemes)]
    for row in rows.itertuples():
        axis.plot(row.load_percent, row.value, linestyle="none", marker="x", markersize=7, markeredgewidth=1.6,
                  color=style[row.scheme]["color"], zorder=5)
    if len(rows):
        axis.set_ylim(top=max(axis.get_ylim()[1], 1.06 * rows.value.max()))


def draw_panel(axis: Axes, rows: pd.DataFrame, by: str, plan: Plan) -> None:
    """One statistic of all schemes.

    @param rows of Results.statistics, of this statistic
    @param by column of the horizontal axis
    """
    style = looks(plan.schemes)
    beyond = beyond_the_axis(rows, by, everywhere=by == "load_percent")
    words = ", ".join(f"{label(scheme)} {low:.3g} to {high:.3g}" for scheme, (low, high) in beyond.items())
    note = textwrap.wrap(f"Beyond the axis: {words}", COLUMN_LETTERS if by == "load_percent" else PAGE_LETTERS) if beyond else []
    # Those beyond come when the axis has its limits, from the others.
    for is_beyond in (False, True):
        for scheme in plan.schemes:
            of_scheme = rows[rows.scheme == scheme]
            if (scheme in beyond) == is_beyond and not of_scheme.empty:
                # Classes of size are many and close together.
                draw_line(axis, of_scheme.set_index(by).sort_index(), style[scheme], 8.5 if by == "load_percent" else 6.5)
        if not is_beyond:
            scale_slowdown(axis)
            # Room for the note on those beyond, above the others.
            low, high = axis.get_ylim()
            room = 0.08 * len(note)
            axis.set_ylim(low, high * (high / low)**room if axis.get_yscale() == "log" else high + room * (high - low))
    if note:
        text = axis.text(0.02, 0.98, "\n".join(note), transform=axis.transAxes, va="top", fontsize=6.5, color="#444444",
                         bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        # The panel's width is not the note's.
        text.set_in_layout(False)


def beyond_the_axis(rows: pd.DataFrame, by: str, everywhere: bool = True) -> dict[str, tuple[float, float]]:
    """The schemes far beyond the others all along the axis, in the order of the rows, with their least and largest
    mean.

    @param everywhere whether at each place of the axis, or else at more than half of them
    """
    means = rows.groupby([by, "scheme"], sort=False)["mean"].first().unstack()
    if len(means.columns) < 4:
        return {}
    far = means.gt(FAR_BEYOND * means.median(axis=1), axis=0)
    chosen = far.all() if everywhere else far.mean() > 0.5
    return {scheme: (means[scheme].min(), means[scheme].max()) for scheme in means.columns[chosen]}


def draw_line(axis: Axes, line: pd.DataFrame, look: dict[str, Any], ring: float) -> None:
    """One scheme: the means, their 95 % intervals if there are several seeds, doubtful ones marked.

    @param ring size of the rings around values of an overloaded network
    """
    axis.plot(line.index, line["mean"], **look)
    width = line.half_width_95
    if width.notna().any():
        # No slowdown is below 1, whatever the interval.
        axis.fill_between(line.index, (line["mean"] - width).clip(lower=1), line["mean"] + width, color=look["color"], alpha=0.18,
                          linewidth=0)
    kinds = line.warnings.str.split()
    few = line["mean"][kinds.map(lambda own: "few" in own).to_numpy(dtype=bool)]
    axis.plot(few.index, few, linestyle="none", marker=look["marker"], color=look["color"], markerfacecolor="white",
              zorder=3)
    overloaded = line["mean"][kinds.map(lambda own: "overload" in own).to_numpy(dtype=bool)]
    axis.plot(overloaded.index, overloaded, linestyle="none", marker="o", markersize=ring, color=OVERLOAD_COLOR,
              markerfacecolor="none", markeredgewidth=0.1 * ring, zorder=4)


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


def title(figure: Figure, rows: pd.DataFrame, plan: Plan, what: str, workload: str = "") -> None:
    """The workload and the quantity shown; below it, the number of flows and seeds behind the points."""
    workload = workload or rows.workload.iloc[0]
    flows = rows.groupby(["scheme", "load_percent", "seed"])["flows"].sum()
    amount = f"{flows.min():,}" if flows.min() == flows.max() else f"{flows.min():,} to {flows.max():,}"
    seeds = "1 seed" if len(plan.seeds) == 1 else f"{len(plan.seeds)} seeds (band: 95 % interval of the mean)"
    behind = f"{amount} flows a run; {spaced(plan.duration)} after {spaced(plan.warmup)} warm-up; {seeds}"
    behind += "".join(f"; {words}" for words in conditions(plan))
    columns = int(18.5 * figure.get_figwidth())
    figure.suptitle("\n".join([f"{TITLES.get(workload, workload)}: {what}", *textwrap.wrap(behind, columns)]),
                    x=0.01, ha="left", fontsize=7.5)


def load_words(plan: Plan) -> str:
    """The label of an axis of loads."""
    return "Load (% of ToR uplinks)" if plan.argument("loadAt") == "uplinks" else "Load (% of host link rate)"


def conditions(plan: Plan) -> list[str]:
    """What a reader should know of the runs besides the lengths and counts."""
    words = []
    if plan.argument("oversubscription") not in (None, "1"):
        words.append(f"{plan.argument('oversubscription')}:1 oversubscribed")
    if plan.argument("cooldown") not in (None, "0s"):
        words.append("traffic goes on after the window")
    if plan.preset in ("quick", "standard") and time_to_ns(plan.duration) <= time_to_ns(PRESETS[plan.preset].duration):
        words.append("a short window: figures to cite need a longer one")
    return words


def spaced(time: str) -> str:
    """A time with a space before its unit."""
    return re.sub(r"(?<=[0-9.])(?=[a-z])", " ", time)


def footnotes(runs: pd.DataFrame, shown: pd.DataFrame) -> list[str]:
    """Notes that keep a reader from being misled.

    @param runs of Results.summary, those behind the figure
    @param shown of Results.statistics, those in the figure
    """
    notes = []
    unfinished = runs[runs.unfinished > 0]
    if not unfinished.empty:
        worst = unfinished.loc[(unfinished.unfinished / unfinished.flows).idxmax()]
        notes.append(
            f"Unfinished flows are not averaged: {len(unfinished)} of {len(runs)} runs have some, at most "
            f"{worst.unfinished:,} of {worst.flows:,} ({label(worst.scheme)}, "
            f"{worst.load_percent:g} %)."
        )
    kinds = shown[shown.statistic.isin([value for value, _ in PANELS])].warnings.str.split()
    for kind, text in (("few", f"Hollow: a percentile with fewer than {FEWEST_ABOVE} flows above it, or an average of "
                        "fewer."),
                       ("overload", "Red rings: slowdown grows within the window; the network is overloaded, or the "
                        "warm-up too short.")):
        if kinds.map(lambda own, which=kind: which in own).any():
            notes.append(text)
    wide = int(kinds.map(lambda own: "wide" in own).sum())
    if wide:
        notes.append(f"The interval of {wide} of {len(kinds)} points is wider than +-{100 * WIDE:g} %.")
    drift = int(kinds.map(lambda own: "drift" in own).sum())
    if drift:
        notes.append(f"{drift} of {len(kinds)} points drift: the halves of the window differ.")
    return notes


def footnote(figure: Figure, notes: list[str]) -> None:
    """Small print under the panels."""
    columns = int(22 * figure.get_figwidth())
    lines = [line for note in notes for line in textwrap.wrap(note, columns)]
    if lines:
        figure.supxlabel("\n".join(lines), fontsize=6.5, color="#444444", x=0.01, ha="left")
