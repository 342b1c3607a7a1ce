#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Stands in for rdmacell-fat-tree in tests of the sweep: same options and files, invented flows.

The scheme "broken" fails, "silent" succeeds without a result, "slow" takes FAKE_SECONDS first, or waits
for the file FAKE_GATE.
FAKE_META replaces members of meta.json of the scheme "letflow" ("missing" removes one; with an "ended" that says so,
the run is stuck), FAKE_FLOWS is the
number of flows at full load, of which one in FAKE_UNFINISHED does not finish.
"""

import csv
import json
import os
import random
import shlex
import sys
import time
from pathlib import Path

COLUMNS = "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status".split(",")
SCHEMES = ["ecmp", "letflow", "slow"]
HIDDEN = ["broken", "silent"]


def percentile(values: list, share: float) -> float:
    """By linear interpolation."""
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)


def main() -> int:
    """Acts as the driver does."""
    if sys.argv[1:] == ["--listSchemes"]:
        print("\n".join(SCHEMES + (HIDDEN if os.environ.get("FAKE_HIDDEN") else [])))
        return 0
    options = dict(word[2:].partition("=")[::2] for word in sys.argv[1:])
    if "bad" in options:
        print("rdmacell-fat-tree: unknown option --bad", file=sys.stderr)
        return 2
    if "describe" in options:
        k = int(options.get("k", "8"))
        hosts = k**3 // 4
        print(f"fat tree K={k}: {hosts} hosts, {5 * k**2 // 4} switches, {3 * hosts} links\n"
              f"  tier 0: {hosts} hosts, {hosts} links up, {100 * hosts:g} Gb/s in all\n  tier 3: {k**2 // 4} switches")
        return 0
    if "nonsense" in Path(options["workload"]).name:
        print(f"rdmacell-fat-tree: {options['workload']}:1: expected bytes and percent", file=sys.stderr)
        return 2
    parameters = {"k": "8", **options, "load": float(options["load"]), "seed": int(options["seed"])}
    if "check" in parameters:
        del parameters["check"]
        print(json.dumps(parameters))
        return 0
    if os.environ.get("OMPI_COMM_WORLD_RANK", "0") != "0":
        return 0
    output = Path(options["outputDir"])
    output.mkdir(parents=True, exist_ok=True)
    if options["scheme"] == "broken":
        print("first line\nthe last words", file=sys.stderr)
        return 1
    if options["scheme"] == "silent":
        return 0
    if options["scheme"] == "slow":
        (output / "fct.csv.tmp").write_text("half")
        gate = os.environ.get("FAKE_GATE")
        until = time.monotonic() + (300 if gate else float(os.environ.get("FAKE_SECONDS", "0.2")))
        while time.monotonic() < until and not (gate and os.path.exists(gate)):
            time.sleep(min(0.1, max(0.0, until - time.monotonic())))

    load = float(options["load"])
    traffic = random.Random(f"{options['seed']}-{options['workload']}-{options['load']}")
    network = random.Random(f"{options['scheme']}-{options['seed']}-{options['load']}")
    worse = {"ecmp": 1.0, "letflow": 0.7}.get(options["scheme"], 0.9)
    count = int(float(os.environ.get("FAKE_FLOWS", "3000")) * load)
    every = int(os.environ.get("FAKE_UNFINISHED", "500"))
    rows, slowdowns = [], []
    for flow in range(count):
        size = int(traffic.paretovariate(1.1) * 1000)
        ideal = 4000 + size // 12
        slowdown = 1 + worse * load**2 / (1.05 - load) * network.expovariate(1)
        fct = int(ideal * slowdown) + 1
        finished = flow % every != every - 1
        if finished:
            slowdowns.append(fct / ideal)
        rows.append([flow, flow % 128, (flow + 1) % 128, size, flow * 10, fct if finished else "",
                     fct - 1000 if finished else "", ideal, f"{fct / ideal:.9f}" if finished else "",
                     "finished" if finished else "unfinished"])
    with open(output / "fct.csv.tmp", "w", newline="", encoding="ascii") as table:
        csv.writer(table, lineterminator="\n").writerows([COLUMNS, *rows])
    os.replace(output / "fct.csv.tmp", output / "fct.csv")

    slowdowns.sort()
    meta = dict.fromkeys(
        "offered_load carried_load drops pfc_pause pfc_resume ecn_marks cnps out_of_order naks retransmitted_bytes "
        "timeouts events frame_hops ns_per_frame_hop".split(), 0)
    meta |= {
        "command": shlex.join(sys.argv), "version": "0", "ns3_version": "0", "seed": int(options["seed"]),
        "parameters": parameters, "attributes": {}, "flows": count, "finished": len(slowdowns), "unfinished": count - len(slowdowns),
        "slowdown_avg": sum(slowdowns) / len(slowdowns) if slowdowns else None,
        **{f"slowdown_p{digits}": percentile(slowdowns, float(f"0.{digits}")) if slowdowns else None
           for digits in ("50", "95", "99", "999")},
        "setup_s": 0.01, "wall_s": 0.1, "peak_rss_bytes": 50_000_000, "scheme": {},
        "ranks": int(os.environ.get("OMPI_COMM_WORLD_SIZE", "1")),
    }
    if options["scheme"] == "letflow":
        meta |= json.loads(os.environ.get("FAKE_META", "{}"))
        meta = {name: value for name, value in meta.items() if value != "missing"}
    stuck = meta.get("ended", "done") not in ("done", "drain")
    if stuck:
        (output / "stall.txt").write_text(f"{meta['ended']}: switch 1 waits for switch 2\nqueue pairs by state:\n")
        print("rdmacell-fat-tree: stuck\n  the last words", file=sys.stderr)
    (output / "meta.json.tmp").write_text(json.dumps(meta))
    os.replace(output / "meta.json.tmp", output / "meta.json")
    return 3 if stuck else 0


sys.exit(main())
