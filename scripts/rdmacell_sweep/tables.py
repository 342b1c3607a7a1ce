# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a sweep for a terminal."""

from __future__ import annotations

import math

import pandas as pd

from .analysis import STATISTIC_NAMES, finished_words
from .results import KINDS, Results
from .sizes import ALL_SIZES

# Marks behind a slowdown.
OVERLOADED, DOUBTFUL = "!", "~"
SHOWN = ("slowdown_avg", "slowdown_p99")


def table(results: Results) -> str:
    """Average and p99 slowdown, and their paired differences to the baseline: a block a workload and statistic, a row a
    scheme, a column a load.

    Where flows have not finished, one more block has the number of those behind the slowdowns. Below, what the marks
    mean.
    """
    blocks = []
    overall = results.statistics[results.statistics.sizes == ALL_SIZES]
    for workload, rows in results.summary.groupby("workload"):
        of_workload = overall[overall.workload == workload]
        for name in SHOWN:
            words = of_workload[of_workload.statistic == name]
            blocks.append(block(f"{workload}: {STATISTIC_NAMES[name]} slowdown", rows, words, slowdown_words))
            if words.difference_percent.notna().any():
                title = f"{workload}: {STATISTIC_NAMES[name]} slowdown against {results.baseline}, same flows, %"
                blocks.append(block(title, rows, words[words.scheme != results.baseline], difference_words))
        if (rows.unfinished > 0).any():
            sums = rows.groupby(["scheme", "load_percent"], sort=False)[["finished", "flows"]].sum().reset_index()
            title = f"{workload}: flows finished; slowdowns are of these only"
            blocks.append(block(title, rows, sums, finished_words))
    notes = legend(overall)
    return "\n\n".join([*blocks, *(["\n".join(notes)] if notes else [])])


def slowdown_words(row: pd.Series[float]) -> str:
    """A mean with half of its interval and its marks."""
    if math.isnan(row["mean"]):
        return "-"
    width = "" if math.isnan(row.half_width_95) else f" +-{row.half_width_95:.2f}"
    return f"{row['mean']:.2f}{width}{marks(str(row.warnings))}"


def difference_words(row: pd.Series[float]) -> str:
    """A paired difference in percent with half of its interval and its significance."""
    if math.isnan(row.difference_percent):
        return "-"
    width = "" if math.isnan(row.difference_half_width_95) else f" +-{row.difference_half_width_95:.1f}"
    return f"{row.difference_percent:+.1f}{width}{row.mark}"


def marks(warnings: str) -> str:
    """The marks for kinds of warnings, separated by spaces."""
    kinds = warnings.split()
    return (OVERLOADED if "overload" in kinds else "") + (DOUBTFUL if set(kinds) - {"overload", "other-flows"} else "")


def legend(rows: pd.DataFrame) -> list[str]:
    """What the marks in these rows mean, and how many are behind each."""
    shown = rows[rows.statistic.isin(SHOWN)]
    kinds = shown.warnings.str.split()
    notes = []
    if (shown.mark != "").any():
        notes.append("*, ** differs from the baseline: p < 0.05, < 0.01 in Student's paired t-test over the seeds; of "
                     "many values, one in twenty differs by chance")
    if shown.seeds.max() == 1:
        notes.append("One seed: no intervals, and no tests of differences (--seeds=1-5).")
    for kind, meaning in KINDS.items():
        count = int(kinds.map(lambda own, which=kind: which in own).sum())
        if count:
            mark = OVERLOADED if kind == "overload" else " " if kind == "other-flows" else DOUBTFUL
            notes.append(f"{mark} {kind}, {count} of {len(shown)} values: {meaning}")
    return notes


def block(title: str, rows: pd.DataFrame, values: pd.DataFrame, words) -> str:  # type: ignore[no-untyped-def]
    """One block; values has a row a scheme and load, of which `words` makes a cell."""
    texts = values.assign(text=values.apply(words, axis=1))
    cells = texts.pivot(index="scheme", columns="load_percent", values="text")
    cells = cells.reindex([scheme for scheme in rows.scheme.unique() if scheme in cells.index])[sorted(cells.columns)]
    cells.columns = pd.Index([f"{load:g} %" for load in cells.columns])
    return f"{title}\n{cells.rename_axis(index=None).to_string(na_rep='-')}"
