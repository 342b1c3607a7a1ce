# SPDX-License-Identifier: GPL-2.0-only
"""From the sweeps of a study to its tables, in Markdown."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Optional

import pandas as pd

from .analysis import finished_words, over_seeds
from .points import read_meta

BY = ["workload", "load_percent", "scheme"]


def read_sweep(summary: Path) -> pd.DataFrame:
    """A sweep's summary, with the share of bytes that RDMACell has rerouted, and its recoveries."""
    rows = pd.read_csv(summary)
    again, recoveries = [], []
    for row in rows.itertuples():
        point = f"{row.scheme}-{row.workload}-load{row.load_percent:g}-seed{row.seed}"
        counted = (read_meta(summary.parent / point) or {}).get("scheme", {})
        delivered = counted.get("delivered_bytes", 0)
        again.append(100 * counted["retransmitted_bytes"] / delivered if delivered else math.nan)
        recoveries.append(1000 * counted["reroutes"] / counted["flows"] if delivered else math.nan)
    return rows.assign(retransmitted_percent=again, recoveries=recoveries)


def _mean(rows: pd.DataFrame, value: str, digits: int) -> pd.Series[str]:
    """Mean over the seeds, with half of its 95 % interval where there are several."""
    return over_seeds(rows, BY, value).apply(
        lambda of: f"{of['mean']:.{digits}f}"
        + ("" if math.isnan(of["half_width"]) else f" +-{of['half_width']:.{digits}f}"),
        axis=1,
    )


def _slowdowns(rows: pd.DataFrame) -> pd.Series[str]:
    """Average and p99 slowdown by workload, load and scheme."""
    return _mean(rows, "slowdown_avg", 2) + " / " + _mean(rows, "slowdown_p99", 1)


def _finished(rows: pd.DataFrame) -> pd.Series[str]:
    """Flows behind the slowdowns by workload, load and scheme, of all seeds."""
    return rows.groupby(BY)[["finished", "flows"]].sum().apply(finished_words, axis=1)


def _costs(rows: pd.DataFrame) -> pd.Series[str]:
    """Rerouted bytes and recoveries by workload, load and scheme."""
    means = rows.groupby(BY)[["retransmitted_percent", "recoveries"]].mean()
    return means.apply(lambda of: "-" if of.isna().any() else f"{of.iloc[0]:.1f} / {of.iloc[1]:.1f}", axis=1)


def _markdown(title: str, table: pd.DataFrame) -> str:
    head = [str(table.index.name), *map(str, table.columns)]
    lines = [f"### {title}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join([str(label), *row]) + " |" for label, row in zip(table.index, table.to_numpy())]
    return "\n".join(lines) + "\n"


def tables(summaries: dict[str, Path], others: Optional[Path]) -> str:
    """For each workload and load: all schemes at their defaults, and a row a setting with a column a variant.

    Where flows have not finished, further tables have the number of those behind the slowdowns.

    @param summaries the sweep of each setting, by its name; the first is that of the defaults
    @param others the sweep of the schemes to compare with, if any
    """
    sweeps = {name: read_sweep(summary) for name, summary in summaries.items()}
    defaults = next(iter(sweeps.values()))
    everything = pd.concat([pd.read_csv(others), defaults]) if others else defaults
    of_all = _slowdowns(everything)
    slowdowns, costs, finished = (
        {name: cells(rows) for name, rows in sweeps.items()} for cells in (_slowdowns, _costs, _finished)
    )
    all_rows = pd.concat([everything, *sweeps.values()])
    censored = set(map(tuple, all_rows[all_rows.unfinished > 0][BY[:2]].to_numpy()))
    blocks = []
    for workload, load in defaults.groupby(BY[:2]).groups:
        place = f"{workload}, {load:g} %"
        schemes = pd.Index(everything.scheme.unique(), name="scheme")
        compared = pd.DataFrame({"average / p99": of_all[workload, load].reindex(schemes)})
        blocks.append(_markdown(f"{place}: slowdown of all at their defaults", compared))
        parts = [("average / p99 slowdown", slowdowns), ("rerouted bytes, % / recoveries per 1000 flows", costs)]
        if (workload, load) in censored:
            blocks.append(_markdown(
                f"{place}: flows finished; slowdowns are of these only",
                pd.DataFrame({"flows": _finished(everything)[workload, load].reindex(schemes)})))
            parts.append(("flows finished; slowdowns are of these only", finished))
        for title, cells in parts:
            table = pd.DataFrame({name: of_setting[workload, load] for name, of_setting in cells.items()}).T
            table = table[defaults.scheme.unique()].rename_axis(index="setting")
            blocks.append(_markdown(f"{place}: {title}", table))
    return "\n".join(blocks)
