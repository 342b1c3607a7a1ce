# SPDX-License-Identifier: GPL-2.0-only
"""Queries to the driver: its schemes, and the parameters that a run of a point has."""

from __future__ import annotations

import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Iterable, Optional, Sequence

from . import SweepError
from .points import Point, read_meta

# The parameters that differ between runs of one point.
OF_THE_OUTPUT = ("outputDir", "progress")
# And those that do not change a run's other results.
OF_THE_RECORDS = ("record", "recordInterval")

# The parameters that make points of one sweep different from each other.
OF_THE_POINT = ("scheme", "workload", "load", "duration", "warmup", "seed")

# Arguments that --describe takes: others have no effect on the network.
OF_THE_NETWORK = re.compile(r"--(topology|k|oversubscription|rate|fabricRate|delay|ns3::rdmacell::\w+Topology::\w+)=")

Parameters = dict[str, Any]


def without(parameters: Parameters, names: Iterable[str]) -> Parameters:
    """Parameters but those of these names."""
    return {name: value for name, value in parameters.items() if name not in names}


class Driver:
    """A program that simulates one point."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._parameters: dict[Point, Parameters] = {}

    def _ask(self, *arguments: str, launcher: Sequence[str] = ()) -> str:
        """Output of the driver; raises its message where it refuses the arguments.

        @param launcher words before the driver, such as those of mpirun
        """
        asked = subprocess.run([*launcher, self.path, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               check=False)
        if asked.returncode == 2:
            raise SweepError((asked.stderr.strip().splitlines() or ["the driver refuses its arguments"])[-1])
        if asked.returncode != 0:
            raise SweepError(f"{self.path} {' '.join(arguments)} failed with status {asked.returncode}: "
                             f"{asked.stderr.strip()}")
        return asked.stdout

    def schemes(self) -> tuple[str, ...]:
        """The schemes that the driver has."""
        listed = tuple(self._ask("--listSchemes").split())
        if not listed:
            raise SweepError(f"{self.path} --listSchemes lists nothing")
        return listed

    def parameters(self, point: Point) -> Parameters:
        """All parameters that a run of a point has; refuses what the driver refuses."""
        if point not in self._parameters:
            try:
                # With a directory, without which options of the output have no effect; nothing is written.
                answer = json.loads(self._ask(*point.arguments(), "--outputDir=none", "--check"))
            except ValueError as error:
                raise SweepError(f"{self.path} --check: {error}") from error
            except SweepError as error:
                raise SweepError(f"{point.scheme}: {error}" if point.extra else str(error)) from error
            self._parameters[point] = without(answer, OF_THE_OUTPUT)
        return self._parameters[point]

    def describe(self, point: Point) -> str:
        """The driver's words on the network of a point; empty where it has none."""
        # With --check, too, so that a driver that cannot describe runs nothing.
        arguments = [*filter(OF_THE_NETWORK.match, point.extra), "--describe", "--check"]
        asked = subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False)
        return asked.stdout if asked.returncode == 0 else ""

    def check(self, points: Sequence[Point], launcher: Sequence[str] = ()) -> None:
        """Refuses points that the driver refuses: one of each scheme and workload is asked about.

        @param launcher words before the driver in runs, under which it may refuse more: one of each scheme is asked about
        """
        self._ask_about({(point.scheme, point.workload): point for point in points}.values())
        for point in {point.scheme: point for point in points}.values() if launcher else ():
            self._ask(*point.arguments(), "--outputDir=none", "--check", launcher=launcher)

    def complete(self, points: Iterable[Point], output: Path) -> set[Point]:
        """The points whose whole result is in the output."""
        found = {point: meta for point in points if (meta := read_meta(output / point.name))}
        self._ask_about(found)
        return {point for point, meta in found.items() if self.is_of(meta, point)}

    def is_of(self, meta: Optional[dict[str, Any]], point: Point) -> bool:
        """Whether a run's meta.json is that of exactly this point."""
        recorded = meta.get("parameters") if meta else None
        left_out = OF_THE_OUTPUT + (OF_THE_RECORDS if point.records_by_default else ())
        return isinstance(recorded, dict) and without(recorded, left_out) == without(self.parameters(point), left_out)

    def _ask_about(self, points: Iterable[Point]) -> None:
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
            list(workers.map(self.parameters, points))
