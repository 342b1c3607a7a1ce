# SPDX-License-Identifier: GPL-2.0-only
"""Flows that another simulator has run, replayed with its parameters: slowdowns here over slowdowns there.

doc/schemes.md has the table that this prints. The other simulator is conweave-ns3 (commit 236a801); its flow lists are
not part of this repository.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from . import SweepError
from .options import OneLineParser, numbers, parse_count, parse_driver, parse_extra, parse_schemes, split
from .points import REPOSITORY
from .program import run_program

MODULE = "ns3::rdmacell::"

# Its parameters where they differ from the defaults: an ACK for each packet, a NAK each 4 us; headers of 48 bytes, neither
# preamble nor gap; 9 MiB of buffer a switch of 8 ports, ingress alpha 1/16, headroom of 27,096 bytes, two packets reserved.
# Its pauses last 5 us and are not refreshed: what the peer sends between two of them needs headroom, which is not limited
# there. So it is 200,000 bytes larger here, beside the same shared pool.
NETWORK = (
    "--flowsOrigin=2s",
    f"--{MODULE}RoceNic::AckInterval=1",
    f"--{MODULE}RoceNic::LinkOverhead=-14",
    f"--{MODULE}RoceNic::NakInterval=4us",
    f"--{MODULE}FabricSwitch::BufferPerPort=1379648",
    f"--{MODULE}FabricSwitch::IngressAlpha=0.0625",
    f"--{MODULE}FabricSwitch::Reserve=2096",
    f"--{MODULE}PfcController::Headroom=227096",
    f"--{MODULE}PfcController::PauseQuanta=977",
    f"--{MODULE}PfcController::RefreshPauses=false",
)

# Those of a scheme: CONGA compares four paths; ConWeave takes a busy path if all are, and has as many reorder queues as
# are needed, outside of the buffer.
SCHEMES: dict[str, tuple[str, ...]] = {
    "ecmp": (),
    "letflow": (),
    "conga": (f"--{MODULE}CongaBalancer::SampledPaths=4",),
    "conweave": (f"--{MODULE}ConWeaveBalancer::RerouteToBusy=true",
                 f"--{MODULE}ConWeaveBalancer::ReorderQueues=56",
                 f"--{MODULE}FabricSwitch::ChargeReorderQueues=false"),
}

# What it got: average, median and 99th percentile of slowdown.
Figures = tuple[float, float, float]
RESULTS: dict[str, dict[str, Figures]] = {
    "alistorage-load50-2ms": {
        "ecmp": (1.791, 1.212, 8.526),
        "letflow": (1.829, 1.222, 8.924),
        "conga": (1.719, 1.205, 7.984),
        "conweave": (1.698, 1.233, 7.340),
    },
    "solar-load50-1ms": {
        "ecmp": (1.793, 1.597, 4.227),
        "letflow": (1.796, 1.607, 4.212),
        "conga": (1.821, 1.644, 4.183),
        "conweave": (1.737, 1.586, 3.798),
    },
    "alistorage-load80-4ms": {
        "ecmp": (4.788, 2.683, 28.66),
        "conweave": (6.789, 2.980, 45.48),
    },
}
STATISTICS = ("average", "median", "p99")


@dataclass(frozen=True)
class Replay:
    """One run: a list of flows under a scheme, with one seed of the switches' hashes."""

    flows: str
    scheme: str
    seed: int

    def arguments(self) -> tuple[str, ...]:
        """The driver's arguments, but for the files and those that a user adds."""
        return (f"--scheme={self.scheme}", *NETWORK, *SCHEMES[self.scheme], f"--seed={self.seed}",
                f"--{MODULE}FabricSwitch::HashSeed={self.seed}")


def slowdowns(flows: pd.DataFrame) -> np.ndarray:
    """Slowdowns over that simulator's base, which counts one packet twice, clamped as it clamps them.

    @param flows the columns of fct.csv, of flows between hosts of the fat tree of K=8 with links of 100 Gb/s and 1 us
    """
    same_rack = flows.src // 4 == flows.dst // 4
    same_pod = flows.src // 16 == flows.dst // 16
    hops = np.where(same_rack, 2, np.where(same_pod, 4, 6))
    wire = flows.size_bytes + np.ceil(flows.size_bytes / 1000) * 48
    return np.maximum(1, flows.fct_ns / (2000 * hops + 80 * hops + wire * 0.08)).to_numpy()


def figures(flows: pd.DataFrame) -> Figures:
    """Average, median and 99th percentile of slowdown."""
    slowdown = slowdowns(flows)
    return float(slowdown.mean()), float(np.percentile(slowdown, 50)), float(np.percentile(slowdown, 99))


def run(driver: Path, folder: Path, replay: Replay, extra: tuple[str, ...] = ()) -> Figures:
    """Replays one list; raises the driver's message where it fails, or where flows have not finished.

    @param driver the program
    @param folder where the lists are
    @param replay what to run
    @param extra further arguments of the driver, which take the place of the replay's own
    """
    with tempfile.TemporaryDirectory() as where:
        (Path(where) / "flows").write_bytes(gzip.decompress((folder / f"{replay.flows}.flows.gz").read_bytes()))
        given = {argument.partition("=")[0] for argument in extra}
        own = (argument for argument in replay.arguments() if argument.partition("=")[0] not in given)
        command = [driver, "--flows=flows", "--outputDir=out", *own, *extra]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SweepError(f"{replay.flows}, {replay.scheme}: {done.stderr.strip()}")
        flows = pd.read_csv(Path(where) / "out" / "fct.csv")
    unfinished = int((flows.status != "finished").sum())
    if unfinished:
        raise SweepError(f"{replay.flows}, {replay.scheme}: {unfinished} flows have not finished")
    return figures(flows)


def table(measured: dict[Replay, Figures]) -> str:
    """The table in Markdown: mean of the seeds over the other simulator's, and the least and the largest of them."""
    lines = ["| flows | scheme | " + " | ".join(STATISTICS) + " |", "|---|---|" + "---|" * len(STATISTICS)]
    for flows, results in RESULTS.items():
        for scheme, theirs in results.items():
            ours = [value for replay, value in measured.items() if (replay.flows, replay.scheme) == (flows, scheme)]
            if ours:
                ratios = np.array(ours) / np.array(theirs)
                cells = [f"{mean:.2f} ({least:.2f} to {most:.2f})" for mean, least, most in
                         zip(ratios.mean(axis=0), ratios.min(axis=0), ratios.max(axis=0))]
                lines.append(f"| {flows} | {scheme} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Entry point."""
    made = OneLineParser(
        prog="rdmacell-agreement",
        allow_abbrev=False,
        description="Replays flows that conweave-ns3 has run, with its parameters, and prints slowdowns here over "
        "slowdowns there as a table: mean of the seeds, least and largest.",
        epilog="Arguments after a lone -- go to every run, also in place of that simulator's.",
    )
    made.add_argument("folder", metavar="DIR", help=f"has the lists: {', '.join(f'{name}.flows.gz' for name in RESULTS)}")
    made.add_argument("--only", metavar="A,B", default=",".join(RESULTS), help="lists to replay, by name (all)")
    made.add_argument("--schemes", metavar="A,B", default=",".join(SCHEMES), help=f"({','.join(SCHEMES)})")
    made.add_argument("--seeds", metavar="N,N", default="1-3", help="of the switches' hashes (1-3)")
    made.add_argument("--jobs", metavar="N", default=str(len(os.sched_getaffinity(0))), help="runs at a time")
    made.add_argument("--driver", metavar="FILE", default=str(REPOSITORY / "build" / "bin" / "rdmacell-fat-tree"),
                      help="the simulator (build/bin/rdmacell-fat-tree)")
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = made.parse_args(arguments[:end])
    extra = parse_extra(arguments[end + 1 :])
    folder = Path(options.folder)
    lists, schemes = split("--only", options.only), parse_schemes(options.schemes)
    for name in lists:
        if name not in RESULTS:
            raise SweepError(f"--only: no list '{name}', expected of {', '.join(RESULTS)}")
        if not (folder / f"{name}.flows.gz").is_file():
            raise SweepError(f"{folder / name}.flows.gz: no such file")
    for scheme in schemes:
        if scheme not in SCHEMES:
            raise SweepError(f"--schemes: no parameters for '{scheme}', expected of {', '.join(SCHEMES)}")
    replays = [Replay(name, scheme, int(seed)) for name in lists for scheme in schemes if scheme in RESULTS[name]
               for seed in numbers("--seeds", options.seeds)]
    driver = parse_driver(options.driver)
    with ThreadPoolExecutor(parse_count("--jobs", options.jobs, 9999)) as workers:
        measured = workers.map(lambda replay: run(driver, folder, replay, extra), replays)
        print(table(dict(zip(replays, measured))), end="")
    return 0


if __name__ == "__main__":
    run_program("rdmacell-agreement", main)
