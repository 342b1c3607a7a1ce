# SPDX-License-Identifier: GPL-2.0-only
"""The placement of a run's collectives as a matrix: what hosts exchange, with the borders of racks and zones."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import numpy as np
import pandas as pd

from .plots import PAGE_INCHES
from .records import read_record
from .style import BLACK, GREY

# After style, which selects a backend without a display.
import matplotlib.pyplot as plt  # isort: skip
from matplotlib.colors import LogNorm  # isort: skip
from matplotlib.figure import Figure  # isort: skip

# More hosts than that have no numbers at the axes.
MOST_NUMBERS = 48


def matrix(placement: pd.DataFrame, traffic: pd.DataFrame) -> tuple[pd.DataFrame, "np.ndarray"]:
    """Hosts in the order of zones, racks and numbers, and what they exchange in bytes, of all jobs."""
    hosts = placement.drop_duplicates("host").sort_values(["zone", "rack", "host"], ignore_index=True)
    place = {host: number for number, host in enumerate(hosts.host)}
    host_of = {(job, rank): place[host] for job, rank, host in placement[["job", "rank", "host"]].itertuples(index=False)}
    cells = np.zeros((len(hosts), len(hosts)))
    for job, rank, peer, size in traffic[["job", "rank", "peer", "bytes"]].itertuples(index=False):
        a, b = host_of[job, rank], host_of[job, peer]
        cells[a, b] += size
        cells[b, a] += size
    return hosts, cells


def shares(hosts: pd.DataFrame, cells: "np.ndarray") -> tuple[float, float]:
    """Shares of the bytes that are exchanged between zones, and between racks of a zone."""
    zones, racks = (np.not_equal.outer(hosts[name].to_numpy(), hosts[name].to_numpy()) for name in ("zone", "rack"))
    total = cells.sum()
    return (cells[zones].sum() / total, cells[racks & ~zones].sum() / total) if total else (0.0, 0.0)


def placement_figure(directory: Path) -> Optional[Figure]:
    """The matrix of a run with collectives; None of others."""
    placement, traffic = (read_record(directory, f"collective-{name}") for name in ("placement", "traffic"))
    if placement is None or traffic is None or traffic.empty:
        return None
    hosts, cells = matrix(placement, traffic)
    between_zones, between_racks = shares(hosts, cells)
    figure, axis = plt.subplots(figsize=(0.75 * PAGE_INCHES, 0.65 * PAGE_INCHES), layout="constrained")
    image = axis.imshow(np.ma.masked_equal(cells / 1e6, 0), cmap="viridis_r", interpolation="nearest",
                        norm=LogNorm(min(cells[cells > 0].min(), cells.max() / 10) / 1e6, cells.max() / 1e6))
    for name, color, width in (("rack", GREY, 0.4), ("zone", BLACK, 1.0)):
        for border in np.flatnonzero(np.diff(hosts[name].to_numpy())) + 0.5:
            axis.axhline(border, color=color, linewidth=width)
            axis.axvline(border, color=color, linewidth=width)
    axis.grid(False)
    if len(hosts) <= MOST_NUMBERS:
        axis.set_xticks(range(len(hosts)), hosts.host, fontsize=4.5, rotation=90)
        axis.set_yticks(range(len(hosts)), hosts.host, fontsize=4.5)
    axis.set_xlabel("Host, in the order of zones and racks")
    axis.set_ylabel("Host")
    figure.colorbar(image, ax=axis, label="MB exchanged, both ways")
    figure.suptitle(f"Placement: {100 * between_zones:.1f} % of the bytes between zones (black lines), "
                    f"{100 * between_racks:.1f} % between racks of a zone (gray)", x=0.01, ha="left", fontsize=7.5)
    return figure
