# SPDX-License-Identifier: GPL-2.0-only
"""One run over several MPI ranks gives the bytes of a run in one process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PROGRAM, schemes

MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
DELAY = "--ns3::rdmacell::RdmaConnectionManager::Delay"
SMALL = ("--k=4", "--load=0.8", "--warmup=20us", "--duration=60us")
RECORDS = ("--record=link,queue,pfc", "--recordInterval=2us")
# What differs between two runs of one process, too.
VARYING = ("command", "wall_s", "setup_s", "ns_per_frame_hop", "peak_rss_bytes")

pytestmark = pytest.mark.skipif(shutil.which("mpirun") is None or not PROGRAM.exists(),
                                reason="there is no mpirun, or no driver")


def run(directory: Path, ranks: int, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the driver, over ranks if there are several."""
    launch = [*MPIRUN, "-n", str(ranks)] if ranks > 1 else []
    done = subprocess.run([*launch, str(PROGRAM), *arguments], cwd=directory, capture_output=True, text=True,
                          timeout=600, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done


def results(directory: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """The files, and all that meta.json has but what varies anyway."""
    meta = json.loads((directory / "meta.json").read_text())
    for name in VARYING:
        assert name in meta
        del meta[name]
    meta["parameters"].pop("outputDir")
    files = {path.name: path.read_bytes() for path in directory.glob("*.csv")}
    return files, meta


def compare(directory: Path, ranks: tuple[int, ...], *arguments: str) -> dict[str, object]:
    """Compares runs over ranks with one in a process; returns what they have in common."""
    run(directory, 1, *arguments, "--outputDir=1")
    files, meta = results(directory / "1")
    assert files["fct.csv"].count(b"\n") > 10
    for number in ranks:
        done = run(directory, number, *arguments, f"--outputDir={number}")
        assert f"ranks {number}: " in done.stdout
        other_files, other_meta = results(directory / str(number))
        assert other_files == files, f"{number} ranks"
        assert other_meta == meta, f"{number} ranks"
    return meta


# A scheme of each kind with every test; all schemes, and more ranks than processors, with the label slow.
WHOLE = os.environ.get("RDMACELL_RANKS") == "all"
SCHEMES = schemes() if WHOLE else ("ecmp", "conweave", "qp-split", "rdmacell")
RANKS = (2, 3, 4, 8) if WHOLE else (3,)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_flows_and_counters_are_the_same(scheme: str, tmp_path: Path) -> None:
    # RDMACell connects queue pairs during flows, which takes time over ranks.
    delay = (f"{DELAY}=2us",) if scheme.startswith("rdmacell") else ()
    meta = compare(tmp_path, RANKS, f"--scheme={scheme}", *delay, *SMALL)
    assert meta["frame_hops"] > 10000 and meta["unfinished"] == 0


@pytest.mark.parametrize("arguments", [
    ("--load=0.8", "--cc=hpcc"),  # telemetry travels in frames
    ("--load=0.8", "--outages=32:30us-45us,40:40us", "--drain=6ms"),  # links between ranks go down
    ("--pfc=on", "--cc=none", "--pattern=incast", "--incastSize=300000",
     "--ns3::rdmacell::FabricSwitch::BufferPerPort=200000"),  # pauses cross ranks
    ("--load=0.8", f"{DELAY}=5us"),
])
def test_telemetry_pauses_and_a_management_network_cross_ranks(arguments: tuple[str, ...], tmp_path: Path) -> None:
    meta = compare(tmp_path, RANKS, "--k=4", "--duration=60us", *RECORDS, *arguments)
    assert meta["pfc_pause"] > 0 or "--pfc=on" not in arguments


def test_lost_frames_are_the_same(tmp_path: Path) -> None:
    # Two switches of three hosts, and two links between them that lose one frame in a hundred.
    links = [(host, 6 + host // 3, "100Gbps", "0.001ms", 0) for host in range(6)]
    links += [(6, 7, "100Gbps", "0.001ms", 0.01)] * 2
    lines = [f"8 2 {len(links)}", "6 7", *(" ".join(map(str, link)) for link in links)]
    (tmp_path / "lossy.topology").write_text("\n".join(lines) + "\n")
    meta = compare(tmp_path, (2,), "--topology=lossy.topology", "--load=0.5", "--duration=200us")
    assert meta["naks"] > 0 and meta["retransmitted_bytes"] > 0


def test_partition_is_printed(tmp_path: Path) -> None:
    done = run(tmp_path, 1, "--partition=4", "--k=4")
    lines = done.stdout.splitlines()
    assert len(lines) == 6 and lines[1].split() == ["0", "4", "5", "9", "6", "25.0%"]
    assert lines[-1] == "12 of 48 links are cut, lookahead 1000 ns"
    for arguments, message in ((("--partition=9", "--k=4"), "expected at most 8 ranks"),
                               (("--partition=2", "--k=4", "--delay=0s"), "expected a delay above 0"),
                               (("--partition=2", "--scheme=ecmp"), "has no effect with --partition"),
                               (("--partition=-1",), "--partition: expected a whole number")):
        bad = run(tmp_path, 1, *arguments, check=False)
        assert bad.returncode == 2 and len(bad.stderr.splitlines()) == 1 and message in bad.stderr


@pytest.mark.parametrize("arguments, message", [
    (("--trace=flow-started", "--outputDir=out"), "--trace: "),
    (("--pcap=x",), "--pcap: "),
    (("--cooldown=drain",), "--cooldown: "),
    (("--scheme=rdmacell",), "RdmaConnectionManager::Delay above 0 for rdmacell"),
    (("--SimulatorImplementationType=ns3::DefaultSimulatorImpl",), "--SimulatorImplementationType: "),
    (("--load=2",), "--load: "),
    (("--outputDir=/proc/none",), "/proc/none"),
])
def test_what_does_not_work_over_ranks_is_refused_in_one_line(arguments: tuple[str, ...], message: str,
                                                              tmp_path: Path) -> None:
    done = run(tmp_path, 2, *SMALL, *arguments, check=False)
    assert done.returncode == 2
    own = [line for line in done.stderr.splitlines() if line.startswith("rdmacell-fat-tree: ")]
    assert len(own) == 1 and message in own[0], done.stderr
    assert not list(tmp_path.iterdir())


def children(pid: int) -> list[int]:
    """Processes that a process has started, directly or not."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found += [int(entry.name), *children(int(entry.name))]
    return found


@pytest.mark.parametrize("victim, number", [("rank", signal.SIGKILL), ("mpirun", signal.SIGINT)])
def test_a_rank_that_dies_ends_the_run(victim: str, number: int, tmp_path: Path) -> None:
    arguments = ["--k=4", "--load=0.8", "--duration=50ms", "--outputDir=out"]
    with subprocess.Popen([*MPIRUN, "-n", "2", str(PROGRAM), *arguments], cwd=tmp_path, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 120
        while not (tmp_path / "out").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        ranks = [p for p in children(process.pid) if "rdmacell" in Path(f"/proc/{p}/comm").read_text()]
        assert len(ranks) == 2
        os.kill(ranks[-1] if victim == "rank" else process.pid, number)
        _, errors = process.communicate(timeout=60)
        assert process.returncode != 0
        assert victim == "mpirun" or errors
    assert not (tmp_path / "out" / "meta.json").exists() and not (tmp_path / "out" / "fct.csv").exists()
    while any(Path(f"/proc/{rank}").exists() for rank in ranks):
        assert time.monotonic() < deadline, "a rank goes on"
        time.sleep(0.1)
