# SPDX-License-Identifier: GPL-2.0-only
"""report.html: a sweep's results as one file that needs no other, and no network."""

from __future__ import annotations

import base64
import json
import math
import re
from pathlib import Path
from typing import Any, Iterable, Optional, Sequence

import jinja2
import pandas as pd

from . import SweepError, history
from .analysis import STATISTIC_NAMES, STATISTICS, over_seeds
from .plots import load_words, published
from .points import PRESET_GROUPS, REPOSITORY, Plan, read_meta, whole_file, workload_name
from .results import KINDS, Results
from .sizes import ALL_SIZES
from .style import DARK, DASHES, TITLES, label, looks
from .tables import difference_words, marks, slowdown_words

TEMPLATES = Path(__file__).with_name("templates")
# Debian's libjs-d3
D3 = Path("/usr/share/javascript/d3/d3.min.js")
MOST_SLOWEST = 8
NAME = "report.html"

Cell = dict[str, Any]
Table = dict[str, list[Any]]


def write_report(plan: Plan, results: Results, output: Path, failures: Sequence[str] = (), partial: str = "",
                 place: Optional[Path] = None) -> Path:
    """Writes report.html, whole or not at all.

    @param results of the points that have some
    @param output the sweep's directory, with its figures
    @param failures points without results, in words
    @param partial what to say of a sweep that is still running
    @param place where the report goes and the figures are, if not in the sweep's directory
    """
    path = (place or output) / NAME
    with whole_file(path) as temporary:
        temporary.write_text(render(plan, results, output, failures, partial, path.parent), encoding="utf-8")
    return path


def render(plan: Plan, results: Results, output: Path, failures: Sequence[str], partial: str,
           figures: Path) -> str:
    """The page."""
    data = chart_data(plan, results)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)
    commands = history.read(output)
    return environment.get_template("report.html").render(
        title=f"{', '.join(TITLES.get(w['name'], w['name']) for w in data['workloads'])}: "
              f"{len(plan.schemes)} schemes, {plan.preset} sweep",
        lead=lead(plan, results),
        data=data,
        json=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        css=(TEMPLATES / "report.css").read_text(encoding="utf-8"),
        js=(TEMPLATES / "report.js").read_text(encoding="utf-8"),
        d3=read_d3(),
        workloads=[workload_context(results, workload, figures) for workload in data["workloads"]],
        baseline_label=label(results.baseline),
        failures=failures,
        partial=partial,
        doubts=doubts(results),
        statistics=statistics_table(results),
        counters=counters_table(results, output),
        points=points_table(results.summary, output),
        slowest=points_table(results.summary.nlargest(MOST_SLOWEST, "wall_s"), output),
        run=run_rows(plan, results, output, commands),
        history=history_table(commands),
    )


def read_d3() -> str:
    """The library that draws."""
    try:
        return D3.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SweepError(f"{D3} is missing: scripts/install-deps installs it") from None


def lead(plan: Plan, results: Results) -> str:
    """The sweep in one line."""
    seeds = "1 seed" if len(plan.seeds) == 1 else f"{len(plan.seeds)} seeds"
    short = " A short sweep: a first look, not a result to publish." if plan.preset in ("quick", "standard") else ""
    return (f"Loads of {', '.join(plan.loads)} %, {seeds}, windows of {plan.duration} after {plan.warmup} of warm-up; "
            f"{len(results.summary)} runs, {results.summary.flows.sum():,} flows.{short}")


def clean(value: Any) -> Any:
    """A number for JSON: null where it is none, six significant digits."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return float(f"{value:.6g}")


def chart_data(plan: Plan, results: Results) -> dict[str, Any]:
    """All that the charts show."""
    style = looks(plan.schemes)
    names = {scheme: number for number, scheme in enumerate(plan.schemes)}
    panels = json.loads((TEMPLATES / "panels.json").read_text(encoding="utf-8"))
    workloads = []
    for name in map(workload_name, plan.workloads):
        part = results.of_workload(name)
        if not part.summary.empty:
            stated = [[row.load_percent, names[row.scheme], STATISTICS.index(row.statistic), row.value]
                      for statistic in STATISTICS for row in published(name, statistic).itertuples()
                      if row.scheme in names] if plan.preset in PRESET_GROUPS["rdmacell-paper"] else []
            workloads.append({**workload_data(name, part, names, panels), "published": stated})
    return {
        "schemes": [{"name": scheme, "label": look["label"], "color": look["color"],
                     "dark": DARK.get(look["color"], look["color"]), "dash": DASHES[look["linestyle"]]}
                    for scheme, look in style.items()],
        "baseline": label(results.baseline),
        "loads": load_words(plan),
        "statistics": [[name, STATISTIC_NAMES[name]] for name in STATISTICS],
        "panels": panels,
        "workloads": workloads,
    }


def workload_data(name: str, part: Results, names: dict[str, int], panels: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One workload's part of it."""
    classes = part.by_size.groupby("class").sizes.first().to_dict()
    numbers = {text: number for number, text in enumerate(classes.values())}
    stats = [[row.load_percent, names[row.scheme], numbers.get(row.sizes, -1), STATISTICS.index(row.statistic),
              clean(row.mean), clean(row.half_width_95), row.seeds, row.finished, clean(row.difference_percent),
              clean(row.difference_half_width_95), row.mark, row.warnings] for row in part.statistics.itertuples()]
    cdf: dict[str, list[list[list[float]]]] = {}
    for (load, scheme), rows in part.cdf.groupby(["load_percent", "scheme"]):
        of_load = cdf.setdefault(f"{load:g}", [[] for _ in names])
        of_load[names[scheme]] = [[share, clean(slowdown)] for share, slowdown in zip(rows.share, rows.slowdown)]
    metrics = {}
    for panel in panels:
        for column in filter(None, (panel["column"], panel.get("reference"))):
            rows = over_seeds(part.summary, ["load_percent", "scheme"], column).dropna(subset=["mean"])
            seeds = part.summary.groupby(["load_percent", "scheme"])[column].count()
            if len(rows) and rows["mean"].abs().max() > 0:
                metrics[column] = [[load, names[scheme], clean(mean), clean(width), int(seeds[load, scheme])]
                                   for (load, scheme), mean, width in zip(rows.index, rows["mean"], rows.half_width)]
    return {"name": name, "loads": sorted(part.summary.load_percent.unique().tolist()), "classes": list(classes.values()),
            "stats": stats, "cdf": cdf, "metrics": metrics}


def workload_context(results: Results, workload: dict[str, Any], figures: Path) -> dict[str, Any]:
    """What the page says of a workload beside its charts."""
    panels = json.loads((TEMPLATES / "panels.json").read_text(encoding="utf-8"))
    rows = results.summary[results.summary.workload == workload["name"]]
    absent = [panel["title"].lower() for panel in panels if panel["column"] not in workload["metrics"]
              and rows[panel["column"]].isna().all()]
    zero = [panel["title"].lower() for panel in panels if panel["column"] not in workload["metrics"]
            and not rows[panel["column"]].isna().all()]
    statics = []
    for stem, words in (("slowdown", "FCT slowdown against load"), ("slowdown-by-size", "FCT slowdown by flow size")):
        figure = figures / f"{stem}-{workload['name']}.svg"
        if figure.exists():
            encoded = base64.b64encode(figure.read_bytes()).decode("ascii")
            statics.append({"alt": words, "src": f"data:image/svg+xml;base64,{encoded}"})
    flows = rows.groupby("load_percent").flows.mean()
    behind = ", ".join(f"{count:,.0f} at {load:g} %" for load, count in flows.items())
    return {
        "id": f"workload-{workload['name']}",
        "title": TITLES.get(workload["name"], workload["name"]),
        "behind": f"Flows a run, on average: {behind}." + (f" None in any run: {', '.join(zero)}." if zero else ""),
        "panels": [number for number, panel in enumerate(panels) if panel["column"] in workload["metrics"]],
        "missing": ", ".join(absent),
        "statics": statics,
        "published": workload["published"],
    }


def doubts(results: Results) -> list[dict[str, Any]]:
    """Each kind of warning on average and p99 over all sizes: how many, and where the first are."""
    rows = results.statistics
    rows = rows[(rows.sizes == ALL_SIZES) & rows.statistic.isin(("slowdown_avg", "slowdown_p99"))]
    found = []
    for kind, meaning in KINDS.items():
        own = rows[rows.warnings.str.split().map(lambda kinds, which=kind: which in kinds)]
        places = dict.fromkeys(f"{label(row.scheme)} at {row.load_percent:g} %" for row in own.itertuples())
        where = ", ".join(list(places)[:6]) + (", ..." if len(places) > 6 else "")
        if places:
            found.append({"kind": kind, "meaning": meaning, "count": len(own), "of": len(rows), "where": where})
    return found


def cell(value: Any, text: Optional[str] = None, hint: str = "") -> Cell:
    """A cell of a table: the value to sort by, and its text."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return {"value": "", "text": text or "-", "hint": hint}
    if isinstance(value, float):
        return {"value": f"{value:.10g}", "text": text or f"{value:.6g}", "hint": hint}
    return {"value": str(value), "text": text or str(value), "hint": hint, "is_text": isinstance(value, str)}


def statistics_table(results: Results) -> Table:
    """A row a workload, load and scheme; all statistics over all sizes."""
    columns = ["scheme", "workload", "load, %"]
    columns += [STATISTIC_NAMES[name] for name in STATISTICS]
    columns += ["average, % to baseline", "p99, % to baseline", "offered, %", "carried, %", "finished", "flows"]
    rows = []
    everything = results.statistics[results.statistics.sizes == ALL_SIZES]
    loads = results.summary.groupby(["workload", "load_percent", "scheme"])[["offered_load", "carried_load"]].mean()
    for key, own in everything.groupby(["workload", "load_percent", "scheme"], sort=False):
        by_name = own.set_index("statistic")
        row = [cell(label(key[2])), cell(key[0]), cell(float(key[1]))]
        for name in STATISTICS:
            found = by_name.loc[name]
            row.append(cell(float(found["mean"]), slowdown_words(found), hint(str(found.warnings))))
        for name in ("slowdown_avg", "slowdown_p99"):
            found = by_name.loc[name]
            row.append(cell(float(found.difference_percent), difference_words(found)))
        row += [cell(100 * float(value), f"{100 * value:.1f}") if pd.notna(value) else cell(None) for value in loads.loc[key]]
        row += [cell(int(by_name.finished.iloc[0])), cell(int(by_name["flows"].iloc[0]))]
        rows.append(row)
    return {"columns": columns, "rows": rows}


def hint(warnings: str) -> str:
    """The kinds of warnings in words."""
    return "; ".join(KINDS[kind] for kind in warnings.split()) if marks(warnings) else ""


def counter_meanings() -> dict[tuple[str, str], str]:
    """What doc/output.md says of the counters of the schemes, by the scheme and the counter."""
    text = (REPOSITORY / "doc" / "output.md").read_text(encoding="utf-8")
    body = text.partition("## Counters of the schemes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|([^|]+)\|([^|]*)\|([^|]+)\|$", body, re.MULTILINE)
    return {(scheme.strip(), name): f"{meaning.strip()}{f' ({unit.strip()})' if unit.strip() else ''}"
            for name, schemes, unit, meaning in rows for scheme in schemes.split(",")}


def counter_meaning(meanings: dict[tuple[str, str], str], scheme: str, counter: str) -> str:
    """That of a scheme's counter; variants of a scheme, such as rdmacell-single, have its counters."""
    known = [name for name, own in meanings if own == counter and (scheme == name or scheme.startswith((f"{name}-", f"{name}+")))]
    return meanings[max(known, key=len), counter] if known else ""


def counters_table(results: Results, output: Path) -> Table:
    """A row a workload, scheme and counter; a column a load."""
    values: dict[tuple[str, str, str], dict[float, list[float]]] = {}
    for row in results.summary.itertuples():
        counters = (read_meta(output / point_name(row)) or {}).get("scheme") or {}
        for name, value in counters.items():
            if isinstance(value, (int, float)):
                values.setdefault((row.workload, row.scheme, name), {}).setdefault(row.load_percent, []).append(value)
    loads = sorted(results.summary.load_percent.unique())
    meanings = counter_meanings()
    rows = []
    for (workload, scheme, name), by_load in values.items():
        means = [sum(by_load[load]) / len(by_load[load]) if load in by_load else None for load in loads]
        meaning = counter_meaning(meanings, scheme, name)
        rows.append([cell(label(scheme)), cell(workload), cell(name, hint=meaning), cell(meaning),
                     *(cell(mean, None if mean is None else f"{mean:,.0f}") for mean in means)])
    return {"columns": ["scheme", "workload", "counter", "counts", *(f"{load:g} %" for load in loads)], "rows": rows}


def point_name(row: Any) -> str:
    """The directory of a row of the summary."""
    return f"{row.scheme}-{row.workload}-load{row.load_percent:.10g}-seed{row.seed}"


def points_table(summary: pd.DataFrame, output: Path) -> Table:
    """The summary, with a button that copies each point's command."""
    columns = [name for name in summary.columns if name not in ("scheme", "version")]
    rows = []
    for row in summary.itertuples():
        command = (read_meta(output / point_name(row)) or {}).get("command", "")
        own = [cell(value.item() if hasattr(value, "item") else value) for value in (getattr(row, name) for name in columns)]
        rows.append([cell(row.scheme), {"command": command} if command else cell(None), *own])
    return {"columns": ["scheme", "again", *columns], "rows": rows}


def run_rows(plan: Plan, results: Results, output: Path, commands: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """What was run, where and when, as names and values."""
    point = next(iter(results.summary.itertuples()))
    meta = read_meta(output / point_name(point)) or {}
    rows = [
        ("driver", ", ".join(sorted(set(results.summary.version.astype(str))))),
        ("ns-3", str(meta.get("ns3_version", ""))),
        ("schemes", ", ".join(plan.schemes)),
        ("extra arguments", " ".join(plan.extra) or "none"),
        ("output", str(output)),
        ("processor time", f"{results.summary.wall_s.sum():,.0f} s in all runs, {results.summary.wall_s.max():,.1f} s in the longest"),
    ]
    if commands:
        rows.append(("machine", str(commands[-1].get("machine", ""))))
    return rows


def history_table(commands: Sequence[dict[str, Any]]) -> Table:
    """The commands that have worked on the sweep."""
    rows = [[cell(str(entry.get("command"))), {"command": str(entry.get("command"))}, cell(str(entry.get("began"))),
             cell(entry.get("seconds")), cell(entry.get("runs")), cell(str(entry.get("machine")))] for entry in commands]
    return {"columns": ["command", "again", "began", "seconds", "points run", "machine"], "rows": rows}


