# SPDX-License-Identifier: GPL-2.0-only
"""scripts/compare: two sweeps, or the same sweep at two commits, with paired differences."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pandas as pd

from . import SweepError
from .analysis import STATISTIC_NAMES, write_csv
from .evaluation import judge
from .options import OneLineParser
from .points import REPOSITORY, RESULTS, Plan, Point, load_plan, points_on_disk, workload_name
from .program import run_program
from .results import RunFlows, cell_statistics
from .sizes import ALL_SIZES
from .tables import SHOWN, block, difference_words

Key = tuple[str, str, str]


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="compare",
        allow_abbrev=False,
        description="Prints by how much slowdown in the second sweep differs from that in the first: in per cent, of the "
        "same flows under the same scheme, mean over the seeds with half of its 95 % interval (* p < 0.05, ** p < 0.01). A "
        "commit is built in results/compare/ and swept there.",
        epilog="Arguments after a lone -- go to the sweeps of commits: scripts/compare HEAD~1 HEAD -- --preset=quick --seeds=1-3",
    )
    made.add_argument("first", metavar="A", help="directory of a sweep, or a commit")
    made.add_argument("second", metavar="B", help="of what is compared with it")
    made.add_argument("--output", metavar="FILE", help="a CSV file for all statistics")
    return made


def sweep_of(name: str, options: list[str]) -> Path:
    """The directory of a sweep; that of a commit is made first."""
    directory = Path(name)
    if (directory / "plan.json").is_file():
        return directory
    found = subprocess.run(["git", "-C", REPOSITORY, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"],
                           capture_output=True, text=True, check=False)
    if directory.is_dir() or found.returncode != 0:
        raise SweepError(f"'{name}' is neither the directory of a sweep (with plan.json) nor a commit")
    commit = found.stdout.strip()
    place = RESULTS / "compare" / commit[:12]
    tree = place / "tree"
    steps: list[list[Any]] = [] if tree.is_dir() else [["git", "-C", REPOSITORY, "worktree", "add", "--detach", tree, commit]]
    steps.append([tree / "scripts" / "build", "rdmacell-fat-tree"])
    steps.append([REPOSITORY / "scripts" / "sweep", f"--driver={tree}/build/bin/rdmacell-fat-tree",
                  f"--output={place}/sweep", *options])
    for step in steps:
        # What they say goes beside the table, not into it.
        if subprocess.run(step, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode != 0:
            raise SweepError(f"{commit[:12]}: {' '.join(map(str, step))} has failed")
    return place / "sweep"


def read_sweep(directory: Path) -> tuple[Plan, dict[Key, dict[int, Point]]]:
    """The plan, and the points that have results, by workload, load and scheme."""
    plan = load_plan(directory)
    if plan is None:
        raise SweepError(f"{directory} holds no sweep")
    points: dict[Key, dict[int, Point]] = defaultdict(dict)
    for point in judge(points_on_disk(plan, directory), directory).usable:
        points[workload_name(point.workload), point.load, point.scheme][point.seed] = point
    return plan, points


def compare(first: Path, second: Path) -> pd.DataFrame:
    """A row a workload, load, scheme and statistic that both have: cell_statistics() of the second, with the first as the
    baseline."""
    (_, before), (_, after) = read_sweep(first), read_sweep(second)
    rows = []
    for key in [key for key in after if key in before]:
        own = {seed: RunFlows.read(point, second) for seed, point in after[key].items()}
        base = {seed: RunFlows.read(point, first) for seed, point in before[key].items()}
        for row in cell_statistics(own, base, ()):
            if row["sizes"] == ALL_SIZES:
                rows.append({"workload": key[0], "load_percent": float(key[1]), "scheme": key[2], **row})
    if not rows:
        raise SweepError("the two have no point in common")
    table = pd.DataFrame(rows)
    if table.difference_percent.isna().all():
        raise SweepError("the two had no seed with the same flows")
    return table


def text_of(table: pd.DataFrame) -> str:
    """Average and p99 for a terminal."""
    blocks = []
    for workload, rows in table.groupby("workload", sort=False):
        for name in SHOWN:
            own = rows[rows.statistic == name]
            blocks.append(block(f"{workload}: {STATISTIC_NAMES[name]} slowdown, difference in %", rows, own, difference_words))
    tested = table[table.p_value.notna()]
    marked = int((tested.mark != "").sum())
    blocks.append(f"{marked} of {len(tested)} values differ with p < 0.05, of which one in twenty would by chance" if len(tested)
                  else "One seed with the same flows: no intervals, and no tests.")
    return "\n\n".join(blocks)


def main() -> int:
    """Entry point."""
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser().parse_args(arguments[:end])
    first, second = (sweep_of(name, arguments[end + 1:]) for name in (options.first, options.second))
    table = compare(first, second)
    print(f"{options.second} against {options.first}\n")
    print(text_of(table))
    if options.output:
        print(f"\nWritten:\n  {write_csv(table, Path(options.output))}")
    return 0


if __name__ == "__main__":
    run_program("compare", main, "Stopped; the same command continues.")
