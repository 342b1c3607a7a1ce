# SPDX-License-Identifier: GPL-2.0-only
"""From the sweeps of a transport study to its table, its heat maps and the combinations that win."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Iterable, Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import LogNorm

from .analysis import write_csv
from .inference import Estimate, difference, estimate
from .points import split_scheme, whole_file
from .style import RC, TITLES, label

PLACE = ["workload", "load_percent"]
COMBINATION = ["scheme", "cc", "recovery", "pfc"]
STATISTICS = {"slowdown_avg": "Average slowdown", "slowdown_p99": "p99 slowdown"}
# What the differences are to: what most networks have today.
BASELINE = ("ecmp", "dcqcn", "gbn", "on")
# Counters of the whole run, as means over the seeds.
COSTS = ["drops", "pfc_pause", "retransmitted_bytes", "timeouts", "queue_total_bytes", "unfinished", "flows"]
BEST = 10


def read(summaries: Mapping[Any, Path]) -> pd.DataFrame:
    """The rows of all sweeps, a row a run, with the parts of its combination."""
    parts = []
    for transport, summary in summaries.items():
        rows = pd.read_csv(summary)
        swept = rows.scheme.map(split_scheme)
        parts.append(rows.assign(scheme=[each.scheme for each in swept],
                                 cc=[each.control or "own" for each in swept],
                                 recovery=[each.recovery or "own" for each in swept], pfc=transport.pfc))
    return pd.concat(parts, ignore_index=True)


def _of(rows: pd.DataFrame, combination: Iterable[str]) -> pd.DataFrame:
    """The rows of a combination, by seed."""
    wanted = np.logical_and.reduce([rows[key] == value for key, value in zip(COMBINATION, combination)])
    return rows[wanted].set_index("seed").sort_index()


def compare(own: pd.DataFrame, base: pd.DataFrame, statistic: str) -> Estimate:
    """The paired relative difference over the seeds that both have."""
    both = own.index.intersection(base.index)
    return difference(own.loc[both, statistic], base.loc[both, statistic])


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """A row a combination and place: slowdowns with intervals, differences to the baseline, and what it costs."""
    found = []
    for place, here in rows.groupby(PLACE, sort=False):
        base = _of(here, BASELINE)
        for combination in here[COMBINATION].drop_duplicates().itertuples(index=False):
            own = _of(here, combination)
            row = {**dict(zip(PLACE, place)), **dict(zip(COMBINATION, combination)), "seeds": len(own)}
            for statistic in STATISTICS:
                value, change = estimate(own[statistic]), compare(own, base, statistic)
                row |= {statistic: value.mean, f"{statistic}_half_width": value.half_width,
                        f"{statistic}_difference": change.mean, f"{statistic}_difference_half_width": change.half_width,
                        f"{statistic}_p_value": change.p_value}
            row |= {name: float(own[name].mean()) for name in COSTS}
            found.append(row)
    return pd.DataFrame(found)


def _words(value: float, half_width: float, form: str) -> str:
    """A number, with half of its interval where there is one."""
    return format(value, form) + ("" if math.isnan(half_width) else f" +-{half_width:{form.lstrip('+')}}")


def _change(change: Estimate) -> str:
    """A relative difference in percent."""
    if math.isnan(change.mean):
        return "-"
    return _words(100 * change.mean, 100 * change.half_width, "+.1f") + f" %{change.mark}"


def _markdown(head: list[str], lines: Iterable[list[str]]) -> str:
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(line) + " |" for line in lines)]) + "\n"


def _title(place: tuple[str, float]) -> str:
    return f"{TITLES.get(place[0], place[0])}, {place[1]:g} %"


def winners(made: pd.DataFrame) -> str:
    """The best combinations of each place, and the best transport of each load balancer."""
    blocks = []
    for place, here in made.groupby(PLACE, sort=False):
        for title, chosen in (
                (f"the best {BEST} by average slowdown", here.nsmallest(BEST, "slowdown_avg")),
                ("the best transport of each load balancer",
                 here.loc[here.groupby("scheme", sort=False).slowdown_avg.idxmin().dropna()])):
            lines = [[label(row.scheme), row.cc, row.recovery, row.pfc,
                      _words(row.slowdown_avg, row.slowdown_avg_half_width, ".2f"),
                      _words(100 * row.slowdown_avg_difference, 100 * row.slowdown_avg_difference_half_width, "+.1f"),
                      _words(row.slowdown_p99, row.slowdown_p99_half_width, ".1f")] for row in chosen.itertuples()]
            head = ["load balancer", "congestion control", "loss recovery", "PFC", "average", "to the baseline, %", "p99"]
            blocks.append(f"### {_title(place)}: {title}\n\n{_markdown(head, lines)}")
    return "\n".join(blocks)


def claims(rows: pd.DataFrame) -> str:
    """Paired differences that published claims are about."""
    return "\n".join([
        _claim(rows, "IRN without PFC against Go-Back-N with PFC", ("irn", "off"), ("gbn", "on")),
        _claim(rows, "IRN with PFC against IRN without", ("irn", "on"), ("irn", "off")),
        _claim(rows, "Out-of-order placement against Go-Back-N, with PFC", ("ooo", "on"), ("gbn", "on")),
        _claim(rows, "Out-of-order placement with PFC against without", ("ooo", "on"), ("ooo", "off")),
        _queues(rows),
    ])


def _claim(rows: pd.DataFrame, title: str, own: tuple[str, str], base: tuple[str, str]) -> str:
    """One transport against another, for each load balancer and congestion control."""
    lines = []
    for place, here in rows.groupby(PLACE, sort=False):
        for scheme, control in here[["scheme", "cc"]].drop_duplicates().itertuples(index=False):
            both = [_of(here, (scheme, control, *transport)) for transport in (own, base)]
            if both[0].empty or both[1].empty:
                continue
            lines.append([_title(place), label(scheme), control,
                          *(_change(compare(both[0], both[1], statistic)) for statistic in STATISTICS),
                          *(f"{each.pfc_pause.mean():.0f}" for each in both)])
    head = ["traffic", "load balancer", "congestion control", "average", "p99", "pauses", "pauses of the other"]
    made = _markdown(head, lines) if lines else "Not run.\n"
    return f"### {title}\n\n{made}"


def _queues(rows: pd.DataFrame) -> str:
    """Bytes that wait in all switches, by congestion control."""
    here = rows[(rows.recovery != "own") & rows.queue_total_bytes.notna()]
    means = here.groupby([*PLACE, "scheme", "cc"], sort=False).queue_total_bytes.mean().unstack("cc")
    lines = [[_title((workload, load)), label(scheme), *("-" if math.isnan(value) else f"{value / 1000:.0f}" for value in values)]
             for (workload, load, scheme), values in zip(means.index, means.to_numpy())]
    return ("### Kilobytes in the queues of all switches, mean over time, seeds and loss recoveries\n\n"
            + _markdown(["traffic", "load balancer", *means.columns], lines))


def draw(made: pd.DataFrame, statistic: str, path: Path) -> Path:
    """A heat map: a panel a place, a row a load balancer, a column a transport; the best cell has a frame."""
    columns = list(made[["recovery", "pfc", "cc"]].drop_duplicates().itertuples(index=False, name=None))
    schemes = list(dict.fromkeys(made.scheme))
    places = list(dict.fromkeys(zip(made.workload, made.load_percent)))
    known = made[statistic].dropna()
    norm = LogNorm(known.min(), max(known.max(), 1.001 * known.min()))
    with plt.rc_context({**RC, "axes.grid": False}):
        figure, axes = plt.subplots(len(places), 1, squeeze=False, layout="constrained", sharex=True,
                                    figsize=(max(4.5, 0.36 * len(columns) + 1.6), len(places) * (0.24 * len(schemes) + 0.3) + 0.9))
        for place, axis in zip(places, axes[:, 0]):
            here = made[(made.workload == place[0]) & (made.load_percent == place[1])]
            cells = np.full((len(schemes), len(columns)), np.nan)
            for row in here.itertuples():
                cells[schemes.index(row.scheme), columns.index((row.recovery, row.pfc, row.cc))] = getattr(row, statistic)
            image = axis.imshow(cells, norm=norm, cmap="viridis_r", aspect="auto")
            for (y, x), value in np.ndenumerate(cells):
                if not math.isnan(value):
                    axis.text(x, y, f"{value:.3g}", ha="center", va="center", fontsize=5.5,
                              color="white" if norm(value) > 0.5 else "black")
            if np.isfinite(cells).any():
                y, x = np.unravel_index(np.nanargmin(cells), cells.shape)
                axis.add_patch(plt.Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor="#D55E00", linewidth=1.8))
            axis.set_yticks(range(len(schemes)), [label(scheme) for scheme in schemes])
            axis.set_title(_title(place), loc="left")
        axes[-1, 0].set_xticks(range(len(columns)), [f"{recovery}, PFC {pfc}, {control}" if recovery != "own" else f"own, PFC {pfc}"
                                                     for recovery, pfc, control in columns], rotation=90)
        figure.colorbar(image, ax=axes[:, 0], label=STATISTICS[statistic], fraction=0.03)
        with whole_file(path) as temporary:
            figure.savefig(temporary, format="png", dpi=130)
        plt.close(figure)
    return path


def write(summaries: Mapping[Any, Path], root: Path) -> list[Path]:
    """Writes all; returns the files."""
    rows = read(summaries)
    made = table(rows)
    text = f"## Which combination wins\n\n{winners(made)}\n## Published claims\n\n{claims(rows)}"
    with whole_file(root / "transport-study.md") as temporary:
        temporary.write_text(text)
    return [write_csv(made, root / "transport-study.csv"), root / "transport-study.md",
            *(draw(made, statistic, root / f"{statistic.replace('slowdown_', 'transport-study-')}.png") for statistic in STATISTICS)]
