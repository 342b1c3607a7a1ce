# SPDX-License-Identifier: GPL-2.0-only
"""link.csv, queue.csv and pfc.csv of a whole run, against each other and against meta.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from conftest import Run

HOSTS = 16
INTERVAL_NS = 5000
BUFFER_PER_PORT = 200_000
# All hosts send to one over its one link without congestion control: queues and pauses.
RUN = ("--k=4", "--pattern=incast", "--incastSize=300000", "--ecn=off", "--cc=none", "--drain=5ms",
       f"--ns3::rdmacell::FabricSwitch::BufferPerPort={BUFFER_PER_PORT}")


@pytest.fixture(name="run", scope="module")
def run_fixture(driver: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output directory of a run with all records."""
    where = tmp_path_factory.mktemp("records")
    done = driver(*RUN, "--record=link,queue,pfc", "--recordInterval=5us", "--outputDir=out", cwd=where)
    assert done.returncode == 0, done.stderr
    return where / "out"


def meta_of(run: Path) -> dict[str, Any]:
    """The content of meta.json."""
    meta = json.loads((run / "meta.json").read_text())
    assert isinstance(meta, dict)
    return meta


def test_links_carry_the_flows_and_no_more_than_their_rate(run: Path) -> None:
    links = pd.read_csv(run / "link.csv")
    flows = pd.read_csv(run / "fct.csv")
    assert (links.time_ns % INTERVAL_NS == 0).all() and links.time_ns.is_monotonic_increasing
    assert not links.duplicated(["time_ns", "node", "port"]).any()
    assert (links.bytes > 0).all() and (links.utilization <= 1.00001).all()
    assert (links.utilization - links.bytes * 8 / (100 * INTERVAL_NS)).abs().max() < 1e-6
    for host, payload in flows.groupby("src").size_bytes.sum().items():
        sent = links[links.node == host].bytes.sum()
        assert payload * 1.08 < sent < payload * 1.10  # headers, and some acknowledgments
    target = flows.dst.unique().item()
    to_target = links[links.peer == target].bytes.sum()
    assert flows.size_bytes.sum() * 1.08 < to_target < flows.size_bytes.sum() * 1.10
    # The last link is the bottleneck: busy from the first frame to the last.
    busy = links[links.peer == target].utilization
    assert (busy.iloc[1:-1] > 0.999).all()


def test_queues_are_where_the_incast_is(run: Path) -> None:
    queues = pd.read_csv(run / "queue.csv")
    links = pd.read_csv(run / "link.csv")
    assert (queues.time_ns % INTERVAL_NS == 0).all() and queues.time_ns.is_monotonic_increasing
    assert (queues.node >= HOSTS).all() and (queues.bytes > 0).all()
    target = pd.read_csv(run / "fct.csv").dst.unique().item()
    into = links[links.peer == target]
    at_last_port = queues[(queues.node == into.node.iloc[0]) & (queues.port == into.port.iloc[0])]
    waiting = at_last_port[at_last_port["class"] == 3]
    # There is always something to send on the bottleneck, and nowhere more than a switch has room for.
    assert (waiting.time_ns.diff().dropna() == INTERVAL_NS).all()
    assert len(waiting) >= len(into) - 3 > 50
    assert 10_000 < waiting.bytes.max()
    assert (queues.groupby(["time_ns", "node"]).bytes.sum() <= 4 * BUFFER_PER_PORT).all()


def test_each_pause_has_its_resume(run: Path) -> None:
    frames = pd.read_csv(run / "pfc.csv")
    meta = meta_of(run)
    assert (frames["class"] == 3).all() and (frames.node >= HOSTS).all()
    assert (frames.event == frames.quanta.map(lambda quanta: "pause" if quanta else "resume")).all()
    assert frames.time_ns.is_monotonic_increasing
    first_pauses = 0
    for _, of_port in frames.groupby(["node", "port"]):
        events = of_port.event.tolist()
        assert events[0] == "pause" and events[-1] == "resume"
        assert ["resume", "resume"] not in [events[i:i + 2] for i in range(len(events))]
        first_pauses += sum(event == "pause" and (i == 0 or events[i - 1] == "resume")
                            for i, event in enumerate(events))
    assert first_pauses == meta["pfc_pause"] > 10
    assert (frames.event == "resume").sum() == meta["pfc_resume"]
    assert meta["drops"] == 0


def test_records_change_nothing(run: Path, driver: Run, tmp_path: Path) -> None:
    assert driver(*RUN, "--outputDir=plain", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "plain").iterdir()) == ["fct.csv", "meta.json"]
    assert (tmp_path / "plain" / "fct.csv").read_bytes() == (run / "fct.csv").read_bytes()
    assert meta_of(tmp_path / "plain")["frame_hops"] == meta_of(run)["frame_hops"]
