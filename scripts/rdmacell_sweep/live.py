# SPDX-License-Identifier: GPL-2.0-only
"""The report of a sweep that is still running, for --watch."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from pathlib import Path
from typing import Optional

from . import SweepError
from .evaluation import judge
from .plots import plot_all
from .points import Plan, Point, load_plan, points_on_disk
from .report import NAME, write_report
from .results import measure

# Where --watch keeps its report: the sweep writes its own at its end.
WATCHED = ".watch"
# A report is made again when points have been added, and no more often than this. The runs need the processors, so
# making it takes no more than one part of the time in so many.
LEAST_SECONDS = 10.0
PART_OF_TIME = 20


class GrowingReport:
    """The report of a sweep that another process runs."""

    def __init__(self, output: Path, baseline: Optional[str] = None) -> None:
        self._output = output
        self._baseline = baseline
        self._points: list[Point] = []
        self._plan: Optional[Plan] = None
        self.directory = output / WATCHED

    def update(self) -> bool:
        """Makes the report again if points have been added; returns whether the sweep is complete."""
        plan = load_plan(self._output)
        if plan is None:
            raise SweepError(f"{self._output} holds no sweep")
        found = points_on_disk(plan, self._output)
        total = len(plan.points())
        if (found, plan) != (self._points, self._plan) or not (self.directory / NAME).exists():
            self._points, self._plan = found, plan
            self.directory.mkdir(exist_ok=True)
            usable = judge(found, self._output).usable
            if usable:
                self._write(plan, usable, len(found), total)
            else:
                (self.directory / NAME).write_text(WAITING.format(total=total), encoding="utf-8")
        return len(found) == total

    def _write(self, plan: Plan, usable: list[Point], found: int, total: int) -> None:
        measured = measure(plan, usable, self._output, self._baseline)
        plot_all(plan, measured, self.directory)
        partial = "" if found == total else f"{found} of {total} points so far. Reload for more; this page does so every minute."
        write_report(plan, measured, self._output, (), partial, self.directory)


WAITING = ('<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Sweep</title>'
           "<p>None of {total} points has ended yet.</p>")


def watch(output: Path, port: int, baseline: Optional[str] = None) -> int:
    """Serves the report of a sweep on this machine until it is complete and Ctrl-C comes; returns the exit status."""
    growing = GrowingReport(output, baseline)
    growing.update()
    handler = functools.partial(Quiet, directory=str(growing.directory))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise SweepError(f"--watch: port {port}: {error.strerror}") from None
    print(f"http://127.0.0.1:{server.server_address[1]}/{NAME} (Ctrl-C ends)", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        took = 0.0
        while True:
            time.sleep(max(LEAST_SECONDS, PART_OF_TIME * took))
            began = time.process_time()
            growing.update()
            took = time.process_time() - began
    except KeyboardInterrupt:
        return 0
    finally:
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the report's directory, which has nothing else, without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:  # pylint: disable=redefined-builtin
        """Says nothing."""
