# SPDX-License-Identifier: GPL-2.0-only
"""The table of schemes that a sweep shows on a terminal while it runs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Iterable, Optional, Sequence

from .points import Point, read_meta


def scheme_rows(schemes: Sequence[str], done: Iterable[Point], running: Iterable[Point], failed: Iterable[Point],
                waiting: Iterable[Point], slowdowns: dict[str, str]) -> list[str]:
    """A table with a row a scheme: points done, running, failed and waiting, and slowdown so far."""
    counts = [Counter(point.scheme for point in points) for points in (done, running, failed, waiting)]
    width = max(map(len, (*schemes, "scheme")))
    lines = [f"{'scheme':<{width}}   done running failed waiting   average slowdown so far"]
    for scheme in schemes:
        numbers = " ".join(f"{count[scheme] or '-':>7}" for count in counts)
        lines.append(f"{scheme:<{width}} {numbers}   {slowdowns.get(scheme, '')}".rstrip())
    return lines


class Slowdowns:
    """Mean of average slowdown by scheme and load, of the points that are done; each is read once."""

    def __init__(self, output: Path) -> None:
        self._output = output
        self._known: dict[Point, Optional[float]] = {}

    def words(self, done: Iterable[Point]) -> dict[str, str]:
        """A text for each scheme: its load and slowdown, the loads rising."""
        values: dict[str, dict[float, list[float]]] = {}
        for point in done:
            if point not in self._known:
                value = (read_meta(self._output / point.name) or {}).get("slowdown_avg")
                self._known[point] = float(value) if isinstance(value, (int, float)) else None
            known = self._known[point]
            if known is not None:
                values.setdefault(point.scheme, {}).setdefault(float(point.load), []).append(known)
        return {scheme: "  ".join(f"{load:g} %: {sum(own) / len(own):.2f}" for load, own in sorted(by_load.items()))
                for scheme, by_load in values.items()}
