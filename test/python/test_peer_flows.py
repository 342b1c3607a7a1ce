# SPDX-License-Identifier: GPL-2.0-only
"""Flows that conweave-ns3 has run, replayed here: two models of one network should agree.

What is left between them is named: frames here are 1062 bytes and ACKs 66 (that simulator: 1048 and
60, its headers being shorter than real ones), so that the same payload is 1.3 % more load and
queues are longer; CNPs are frames of their own; the hash that picks paths differs.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Callable

import numpy as np
import pandas as pd
import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared" / "peer-flows"

# Its parameters, where they differ from our defaults: an ACK for each packet, no preamble or gap
# on the wire, 9 MiB of buffer a switch of 8 ports, ingress alpha 1/16.
PEER = ["--flowsOrigin=2s",
        "--ns3::rdmacell::RoceNic::AckInterval=1",
        "--ns3::rdmacell::RoceNic::LinkOverhead=0",
        "--ns3::rdmacell::FabricSwitch::BufferPerPort=1179648",
        "--ns3::rdmacell::FabricSwitch::IngressAlpha=0.0625"]

# Average, median, 99th percentile of the slowdown that it got under ECMP, and how far we may be off.
RESULTS = {"alistorage-load50-2ms": (1.791, 1.212, 8.526), "solar-load50-1ms": (1.793, 1.597, 4.227)}
TOLERANCE = (0.10, 0.10, 0.15)


def peer_slowdown(flows: pd.DataFrame) -> np.ndarray:
    """Slowdown over that simulator's base, which counts one packet twice, clamped as it clamps."""
    same_rack = flows.src // 4 == flows.dst // 4
    same_pod = flows.src // 16 == flows.dst // 16
    hops = np.where(same_rack, 2, np.where(same_pod, 4, 6))
    wire = flows.size_bytes + np.ceil(flows.size_bytes / 1000) * 48
    return np.maximum(1, flows.fct_ns / (2000 * hops + 80 * hops + wire * 0.08)).to_numpy()


@pytest.mark.parametrize("name", RESULTS)
def test_agrees_with_conweave_ns3(driver: Callable, tmp_path: Path, name: str) -> None:
    packed = SHARED / f"{name}.flows.gz"
    if not packed.exists():
        pytest.skip(f"{packed} is not there")
    (tmp_path / "flows").write_bytes(gzip.decompress(packed.read_bytes()))
    done = driver("--flows=flows", "--outputDir=out", *PEER, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    meta = json.loads((tmp_path / "out" / "meta.json").read_text())
    assert meta["unfinished"] == 0 and meta["drops"] == 0 and meta["timeouts"] == 0
    slowdown = peer_slowdown(pd.read_csv(tmp_path / "out" / "fct.csv"))
    ours = (slowdown.mean(), np.percentile(slowdown, 50), np.percentile(slowdown, 99))
    for figure, mine, theirs, tolerance in zip(("average", "median", "p99"), ours, RESULTS[name], TOLERANCE):
        assert mine == pytest.approx(theirs, rel=tolerance), figure
