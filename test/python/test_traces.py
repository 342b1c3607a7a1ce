# SPDX-License-Identifier: GPL-2.0-only
"""The files of --trace, against each other and against the counters of the run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest
from conftest import PROGRAM, Run

# All hosts send to one, and the network loses frames, so that nearly every source fires.
RUN = ("--topology=lossy.topology", "--scheme=rdmacell", "--load=0.9", "--workload=alicloud", "--duration=100us",
       "--drain=20ms")


@pytest.fixture(name="names", scope="module")
def names_fixture(driver: Run, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The columns of each trace."""
    listed = driver("--trace=list", cwd=tmp_path_factory.mktemp("list"))
    assert listed.returncode == 0 and PROGRAM.exists()
    return {name: columns.split(",") for name, columns in re.findall(r"^([\w-]+): (.+)$", listed.stdout, re.MULTILINE)}


def write_topology(where: Path) -> None:
    """Two switches of three hosts, with two links between them that lose one frame in a hundred."""
    links = "".join(f"{host} {6 + host // 3} 100Gbps 1us 0\n" for host in range(6))
    (where / "lossy.topology").write_text(f"8 2 8\n6 7\n{links}" + 2 * "6 7 100Gbps 1us 0.01\n")


@pytest.fixture(name="run", scope="module")
def run_fixture(driver: Run, names: dict[str, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a run with all traces that it has objects for."""
    where = tmp_path_factory.mktemp("traces")
    write_topology(where)
    present = []
    for name in names:
        done = driver(*RUN, f"--trace={name}", "--outputDir=out", "--check", cwd=where)
        assert done.returncode == 0 or "has no effect" in done.stderr, done.stderr
        present += [name] if done.returncode == 0 else []
    done = driver(*RUN, f"--trace={','.join(present)}", "--outputDir=out", cwd=where)
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (where / "out").iterdir()} == {
        "fct.csv", "meta.json", *(f"trace-{name}.csv" for name in present)}
    return where / "out"


def read(run: Path, name: str) -> pd.DataFrame:
    """The rows of a trace."""
    return pd.read_csv(run / f"trace-{name}.csv")


def test_files_have_their_columns_and_rise_in_time(run: Path, names: dict[str, list[str]]) -> None:
    files = sorted(run.glob("trace-*.csv"))
    assert len(files) > 20
    for path in files:
        rows = pd.read_csv(path)
        assert list(rows.columns) == names[path.stem.removeprefix("trace-")]
        assert rows.time_ns.is_monotonic_increasing and not rows.isna().any().any()


def test_traces_count_what_the_counters_count(run: Path) -> None:
    meta = json.loads((run / "meta.json").read_text())
    flows = pd.read_csv(run / "fct.csv")
    assert len(read(run, "frame-tx")) == meta["frame_hops"]
    assert len(read(run, "ecn-mark")) == meta["ecn_marks"]
    assert len(read(run, "cnp-sent")) == meta["cnps"]
    assert len(read(run, "timeout")) == meta["timeouts"]
    assert len(read(run, "nak-sent")) + len(read(run, "rnr-nak-sent")) == meta["naks"]
    assert read(run, "retransmission").bytes.sum() == meta["retransmitted_bytes"]
    started = read(run, "flow-started").set_index("flow_id")
    assert started.size_bytes.to_dict() == flows.set_index("flow_id").size_bytes.to_dict()
    assert (started.node == started.src).all()
    finished = read(run, "flow-finished").set_index("flow_id")
    assert set(finished.index) == set(flows[flows.status == "finished"].flow_id)
    fct = (finished.time_ns - started.time_ns).dropna()
    assert fct.to_numpy() == pytest.approx(flows.set_index("flow_id").fct_ns.reindex(fct.index).to_numpy())


def test_cells_are_those_that_the_scheme_counts(run: Path) -> None:
    counted = json.loads((run / "meta.json").read_text())["scheme"]
    posted, again, completed = (read(run, f"cell-{name}") for name in ("posted", "retransmitted", "completed"))
    assert len(posted) - len(again) == counted["cells"] == len(completed)
    assert len(again) == counted["retransmitted_cells"] > 0
    assert len(read(run, "token-sent")) == counted["tokens_sent"]
    assert len(read(run, "token-received")) == counted["tokens_received"]
    assert len(read(run, "isolated")) == counted["reroutes"]
    assert len(read(run, "restored")) == counted["resets"]


def test_lost_frames_are_sent_and_not_received(run: Path) -> None:
    sent, received, lost = (read(run, name) for name in ("frame-tx", "frame-rx", "frame-rx-drop"))
    assert len(sent) == len(received) + len(lost) and len(lost) > 0
    assert set(lost.node) <= {6, 7}


def test_traces_change_nothing(run: Path, driver: Run, tmp_path: Path) -> None:
    write_topology(tmp_path)
    assert driver(*RUN, "--outputDir=plain", cwd=tmp_path).returncode == 0
    assert (tmp_path / "plain" / "fct.csv").read_bytes() == (run / "fct.csv").read_bytes()


def test_queues_and_buffers_add_up(run: Path) -> None:
    assert len(read(run, "enqueue")) == len(read(run, "dequeue")) > 100
    for name in ("queue-bytes", "buffer-bytes"):
        rows = read(run, name)
        by = rows.node if name == "buffer-bytes" else rows.node * 1000 + rows.port
        assert (rows.bytes != rows.old_bytes).all()
        for _, of_one in rows.groupby(by):
            # Each row begins where the last one ended.
            assert of_one.old_bytes.tolist() == [0, *of_one.bytes.tolist()[:-1]]
        assert name == "buffer-bytes" or (rows.groupby(by).bytes.last() == 0).all()
