# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the RDMACell paper beside the results of a sweep, as tables in Markdown.

doc/reproduction.md has what this prints for the preset rdmacell-paper.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Iterator

import pandas as pd

from . import SweepError
from .analysis import STATISTIC_NAMES
from .inference import Estimate, difference, estimate
from .options import OneLineParser
from .points import PRESET_GROUPS, REPOSITORY, read_meta
from .program import run_program

CLAIMS = REPOSITORY / "doc" / "rdmacell-claims.csv"
# The scheme of the claims, and the form of it that is this module's.
JUDGED = ("rdmacell", "rdmacell-adaptive")
SHOWN = ("slowdown_avg", "slowdown_p99")
BY = ["workload", "load_percent", "scheme"]


def parser() -> OneLineParser:
    """The options."""
    places = " and ".join(PRESET_GROUPS["rdmacell-paper"].values())
    made = OneLineParser(
        prog="reproduction",
        allow_abbrev=False,
        description="Prints, in Markdown, the average and p99 slowdown of a sweep's schemes (mean over the seeds with half of "
        "its 95 % interval), and what the RDMACell paper claims beside the difference measured on the same flows.",
    )
    made.add_argument("directory", metavar="DIR", help=f"of a sweep, or of the sweeps of the preset rdmacell-paper ({places})")
    return made


def read_summaries(directory: Path) -> dict[str, pd.DataFrame]:
    """The summary of each network that a directory has results of, by name."""
    places = [directory] if (directory / "summary.csv").is_file() else [
        directory / place for place in PRESET_GROUPS["rdmacell-paper"].values() if (directory / place / "summary.csv").is_file()]
    if not places:
        raise SweepError(f"'{directory}' has no summary.csv of a sweep")
    found = {}
    for place in places:
        try:
            found[place.name] = pd.read_csv(place / "summary.csv")[["seed", *BY, *SHOWN, "pfc_pause", "version"]].assign(
                place=str(place))
        except (KeyError, ValueError) as error:
            raise SweepError(f"{place / 'summary.csv'}: not the summary of a sweep ({error})") from None
    return found


def read_claims() -> pd.DataFrame:
    """The claims, in their order."""
    return pd.read_csv(CLAIMS, comment="#")


def change(rows: pd.DataFrame, scheme: str, than: str, statistic: str) -> Estimate:
    """The paired difference between two schemes, over the seeds that both have, as a share of the second."""
    values = rows.pivot_table(index="seed", columns="scheme", values=statistic)
    if scheme not in values or than not in values:
        return estimate([])
    both = values[[scheme, than]].dropna()
    return difference(both[scheme], both[than])


def verdict(found: Estimate, stated: float) -> str:
    """What a measured difference says of a claimed one.

    @param found as a share
    @param stated in percent; not a number where only the order is claimed
    """
    if math.isnan(found.half_width):
        return "one seed" if found.count else "not measured"
    low, high = 100 * (found.mean - found.half_width), 100 * (found.mean + found.half_width)
    if low <= 0 <= high:
        return "undecided"
    if low > 0:
        return "contradicted"
    if math.isnan(stated) or high <= stated or low <= stated:
        return "holds"
    return "smaller"


def percent(found: Estimate) -> str:
    """A difference as text."""
    if not found.count:
        return "-"
    return f"{100 * found.mean:+.1f} %" + ("" if math.isnan(found.half_width) else f" +- {100 * found.half_width:.1f}")


def slowdowns(rows: pd.DataFrame) -> Iterator[str]:
    """A table for each workload: a row a scheme, a column a load, average / p99."""
    for workload, own in rows.groupby("workload", sort=False):
        loads = sorted(own.load_percent.unique())
        yield f"| {workload} | " + " | ".join(f"{load:g} %" for load in loads) + " |"
        yield "|---|" + "---|" * len(loads)
        for scheme, of_scheme in own.groupby("scheme", sort=False):
            yield f"| `{scheme}` | " + " | ".join(
                cell(of_scheme[of_scheme.load_percent == load]) for load in loads) + " |"
        yield ""


def cell(rows: pd.DataFrame) -> str:
    """Average and p99 of some seeds."""
    return " / ".join(words(estimate(rows[name]), digits) for name, digits in zip(SHOWN, (2, 1)))


def words(found: Estimate, digits: int) -> str:
    """A mean as text."""
    if not found.count:
        return "-"
    return f"{found.mean:.{digits}f}" + ("" if math.isnan(found.half_width) else f" +- {found.half_width:.{digits}f}")


def judgments(rows: pd.DataFrame, claims: pd.DataFrame) -> Iterator[str]:
    """A row for each claim."""
    yield "| claim | paper |" + "".join(f" `{scheme}` | |" for scheme in JUDGED)
    yield "|---|---|" + "---|---|" * len(JUDGED)
    for claim in claims.itertuples():
        own = rows[(rows.workload == claim.workload) & (rows.load_percent == claim.load_percent)]
        stated = "below" if math.isnan(claim.stated_percent) else f"{claim.stated_percent:+g} %"
        line = f"| {claim.workload}, {claim.load_percent:g} %, {STATISTIC_NAMES[claim.statistic]}, against `{claim.than}` | {stated} |"
        for scheme in JUDGED:
            found = change(own, scheme, claim.than, claim.statistic)
            line += f" {percent(found)} | {verdict(found, claim.stated_percent)} |"
        yield line


def states(rows: pd.DataFrame) -> Iterator[str]:
    """ConWeave run by run where a queue has resumed early; nothing where none has.

    Early resumes make a state of their own: packets out of order, retransmissions, and with these more pauses.
    """
    lines = []
    for row in rows[rows.scheme == "conweave"].sort_values(["workload", "load_percent", "seed"]).itertuples():
        point = f"conweave-{row.workload}-load{row.load_percent:g}-seed{row.seed}"
        counted = (read_meta(Path(row.place) / point) or {}).get("scheme") or {}
        if counted.get("early_resumes"):
            lines.append(f"| {row.workload}, {row.load_percent:g} %, seed {row.seed} | {row.slowdown_avg:.2f} / {row.slowdown_p99:.1f} "
                         f"| {counted['reroutes']} | {counted['early_resumes']} | {row.pfc_pause} |")
    if lines:
        yield from ("| `conweave` | average / p99 | reroutes | early resumes | pauses |", "|---|---|---|---|---|", *lines, "")


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    claims = read_claims()
    for place, rows in read_summaries(Path(options.directory)).items():
        seeds = sorted(rows.seed.unique())
        print(f"## {place}\n\nSeeds {', '.join(map(str, seeds))}; version {', '.join(sorted(set(rows.version.astype(str))))}.\n")
        print("Average / p99 slowdown:\n")
        print("\n".join(slowdowns(rows)))
        print("\n".join((*judgments(rows, claims), "", *states(rows))))
    return 0


if __name__ == "__main__":
    run_program("reproduction", main)
