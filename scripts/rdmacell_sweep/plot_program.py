# SPDX-License-Identifier: GPL-2.0-only
"""scripts/plot: figures of one run, or all files of a sweep again, from what is on disk."""

from __future__ import annotations

from pathlib import Path

from . import SweepError
from .evaluation import evaluate, judge, print_written
from .options import OneLineParser
from .points import load_plan, points_on_disk, read_meta
from .program import run_program
from .run_plots import plot_run


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="plot",
        allow_abbrev=False,
        description="Draws a run: flows, the placement of collectives, and as far as they were recorded links, queues, pauses, rates, and the cells of a "
        "flow (--record=link,queue,pfc --trace=qp-rate,cell-posted,cell-completed,token-received of rdmacell-fat-tree). Of a "
        "sweep, makes all tables, figures and the report again, without running anything.",
    )
    made.add_argument("directory", metavar="DIR", help="of a run (with meta.json) or of a sweep (with plan.json)")
    made.add_argument("--flow", metavar="ID", help="whose cells to draw; that with the most cells if not given")
    made.add_argument("--baseline", metavar="NAME", help="of a sweep: as of scripts/sweep")
    return made


def plot_sweep(output: Path, baseline: str | None) -> int:
    """Evaluates the points of a sweep that are there; returns the exit status."""
    plan = load_plan(output)
    if plan is None:
        raise SweepError(f"{output}: neither a run (meta.json) nor a sweep (plan.json)")
    if baseline is not None and baseline not in plan.schemes:
        raise SweepError(f"--baseline: '{baseline}' is not swept, expected of {', '.join(plan.schemes)}")
    complete = points_on_disk(plan, output)
    verdict = judge(complete, output)
    missing = [f"{point.name}: no results" for point in plan.points() if point not in complete]
    evaluate(plan, verdict.usable, output, baseline, verdict.words() + missing)
    return 0 if verdict.usable else 1


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    directory = Path(options.directory)
    if not directory.is_dir():
        raise SweepError(f"{directory}: no such directory")
    meta = read_meta(directory)
    if meta is None:
        if options.flow is not None:
            raise SweepError("--flow: is of a run, not of a sweep")
        return plot_sweep(directory.absolute(), options.baseline)
    if options.baseline is not None:
        raise SweepError("--baseline: is of a sweep, not of a run")
    if options.flow is not None and not options.flow.isdigit():
        raise SweepError(f"--flow: '{options.flow}' is not the number of a flow")
    print_written(plot_run(directory, meta, None if options.flow is None else int(options.flow)))
    return 0


if __name__ == "__main__":
    run_program("plot", main)
