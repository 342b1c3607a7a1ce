# SPDX-License-Identifier: GPL-2.0-only
"""Measure the cost of a frame-hop: events, instructions, allocations, nanoseconds.

Instructions and allocations are counted by callgrind, so they do not depend on the load of the
machine. Each is the difference between a longer and a shorter run of the same seed, divided by the
difference in frame-hops: building the network does not count. Nanoseconds are the best of several
native runs of the duration --timed.

With --profile, each row is followed by the instructions of each folder.

With --setup, instead: what it takes to build networks, so that growth is visible: processor time of
--check, which builds everything and simulates nothing, in all and for each link; for networks of few
links the instructions for each link beyond those of a network of two hosts, counted by valgrind,
which repeat on any machine; and the nanoseconds of a frame-hop in a run of 2 us at 30 % load. A
network is a number of ports of a switch of the fat tree, or a value of the driver's --topology. With
--setup-limit, building one in more processor time is an error.

With --sequential=N, instead: run N flows of one packet one after the other between two hosts, and
print the memory of the process after the first tenth and before the last tenth of them.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import callgrind_layers
from rdmacell_sweep import SweepError
from rdmacell_sweep.options import OneLineParser
from rdmacell_sweep.program import run_program

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_POINTS = "alicloud:50,alicloud:80,solar:80"
SMALLEST = "single-switch:hosts=2"
COUNTED_LINKS = 4000  # in networks of more, --setup counts no instructions: that would take minutes
GAP_NS = 10000  # between the starts of sequential flows: each finishes before the next


def run(driver: Path, arguments: list[str], prefix: list[str]) -> dict:
    """Run the driver; return its meta.json."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*prefix, str(driver), *arguments, f"--outputDir={folder}"]
        check_output(command)
        try:
            meta = json.loads((Path(folder) / "meta.json").read_text())
        except (OSError, ValueError) as error:
            raise SweepError(f"{shlex.join(command)}: no result was written") from error
        if not meta.get("frame_hops"):
            raise SweepError(f"{shlex.join(command)}: no frame was sent, there is nothing to measure")
        return meta


def point_arguments(point: tuple[str, str, str], duration: str, k: int) -> list[str]:
    """Return the driver's arguments for a point: scheme, workload, load."""
    scheme, workload, load = point
    return [f"--scheme={scheme}", f"--workload={workload}", f"--load={load}%", f"--k={k}", f"--duration={duration}"]


def count(driver: Path, point: tuple[str, str, str], k: int,
          durations: list[str]) -> tuple[Counter, float]:
    """Return the instructions of a frame-hop by layer, and its allocations."""
    layers, allocations, hops = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"]
        for duration in durations:
            hops.append(run(driver, point_arguments(point, duration, k), tool)["frame_hops"])
            counted = callgrind_layers.read_profile(profile, ROOT)
            layers.append(counted[0])
            allocations.append(counted[1])
    more = hops[1] - hops[0]
    if more <= 0:
        raise SweepError(f"--counted: the second duration sends no more frames than the first: {durations}")
    return (Counter({name: (layers[1][name] - layers[0][name]) / more for name in layers[1]}),
            (allocations[1] - allocations[0]) / more)


def network_argument(network: str) -> str:
    """Return the driver's argument that chooses a network."""
    return f"--k={network}" if network.isdigit() else f"--topology={network}"


def setup_arguments(network: str) -> list[str]:
    """Return the driver's arguments for a run on a network."""
    return [network_argument(network), "--load=30%", "--workload=alicloud", "--duration=2us"]


def count_links(driver: Path, network: str) -> tuple[int, int]:
    """Return the hosts and links of a network."""
    text = check_output([str(driver), network_argument(network), "--describe"])
    sizes = re.search(r"(\d+) hosts, \d+ switch(?:es)?, (\d+) links", text)
    if not sizes:
        raise SweepError(f"--setup: {network}: the driver describes no network: {last_line(text)}")
    return int(sizes[1]), int(sizes[2])


def check_output(command: list[str]) -> str:
    """Run a command; return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SweepError(f"{shlex.join(command)}: {last_line(done.stderr)}")
    return done.stdout


def last_line(text: str) -> str:
    """The end of what a program has said, in one line."""
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it has failed without a word"


def time_setup(driver: Path, network: str) -> float:
    """Build a network; return the processor time in seconds."""
    command = [str(driver), *setup_arguments(network), "--check"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SweepError(f"{shlex.join(command)}: {last_line(errors)}")
    return usage.ru_utime + usage.ru_stime


def count_setup(driver: Path, network: str) -> int:
    """Build a network under valgrind; return the instructions."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        check_output(["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={profile}",
                      str(driver), *setup_arguments(network), "--check"])
        return int(re.search(r"^summary: (\d+)", profile.read_text(), re.MULTILINE)[1])


def print_setup(options: argparse.Namespace, network: str, least: float) -> bool:
    """Measure what building a network takes, and print its row; return whether it is within the limit.

    @param least instructions of the smallest network
    """
    hosts, links = count_links(options.driver, network)
    seconds = min(time_setup(options.driver, network) for _ in range(options.runs))
    instructions = float("nan")
    if links <= COUNTED_LINKS and not options.no_valgrind:
        instructions = (count_setup(options.driver, network) - least) / links
    meta = run(options.driver, setup_arguments(network), [])
    memory = meta["peak_rss_bytes"]
    print(f"{network:30} {hosts:6} {links:6} {instructions:10.0f} {seconds:8.2f} {seconds / links * 1e6:7.1f} "
          f"{memory / 1e6:6.0f} {memory / links / 1e3:7.2f} {meta['frame_hops']:10} {meta['ns_per_frame_hop']:6.0f}",
          flush=True)
    if options.setup_limit is None or seconds <= options.setup_limit:
        return True
    print(f"benchmark: --setup: {network}: {seconds:.1f} s of processor time, more than {options.setup_limit:g} s",
          file=sys.stderr)
    return False


def read_memory(process: int) -> float:
    """Return the resident memory of a process in MB, or 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 / 1e6 if match else 0


def run_sequential(driver: Path, flows: int) -> None:
    """Run flows one after the other, and print the memory of the process."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "flows.csv"
        with trace.open("w", encoding="utf-8") as out:
            out.write("start_ns,src,dst,size_bytes\n")
            out.writelines(f"{GAP_NS * number},0,1,1000\n" for number in range(flows))
        command = [str(driver), "--k=2", f"--flows={trace}", f"--outputDir={folder}/out",
                   "--progress=on"]
        samples = []
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as process:
            for line in process.stderr:
                if match := re.search(r"(\d+) of \d+ flows done", line):
                    if 0.1 * flows <= int(match[1]) <= 0.9 * flows:
                        samples.append((int(match[1]), read_memory(process.pid)))
        if process.returncode != 0 or not samples:
            raise SweepError(f"{shlex.join(command)} failed")
        meta = json.loads((Path(folder) / "out" / "meta.json").read_text())
    for done, memory in (samples[0], samples[-1]):
        print(f"{done} flows done: {memory:.1f} MB")
    print(f"{meta['finished']} flows finished; while the results are written: "
          f"{meta['peak_rss_bytes'] / 1e6:.1f} MB")


def print_point(options: argparse.Namespace, point: tuple[str, str, str]) -> None:
    """Measure a point and print its row."""
    native = [run(options.driver, point_arguments(point, options.timed, options.k), [])
              for _ in range(options.runs)]
    layers: Counter = Counter()
    instructions = allocations = float("nan")
    if not options.no_valgrind:
        layers, allocations = count(options.driver, point, options.k, options.counted.split(","))
        instructions = sum(layers.values())
    scheme, workload, load = point
    meta = min(native, key=lambda m: m["ns_per_frame_hop"])
    print(f"{scheme:22} {workload:9} {load:>3}% {meta['frame_hops']:11} "
          f"{meta['events'] / meta['frame_hops']:10.3f} {instructions:9.0f} "
          f"{allocations:10.4f} {meta['ns_per_frame_hop']:7.0f} "
          f"{meta['peak_rss_bytes'] / 1e6:5.0f}", flush=True)
    if options.profile:
        for layer, cost in layers.most_common():
            if cost >= 0.05:
                print(f"    {layer:22} {cost:7.1f}", flush=True)


def main() -> int:
    """Measure and print a row for each point."""
    parser = OneLineParser(prog="benchmark", description=__doc__,
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", type=Path, default=ROOT / "build/bin/rdmacell-fat-tree")
    parser.add_argument("--schemes", default="ecmp", help="names separated by commas, or 'all'")
    parser.add_argument("--points", default=DEFAULT_POINTS, help="workload:load, separated by commas")
    parser.add_argument("--k", type=int, default=8, help="ports of a switch of the fat tree")
    parser.add_argument("--counted", default="100us,200us", help="the two durations under valgrind")
    parser.add_argument("--timed", default="1ms", help="duration of a native run")
    parser.add_argument("--runs", type=int, default=3, help="native runs of each point")
    parser.add_argument("--no-valgrind", action="store_true", help="native runs only")
    parser.add_argument("--profile", action="store_true", help="also print instructions by folder")
    parser.add_argument("--sequential", type=int, metavar="N", help="print the memory of N flows in sequence")
    parser.add_argument("--setup", nargs="+", metavar="NETWORK", help="print what it takes to build networks")
    parser.add_argument("--setup-limit", type=float, metavar="S", help="the most seconds that building one may take")
    options = parser.parse_args()
    if not os.access(options.driver, os.X_OK) or options.driver.is_dir():
        raise SweepError(f"{options.driver}: no program; scripts/build builds the default one")
    for point in options.points.split(","):
        if not re.fullmatch(r"[^:\s]+:[0-9.]+", point):
            raise SweepError(f"--points: expected points such as alicloud:50, found '{point}'")
    for name, least in (("runs", 1), ("k", 2), ("sequential", 1)):
        if (getattr(options, name) or least) < least or getattr(options, name) == 0:
            raise SweepError(f"--{name}: expected a number from {least}, found {getattr(options, name)}")
    if len(options.counted.split(",")) != 2:
        raise SweepError(f"--counted: expected two durations with a comma between, found '{options.counted}'")
    if options.setup_limit is not None and not options.setup_limit > 0:
        raise SweepError(f"--setup-limit: expected a time above 0, found {options.setup_limit:g}")
    if options.sequential:
        run_sequential(options.driver, options.sequential)
        return 0
    if options.setup:
        print(f"{'network':30} {'hosts':>6} {'links':>6} {'instr/link':>10} {'set-up s':>8} {'us/link':>7} {'MB':>6} "
              f"{'KB/link':>7} {'frame-hops':>10} {'ns/hop':>6}", flush=True)
        least = float("nan") if options.no_valgrind else count_setup(options.driver, SMALLEST)
        return 0 if all([print_setup(options, network, least) for network in options.setup]) else 1
    schemes = options.schemes.split(",")
    if options.schemes == "all":
        schemes = check_output([str(options.driver), "--listSchemes"]).split()
    print(f"{'scheme':22} {'workload':9} {'load':>4} {'frame-hops':>11} {'events/hop':>10} "
          f"{'instr/hop':>9} {'allocs/hop':>10} {'ns/hop':>7} {'MB':>5}", flush=True)
    for scheme in schemes:
        for point in options.points.split(","):
            workload, load = point.split(":")
            print_point(options, (scheme, workload, load))
    return 0


if __name__ == "__main__":
    run_program("benchmark", main)
