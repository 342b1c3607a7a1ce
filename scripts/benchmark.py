# SPDX-License-Identifier: GPL-2.0-only
"""Print what a frame-hop costs: events, instructions, allocations, nanoseconds.

Instructions and allocations are counted by valgrind, so they repeat whatever else the machine does.
Each is the difference between a longer and a shorter run of the same seed, divided by the
difference in frame-hops: building the network does not count. Nanoseconds are the best of several
native runs of the longer time.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_POINTS = "alicloud:50,alicloud:80,solar:80"


def run(driver: Path, scheme: str, workload: str, load: str, duration: str, k: int,
        prefix: list[str]) -> tuple[dict, str]:
    """Run one point; return its meta.json and what was printed on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        command = prefix + [str(driver), f"--scheme={scheme}", f"--workload={workload}",
                            f"--load={load}%", f"--k={k}", f"--duration={duration}",
                            f"--outputDir={folder}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"benchmark: {' '.join(command)}: {done.stderr.strip()}")
        return json.loads((Path(folder) / "meta.json").read_text()), done.stderr


def per_hop(driver: Path, point: tuple[str, str, str], k: int, durations: list[str],
            tool: list[str], pattern: str) -> float:
    """Count with valgrind over two durations; return the difference for each frame-hop."""
    counts, hops = [], []
    for duration in durations:
        meta, text = run(driver, *point, duration, k, ["valgrind", *tool])
        match = re.search(pattern, text)
        if match is None:
            raise SystemExit("benchmark: valgrind printed no count")
        counts.append(int(match[1].replace(",", "")))
        hops.append(meta["frame_hops"])
    return (counts[1] - counts[0]) / (hops[1] - hops[0])


def main() -> int:
    """Measure and print a row for each point."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", type=Path, default=ROOT / "build/bin/rdmacell-fat-tree")
    parser.add_argument("--schemes", default="ecmp", help="with commas between, or 'all'")
    parser.add_argument("--points", default=DEFAULT_POINTS, help="workload:load, commas between")
    parser.add_argument("--k", type=int, default=8, help="of the fat tree")
    parser.add_argument("--counted", default="100us,200us", help="two durations under valgrind")
    parser.add_argument("--timed", default="1ms", help="duration of a native run")
    parser.add_argument("--runs", type=int, default=3, help="native runs of each point")
    parser.add_argument("--no-valgrind", action="store_true", help="native runs only")
    options = parser.parse_args()
    if not options.driver.exists():
        print(f"benchmark: {options.driver}: not built; scripts/build does it", file=sys.stderr)
        return 2
    schemes = options.schemes.split(",")
    if options.schemes == "all":
        schemes = subprocess.run([options.driver, "--listSchemes"], capture_output=True, text=True,
                                 check=True).stdout.split()
    durations = options.counted.split(",")
    print(f"{'scheme':22} {'workload':9} {'load':>4} {'frame-hops':>11} {'events/hop':>10} "
          f"{'instr/hop':>9} {'allocs/hop':>10} {'ns/hop':>7} {'MB':>5}", flush=True)
    for scheme in schemes:
        for workload, load in (point.split(":") for point in options.points.split(",")):
            point = (scheme, workload, load)
            native = [run(options.driver, *point, options.timed, options.k, [])[0]
                      for _ in range(options.runs)]
            instructions = allocations = float("nan")
            if not options.no_valgrind:
                instructions = per_hop(options.driver, point, options.k, durations,
                                       ["--tool=callgrind", "--callgrind-out-file=/dev/null"],
                                       r"Collected : (\d+)")
                allocations = per_hop(options.driver, point, options.k, durations,
                                      ["--tool=memcheck", "--undef-value-errors=no"],
                                      r"total heap usage: ([\d,]+) allocs")
            meta = min(native, key=lambda m: m["ns_per_frame_hop"])
            print(f"{scheme:22} {workload:9} {load:>3}% {meta['frame_hops']:11} "
                  f"{meta['events'] / meta['frame_hops']:10.3f} {instructions:9.0f} "
                  f"{allocations:10.4f} {meta['ns_per_frame_hop']:7.0f} "
                  f"{meta['peak_rss_bytes'] / 1e6:5.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
