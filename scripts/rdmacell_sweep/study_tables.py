# SPDX-License-Identifier: GPL-2.0-only
"""From the sweeps of a study to its tables, in Markdown."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Optional

import pandas as pd

from .analysis import over_seeds
from .points import read_meta

BY = ["workload", "load_percent", "scheme"]


def read_sweep(summary: Path) -> pd.DataFrame:
    """A sweep's summary, with the share of bytes that RDMACell has sent again, and its recoveries."""
    rows = pd.read_csv(summary)
    again, recoveries = [], []
    for row in rows.itertuples():
        point = f"{row.scheme}-{row.workload}-load{row.load_percent:g}-seed{row.seed}"
        counted = (read_meta(summary.parent / point) or {}).get("scheme", {})
        delivered = counted.get("delivered_bytes", 0)
        again.append(100 * counted["resent_bytes"] / delivered if delivered else math.nan)
        recoveries.append(1000 * counted["reroutes"] / counted["flows"] if delivered else math.nan)
    return rows.assign(resent_percent=again, recoveries=recoveries)


def _cell(mean: float, half_width: float, digits: int) -> str:
    interval = "" if math.isnan(half_width) else f" +-{half_width:.{digits}f}"
    return f"{mean:.{digits}f}{interval}"


def _rows(rows: pd.DataFrame) -> pd.DataFrame:
    """The cells of a sweep: indexed by workload, load and scheme."""
    average = over_seeds(rows, BY, "slowdown_avg")
    p99 = over_seeds(rows, BY, "slowdown_p99")
    columns = {
        "average": [_cell(a.mean, a.half_width, 2) for a in average.itertuples()],
        "p99": [_cell(a.mean, a.half_width, 1) for a in p99.itertuples()],
    }
    made = pd.DataFrame(columns, index=average.index)
    for name, column in (("resent_percent", "sent again, %"), ("recoveries", "recoveries per 1000 flows")):
        if name in rows:
            made[column] = rows.groupby(BY)[name].mean().map(lambda value: "-" if math.isnan(value) else f"{value:.1f}")
    return made


def _markdown(title: str, first: str, labels: list[str], rows: pd.DataFrame) -> str:
    lines = [f"### {title}", "", "| " + " | ".join([first, *rows.columns]) + " |"]
    lines.append("|" + "---|" * (1 + len(rows.columns)))
    lines += ["| " + " | ".join([label, *row]) + " |" for label, row in zip(labels, rows.itertuples(index=False))]
    return "\n".join(lines) + "\n"


def tables(summaries: dict[str, Path], others: Optional[Path]) -> str:
    """A table a workload, load and scheme with a row a setting; before them, the schemes at their defaults.

    Every average is over the seeds, with half of its 95 % interval behind it.

    @param summaries the sweep of each setting, by its name
    @param others the sweep of the schemes to compare with, if any
    """
    made = {name: _rows(read_sweep(summary)) for name, summary in summaries.items()}
    defaults = next(iter(made.values()))
    blocks = []
    if others:
        everything = pd.concat([_rows(pd.read_csv(others)), defaults[["average", "p99"]]])
        for (workload, load), rows in everything.groupby(level=[0, 1]):
            schemes = list(rows.index.get_level_values("scheme"))
            blocks.append(_markdown(f"{workload}, {load:g} %: schemes at their defaults", "scheme", schemes, rows))
    for workload, load, scheme in defaults.index:
        rows = pd.concat([of_setting.loc[[(workload, load, scheme)]] for of_setting in made.values()])
        blocks.append(_markdown(f"{workload}, {load:g} %: `{scheme}`", "setting", list(made), rows))
    return "\n".join(blocks)
