# SPDX-License-Identifier: GPL-2.0-only
"""Statistics over seeds, paired differences and warnings, against numbers worked out by hand."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Iterable, Optional

import numpy as np
import pandas as pd
import pytest
from conftest import Run  # also makes the scripts importable

from rdmacell_sweep import inference, results, sizes, tables
from rdmacell_sweep.points import Plan, Point

HEADER = "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status\n"

# A flow: its size, its start in ns, its slowdown (None: unfinished).
Flow = tuple[int, float, Optional[float]]


def point(scheme: str, seed: int = 1, load: str = "50") -> Point:
    """One with a window of 1 ms after 100 us."""
    return Point(scheme, "solar", load, seed, "1ms", "100us")


def write(output: Path, of: Point, flows: Iterable[Flow]) -> None:
    """The results of a run with these flows."""
    rows = list(flows)
    lines = [
        f"{number},0,1,{size},{start:.3f}," + ("1,1,1,%.6f,finished\n" % slowdown if slowdown else ",,1,,unfinished\n")
        for number, (size, start, slowdown) in enumerate(rows)
    ]
    where = output / of.name
    where.mkdir(parents=True)
    (where / "fct.csv").write_text(HEADER + "".join(lines))
    known = [slowdown for _, _, slowdown in rows if slowdown]
    (where / "meta.json").write_text(json.dumps({
        "flows": len(rows), "finished": len(known), "unfinished": len(rows) - len(known), "version": "0",
        "slowdown_avg": sum(known) / len(known) if known else None,
        "parameters": {"scheme": of.scheme, "workload": of.workload, "load": float(of.load) / 100, "seed": of.seed,
                       "duration": of.duration, "warmup": of.warmup}}))


def spread(slowdowns: Iterable[Optional[float]], size: int = 1000) -> list[Flow]:
    """Flows of one size that start evenly over the window."""
    values = list(slowdowns)
    return [(size, 100_000 + 1e6 * number / len(values), value) for number, value in enumerate(values)]


def measured(output: Path, points: list[Point], baseline: Optional[str] = None) -> results.Results:
    """The tables of these points."""
    schemes = tuple(dict.fromkeys(of.scheme for of in points))
    plan = Plan("quick", schemes, ("solar",), ("50",), tuple({of.seed for of in points}), "1ms", "100us")
    return results.measure(plan, points, output, baseline)


def cell(of: results.Results, scheme: str, statistic: str = "slowdown_avg", size: str = "all") -> pd.Series:
    """One row of the statistics."""
    rows = of.statistics
    return rows[(rows.scheme == scheme) & (rows.statistic == statistic) & (rows.sizes == size)].squeeze()


def test_estimate_is_students_with_its_test() -> None:
    # Mean 2, s = 1, n = 3: t = 2 sqrt(3) = 3.4641, which 2 degrees of freedom exceed with p = 0.0742;
    # t(0.975, 2) = 4.3027, so +-4.3027 / sqrt(3).
    got = inference.estimate([1.0, math.nan, 2.0, 3.0])
    assert (got.mean, got.count, got.mark) == (2.0, 3, "")
    assert got.half_width == pytest.approx(2.48414, abs=1e-5) and got.p_value == pytest.approx(0.07418, abs=1e-5)
    assert inference.estimate([3.0, 3.0]) == inference.Estimate(3.0, 0.0, 0.0, 2)
    one = inference.estimate([3.0])
    assert (one.mean, one.count, one.mark) == (3.0, 1, "") and math.isnan(one.half_width)
    assert math.isnan(inference.estimate([]).mean)


def test_paired_difference_is_tighter_than_the_intervals() -> None:
    # Seeds differ by a factor of 2, the schemes by 10, 12 and 14 % of the same flows: -12 +- 4.3027 * 2 / sqrt(3).
    base, own = [1.0, 1.5, 2.0], [0.90, 1.32, 1.72]
    got = inference.difference(own, base)
    assert 100 * got.mean == pytest.approx(-12) and 100 * got.half_width == pytest.approx(4.9683, abs=1e-4)
    # t = 12 / (2 / sqrt(3)) = 10.392 with 2 degrees of freedom
    assert got.p_value == pytest.approx(0.009133, abs=1e-5) and got.mark == "**"
    assert inference.estimate(base).half_width > 0.5 * inference.estimate(base).mean


def test_differences_are_of_flows_that_finished_under_both(tmp_path: Path) -> None:
    points = [point(scheme, seed) for scheme in ("ecmp", "conga") for seed in (1, 2)]
    for seed, factor in ((1, 0.8), (2, 0.9)):
        write(tmp_path, point("ecmp", seed), spread([2.0, 4.0, 60.0]))
        write(tmp_path, point("conga", seed), spread([2.0 * factor, 4.0 * factor, None]))
    got = measured(tmp_path, points)
    assert got.baseline == "ecmp"
    own = cell(got, "conga")
    assert own.difference_percent == pytest.approx(-15)
    # d = -0.2, -0.1: s / sqrt(2) = 0.05, t(0.975, 1) = 12.7062
    assert own.difference_half_width_95 == pytest.approx(100 * 12.7062 * 0.05, abs=1e-3)
    assert own.p_value == pytest.approx(0.204833, abs=1e-5)  # t = 3 with 1 degree of freedom
    assert (own.flows, own.finished, own.seeds) == (6, 4, 2) and "censored" in own.warnings
    assert own["mean"] == pytest.approx(2.55)
    assert math.isnan(cell(got, "ecmp").difference_percent)
    assert cell(measured(tmp_path, points, "conga"), "ecmp").difference_percent == pytest.approx(100 * (1.25 + 1 / 0.9 - 2) / 2)


def test_other_flows_are_not_paired(tmp_path: Path) -> None:
    write(tmp_path, point("ecmp"), spread([2.0, 4.0]))
    write(tmp_path, point("conga"), spread([2.0, 4.0], size=1001))
    own = cell(measured(tmp_path, [point("ecmp"), point("conga")]), "conga")
    assert math.isnan(own.difference_percent) and "other-flows" in own.warnings


def test_percentiles_need_a_hundred_flows_above_them(tmp_path: Path) -> None:
    """1,900 flows in two seeds: 950 above the median, 95 above p95; with 2,100 there are 105."""
    for seed in (1, 2):
        write(tmp_path / "few", point("ecmp", seed), spread([2.0] * 950))
        write(tmp_path / "enough", point("ecmp", seed), spread([2.0] * 1050))
    for name, expected in (("few", {"p95", "p99", "p999"}), ("enough", {"p99", "p999"})):
        rows = measured(tmp_path / name, [point("ecmp", 1), point("ecmp", 2)]).statistics
        few = rows[(rows.sizes == "all") & rows.warnings.str.contains("few")].statistic
        assert set(few.str.removeprefix("slowdown_")) == expected


def test_censored_percentiles_are_those_near_the_missing_flows(tmp_path: Path) -> None:
    """1 of 1,000 unfinished: 2 % of the 50 above p95, 10 % of those above p99, as many as are above p99.9."""
    write(tmp_path, point("ecmp"), spread([2.0] * 998 + [None] * 2))
    got = measured(tmp_path, [point("ecmp")])
    censored = {name for name in results.STATISTICS if "censored" in cell(got, "ecmp", name).warnings}
    assert censored == {"slowdown_avg", "slowdown_p99", "slowdown_p999"}


def halves(first: float, second: float, jitter: float = 0.05) -> list[Flow]:
    """400 flows whose slowdown differs between the halves of the window and, a little, from flow to flow."""
    draw = np.random.default_rng(1)
    return spread([*draw.uniform(1 - jitter, 1 + jitter, 200) * first, *draw.uniform(1 - jitter, 1 + jitter, 200) * second])


@pytest.mark.parametrize("first, second, expected", [(2.0, 4.0, "overload"), (2.0, 2.4, "drift"), (4.0, 2.0, "drift"),
                                                     (2.0, 2.1, None)])
@pytest.mark.parametrize("seeds", [1, 3])
def test_growth_within_the_window_is_told_by_its_halves(
    tmp_path: Path, first: float, second: float, expected: Optional[str], seeds: int
) -> None:
    points = [point("ecmp", seed) for seed in range(1, seeds + 1)]
    for of in points:
        write(tmp_path, of, halves(first * (1 + of.seed / 10), second * (1 + of.seed / 10 + of.seed / 100)))
    got = measured(tmp_path, points)
    kinds = {kind for kind in got.warnings.kind if kind in ("overload", "drift")}
    assert kinds == ({expected} if expected else set())
    assert ("overload" in cell(got, "ecmp", "slowdown_p99").warnings) == (expected == "overload")
    row = got.summary.iloc[0]
    assert row.slowdown_avg_first_half == pytest.approx(1.1 * first, rel=0.01)
    assert row.slowdown_avg_second_half == pytest.approx(1.11 * second, rel=0.03)


def test_noise_is_no_growth(tmp_path: Path) -> None:
    """The halves differ by much in a single seed, but so do the tenths of the window."""
    levels = [1.0, 6.0, 1.5, 9.0, 2.0, 8.0, 1.2, 7.0, 3.0, 9.5]
    write(tmp_path, point("ecmp"), spread([level for level in levels for _ in range(20)]))
    got = measured(tmp_path, [point("ecmp")])
    assert got.summary.iloc[0].slowdown_avg_second_half > 1.25 * got.summary.iloc[0].slowdown_avg_first_half
    assert not set(got.warnings.kind) & {"overload", "drift"}


def test_wide_intervals_are_named(tmp_path: Path) -> None:
    for seed, level in ((1, 2.0), (2, 2.04), (3, 3.0)):
        write(tmp_path, point("ecmp", seed), spread([level] * 300))
        write(tmp_path, point("conga", seed), spread([2.0 + seed / 100] * 300))
    got = measured(tmp_path, [point(scheme, seed) for scheme in ("ecmp", "conga") for seed in (1, 2, 3)])
    assert "wide" in cell(got, "ecmp").warnings and "wide" not in cell(got, "conga").warnings


def test_size_classes_are_powers_of_four() -> None:
    of_all = np.array([1, 1024, 1025, 4096, 4097, 70_000, 5_000_000])
    edges = sizes.class_edges(of_all)
    assert edges == (1024, 4096, 16384, 262144)
    assert sizes.class_names(edges) == ["to 1 KiB", "1-4 KiB", "4-16 KiB", "16-256 KiB", "above 256 KiB"]
    assert sizes.classify(of_all, edges).tolist() == [0, 0, 1, 1, 2, 3, 4]
    # One of 200 is less than 1 %: it joins its neighbor, at the top the one below.
    assert sizes.class_edges(np.array([500] + [3000] * 199)) == ()
    assert sizes.class_edges(np.array([500] * 100 + [3000] * 99 + [9_000_000])) == (1024,)
    assert sizes.class_names(()) == ["any size"] and sizes.class_names((262144, 1048576))[1] == "256 KiB-1 MiB"


def test_classes_are_the_same_for_all_schemes_and_loads(tmp_path: Path) -> None:
    points = [point(scheme, 1, load) for scheme in ("ecmp", "conga") for load in ("20", "50")]
    for of in points:
        many, few = (90, 10) if of.load == "20" else (10, 90)
        write(tmp_path, of, spread([1.5] * many, 500) + spread([2.5] * few, 50_000))
    got = measured(tmp_path, points)
    assert set(got.by_size.sizes) == {"to 1 KiB", "above 1 KiB"}
    assert (got.by_size.groupby(["scheme", "load_percent"]).flows.sum() == 100).all()
    rows = got.by_size[got.by_size.load_percent == 50]
    assert rows.slowdown_avg.tolist() == [1.5, 2.5, 1.5, 2.5] and rows.size_to_bytes.tolist() == [500, 50_000] * 2


def test_table_has_intervals_differences_and_marks(tmp_path: Path) -> None:
    points = [point(scheme, seed) for scheme in ("ecmp", "conga") for seed in (1, 2, 3)]
    for seed, base, own in ((1, 1.0, 0.90), (2, 1.5, 1.32), (3, 2.0, 1.72)):
        write(tmp_path, point("ecmp", seed), spread([10 * base] * 200))
        write(tmp_path, point("conga", seed), spread([10 * own] * 200))
    text = tables.table(measured(tmp_path, points))
    assert "conga  13.13 +-10.19~" in text
    assert re.search(r"solar: average slowdown against ecmp, same flows, %\n +50 %\nconga +-12\.0 \+-5\.0\*\*", text)
    assert "~ wide, 4 of 4 values: half the 95 % interval is more than 10 % of the mean" in text
    assert "!" not in text and "p < 0.05" in text


def test_a_sweep_writes_the_tables(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    done = sweep("--schemes=ecmp,letflow", "--workloads=solar", "--loads=20,80", "--seeds=1-3", f"--output={output}")
    assert done.returncode == 0, done.stderr
    rows = pd.read_csv(output / "statistics.csv")
    summary = pd.read_csv(output / "summary.csv")
    for (scheme, load), of in summary.groupby(["scheme", "load_percent"]):
        own = rows[(rows.scheme == scheme) & (rows.load_percent == load) & (rows.sizes == "all")].set_index("statistic")
        for name in results.STATISTICS:
            assert own.loc[name, "mean"] == pytest.approx(of[name].mean())
            assert own.loc[name, "half_width_95"] == pytest.approx(inference.estimate(of[name]).half_width)
    letflow = rows[(rows.scheme == "letflow") & (rows.load_percent == 80) & (rows.sizes == "all")]
    assert (letflow.difference_percent < 0).all() and letflow.mark.notna().any()
    assert set(pd.read_csv(output / "warnings.csv").kind) <= set(results.KINDS)
    again = sweep("--resume", f"--output={output}", "--baseline=letflow")
    assert "against letflow" in again.stdout
    refused = sweep("--resume", f"--output={output}", "--baseline=conga")
    assert refused.returncode == 2 and "is not swept, expected of ecmp, letflow" in refused.stderr
