# SPDX-License-Identifier: GPL-2.0-only
"""Classes of flow sizes: each reaches to four times the size of the one below."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

ALL_SIZES = "all"

# Upper edges of the classes, in bytes; above the last there is one more.
EDGES = tuple(1024 * 4**step for step in range(9))

# A class with a smaller share of the flows joins its neighbor.
LEAST_SHARE = 0.01


def class_edges(sizes: "np.ndarray[Any, Any]") -> tuple[int, ...]:
    """Edges between the classes of these sizes: a class holds sizes above the edge below it, up to its own.

    Classes with too few flows join the next larger one, the last the next smaller one.
    """
    counts = np.bincount(np.searchsorted(EDGES, sizes, side="left"), minlength=len(EDGES) + 1)
    least = LEAST_SHARE * sizes.size
    edges = []
    waiting = 0
    for edge, count in zip(EDGES, counts):
        waiting += count
        if waiting > 0 and waiting >= least:
            edges.append(edge)
            waiting = 0
    above = waiting + counts[-1]
    if edges and above < max(least, 1):
        edges.pop()
    return tuple(edges)


def classify(sizes: "np.ndarray[Any, Any]", edges: Sequence[int]) -> "np.ndarray[Any, Any]":
    """The number of each size's class, from 0."""
    return np.searchsorted(np.asarray(edges), sizes, side="left")


def size_words(size: float, _: Any = None) -> str:
    """A size for people: 1 KiB, 4 MiB, 100 B."""
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size:g} B"


def class_names(edges: Sequence[int]) -> list[str]:
    """The classes between these edges in words, rising."""
    if not edges:
        return ["any size"]
    inner = [between(low, high) for low, high in zip(edges, edges[1:])]
    return [f"to {size_words(edges[0])}", *inner, f"above {size_words(edges[-1])}"]


def between(low: int, high: int) -> str:
    """A range of sizes; the unit once if it is the same."""
    first, second = size_words(low), size_words(high)
    return f"{first.split()[0] if first.split()[1] == second.split()[1] else first}-{second}"
