# SPDX-License-Identifier: GPL-2.0-only
"""The sweep's arithmetic, against numbers worked out by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest
from conftest import schemes

from rdmacell_sweep import analysis, cost, plots, points, style
from rdmacell_sweep.points import Plan, Point

HEADER = "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status\n"


def make_point(directory: Path, point: Point, rows: list[tuple[int, str]]) -> None:
    """A complete point with flows of these sizes and slowdowns; an empty slowdown is unfinished."""
    lines = [
        f"{number},0,1,{size},0,1,1,1,{slowdown},finished\n" if slowdown else f"{number},0,1,{size},0,,,1,,unfinished\n"
        for number, (size, slowdown) in enumerate(rows)
    ]
    where = directory / point.name
    where.mkdir()
    (where / "fct.csv").write_text(HEADER + "".join(lines))
    values = [float(slowdown) for _, slowdown in rows if slowdown]
    meta = {
        "command": " ".join(["driver", *point.arguments()]), "flows": len(rows), "finished": len(values),
        "unfinished": len(rows) - len(values), "slowdown_avg": sum(values) / len(values),
    }
    (where / "meta.json").write_text(json.dumps(meta))


def test_percentiles_interpolate_linearly_and_leave_unfinished_out() -> None:
    got = analysis.slowdown_statistics(pd.Series([1.0, 2.0, 3.0, math.nan, 4.0, 5.0]))
    assert got["slowdown_avg"] == 3.0
    assert got["slowdown_p50"] == 3.0
    assert got["slowdown_p95"] == pytest.approx(4.8)
    assert got["slowdown_p99"] == pytest.approx(4.96)
    assert got["slowdown_p999"] == pytest.approx(4.996)
    assert all(math.isnan(value) for value in analysis.slowdown_statistics(pd.Series([math.nan])).values())


def test_confidence_interval_is_students() -> None:
    # Three seeds: t(2) = 4.303, standard deviation 1, so 4.303 / sqrt(3).
    assert analysis.half_width_95(pd.Series([1.0, 2.0, 3.0])) == pytest.approx(2.48414, abs=1e-5)
    assert math.isnan(analysis.half_width_95(pd.Series([1.0])))
    rows = pd.DataFrame({"load": [20, 20, 80], "value": [1.0, 3.0, 5.0]})
    got = analysis.over_seeds(rows, ["load"], "value")
    assert got["mean"].tolist() == [2.0, 5.0]
    assert got.half_width.iloc[0] == pytest.approx(12.706 * math.sqrt(2) / math.sqrt(2), abs=1e-3)


def test_summary_reads_what_the_driver_recorded(tmp_path: Path) -> None:
    point = Point("a", "solar", "50", 3, "1ms", "0ms")
    make_point(tmp_path, point, [(1, "1.0"), (2, "2.0"), (3, "")])
    summary = analysis.summarize([point], tmp_path)
    row = summary.iloc[0]
    assert (row.workload, row.scheme, row.load_percent, row.seed) == ("solar", "a", 50, 3)
    assert (row.flows, row.finished, row.unfinished, row.slowdown_avg) == (3, 2, 1, 1.5)


RECORDED = {"scheme": "ecmp", "workload": "solar", "load": 0.125, "seed": 7, "duration": "2ms", "warmup": "500us"}


def test_point_survives_the_recorded_parameters() -> None:
    point = Point("ecmp", "solar", "12.5", 7, "2ms", "500us")
    assert "--load=0.125" in point.arguments()
    assert points.recorded_point({"parameters": {**RECORDED, "k": 4}}) == point
    for wrong in ({}, {"parameters": None}, {"parameters": {"scheme": "ecmp"}},
                  {"parameters": {**RECORDED, "load": None}}, {"parameters": {**RECORDED, "duration": "soon"}}):
        assert points.recorded_point(wrong) is None


def test_cost_is_learned_from_runs_with_the_same_other_parameters(tmp_path: Path) -> None:
    for name, k, scheme, wall in (("a", 4, "ecmp", 3.0), ("b", 8, "ecmp", 100.0), ("c", 4, "conga", 5.0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fct.csv").touch()
        parameters = {**RECORDED, "scheme": scheme, "k": k, "outputDir": name, "progress": False}
        (tmp_path / name / "meta.json").write_text(json.dumps(
            {"parameters": parameters, "wall_s": wall, "peak_rss_bytes": 1e8}))
    model = cost.CostModel()
    model.learn_from(tmp_path.glob("*"), {**RECORDED, "load": 0.8, "k": 4})
    assert model.seconds(Point("ecmp", "solar", "12.5", 1, "2ms", "500us")) == pytest.approx(3.0)
    assert model.seconds(Point("conga", "solar", "12.5", 1, "2ms", "500us")) == pytest.approx(5.0)


def test_plan_starts_costly_points_first() -> None:
    plan = Plan("quick", ("a",), ("solar",), ("20", "80", "50"), (1, 2), "1ms", "0ms")
    assert [point.load for point in plan.points()] == ["80", "80", "50", "50", "20", "20"]


def test_cost_is_learned_from_finished_runs() -> None:
    model = cost.CostModel()
    short = Point("a", "solar", "50", 1, "2ms", "0ms")
    long = Point("a", "solar", "80", 1, "4ms", "1ms")
    assert model.seconds(long) == pytest.approx(4 * cost.SECONDS_PER_UNIT)
    assert not model.is_measured
    model.learn(short, 3.0, 1e8)
    assert model.seconds(short) == pytest.approx(3.0)
    assert model.seconds(long) == pytest.approx(12.0)
    assert model.bytes(long) == pytest.approx(4e8)
    other = Point("b", "solar", "50", 1, "2ms", "0ms")
    assert model.seconds(other) == pytest.approx(3.0)
    model.learn(other, 6.0, 1e8)
    assert model.seconds(other) == pytest.approx(6.0)
    assert model.seconds(short) == pytest.approx(3.0)


def test_time_left_fills_free_jobs_in_order() -> None:
    assert cost.time_left([], [], 2) == 0
    assert cost.time_left([], [4, 3, 2], 2) == 5
    assert cost.time_left([10], [4, 3, 2], 2) == 10
    assert cost.time_left([1, 2], [4, 4], 2) == 6


def test_times_are_read_with_their_units() -> None:
    assert points.time_to_ns("1.5us") == 1500
    assert points.time_to_ns("2s") == 2e9
    assert points.time_to_ns("0s") == 0
    assert points.time_to_ns("500ps") == 0.5


def test_schemes_look_the_same_in_every_figure() -> None:
    everywhere = style.looks(["ecmp", "conga", "mine", "yours"])
    assert style.looks(["conga"])["conga"] == everywhere["conga"]
    everything = style.looks([*schemes(), "mine", "yours"]).values()
    assert len({look["marker"] for look in everything}) == len(everything)
    assert len({look["label"] for look in everything}) == len(everything)
    assert {name for name in schemes() if name not in style.LOOKS} == set()


def test_axis_is_logarithmic_only_if_values_span_a_decade() -> None:
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel

    for top, scale in ((9.0, "linear"), (11.0, "log")):
        figure, axis = pyplot.subplots()
        axis.plot([20, 80], [1.0, top])
        plots.scale_slowdown(axis)
        assert axis.get_yscale() == scale
        assert axis.get_ylim()[0] < 1 and axis.get_ylim()[1] > top
        pyplot.close(figure)


def shown(scheme: str, load: float, mean: float, warnings: str = "") -> dict[str, object]:
    """A row of Results.statistics."""
    return {"scheme": scheme, "load_percent": load, "statistic": "slowdown_p99", "mean": mean, "warnings": warnings}


def test_footnotes_name_unfinished_few_flows_and_overload() -> None:
    runs = pd.DataFrame({
        "scheme": ["ecmp", "ecmp"], "load_percent": [50.0, 80.0], "flows": [5000, 1010], "unfinished": [0, 101],
    })
    rows = pd.DataFrame([shown("ecmp", 50, 2.0), shown("ecmp", 80, 3.0, "overload few wide")])
    unfinished, few, overload, wide = plots.footnotes(runs, rows)
    assert "1 of 2 runs have some, at most 101 of 1,010 (ECMP, 80 %)" in unfinished
    assert "fewer than 100 flows above it" in few
    assert "overloaded" in overload and "1 of 2 points is wider than +-10 %" in wide
    assert plots.footnotes(runs[:1], rows[:1]) == []


def test_schemes_far_beyond_the_others_at_every_load_do_not_scale_the_axis() -> None:
    rows = pd.DataFrame([
        shown(scheme, load, base * load / 20)
        for scheme, base in (("ecmp", 1.2), ("spray", 12), ("conga", 1.1), ("hula", 2.0), ("letflow", 1.2))
        for load in (20.0, 80.0)
    ])
    assert plots.beyond_the_axis(rows, "load_percent") == {"spray": (pytest.approx(12), pytest.approx(48))}
    rows.loc[(rows.scheme == "spray") & (rows.load_percent == 20), "mean"] = 2.0
    assert not plots.beyond_the_axis(rows, "load_percent"), "at one load it is among the others"
    third = pd.concat([rows, rows[rows.load_percent == 80].assign(load_percent=90.0)])
    assert set(plots.beyond_the_axis(third, "load_percent", everywhere=False)) == {"spray"}, "at two places of three"
    few = rows[rows.scheme.isin(["ecmp", "spray", "conga"])]
    assert not plots.beyond_the_axis(few, "load_percent"), "too few to tell"
