# SPDX-License-Identifier: GPL-2.0-only
"""Workloads of other simulators as steps that rdmacell-fat-tree --collective=file:path=FILE runs.

Reads the text of ASTRA-sim 1.0 and SimAI (twelve columns a layer), and traces of Chakra as its chakra_jsonizer writes
them. doc/collectives.md says how they are understood.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterable, Optional

from . import SweepError
from .options import OneLineParser
from .points import whole_file
from .program import run_program

MOST_RANKS = 4096
MOST_STEPS = 20_000_000
COLUMNS = 12
HEADER = "step,after,src,dst,bytes,compute_ns"

# Steps that a rank's next step waits for, by rank.
Cursor = dict[int, list[int]]


@dataclass
class Steps:
    """The steps so far, as lines."""

    lines: list[str] = field(default_factory=list)

    def add(self, after: Iterable[int], src: int, dst: int, size: int = 0, compute_ns: int = 0) -> int:
        """Adds a step; returns its number."""
        number = len(self.lines)
        if number >= MOST_STEPS:
            raise SweepError(f"expected at most {MOST_STEPS:,} steps: fewer ranks or layers")
        self.lines.append(f"{number},{' '.join(map(str, after))},{src},{dst},{size},{compute_ns}")
        return number

    def compute(self, cursor: Cursor, ranks: Iterable[int], nanoseconds: int) -> None:
        """Computation of some ranks."""
        for rank in ranks if nanoseconds else ():
            cursor[rank] = [self.add(cursor[rank], rank, rank, 0, nanoseconds)]


def part(size: int, parts: int, index: int) -> int:
    """Bytes of a part of a buffer that is cut into nearly equal ones."""
    return size * (index + 1) // parts - size * index // parts


def ring(rounds: Callable[[int], int]) -> Callable[[Steps, list[int], int, Cursor], Cursor]:
    """A collective on a ring: in each round, a rank sends a part to its successor."""
    def run(steps: Steps, ranks: list[int], size: int, before: Cursor) -> Cursor:
        count, got = len(ranks), {rank: list(before[rank]) for rank in ranks}
        for number in range(rounds(count)):
            sent = [steps.add(got[rank], rank, ranks[(place + 1) % count], part(size, count, (place - number) % count))
                    for place, rank in enumerate(ranks)]
            got = {rank: [sent[place - 1]] for place, rank in enumerate(ranks)}
        return got
    return run


def all_to_all(steps: Steps, ranks: list[int], size: int, before: Cursor) -> Cursor:
    """Each rank sends each other one a part."""
    count = len(ranks)
    got: Cursor = {rank: [] for rank in ranks}
    for shift in range(1, count):
        for place, rank in enumerate(ranks):
            peer = (place + shift) % count
            got[ranks[peer]].append(steps.add(before[rank], rank, ranks[peer], part(size, count, peer)))
    return {rank: [steps.add([*before[rank], *got[rank]], rank, rank)] for rank in ranks}


COLLECTIVES = {
    "ALLREDUCE": ring(lambda count: 2 * (count - 1)),
    "ALLGATHER": ring(lambda count: count - 1),
    "REDUCESCATTER": ring(lambda count: count - 1),
    "ALLTOALL": all_to_all,
}
# As Chakra numbers them (CollectiveCommType).
CHAKRA_TYPES = {0: "ALLREDUCE", 2: "ALLGATHER", 6: "ALLTOALL", 7: "REDUCESCATTER"}


@dataclass(frozen=True)
class Groups:
    """The groups of ranks that collectives of a kind are among."""

    ranks: int
    model: int
    expert: int

    def of(self, kind: str) -> list[list[int]]:
        """Groups of a kind: model (consecutive ranks), data, expert, or data among experts."""
        data = self.ranks // self.model
        columns = [[self.model * row + own for row in range(data)] for own in range(self.model)]
        if kind == "model":
            return [list(range(self.model * row, self.model * (row + 1))) for row in range(data)]
        if kind == "data":
            return columns
        if kind == "expert":
            return [column[start:start + self.expert] for column in columns for start in range(0, data, self.expert)]
        return [column[start::self.expert] for column in columns for start in range(self.expert)]


@dataclass(frozen=True)
class Phase:
    """Computation and a collective of a layer."""

    compute_ns: int
    collective: str
    kind: str
    size: int


# What the collectives of the three phases (forward, input gradient, weight gradient) are among.
POLICIES = {
    "DATA": ("data", "data", "data"),
    "MODEL": ("model", "model", "model"),
    "MICRO": ("data", "data", "data"),
    "HYBRID_DATA_MODEL": ("model", "model", "data"),
    "HYBRID_MODEL_DATA": ("model", "model", "data"),
    "HYBRID_TRANSFORMER": ("model", "model", "data"),
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD": ("model", "model", "data"),
}


def whole(where: str, text: str, what: str) -> int:
    """A whole number of a file."""
    if not re.fullmatch(r"[0-9]{1,15}", text, re.ASCII):
        raise SweepError(f"{where}: expected {what}, a whole number, found '{text}'")
    return int(text)


def read_phase(where: str, words: list[str], kind: str) -> Phase:
    """Three columns: time in ns, collective, bytes."""
    match = re.fullmatch(r"(ALLREDUCE|ALLGATHER|REDUCESCATTER|ALLTOALL|NONE)(_EP|_DP_EP)?", words[1])
    if not match:
        raise SweepError(f"{where}: expected ALLREDUCE, ALLGATHER, REDUCESCATTER, ALLTOALL, with _EP or _DP_EP, or NONE, "
                         f"found '{words[1]}'")
    of_group = {"_EP": "expert", "_DP_EP": "data of experts"}.get(match[2] or "", kind)
    return Phase(whole(where, words[0], "a time in ns"), match[1], of_group, whole(where, words[2], "bytes"))


def read_text(path: Path, given: Optional[int]) -> tuple[Groups, list[tuple[Phase, ...]]]:
    """A workload's groups, and the phases of its layers."""
    lines = [(number, line.split()) for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1)
             if line.strip()]
    if len(lines) < 3 or len(lines[1][1]) != 1:
        raise SweepError(f"{path}: expected a line with the parallelism, one with the number of layers, and the layers")
    words = lines[0][1]
    if words[0] not in POLICIES:
        raise SweepError(f"{path}:1: expected one of {', '.join(POLICIES)}, found '{words[0]}'")
    settings = {key.rstrip(":"): value for key, value in zip(words[1::2], words[2::2])}
    where = f"{path}:1"
    if whole(where, settings.get("pp", "1"), "pp") > 1:
        raise SweepError(f"{where}: expected no pipeline (pp: 1): the layers do not say what its stages exchange")
    ranks = given or whole(where, settings.get("all_gpus", "0"), "all_gpus")
    if not 2 <= ranks <= MOST_RANKS:
        raise SweepError(f"{where}: expected all_gpus or --ranks from 2 to {MOST_RANKS}, found {ranks}")
    everyone = ranks if words[0] == "MODEL" else 1
    model = whole(where, settings.get("model_parallel_NPU_group", str(everyone)), "model_parallel_NPU_group")
    expert = whole(where, settings.get("ep", "1"), "ep")
    if not model or ranks % model or not expert or ranks // model % expert:
        raise SweepError(f"{where}: expected {ranks} ranks to be a multiple of model_parallel_NPU_group {model} times ep {expert}")
    count = whole(f"{path}:{lines[1][0]}", lines[1][1][0], "the number of layers")
    if count != len(lines) - 2:
        raise SweepError(f"{path}:{lines[1][0]}: expected the number of layers that follow, {len(lines) - 2}, found {count}")
    layers = []
    for number, row in lines[2:]:
        where = f"{path}:{number}"
        if len(row) != COLUMNS:
            raise SweepError(f"{where}: expected {COLUMNS} columns, found {len(row)}")
        layers.append((*(read_phase(where, row[start:start + 3], kind) for start, kind in zip((2, 5, 8), POLICIES[words[0]])),
                       Phase(whole(where, row[11], "a time in ns"), "NONE", "data", 0)))
    return Groups(ranks, model, expert), layers


def exchange(steps: Steps, groups: Groups, phase: Phase, cursor: Cursor) -> Cursor:
    """The collective of a phase in all its groups; returns what ranks got."""
    got: Cursor = {}
    for ranks in groups.of(phase.kind) if phase.collective != "NONE" and phase.size else ():
        if len(ranks) > 1:
            got.update(COLLECTIVES[phase.collective](steps, ranks, phase.size, cursor))
    return got


def text_steps(path: Path, given: Optional[int]) -> Steps:
    """One pass: layers forward, then backward in reverse order. Weight gradients are exchanged beside what follows."""
    groups, layers = read_text(path, given)
    steps, everyone = Steps(), range(groups.ranks)
    cursor: Cursor = {rank: [] for rank in everyone}
    beside: Cursor = {rank: [] for rank in everyone}
    for forward, *_ in layers:
        steps.compute(cursor, everyone, forward.compute_ns)
        cursor.update(exchange(steps, groups, forward, cursor))
    for _, inputs, weights, update in reversed(layers):
        steps.compute(cursor, everyone, inputs.compute_ns)
        cursor.update(exchange(steps, groups, inputs, cursor))
        steps.compute(cursor, everyone, weights.compute_ns)
        got = exchange(steps, groups, weights, cursor)
        for rank in everyone:
            if rank in got:
                beside[rank].append(steps.add(got[rank], rank, rank, 0, update.compute_ns))
    for rank in everyone:
        if beside[rank]:
            steps.add([*cursor[rank], *beside[rank]], rank, rank)
    return steps


@dataclass
class Node:
    """A node of a Chakra trace."""

    kind: str
    after: list[str]
    compute_ns: int
    attributes: dict[str, Any]
    where: str

    def number(self, name: str) -> int:
        """An attribute that the node needs."""
        try:
            return int(self.attributes[name])
        except (KeyError, TypeError, ValueError):
            raise SweepError(f"{self.where}: expected an attribute {name}, a whole number") from None


def read_chakra(path: Path) -> dict[str, Node]:
    """The nodes of a trace, by id: JSON objects one after the other, as chakra_jsonizer writes them."""
    text, decoder, place = path.read_text(errors="replace"), json.JSONDecoder(), 0
    nodes: dict[str, Node] = {}
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        where = f"{path}:{text.count(chr(10), 0, place) + 1}"
        try:
            found, place = decoder.raw_decode(text, place)
            if "type" not in found:
                continue  # the metadata
            values = {own["name"]: next((value for key, value in own.items() if key.endswith("Val")), None)
                      for own in found.get("attr", [])}
            after = [str(other) for name in ("ctrlDeps", "dataDeps") for other in found.get(name, [])]
            nodes[str(found.get("id", 0))] = Node(found["type"], after, 1000 * int(found.get("durationMicros", 0)), values, where)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise SweepError(f"{where}: expected nodes of Chakra as JSON ({error})") from None
    for node in nodes.values():
        for other in node.after:
            if other not in nodes:
                raise SweepError(f"{node.where}: expected a node of the trace, found the dependency '{other}'")
    if not nodes:
        raise SweepError(f"{path}: expected nodes of Chakra as JSON, found none")
    return nodes


class ChakraSteps:
    """Goes through the traces of all ranks at once."""

    def __init__(self, traces: list[dict[str, Node]]) -> None:
        self.steps = Steps()
        self._traces = traces
        self._done: list[dict[str, list[int]]] = [{} for _ in traces]
        # Nodes that wait for those of other ranks: by what they share, by rank.
        self._waiting: dict[tuple[Any, ...], dict[int, str]] = {}
        self._counts: dict[tuple[Any, ...], int] = {}
        self._members: dict[str, list[int]] = {}
        for rank, trace in enumerate(traces):
            for name in {self._group(node) for node in trace.values() if node.kind == "COMM_COLL_NODE"}:
                self._members.setdefault(name, []).append(rank)

    @staticmethod
    def _group(node: Node) -> str:
        return str(node.attributes.get("pg_name", ""))

    def run(self) -> Steps:
        """Makes the steps; refuses traces that wait for each other for ever."""
        left = [set(trace) for trace in self._traces]
        moving = True
        while moving:
            moving = False
            for rank, trace in enumerate(self._traces):
                ready = [name for name in sorted(left[rank], key=lambda text: (len(text), text))
                         if all(other in self._done[rank] for other in trace[name].after)]
                for name in ready:
                    left[rank].discard(name)
                    self._begin(rank, name)
                    moving = True
        for rank, trace in enumerate(self._traces):
            for name in trace:
                if name not in self._done[rank]:
                    raise SweepError(f"{trace[name].where}: this node of rank {rank} waits for ever for another rank or node")
        return self.steps

    def _begin(self, rank: int, name: str) -> None:
        node = self._traces[rank][name]
        if node.kind == "COMM_COLL_NODE":
            self._meet(("collective", self._group(node)), rank, name, self._members[self._group(node)])
        elif node.kind in ("COMM_SEND_NODE", "COMM_RECV_NODE"):
            sends = node.kind == "COMM_SEND_NODE"
            peer = node.number("comm_dst" if sends else "comm_src")
            if not 0 <= peer < len(self._traces) or peer == rank:
                raise SweepError(f"{node.where}: expected another rank below {len(self._traces)}, found {peer}")
            pair = (rank, peer) if sends else (peer, rank)
            self._meet(("message", pair, node.attributes.get("comm_tag")), rank, name, list(pair))
        else:
            after = self._after(rank, node)
            self._done[rank][name] = [self.steps.add(after, rank, rank, 0, node.compute_ns)] if node.compute_ns else after

    def _after(self, rank: int, node: Node) -> list[int]:
        return sorted({step for other in node.after for step in self._done[rank][other]})

    def _meet(self, shared: tuple[Any, ...], rank: int, name: str, members: list[int]) -> None:
        """A node that belongs to the same operation as those of other ranks: the n-th of each."""
        turn = self._counts.get((shared, rank), 0)
        self._counts[shared, rank] = turn + 1
        present = self._waiting.setdefault((shared, turn), {})
        present[rank] = name
        if len(present) < len(members):
            return
        del self._waiting[shared, turn]
        nodes = {member: self._traces[member][own] for member, own in present.items()}
        before = {member: self._after(member, node) for member, node in nodes.items()}
        if shared[0] == "message":
            src, dst = members
            # The receiver's next steps wait for its own inputs, too.
            step = self.steps.add(before[src], src, dst, nodes[src].number("comm_size"))
            got = {src: before[src], dst: [*before[dst], step]}
        else:
            first = nodes[members[0]]
            kind = CHAKRA_TYPES.get(first.number("comm_type"))
            if kind is None:
                raise SweepError(f"{first.where}: expected a comm_type of {', '.join(map(str, CHAKRA_TYPES))}, "
                                 f"found {first.number('comm_type')}")
            got = COLLECTIVES[kind](self.steps, members, first.number("comm_size"), before) if len(members) > 1 else before
        for member, own in present.items():
            self._done[member][own] = got[member]


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="training-steps",
        allow_abbrev=False,
        description="Converts a workload to steps that rdmacell-fat-tree --collective=file:path=FILE runs: the text of "
        "ASTRA-sim 1.0 and SimAI, or traces of Chakra as chakra_jsonizer writes them, one for each rank or one for all.",
    )
    made.add_argument("files", metavar="FILE", nargs="+", help="the workload, or traces in the order of their ranks")
    made.add_argument("--ranks", metavar="N", help="of a workload that does not say it (all_gpus), or of one trace for all")
    made.add_argument("--output", metavar="FILE", required=True, help="the steps")
    return made


def convert(files: list[Path], ranks: Optional[int]) -> Steps:
    """Reads any of the formats."""
    for path in files:
        if not path.is_file():
            raise SweepError(f"{path}: no such file")
    if not files[0].read_text(errors="replace").lstrip().startswith("{"):
        if len(files) > 1:
            raise SweepError(f"{files[1]}: expected one file of text")
        return text_steps(files[0], ranks)
    traces = [read_chakra(path) for path in files]
    if len(traces) == 1 and ranks:
        traces *= ranks
    if len(traces) < 2 or (ranks and ranks != len(traces)):
        raise SweepError(f"{files[0]}: expected a trace for each of {ranks or 'two or more'} ranks, or one and --ranks")
    return ChakraSteps(traces).run()


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    ranks = None if options.ranks is None else whole("--ranks", options.ranks, "ranks")
    if ranks is not None and not 2 <= ranks <= MOST_RANKS:
        raise SweepError(f"--ranks: expected from 2 to {MOST_RANKS}, found {ranks}")
    steps = convert([Path(name) for name in options.files], ranks)
    if not steps.lines:
        raise SweepError(f"{options.files[0]}: expected any computation or communication, found none")
    with whole_file(Path(options.output)) as temporary:
        temporary.write_text("\n".join([HEADER, *steps.lines]) + "\n", encoding="ascii")
    print(f"{len(steps.lines):,} steps in {options.output}")
    return 0


if __name__ == "__main__":
    run_program("training-steps", main)
