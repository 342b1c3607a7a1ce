# SPDX-License-Identifier: GPL-2.0-only
"""Traffic patterns by name: who sends to whom, when and how much.

Each draws from numpy's PCG64, so that a seed gives the same file with the same numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

import numpy as np
import pandas as pd

from . import SweepError
from .flow_files import COLUMNS, in_order, mean_size

MOST_FLOWS = 20_000_000


@dataclass(frozen=True)
class Wanted:
    """What the flows are to be.

    @param load payload as a share of each host's link, above 0 and at most 1
    @param sizes distribution of sizes: bytes and shares
    @param fan_in senders of an incast
    @param size bytes that each of them sends
    @param hotspots hosts that are preferred as receivers, the first ones
    @param hot_share share of the flows that goes to them
    @param matrix weights by sender and receiver
    """

    hosts: int
    bit_rate: float
    load: float
    duration_ps: int
    sizes: tuple[Any, Any]
    seed: int
    fan_in: int = 0
    size: int = 0
    hotspots: int = 1
    hot_share: float = 0.5
    matrix: Optional[Any] = None


def _poisson(wanted: Wanted, loads: Any, receivers: Callable[[Any, int, int], Any]) -> pd.DataFrame:
    """Each host begins flows as a Poisson process.

    @param loads by host
    @param receivers draws the receivers of a host: from randomness, the host and how many
    """
    mean = mean_size(*wanted.sizes)
    expected = wanted.duration_ps / 1e12 * wanted.bit_rate / 8 * float(np.sum(loads)) / mean
    if expected > MOST_FLOWS:
        raise SweepError(f"--duration: expected one of at most {MOST_FLOWS:,} flows, found {expected:,.0f}")
    tables = []
    for host in range(wanted.hosts):
        # A host's flows do not depend on how many hosts there are.
        random = np.random.Generator(np.random.PCG64([wanted.seed, host]))
        count = random.poisson(expected * loads[host] / np.sum(loads))
        starts = np.sort(random.uniform(0, wanted.duration_ps, count)).astype(np.int64)
        sizes = np.interp(random.uniform(0, 1, count), wanted.sizes[1], wanted.sizes[0])
        tables.append(pd.DataFrame({"start_ps": starts, "src": host, "dst": receivers(random, host, count),
                                    "size_bytes": np.maximum(np.rint(sizes), 1).astype(np.int64)}))
    return in_order(pd.concat(tables, ignore_index=True)[COLUMNS].astype(np.int64))


def all_to_all(wanted: Wanted) -> pd.DataFrame:
    """To receivers that are uniform over the other hosts."""
    def receivers(random: Any, host: int, count: int) -> Any:
        drawn = random.integers(0, wanted.hosts - 1, count)
        return drawn + (drawn >= host)
    return _poisson(wanted, np.full(wanted.hosts, wanted.load), receivers)


def permutation(wanted: Wanted) -> pd.DataFrame:
    """Each host to one other, and from one other."""
    order = np.random.Generator(np.random.PCG64(wanted.seed)).permutation(wanted.hosts)
    # Along one cycle, so that no host sends to itself.
    receiver = np.empty(wanted.hosts, dtype=np.int64)
    receiver[order] = np.roll(order, -1)
    return _poisson(wanted, np.full(wanted.hosts, wanted.load), lambda _, host, count: np.full(count, receiver[host]))


def hotspot(wanted: Wanted) -> pd.DataFrame:
    """A share of each host's flows to a few hot hosts, the others to any."""
    if wanted.hotspots >= wanted.hosts:
        raise SweepError(f"--hotspots: expected fewer than the {wanted.hosts} hosts, found {wanted.hotspots}")
    weights = np.full((wanted.hosts, wanted.hosts), (1 - wanted.hot_share) / wanted.hosts)
    weights[:, :wanted.hotspots] += wanted.hot_share / wanted.hotspots
    return _by_weights(wanted, weights, np.full(wanted.hosts, wanted.load))


def matrix(wanted: Wanted) -> pd.DataFrame:
    """By weights of a matrix; the host that sends most has the load."""
    assert wanted.matrix is not None
    sums = wanted.matrix.sum(axis=1)
    return _by_weights(wanted, wanted.matrix, wanted.load * sums / sums.max())


def _by_weights(wanted: Wanted, weights: Any, loads: Any) -> pd.DataFrame:
    def receivers(random: Any, host: int, count: int) -> Any:
        row = weights[host].copy()
        row[host] = 0
        return random.choice(wanted.hosts, count, p=row / row.sum()) if count else np.empty(0, dtype=np.int64)
    return _poisson(wanted, loads, receivers)


def incast(wanted: Wanted) -> pd.DataFrame:
    """At even times, many hosts each send the same to one; the load is that of all hosts' links."""
    if not 1 <= wanted.fan_in < wanted.hosts:
        raise SweepError(f"--fan-in: expected 1 to {wanted.hosts - 1} senders of {wanted.hosts} hosts, found "
                         f"{wanted.fan_in}")
    random = np.random.Generator(np.random.PCG64(wanted.seed))
    gap = wanted.fan_in * wanted.size * 8e12 / (wanted.hosts * wanted.bit_rate * wanted.load)
    if wanted.duration_ps / gap * wanted.fan_in > MOST_FLOWS:
        raise SweepError(f"--duration: expected one of at most {MOST_FLOWS:,} flows")
    rows = []
    # The first after half an interval, and at least one.
    starts = np.arange(gap / 2, wanted.duration_ps, gap)
    for start in starts if starts.size else [0.0]:
        receiver, *senders = random.choice(wanted.hosts, wanted.fan_in + 1, replace=False)
        rows += [(int(start), int(sender), int(receiver), wanted.size) for sender in senders]
    return pd.DataFrame(rows, columns=COLUMNS, dtype=np.int64)


PATTERNS: dict[str, Callable[[Wanted], pd.DataFrame]] = {
    "all-to-all": all_to_all, "permutation": permutation, "hotspot": hotspot, "matrix": matrix, "incast": incast,
}
