# SPDX-License-Identifier: GPL-2.0-only
"""Files of flows and of flow sizes, as rdmacell-fat-tree reads them.

Flows are a table with the columns start_ps, src, dst and size_bytes, sorted by start.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Iterable, Iterator

import numpy as np
import pandas as pd

from . import SweepError
from .points import WORKLOAD_FILES, whole_file

HEADER = "start_ns,src,dst,size_bytes"
COLUMNS = ["start_ps", "src", "dst", "size_bytes"]
FORMATS = ("csv", "hpcc", "conweave")
MOST_BYTES = 1 << 40


def _whole(text: str, what: str, most: int) -> int:
    """A whole number from 0 to most; ValueError with what was expected."""
    if not text.isascii() or not text.isdigit() or len(text) > 20 or int(text) > most:
        raise ValueError(f"expected {what}, found '{text}'")
    return int(text)


def _picoseconds(text: str, unit_ps: int) -> int:
    """A time in units, rounded to a picosecond; ValueError with what was expected."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or not 0 <= number * unit_ps < 1 << 63:
        raise ValueError(f"expected a time not below 0, found '{text}'")
    return int((number * unit_ps).to_integral_value())


def _flow(start: int, src: str, dst: str, size: str) -> tuple[int, int, int, int]:
    """A row of the table; ValueError with what was expected."""
    row = (start, _whole(src, "the index of a host", (1 << 32) - 1), _whole(dst, "the index of a host", (1 << 32) - 1),
           _whole(size, "a size in whole bytes below 1 TiB", MOST_BYTES - 1))
    if row[1] == row[2]:
        raise ValueError(f"expected two different hosts, found {src} twice")
    return row


def _csv_rows(lines: list[str]) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    for number, line in enumerate(lines[1:], start=2):
        words = line.split(",")
        if len(words) != 4:
            raise SweepError(f"{number}: expected four columns, found '{line}'")
        try:
            yield number, _flow(_picoseconds(words[0], 1000), *words[1:])
        except ValueError as error:
            raise SweepError(f"{number}: {error}") from None


def _list_rows(lines: list[str], origin_ps: int) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    try:
        count = _whole(lines[0].strip(), f"the header {HEADER} or a number of flows", 1 << 40)
    except ValueError as error:
        raise SweepError(f"1: {error}") from None
    if len(lines) - 1 < count:
        raise SweepError(f"{len(lines)}: expected {count} flows, as announced, found {len(lines) - 1}")
    for number, line in enumerate(lines[1:count + 1], start=2):
        words = line.split()
        if len(words) not in (5, 6):
            raise SweepError(f"{number}: expected 'src dst pg size start', or with dport before size, found '{line}'")
        try:
            start = _picoseconds(words[-1], 10**12) - origin_ps
            if start < 0:
                raise ValueError(f"expected a start not before the origin, found '{words[-1]}'")
            yield number, _flow(start, words[0], words[1], words[-2])
        except ValueError as error:
            raise SweepError(f"{number}: {error}") from None


def read_flows(path: Path, origin_ps: int = 0) -> pd.DataFrame:
    """The flows of a file, whose first line tells its format.

    @param origin_ps time in a list of the HPCC family that is 0 here
    """
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except UnicodeDecodeError:
        raise SweepError(f"{path}: expected a text file of flows") from None
    if not lines:
        raise SweepError(f"{path}:1: expected the header {HEADER} or a number of flows, found an empty file")
    try:
        rows = _csv_rows(lines) if lines[0].strip() == HEADER else _list_rows(lines, origin_ps)
        flows = pd.DataFrame([row for _, row in rows], columns=COLUMNS, dtype=np.int64)
    except SweepError as error:
        raise SweepError(f"{path}:{error}") from None
    if flows.empty:
        raise SweepError(f"{path}: expected at least one flow")
    return in_order(flows)


def in_order(flows: pd.DataFrame) -> pd.DataFrame:
    """Sorted by start; flows that start together stay in their order."""
    return flows.sort_values("start_ps", kind="stable", ignore_index=True)


def write_flows(flows: pd.DataFrame, path: Path, form: str, origin_ps: int, traffic_class: int) -> None:
    """Writes flows, whole or not at all.

    @param form csv; hpcc: rows "src dst pg dport size start"; conweave: without dport
    @param origin_ps time of a list that is 0 here
    @param traffic_class the column pg of a list
    """
    with whole_file(path) as temporary, temporary.open("w", encoding="ascii") as out:
        out.writelines(_lines(flows, form, origin_ps, traffic_class))


def _lines(flows: pd.DataFrame, form: str, origin_ps: int, traffic_class: int) -> Iterable[str]:
    yield f"{HEADER}\n" if form == "csv" else f"{len(flows)}\n"
    middle = "100 " if form == "hpcc" else ""
    for start, src, dst, size in flows[COLUMNS].itertuples(index=False):
        if form == "csv":
            yield f"{_decimal(start, 3)},{src},{dst},{size}\n"
        else:
            yield f"{src} {dst} {traffic_class} {middle}{size} {_decimal(start + origin_ps, 12)}\n"


def _decimal(number: int, digits: int) -> str:
    """A number of units of 10^-digits, without needless digits."""
    whole, part = divmod(int(number), 10**digits)
    return f"{whole}.{part:0{digits}d}".rstrip("0").rstrip(".") if part else str(whole)


def workload_path(name: str) -> Path:
    """The file of a workload: of its name, or as given."""
    path = WORKLOAD_FILES.get(name, Path(name))
    if name not in WORKLOAD_FILES and not path.is_file():
        raise SweepError(f"--workload: '{name}' is neither of {', '.join(WORKLOAD_FILES)} nor a file")
    return path


def read_sizes(path: Path) -> tuple[Any, Any]:
    """A distribution of flow sizes: bytes, and the share of flows that are not larger, both never falling."""
    points: list[tuple[float, float]] = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            size, percent = map(float, words)
        except ValueError:
            raise SweepError(f"{path}:{number}: expected bytes and a cumulative percentage, found '{line}'") from None
        before = points[-1] if points else (0.0, 0.0)
        if not (before[0] <= size < MOST_BYTES and before[1] <= percent <= 100):
            raise SweepError(f"{path}:{number}: expected sizes below 1 TiB and percentages that do not fall, found "
                             f"'{line}'")
        points.append((size, percent))
    if not points or points[-1][1] != 100:
        raise SweepError(f"{path}: expected percentages that rise to 100")
    if points[0][1] > 0:
        points.insert(0, (points[0][0], 0.0))
    sizes, percents = np.array(points).T
    return sizes, percents / 100


def mean_size(sizes: Any, shares: Any) -> float:
    """Mean of a distribution, linear between its points."""
    return float(np.sum(np.diff(shares) * (sizes[1:] + sizes[:-1]) / 2))
