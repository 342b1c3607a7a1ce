# SPDX-License-Identifier: GPL-2.0-only
"""scripts/training-steps and scripts/training-study: workloads of other simulators as steps, and tables of a study."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, Run

from rdmacell_sweep import SweepError
from rdmacell_sweep.placement_picture import matrix, placement_figure, shares
from rdmacell_sweep.training import BASELINES, Case, cases
from rdmacell_sweep.training_steps import HEADER, convert
from rdmacell_sweep.training_tables import compare, read_runs, tables, write_page

# Two layers under data parallelism: only weight gradients are exchanged.
DATA = """DATA
2
first  -1 1000 NONE 0 500 NONE 0 250 ALLREDUCE 3000 10
second -1 2000 NONE 0 600 NONE 0 300 ALLREDUCE 6000 20
"""
# Pairs of ranks share a model; four ranks.
HYBRID = """HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 all_gpus: 4 checkpoints: 0
1
layer -1 1000 ALLGATHER 800 500 REDUCESCATTER 400 250 ALLTOALL_EP 1000 0
"""


def rows(text: str, tmp_path: Path, ranks: int | None = None) -> pd.DataFrame:
    """The steps of a workload."""
    path = tmp_path / "workload.txt"
    path.write_text(text)
    return frame(convert([path], ranks).lines)


def frame(lines: list[str]) -> pd.DataFrame:
    """Steps as a table; inputs as sets of numbers."""
    table = pd.DataFrame([line.split(",") for line in lines], columns=HEADER.split(","))
    table["after"] = [{int(word) for word in words.split()} for words in table.after]
    return table.astype({name: int for name in ("step", "src", "dst", "bytes", "compute_ns")})


def finish(table: pd.DataFrame) -> dict[int, int]:
    """When each step is done where messages take no time, ns."""
    done: dict[int, int] = {}
    for row in table.itertuples():
        done[row.step] = max((done[other] for other in row.after), default=0) + row.compute_ns
    return done


def test_data_parallel_layers_exchange_weight_gradients(tmp_path: Path) -> None:
    table = rows(DATA, tmp_path, ranks=3)
    messages = table[table.src != table.dst]
    # Two rings of 2 (n - 1) rounds of 3 ranks, with a third of the buffer each.
    assert len(messages) == 2 * 4 * 3
    assert sorted(messages.bytes.unique()) == [1000, 2000]
    assert set(map(tuple, messages[["src", "dst"]].to_numpy())) == {(0, 1), (1, 2), (2, 0)}
    # Forward, input gradients and weight gradients of both layers, and the update of the first at the end.
    assert max(finish(table).values()) == 1000 + 2000 + 600 + 300 + 500 + 250 + 10
    # The last layer's gradients are there before the first layer's backward pass: both are exchanged side by side.
    first = messages[messages.bytes == 2000].step.min()
    assert finish(table)[first] == 1000 + 2000 + 600 + 300


def test_messages_begin_at_their_inputs_end(tmp_path: Path) -> None:
    for text, ranks in ((DATA, 3), (HYBRID, None)):
        table = rows(text, tmp_path, ranks)
        where = {row.step: (row.src, row.dst) for row in table.itertuples()}
        for row in table.itertuples():
            assert all(other < row.step and row.src in where[other] for other in row.after)


def test_groups_of_ranks(tmp_path: Path) -> None:
    table = rows(HYBRID, tmp_path)
    messages = table[table.src != table.dst]
    by_bytes = {size: set(map(tuple, own[["src", "dst"]].to_numpy())) for size, own in messages.groupby("bytes")}
    pairs = {(0, 1), (1, 0), (2, 3), (3, 2)}
    assert by_bytes == {400: pairs, 200: pairs}  # all experts are at one rank: nothing to exchange
    wide = rows(HYBRID.replace("ep: 1", "ep: 2"), tmp_path)
    experts = wide[(wide.src != wide.dst) & (wide.bytes == 500)]
    assert set(map(tuple, experts[["src", "dst"]].to_numpy())) == {(0, 2), (2, 0), (1, 3), (3, 1)}


def node(number: int, kind: str, after: list[int], micros: int = 0, **attributes: int) -> str:
    """A node of Chakra as chakra_jsonizer writes it."""
    return json.dumps({"id": str(number), "name": "n", "type": kind, "dataDeps": list(map(str, after)),
                       "durationMicros": str(micros),
                       "attr": [{"name": name, "int64Val": str(value)} for name, value in attributes.items()]}, indent=2)


def write_traces(tmp_path: Path, *traces: list[str]) -> list[Path]:
    """Trace files, each with metadata first."""
    paths = []
    for rank, nodes in enumerate(traces):
        paths.append(tmp_path / f"trace.{rank}.json")
        paths[-1].write_text(json.dumps({"version": "0.0.4"}) + "".join(nodes))
    return paths


def test_chakra_collectives_and_messages(tmp_path: Path) -> None:
    traces = write_traces(
        tmp_path,
        [node(0, "COMP_NODE", [], 5), node(1, "COMM_COLL_NODE", [0], comm_type=0, comm_size=1000),
         node(2, "COMM_SEND_NODE", [1], comm_dst=1, comm_tag=7, comm_size=64)],
        [node(0, "COMM_COLL_NODE", [], comm_type=0, comm_size=1000),
         node(1, "COMM_RECV_NODE", [0], comm_src=0, comm_tag=7, comm_size=64), node(2, "COMP_NODE", [1], 3)])
    table = frame(convert(traces, None).lines)
    messages = table[table.src != table.dst]
    assert messages.bytes.tolist() == [500, 500, 500, 500, 64]
    assert max(finish(table).values()) == 8000


@pytest.mark.parametrize("text, ranks, message", [
    ("NOSUCH\n1\n", 2, "expected a line with the parallelism"),
    (DATA.replace("DATA", "NOSUCH"), 2, "workload.txt:1: expected one of DATA"),
    (DATA, None, "expected all_gpus or --ranks"),
    (DATA.replace("\n2\n", "\n3\n"), 2, "workload.txt:2: expected the number of layers that follow, 2, found 3"),
    (DATA.replace(" 20\n", "\n"), 2, "workload.txt:4: expected 12 columns, found 11"),
    (DATA.replace("ALLREDUCE 6000", "GATHER 6000"), 2, "workload.txt:4: expected ALLREDUCE"),
    (DATA.replace(" 2000 ", " 2.5 "), 2, "workload.txt:4: expected a time in ns, a whole number, found '2.5'"),
    (HYBRID.replace("pp: 1", "pp: 2"), None, "expected no pipeline"),
    (HYBRID.replace("group: 2", "group: 3"), None, "expected 4 ranks to be a multiple"),
    ('{"type": "COMP_NODE", "id": "1"}', None, "expected a trace for each of two or more ranks"),
    ('{"type": "COMP_NODE", "id": "1", "dataDeps": ["9"]}', 2, "found the dependency '9'"),
    ('{"type": "COMM_COLL_NODE", "id": "1"}', 2, "expected an attribute comm_type"),
    ('{"type": "COMM_SEND_NODE", "id": "1", "attr": [{"name": "comm_dst", "int64Val": "1"}]}', 2, "found 1"),
    ("{nonsense", 2, "expected nodes of Chakra as JSON"),
])
def test_bad_workloads_are_refused(tmp_path: Path, text: str, ranks: int | None, message: str) -> None:
    with pytest.raises(SweepError, match=message.replace("(", r"\(")):
        rows(text, tmp_path, ranks)


def test_traces_that_wait_for_each_other_are_refused(tmp_path: Path) -> None:
    traces = write_traces(tmp_path, [node(0, "COMM_RECV_NODE", [], comm_src=1, comm_tag=1, comm_size=1)],
                          [node(0, "COMP_NODE", [], 1)])
    with pytest.raises(SweepError, match="waits for ever"):
        convert(traces, None)


def test_the_driver_runs_converted_steps(driver: Run, tmp_path: Path) -> None:
    (tmp_path / "workload.txt").write_text(HYBRID)
    done = subprocess.run([ROOT / "scripts" / "training-steps", "workload.txt", "--output=steps.csv"], cwd=tmp_path,
                          capture_output=True, text=True, check=True)
    assert "steps in steps.csv" in done.stdout
    done = driver("--k=4", "--collective=file:path=steps.csv,placement=spread", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows_of = pd.read_csv(tmp_path / "out" / "collective.csv")
    assert rows_of.status.tolist() == ["finished"] and rows_of.time_ns[0] > 1000 + 500 + 250
    placement = pd.read_csv(tmp_path / "out" / "collective-placement.csv")
    assert placement["host"].tolist() == [0, 2, 4, 6] and placement.zone.tolist() == [0, 0, 1, 1]
    assert placement_figure(tmp_path / "out") is not None


def test_shares_of_a_placement() -> None:
    placement = pd.DataFrame({"job": 0, "rank": [0, 1, 2, 3], "host": [5, 0, 1, 4], "rack": [2, 0, 0, 1], "zone": [1, 0, 0, 0]})
    traffic = pd.DataFrame({"job": 0, "rank": [0, 1, 1], "peer": [1, 2, 3], "bytes": [10, 20, 30]})
    hosts, cells = matrix(placement, traffic)
    assert hosts["host"].tolist() == [0, 1, 4, 5]
    assert cells[0].tolist() == [0, 20, 30, 10] and np.array_equal(cells, cells.T)
    assert shares(hosts, cells) == pytest.approx((10 / 60, 30 / 60))


@dataclass(frozen=True)
class FakeRun:
    """A run of a case with a seed."""

    case: Case
    seed: int

    @property
    def name(self) -> str:
        """Its directory."""
        return f"{self.case.place}--{self.seed}"


def write_run(root: Path, run: FakeRun, ratio: float, status: str = "finished") -> None:
    """A run's meta.json, with a bound of 1000 ns."""
    where = root / run.name
    where.mkdir(parents=True)
    (where / "fct.csv").write_text("flow_id\n")
    own = {"status": status, "ratio": ratio if status == "finished" else None, "time_ns": 1000 * ratio,
           "busbw_gbps": 1.0, "straggler_ratio": 1.0, "uplink_mmr": 1.5}
    (where / "meta.json").write_text(json.dumps({"collectives": {"0": own}, "pfc_pause": 4, "ecn_marks": 0, "naks": 0,
                                                 "retransmitted_bytes": 2e6, "timeouts": 0, "drops": 0, "frame_hops": 1,
                                                 "wall_s": 1.5, "version": "1 (abc)"}))


def test_tables_of_a_study(tmp_path: Path) -> None:
    fast, slow = (Case("pinning", "a group", name, ()) for name in ("pinned", "ecmp"))
    runs = [FakeRun(case, seed) for case in (slow, fast) for seed in (1, 2, 3)]
    for run in runs:
        write_run(tmp_path, run, 2.0 + 0.1 * run.seed if run.case is slow else 1.0 + 0.05 * run.seed)
    found = read_runs(runs, tmp_path)
    compared = compare(found, "ecmp").set_index("case")
    assert compared.loc["ecmp", "ratio"].mean == pytest.approx(2.2)
    assert compared.loc["pinned", "against"].mean == pytest.approx(-0.5)
    text = tables(found, BASELINES)
    assert "### a group" in text and "| pinned | 1.10 +-0.12 | -50.0 % +-0.0** | 1.50 +-0.00 | 4 | 0 | 2.0 | 0 |" in text
    page = write_page(found, BASELINES, tmp_path)
    assert page.read_text().count("<table") == 1


def test_a_run_that_has_not_finished_is_no_time(tmp_path: Path) -> None:
    case = Case("outage", "a group", "ecmp", ())
    runs = [FakeRun(case, seed) for seed in (1, 2)]
    write_run(tmp_path, runs[0], 2.0)
    write_run(tmp_path, runs[1], 9.0, "failed")
    assert "| ecmp | 2.00; 1 of 2 not finished |" in tables(read_runs(runs, tmp_path), BASELINES)


def test_the_driver_takes_each_case(driver: Run, tmp_path: Path) -> None:
    class Known:
        """A driver with few schemes."""

        @staticmethod
        def schemes() -> tuple[str, ...]:
            """Their names."""
            return ("ecmp", "rdmacell")

    seen = set()
    for question in BASELINES:
        for case in cases(question, Known()):
            assert case.place not in seen
            seen.add(case.place)
            done = driver("--mtu=4096", *case.arguments, "--outputDir=out", "--check", cwd=tmp_path)
            assert done.returncode == 0, f"{case}: {done.stderr}"
