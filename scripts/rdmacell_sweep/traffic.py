# SPDX-License-Identifier: GPL-2.0-only
"""Files of flows: made by pattern, looked at, and converted; rdmacell-fat-tree --flows replays them."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any, Callable, Optional

import numpy as np
import pandas as pd

from . import SweepError
from .flow_files import FORMATS, MOST_BYTES, mean_size, read_flows, read_sizes, workload_path, write_flows
from .options import MOST_SEED, OneLineParser
from .patterns import PATTERNS, Wanted
from .points import WORKLOAD_FILES, time_to_ns
from .program import run_program

RATE_UNITS = {"Mbps": 1e6, "Gbps": 1e9, "Tbps": 1e12}
MOST_HOSTS = 1 << 16
# Flows to one receiver that start within this are an incast.
TOGETHER_PS = 1_000_000


def whole(option: str, text: str, least: int, most: int) -> int:
    """A whole number of an option."""
    if not re.fullmatch(r"[0-9]{1,13}", text, re.ASCII) or not least <= int(text) <= most:
        raise SweepError(f"{option}: expected a whole number from {least} to {most}, found '{text}'")
    return int(text)


def share(option: str, text: str) -> float:
    """0.8 or 80%."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)", text, re.ASCII)
    value = float(match[1]) / (100 if match[2] else 1) if match else 0
    if not 0 < value <= 1:
        raise SweepError(f"{option}: expected a share above 0 and at most 1, such as 0.8 or 80%, found '{text}'")
    return value


def rate(text: str) -> float:
    """Bits per second."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?)(Mbps|Gbps|Tbps)", text, re.ASCII)
    value = float(match[1]) * RATE_UNITS[match[2]] if match else 0
    if not 0 < value <= 1e15:
        raise SweepError(f"--rate: expected a rate above 0 such as 100Gbps, found '{text}'")
    return value


def picoseconds(option: str, text: str, least_ns: float) -> int:
    """A time with its unit, of at most an hour."""
    if not re.fullmatch(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|ms|s)", text, re.ASCII) \
            or not least_ns <= time_to_ns(text) <= 3.6e12:
        raise SweepError(f"{option}: expected a time with its unit such as 2ms, found '{text}'")
    return round(time_to_ns(text) * 1000)


def read_matrix(path: Path) -> Any:
    """Weights by sender and receiver: a line a sender, numbers with commas between."""
    rows: list[list[float]] = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
        try:
            row = [float(word) for word in line.split(",")]
        except ValueError:
            raise SweepError(f"{path}:{number}: expected numbers with commas between, found '{line}'") from None
        if not all(0 <= weight < 1e12 for weight in row):
            raise SweepError(f"{path}:{number}: expected weights not below 0, found '{line}'")
        rows.append(row)
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        raise SweepError(f"{path}: expected as many columns as lines, two or more")
    weights = np.array(rows)
    np.fill_diagonal(weights, 0)
    if not weights.any():
        raise SweepError(f"{path}: expected a weight above 0 between two hosts")
    return weights


def parser() -> OneLineParser:
    """The commands and their options."""
    made = OneLineParser(prog="traffic", allow_abbrev=False,
                         description="Makes, inspects and converts files of flows, which rdmacell-fat-tree --flows replays.")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)

    make = commands.add_parser("make", allow_abbrev=False, help="make flows of a pattern",
                               description="Makes flows of a pattern, and prints what inspect does.")
    make.add_argument("--pattern", metavar="NAME", default="all-to-all", help=f"of {', '.join(PATTERNS)} (all-to-all)")
    make.add_argument("--hosts", metavar="N", help="number of hosts (128; with a matrix its own)")
    make.add_argument("--load", metavar="SHARE", default="0.5", help="payload as a share of the hosts' links (0.5)")
    make.add_argument("--duration", metavar="TIME", default="1ms", help="flows start before this (1ms)")
    make.add_argument("--workload", metavar="NAME", default="alicloud",
                      help=f"flow sizes: of {', '.join(WORKLOAD_FILES)}, or a .cdf file (alicloud)")
    make.add_argument("--seed", metavar="N", default="1", help="(1)")
    make.add_argument("--fan-in", metavar="N", default="60", help="senders of an incast (60)")
    make.add_argument("--size", metavar="BYTES", default="500000", help="bytes that each of them sends (500000)")
    make.add_argument("--hotspots", metavar="N", default="1", help="hot hosts, the first ones (1)")
    make.add_argument("--hot-share", metavar="SHARE", default="0.5", help="share of the flows that goes to them (0.5)")
    make.add_argument("--matrix", metavar="FILE", help="weights: a line a sender, a number a receiver")

    inspect = commands.add_parser("inspect", allow_abbrev=False, help="sizes, loads and pattern of a file",
                                  description="Prints sizes, loads and pattern of the flows of a file.")
    convert = commands.add_parser("convert", allow_abbrev=False, help="write a file in another format",
                                  description="Writes the flows of a file in another format.")
    for command in (inspect, convert):
        command.add_argument("file", metavar="FILE", help="our CSV, or a list of the HPCC family")
        command.add_argument("--origin", metavar="TIME", help="time in a list that is 0 here (2s)", default="2s")
    inspect.add_argument("--hosts", metavar="N", help="number of hosts; up to the last one that occurs if not given")
    inspect.add_argument("--duration", metavar="TIME", help="over which loads are taken; up to the last start if not given")
    for command in (make, convert):
        command.add_argument("--output", metavar="FILE", required=True, help="where the flows go")
        command.add_argument("--format", metavar="NAME", default="csv",
                             help="csv (ours), hpcc (its list, with ports) or conweave (a list without ports) (csv)")
        command.add_argument("--class", metavar="N", dest="traffic_class", default="3", help="of the flows of a list (3)")
    make.add_argument("--origin", metavar="TIME", help="time in a list that is 0 here (2s)", default="2s")
    for command in (make, inspect):
        command.add_argument("--rate", metavar="RATE", default="100Gbps", help="of each host's link (100Gbps)")
        command.add_argument("--picture", metavar="FILE", help="draw the flows (.png, .pdf or .svg)")
    commands.add_parser("list", allow_abbrev=False, help="patterns and workloads", description="Lists patterns and workloads.")
    return made


def check_picture(text: Optional[str]) -> Optional[Path]:
    """Where a picture goes."""
    if text is not None and Path(text).suffix not in (".png", ".pdf", ".svg"):
        raise SweepError(f"--picture: expected a name that ends in .png, .pdf or .svg, found '{text}'")
    return Path(text) if text is not None else None


def check_output(options: argparse.Namespace) -> Callable[[pd.DataFrame], None]:
    """Checks the options of the file that is written; returns what writes it."""
    if options.format not in FORMATS:
        raise SweepError(f"--format: expected of {', '.join(FORMATS)}, found '{options.format}'")
    origin, traffic_class = picoseconds("--origin", options.origin, 0), whole("--class", options.traffic_class, 0, 7)
    path = Path(options.output)
    if not path.parent.is_dir() or path.is_dir() or not path.name:
        raise SweepError(f"--output: expected a file in a directory that exists, found '{options.output}'")
    return lambda flows: write_flows(flows, path, options.format, origin, traffic_class)


def wanted_of(options: argparse.Namespace) -> Wanted:
    """The options of make, checked."""
    if options.pattern not in PATTERNS:
        raise SweepError(f"--pattern: expected of {', '.join(PATTERNS)}, found '{options.pattern}'")
    if (options.pattern == "matrix") != (options.matrix is not None):
        raise SweepError("--matrix: expected with --pattern=matrix, and only there")
    weights = read_matrix(Path(options.matrix)) if options.matrix is not None else None
    hosts = whole("--hosts", options.hosts, 2, MOST_HOSTS) if options.hosts else len(weights) if weights is not None else 128
    if weights is not None and len(weights) != hosts:
        raise SweepError(f"--hosts: expected the {len(weights)} of {options.matrix}, found {hosts}")
    return Wanted(
        hosts, rate(options.rate), share("--load", options.load), picoseconds("--duration", options.duration, 1),
        read_sizes(workload_path(options.workload)), whole("--seed", options.seed, 1, MOST_SEED),
        whole("--fan-in", options.fan_in, 1, MOST_HOSTS), whole("--size", options.size, 1, MOST_BYTES - 1),
        whole("--hotspots", options.hotspots, 1, MOST_HOSTS), share("--hot-share", options.hot_share), weights,
    )


def statistics(flows: pd.DataFrame, hosts: int, bit_rate: float, duration_ps: int) -> dict[str, str]:
    """What inspect prints: names and values."""
    sizes = flows.size_bytes
    capacity = bit_rate / 8 * duration_ps / 1e12
    sent, received = (flows.groupby(end).size_bytes.sum().reindex(range(hosts), fill_value=0) / capacity
                      for end in ("src", "dst"))
    pairs = flows.drop_duplicates(["src", "dst"])
    percentiles = np.percentile(sizes, [50, 95, 99])
    rows = {
        "flows": f"{len(flows):,}",
        "bytes": f"{sizes.sum():,}",
        "hosts": f"{hosts:,}; {flows.src.nunique():,} send, {flows.dst.nunique():,} receive",
        "starts": f"{flows.start_ps.min() / 1e9:g} to {flows.start_ps.max() / 1e9:g} ms",
        "mean size": f"{sizes.mean():,.1f} bytes",
        "p50 / p95 / p99 size": " / ".join(f"{value:,.0f}" for value in percentiles) + " bytes",
        "smallest, largest": f"{sizes.min():,}, {sizes.max():,} bytes",
        "load": f"{100 * sent.mean():.1f} % of the hosts' links",
        "busiest sender": f"host {sent.idxmax()}, {100 * sent.max():.1f} %",
        "busiest receiver": f"host {received.idxmax()}, {100 * received.max():.1f} %",
        "pairs": f"{len(pairs):,} of {hosts * (hosts - 1):,}",
        "permutation": "yes" if pairs.src.is_unique and pairs.dst.is_unique else "no",
        "largest incast": incast_words(flows),
    }
    over = [name for name, of in (("sends", sent), ("receives", received)) if of.max() > 1]
    if over:
        rows["overload"] = f"a host {' and '.join(over)} more than its link carries"
    return rows


def incast_words(flows: pd.DataFrame) -> str:
    """The most flows to one receiver that start within a microsecond."""
    most, where, when = 0, 0, 0
    for receiver, of in flows.groupby("dst").start_ps:
        starts = of.to_numpy()
        counts = np.searchsorted(starts, starts + TOGETHER_PS, side="right") - np.arange(starts.size)
        if counts.max() > most:
            most, where, when = int(counts.max()), int(receiver), int(starts[counts.argmax()])
    return f"{most:,} flows to host {where} within 1 us, at {when / 1e9:g} ms"


def show(flows: pd.DataFrame, options: argparse.Namespace, hosts: int, duration_ps: Optional[int],
         picture: Optional[Path]) -> None:
    """Prints the statistics of flows, and draws them where asked."""
    span = duration_ps or int(flows.start_ps.max()) + 1
    bit_rate = rate(options.rate)
    for name, value in statistics(flows, hosts, bit_rate, span).items():
        print(f"  {name:<22} {value}")
    if picture:
        from .traffic_picture import draw  # pylint: disable=import-outside-toplevel

        draw(flows, hosts, bit_rate, span, picture)
        print(f"  {'picture':<22} {picture}")


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    if options.command == "list":
        print("patterns")
        for name, make in PATTERNS.items():
            print(f"  {name:<12} {(make.__doc__ or '').splitlines()[0]}")
        print("workloads")
        for name, path in WORKLOAD_FILES.items():
            print(f"  {name:<12} mean {mean_size(*read_sizes(path)):,.0f} bytes, traces/{path.name}")
        return 0
    picture = check_picture(getattr(options, "picture", None))
    if options.command == "make":
        wanted, write = wanted_of(options), check_output(options)
        flows = PATTERNS[options.pattern](wanted)
        if flows.empty:
            raise SweepError("--duration: expected one in which a flow starts")
        write(flows)
        print(options.output)
        show(flows, options, wanted.hosts, wanted.duration_ps, picture)
        return 0
    origin = picoseconds("--origin", options.origin, 0)
    if options.command == "convert":
        write = check_output(options)
        write(read_flows(Path(options.file), origin))
        return 0
    bit_rate = rate(options.rate)
    assert bit_rate > 0
    duration = picoseconds("--duration", options.duration, 1) if options.duration is not None else None
    hosts = whole("--hosts", options.hosts, 2, MOST_HOSTS) if options.hosts is not None else None
    flows = read_flows(Path(options.file), origin)
    last = int(flows[["src", "dst"]].to_numpy().max())
    if last >= (hosts or MOST_HOSTS):
        raise SweepError(f"{options.file}: expected hosts below {hosts or MOST_HOSTS}, found {last}")
    print(options.file)
    show(flows, options, hosts or last + 1, duration, picture)
    return 0


if __name__ == "__main__":
    run_program("traffic", main)
