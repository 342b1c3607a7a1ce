# SPDX-License-Identifier: GPL-2.0-only
"""One command from a fresh machine to the plots."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, Optional, Union

from . import SweepError, history
from .cost import REFERENCE, CostModel, Network, parse_network, time_left
from .driver import Driver
from .engines import ENGINES, Engine, refuse_runs_elsewhere
from .options import Request, parse
from .points import REPOSITORY, RESULTS, Plan, Point, conflicts, load_plan
from .progress import duration_words
from .runner import Leave, locked, run

DRIVER = "rdmacell-fat-tree"

# Where runs have failed with less than this free, the full file system is the reason.
LEAST_FREE_BYTES = 1_000_000


def find_plan(request: Request) -> Optional[Plan]:
    """The plan stored in the output, if any; refuses an output that cannot be continued."""
    stored = load_plan(request.output)
    if stored is None and request.resume:
        raise SweepError(f"--resume: {request.output} holds no sweep")
    if stored is None and request.output.is_dir() and any(request.output.iterdir()):
        raise SweepError(f"--output: {request.output} is not empty and holds no sweep")
    return stored


def make_plan(request: Request, stored: Optional[Plan], schemes: tuple[str, ...]) -> Plan:
    """The plan, checked; refuses to replace the results of another plan."""
    plan = request.plan(stored, schemes)
    lost = conflicts(plan, stored) if stored and not request.resume else []
    if lost:
        raise SweepError(
            f"{request.output} holds another plan ({'; '.join(lost)}): give another --output, or --resume to change it"
        )
    return plan


def install_and_build(request: Request) -> None:
    """Installs and builds missing parts; exits where that fails, after the scripts' own messages."""
    steps: list[list[Union[str, Path]]] = [[REPOSITORY / "scripts" / "install-deps"]]
    if request.driver is None:
        steps.append([REPOSITORY / "scripts" / "build", DRIVER])
    for step in steps:
        if subprocess.run(step, stdin=subprocess.DEVNULL, check=False).returncode != 0:
            sys.exit(1)


def describe(plan: Plan, points: list[Point], pending: list[Point], output: Path, engine: Engine, cost: CostModel,
             network: Network) -> None:
    """Prints the plan with the estimated time and memory."""
    jobs = engine.slots(pending, cost)
    seconds = time_left([], [cost.seconds(point) for point in pending], jobs)
    print(f"{plan.preset}: {len(points)} points, {len(points) - len(pending)} of them complete")
    print(f"  schemes    {', '.join(plan.schemes)}")
    print(f"  workloads  {', '.join(plan.workloads)}")
    print(f"  loads      {', '.join(plan.loads)} %")
    print(f"  seeds      {', '.join(map(str, plan.seeds))}")
    print(f"  window     {plan.duration} after {plan.warmup} of warm-up")
    print(f"  network    {network.text}")
    if plan.extra:
        print(f"  extra      {' '.join(plan.extra)}")
    print(f"  output     {output}")
    how = "from finished runs" if cost.is_measured else "a first guess"
    print(f"  time       about {duration_words(seconds)} with {jobs} at a time ({how})")
    print(f"  memory     {engine.memory_words(pending, cost, jobs)}")


def sweep(request: Request) -> int:
    """Plans, runs and evaluates; returns the exit status."""
    stored = find_plan(request)
    if request.watch is not None:
        return watch(request, stored)
    driver = Driver(request.driver or REPOSITORY / "build" / "bin" / DRIVER)
    engine = ENGINES[request.engine](request)
    engine.check()
    if request.driver:
        # Bad input is refused before anything is installed.
        driver.check(make_plan(request, stored, driver.schemes()).points(), engine.launcher())
    if not request.dry_run:
        install_and_build(request)
    elif not driver.path.exists():
        raise SweepError(f"--dry-run: {driver.path} is not built yet, scripts/build {DRIVER} builds it")
    plan = make_plan(request, stored, driver.schemes())
    points = plan.points()
    if not request.driver:
        driver.check(points, engine.launcher())
    output = request.output
    network = parse_network(driver.describe(points[0])) or REFERENCE
    cost = CostModel(network, driver.parameters(points[0]))
    cost.learn_from(itertools.chain(RESULTS.glob("*/*/"), RESULTS.glob("*/*/*/")), driver.parameters(points[0]))
    complete = driver.complete(points, output)
    pending = [point for point in points if point not in complete]
    describe(plan, points, pending, output, engine, cost, network)
    if request.dry_run:
        for point in points:
            state = f"about {duration_words(cost.seconds(point))}" if point in pending else "complete"
            print(f"  {point.name:<44} {state}")
        return 0

    output.mkdir(parents=True, exist_ok=True)
    began = time.time()
    with locked(output) as lock:
        refuse_runs_elsewhere(engine, output)
        plan.save(output)
        try:
            if pending:
                engine.prepare(output, driver)
            done = [point for point in points if point in complete]
            failures = run(pending, done, driver, output, engine, cost, lock)
        except KeyboardInterrupt as stopped:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            kept = len(driver.complete(points, output))
            how = stopped.args[0] if stopped.args else "the same command continues"
            print(f"Stopped. {kept} of {len(points)} points are complete and kept in {output}; {how}.", file=sys.stderr)
            return 130
        unwritten = None
        try:
            if pending:
                history.add(output, sys.argv[1:], began, len(pending), engine.place())
        except OSError as error:
            # What has become of the points is said first.
            unwritten = error
        status = conclude(plan, driver, output, failures, request.baseline)
        if unwritten:
            raise unwritten
        return status


def watch(request: Request, stored: Optional[Plan]) -> int:
    """Serves the report of the sweep in the output; returns the exit status."""
    if stored is None:
        raise SweepError(f"--watch: {request.output} holds no sweep yet")
    if request.baseline is not None and request.baseline not in stored.schemes:
        raise SweepError(f"--baseline: '{request.baseline}' is not swept, expected of {', '.join(stored.schemes)}")
    # Imported late: needs packages that the sweep in the other terminal installs.
    from . import live  # pylint: disable=import-outside-toplevel

    return live.watch(request.output, request.watch or 0, request.baseline)


def conclude(plan: Plan, driver: Driver, output: Path, failures: list[str], baseline: Optional[str] = None) -> int:
    """Evaluates the results, and names the points without: whatever the reason, they are not passed over."""
    # Imported late: needs packages that may just have been installed.
    from . import evaluation  # pylint: disable=import-outside-toplevel

    points = plan.points()
    complete = driver.complete(points, output)
    verdict = evaluation.judge((point for point in points if point in complete), output)
    stuck, faults = verdict.stuck, verdict.faults
    failed = [point.name for point in points if point not in complete and point.name in failures]
    missing = [point.name for point in points if point not in complete and point.name not in failures]
    without = verdict.words()
    without += [f"{name}: {'failed' if name in failed else 'did not run'}" for name in failed + missing]
    try:
        evaluation.evaluate(plan, verdict.usable, output, baseline, without)
    finally:
        for point, why in stuck.items():
            print(f"stuck: {point.name}: {why}", file=sys.stderr)
        if stuck:
            print(f"{len(stuck)} of {len(points)} points failed, as nothing moved any more, and are neither in the "
                  "tables nor in the plots; without its directory, a point is run again", file=sys.stderr)
        for point, found in faults.items():
            print(f"impossible results: {point.name}: {'; '.join(found)}", file=sys.stderr)
        if faults:
            print(f"{len(faults)} of {len(points)} points have impossible results and are neither in the tables nor in "
                  "the plots; without its directory, a point is run again", file=sys.stderr)
        for names, what in ((failed, "failed"), (missing, "are missing: they did not run, or left no result")):
            if names:
                print(f"{len(names)} of {len(points)} points {what}; the same command tries them again: "
                      f"{', '.join(names)}", file=sys.stderr)
    if (failed or missing) and is_full(output):
        raise SweepError(f"{output}: the file system is full")
    return 1 if stuck or faults or failed or missing else 0


def is_full(output: Path) -> bool:
    """Whether the file system of an output directory is the reason why files were not written."""
    return output.is_dir() and shutil.disk_usage(output).free < LEAST_FREE_BYTES


def interrupt(signal_number: int, frame: object) -> NoReturn:
    """Treats all signals that ask a process to stop as Ctrl-C; but for that, runs that need no sweep go on."""
    raise KeyboardInterrupt if signal_number == signal.SIGINT else Leave


def main() -> int:
    """Entry point."""
    # SIGINT too: a shell that starts us in the background has it ignored.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, interrupt)
    request = None
    try:
        request = parse(sys.argv[1:])
        status = 0
        for part in request.parts():
            status = max(status, sweep(part))
            if status > 1:
                break
        # Here, so that a full file system behind stdout is noticed.
        sys.stdout.flush()
        return status
    except SweepError as error:
        print(f"sweep: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped; the same command continues.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of the pipe has exited, as in "scripts/sweep --dry-run | head".
        drop_output()
        return 141
    except OSError as error:
        # Full or read-only file systems, programs that cannot be started.
        where = error.filename or (request.output if request and is_full(request.output) else None)
        place = f"{where}: " if where else ""
        print(f"sweep: {place}{error.strerror or error}", file=sys.stderr)
        drop_output()
        return 2


def drop_output() -> None:
    """Drops what is left in stdout's buffer, which cannot be written."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


sys.exit(main())
