# SPDX-License-Identifier: GPL-2.0-only
"""A picture of flows: sizes, load over time, who sends to whom, load by host."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from .points import whole_file
from .style import BLUE, ORANGE, RC

# After style, which selects a backend without a display.
import matplotlib.pyplot as plt  # isort: skip

INTERVALS = 100


def draw(flows: pd.DataFrame, hosts: int, bit_rate: float, duration_ps: int, path: Path) -> None:
    """Writes the picture, whole or not at all."""
    with plt.rc_context(RC):
        figure, ((sizes, time), (matrix, load)) = plt.subplots(2, 2, figsize=(7, 5.4), layout="constrained")
        ordered = np.sort(flows.size_bytes.to_numpy())
        positive = np.maximum(ordered, 1)
        sizes.step(positive, np.arange(1, ordered.size + 1) / ordered.size, where="post", color=BLUE, label="flows")
        total = np.cumsum(ordered)
        if total[-1] > 0:
            sizes.step(positive, total / total[-1], where="post", color=ORANGE, label="bytes")
        sizes.set(xscale="log", xlabel="Flow size (bytes)", ylabel="Share not larger", ylim=(0, 1.02))
        sizes.legend(loc="upper left")

        edges = np.linspace(0, duration_ps, INTERVALS + 1)
        offered, _ = np.histogram(flows.start_ps, bins=edges, weights=flows.size_bytes)
        time.step(edges[:-1] / 1e6, 100 * offered * 8e12 / (edges[1] * bit_rate * hosts), where="post", color=BLUE)
        time.set(xlabel="Start (us)", ylabel="Load offered (% of host links)", xlim=(0, duration_ps / 1e6), ylim=(0, None))

        sent = np.zeros((hosts, hosts)) if hosts <= 2048 else None
        if sent is not None:
            np.add.at(sent, (flows.src.to_numpy(), flows.dst.to_numpy()), flows.size_bytes.to_numpy() / 1e6)
            shown = matrix.imshow(sent, cmap="cividis", interpolation="nearest", aspect="auto")
            figure.colorbar(shown, ax=matrix, label="MB")
            matrix.grid(False)
        matrix.set(xlabel="Receiver", ylabel="Sender")

        capacity = bit_rate / 8 * duration_ps / 1e12
        for end, color, label in (("src", BLUE, "sent"), ("dst", ORANGE, "received")):
            of_host = flows.groupby(end).size_bytes.sum().reindex(range(hosts), fill_value=0)
            load.plot(100 * np.sort(of_host.to_numpy())[::-1] / capacity, color=color, label=label)
        load.set(xlabel="Hosts, the busiest first", ylabel="Load (% of its link)", ylim=(0, None))
        load.legend(loc="upper right")
        with whole_file(path) as temporary:
            figure.savefig(temporary, format=path.suffix[1:])
        plt.close(figure)
