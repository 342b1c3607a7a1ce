# SPDX-License-Identifier: GPL-2.0-only
"""From the runs of the training study to its tables, in Markdown, and its report."""

from __future__ import annotations

import base64
import io
import math
from pathlib import Path
from typing import Any, Iterable, Mapping

import jinja2
import numpy as np
import pandas as pd

from .inference import Estimate, difference, estimate
from .plots import PAGE_INCHES
from .points import read_meta, whole_file
from .report import TEMPLATES
from .style import BLUE, GREY, RC

# After style, which selects a backend without a display.
import matplotlib.pyplot as plt  # isort: skip
from matplotlib.figure import Figure  # isort: skip

COUNTERS = ("pfc_pause", "ecn_marks", "naks", "retransmitted_bytes", "timeouts", "drops", "frame_hops", "wall_s", "version")
FIGURES = ("time_ns", "ratio", "busbw_gbps", "straggler_ratio", "uplink_mmr")
TITLES = {
    "scaling": "QP scaling: ring AllReduce, ranks in turn over the racks of a zone",
    "pinning": "Path pinning, with as many uplinks as hosts and with twice as many",
    "placement": "Placement in two zones with 4:1 oversubscription between them",
    "schemes": "All schemes on a fat tree of 128 hosts",
    "admission": "Incasts of a mixture of experts: admission by the receiver and congestion control",
    "outage": "An uplink that is down for 4 ms in an AllReduce",
}


def read_runs(runs: Iterable[Any], root: Path) -> pd.DataFrame:
    """A row a run: its case, the figures of its collective, and the run's counters."""
    rows = []
    for run in runs:
        meta = read_meta(root / run.name) or {}
        own = meta.get("collectives", {}).get("0", {})
        rows.append({"question": run.case.question, "group": run.case.group, "case": run.case.name, "seed": run.seed,
                     "status": own.get("status", "stuck"), **{name: own.get(name) for name in FIGURES},
                     **{name: meta.get(name) for name in COUNTERS}})
    return pd.DataFrame(rows).astype({name: float for name in FIGURES})


def _words(value: Estimate, digits: int) -> str:
    """A mean with half of its interval."""
    if math.isnan(value.mean):
        return "-"
    width = "" if math.isnan(value.half_width) else f" +-{value.half_width:.{digits}f}"
    return f"{value.mean:.{digits}f}{width}"


def compare(rows: pd.DataFrame, baseline: str) -> pd.DataFrame:
    """A row a case of a group: estimates of its ratio, and of its time against the baseline's with the same seeds."""
    by_case = {name: own.set_index("seed") for name, own in rows.groupby("case", sort=False)}
    base = by_case.get(baseline)
    compared = []
    for name, own in by_case.items():
        seeds = own.index if base is None else own.index.intersection(base.index)
        against = None if base is None or name == baseline else \
            difference(own.loc[seeds, "time_ns"].tolist(), base.loc[seeds, "time_ns"].tolist())
        compared.append({"case": name, "ratio": estimate(own.ratio), "against": against,
                         "mmr": estimate(own.uplink_mmr), "own": own,
                         "unfinished": int((own.status != "finished").sum())})
    return pd.DataFrame(compared)


def _row(compared: Any) -> list[str]:
    """The cells of a case."""
    own, against = compared.own, compared.against
    gain = "" if against is None or math.isnan(against.mean) else \
        f"{100 * against.mean:+.1f} % +-{100 * against.half_width:.1f}{against.mark}" if not math.isnan(against.half_width) \
        else f"{100 * against.mean:+.1f} %"
    unfinished = f"; {compared.unfinished} of {len(own)} not finished" if compared.unfinished else ""
    return [compared.case, _words(compared.ratio, 2) + unfinished, gain, _words(compared.mmr, 2),
            f"{own.pfc_pause.astype(float).mean():.0f}", f"{own.ecn_marks.astype(float).mean():.0f}",
            f"{own.retransmitted_bytes.astype(float).mean() / 1e6:.1f}", f"{own.timeouts.astype(float).mean():.0f}"]


COLUMNS = ["case", "time over bound", "time against the baseline", "MMR", "PFC pauses", "ECN marks", "retransmitted, MB",
           "timeouts"]


def tables(rows: pd.DataFrame, baselines: Mapping[str, str]) -> str:
    """A table a question and group."""
    blocks = [f"Runs: {len(rows)}, {rows.frame_hops.astype(float).sum() / 1e6:,.0f} million frame-hops, seeds "
              f"{', '.join(map(str, sorted(rows.seed.unique())))}, driver {', '.join(sorted(rows.version.astype(str).unique()))}.\n"]
    for question, of_question in rows.groupby("question", sort=False):
        blocks.append(f"## {TITLES[question]}\n")
        for group, own in of_question.groupby("group", sort=False):
            lines = [f"### {group}", "", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
            lines += ["| " + " | ".join(_row(row)) + " |" for row in compare(own, baselines[question]).itertuples()]
            blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def bars(of_question: pd.DataFrame, baseline: str) -> Figure:
    """Time over bound of each case, a panel a group."""
    groups = list(of_question.groupby("group", sort=False))
    heights = [own["case"].nunique() for _, own in groups]
    figure, axes = plt.subplots(len(groups), 1, figsize=(PAGE_INCHES, 0.6 * len(groups) + 0.16 * sum(heights)), squeeze=False,
                                gridspec_kw={"height_ratios": heights}, sharex=True, layout="constrained")
    for (group, own), (axis,) in zip(groups, axes):
        compared = compare(own, baseline)
        means = [value.mean for value in compared.ratio]
        widths = [0 if math.isnan(value.half_width) else value.half_width for value in compared.ratio]
        colors = [GREY if name == baseline else BLUE for name in compared.case]
        axis.barh(range(len(means)), np.nan_to_num(means), xerr=widths, color=colors, height=0.7, error_kw={"elinewidth": 0.8})
        axis.set_yticks(range(len(means)), compared.case, fontsize=6.5)
        axis.invert_yaxis()
        axis.axvline(1, color="black", linewidth=0.7)
        axis.set_title(group, loc="left", fontsize=7.5)
    axes[-1][0].set_xlabel("Completion time over its lower bound")
    return figure


def write_page(rows: pd.DataFrame, baselines: Mapping[str, str], root: Path) -> Path:
    """Writes report.html: a panel of bars and a table a question, in one file."""
    questions = []
    with plt.rc_context(RC):
        for question, of_question in rows.groupby("question", sort=False):
            picture = io.BytesIO()
            figure = bars(of_question, baselines[question])
            figure.savefig(picture, format="svg")
            plt.close(figure)
            content = {"columns": ["group", *COLUMNS], "rows": [
                [{"value": text, "text": text} for text in (group, *_row(row))]
                for group, own in of_question.groupby("group", sort=False)
                for row in compare(own, baselines[question]).itertuples()]}
            questions.append({"id": question, "title": TITLES[question], "baseline": baselines[question], "table": content,
                              "src": "data:image/svg+xml;base64," + base64.b64encode(picture.getvalue()).decode("ascii")})
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)
    page = environment.get_template("training.html").render(
        questions=questions, css=(TEMPLATES / "report.css").read_text(encoding="utf-8"), runs=len(rows),
        hops=f"{rows.frame_hops.astype(float).sum() / 1e6:,.0f}", seeds=", ".join(map(str, sorted(rows.seed.unique()))))
    path = root / "report.html"
    with whole_file(path) as temporary:
        temporary.write_text(page, encoding="utf-8")
    return path
