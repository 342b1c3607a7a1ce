# SPDX-License-Identifier: GPL-2.0-only
"""scripts/plot and scripts/compare: a run's records drawn, a sweep made again from disk, two sweeps compared."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import PROGRAM, ROOT, Run
from test_report import LINKS, PAUSES, QUEUES
from test_results import point, spread, write

from rdmacell_sweep import SweepError, run_plots
from rdmacell_sweep import compare as comparison
from rdmacell_sweep.points import Plan
from rdmacell_sweep.timeline import read_timeline


def script(name: str, *arguments: object) -> "subprocess.CompletedProcess[str]":
    """Runs a script."""
    return subprocess.run([ROOT / "scripts" / name, *map(str, arguments)], capture_output=True, text=True, timeout=200,
                          check=False)


CELLS = """time_ns,node,flow_id,cell,path,bytes
1000,0,0,0,0,500
1100,0,1,0,0,500
1200,0,1,1,2,700
"""
COMPLETED = """time_ns,node,flow_id,cell,bytes
3000,0,1,0,500
4000,0,0,0,500
"""


def make_run(directory: Path) -> Path:
    """A run with all records."""
    write(directory, point("rdmacell"), spread([1.5, 2.5, None]))
    where = directory / point("rdmacell").name
    for name, text in (("link", LINKS), ("queue", QUEUES), ("pfc", PAUSES), ("trace-cell-posted", CELLS),
                       ("trace-cell-completed", COMPLETED), ("trace-token-received", "time_ns,node,flow_id,cell,path\n2000,0,1,0,0\n"),
                       ("trace-qp-rate", "time_ns,node,qp,rate_bps\n1000,0,7,5e10\n2000,0,7,2e10\n")):
        (where / f"{name}.csv").write_text(text)
    return where


def test_plot_draws_each_record_of_a_run(tmp_path: Path) -> None:
    run = make_run(tmp_path)
    written = run_plots.plot_run(run, {"simulated_s": 1e-5})
    assert {path.name for path in written} == {
        f"plot-{name}.{ending}" for name in ("flows", "link", "queue", "pfc", "rates", "cells-flow1")
        for ending in ("png", "pdf", "svg")}
    assert all(path.stat().st_size > 2000 for path in written)


def test_cells_are_drawn_from_posting_to_completion(tmp_path: Path) -> None:
    """Flow 1 has two cells on paths 0 and 2: one from 1.1 to 3 us; the other has not completed, so it lasts until the
    last event, at 3 us."""
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel

    number, figure = run_plots.cell_figure(make_run(tmp_path), None)
    assert number == 1 and figure is not None
    axis = figure.axes[0]
    bars = [collection.get_paths()[0].get_extents() for collection in axis.collections]
    assert [(round(bar.x0, 3), round(bar.x1, 3)) for bar in bars] == [(1.1, 3.0), (1.2, 3.0)]
    assert [label.get_text() for label in axis.get_yticklabels()] == ["path 0", "path 2"]
    assert axis.get_lines()[0].get_xdata().tolist() == [2.0]
    pyplot.close(figure)
    with pytest.raises(SweepError, match="flow 9 has posted no cell"):
        run_plots.cell_figure(make_run(tmp_path / "again"), 9)


def test_plot_refuses_what_it_cannot_draw_in_a_line(tmp_path: Path) -> None:
    run = make_run(tmp_path)
    (run / "queue.csv").write_text("a,b\n1,2\n")
    for arguments, expected in (([tmp_path / "none"], "no such directory"), ([tmp_path], "neither a run"),
                                ([run, "--flow=x"], "is not the number of a flow"), ([run], "a record that is not one"),
                                ([run, "--baseline=ecmp"], "--baseline: is of a sweep"), ([], "required: DIR")):
        done = script("plot", *arguments)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr, done.stderr


def test_plot_makes_a_sweep_again_from_disk(sweep: Run, tmp_path: Path) -> None:
    output = tmp_path / "out"
    done = sweep("--schemes=ecmp,letflow", "--workloads=solar", "--loads=20,80", f"--output={output}")
    assert done.returncode == 0, done.stderr
    names = ("summary.csv", "by-size.csv", "statistics.csv", "warnings.csv", "cdf.csv", "slowdown-solar.svg", "report.html")
    before = {name: (output / name).read_bytes() for name in names}
    for name in names:
        (output / name).unlink()
    again = script("plot", output)
    assert again.returncode == 0, again.stderr
    assert {name for name in names if (output / name).read_bytes() != before[name]} == set()
    shutil.rmtree(output / "letflow-solar-load80-seed1")
    fewer = script("plot", output, "--baseline=letflow")
    assert fewer.returncode == 0 and len(pd.read_csv(output / "summary.csv")) == 3
    assert "letflow-solar-load80-seed1: no results" in (output / "report.html").read_text()


def make_sweep(output: Path, factors: dict[int, float], size: int = 1000) -> Path:
    """One scheme at one load; a seed's slowdowns are multiplied."""
    output.mkdir()
    Plan("quick", ("ecmp",), ("solar",), ("50",), tuple(factors), "1ms", "100us").save(output)
    for seed, factor in factors.items():
        write(output, point("ecmp", seed), spread([slowdown * factor for slowdown in (2.0, 4.0, 6.0)], size))
    return output


def test_compare_pairs_the_same_flows_of_two_sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """-10, -12 and -14 % in three seeds: +- 4.3027 * 2 / sqrt(3)."""
    monkeypatch.setattr(comparison, "judge", lambda points, _: comparison_verdict(points))
    first = make_sweep(tmp_path / "a", {1: 1.0, 2: 1.5, 3: 2.0, 4: 9.0})
    second = make_sweep(tmp_path / "b", {1: 0.9, 2: 1.5 * 0.88, 3: 2.0 * 0.86})
    table = comparison.compare(first, second)
    assert table.statistic.tolist() == ["slowdown_avg", "slowdown_p50", "slowdown_p95", "slowdown_p99", "slowdown_p999"]
    assert table.difference_percent.tolist() == pytest.approx([-12] * 5)
    assert table.difference_half_width_95.tolist() == pytest.approx([4.9683] * 5, abs=1e-3)
    text = comparison.text_of(table)
    assert "ecmp  -12.0 +-5.0**" in text and "5 of 5 values differ" in text
    with pytest.raises(SweepError, match="no seed with the same flows"):
        comparison.compare(first, make_sweep(tmp_path / "other", {1: 1.0}, size=1001))


def comparison_verdict(points: object) -> object:
    """All points are usable; those of these tests have no counters."""
    from rdmacell_sweep.evaluation import Verdict  # pylint: disable=import-outside-toplevel

    return Verdict(list(points), {}, {})  # type: ignore[call-overload]


def test_compare_refuses_what_is_no_sweep_and_no_commit(tmp_path: Path) -> None:
    for arguments, expected in ((["nosuch", "nosuch"], "'nosuch' is neither"), ([tmp_path, tmp_path], "is neither the directory"),
                                (["--x", "y"], "required"), ([], "required: A, B")):
        done = script("compare", *arguments)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr, done.stderr


def test_compare_builds_and_sweeps_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each commit in a work tree of its own, swept by this checkout's script; one that fails is named."""
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    if not commit:
        pytest.skip("not a checkout")
    steps: list[list[str]] = []
    real = subprocess.run

    def record(command: list[object], **options: object) -> "subprocess.CompletedProcess[str]":
        words = [str(word) for word in command]
        if "rev-parse" in words:
            return real(words, **options)  # type: ignore[call-overload,no-any-return]
        steps.append(words)
        return subprocess.CompletedProcess(words, 1 if "scripts/build" in words[0] and len(steps) > 3 else 0)

    monkeypatch.setattr(comparison, "RESULTS", tmp_path)
    monkeypatch.setattr(subprocess, "run", record)
    place = tmp_path / "compare" / commit[:12]
    assert comparison.sweep_of("HEAD", ["--preset=quick"]) == place / "sweep"
    assert steps[0][3:] == ["worktree", "add", "--detach", str(place / "tree"), commit]
    assert steps[1] == [f"{place}/tree/scripts/build", "rdmacell-fat-tree"]
    assert steps[2] == [f"{ROOT}/scripts/sweep", f"--driver={place}/tree/build/bin/rdmacell-fat-tree",
                        f"--output={place}/sweep", "--preset=quick"]
    with pytest.raises(SweepError, match="scripts/build rdmacell-fat-tree has failed"):
        comparison.sweep_of("HEAD", [])


def test_run_of_the_real_driver_is_drawn(driver: Run, tmp_path: Path) -> None:
    assert driver and PROGRAM
    done = driver("--scheme=rdmacell", "--k=4", "--load=0.8", "--duration=20us", "--warmup=0us", "--record=link,queue,pfc",
                  "--recordInterval=2us", "--trace=cell-posted,cell-completed,token-received,qp-rate", "--outputDir=run",
                  cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    drawn = script("plot", tmp_path / "run")
    assert drawn.returncode == 0, drawn.stderr
    assert "plot-queue.png" in drawn.stdout and "plot-link.png" in drawn.stdout and "plot-cells-flow" in drawn.stdout


def test_timeline_counts_each_interval_of_the_window(tmp_path: Path) -> None:
    """A window of 100 us after 10 us, in two halves. 100 flows start in each, with slowdowns of 1 to 100 and of 2; one
    starts before the window. A port is paused from 35 to 85 us: 25 us of each half; early resumes are 1 and 2."""
    rows = [f"0,{10_000 + 400 * n},{1 + n}" for n in range(100)] + [f"0,{60_000 + 100 * n},2" for n in range(100)]
    (tmp_path / "fct.csv").write_text("src,dst,size_bytes,start_ns,slowdown,status\n" + "".join(
        f"0,1,1000,{row.split(',')[1]},{row.split(',')[2]},finished\n" for row in ["0,9999,500", *rows]))
    (tmp_path / "pfc.csv").write_text("time_ns,node,port,class,event\n35000,9,0,3,pause\n85000,9,0,3,resume\n")
    (tmp_path / "trace-early-resume.csv").write_text("time_ns,node\n5000,9\n20000,9\n60000,9\n109999,9\n110001,9\n")
    meta = {"parameters": {"warmup": "10us", "duration": "100us", "flows": None}, "simulated_s": 2e-4}
    line = read_timeline(tmp_path, meta, intervals=2)
    assert line is not None
    assert line.middles_us.tolist() == [35, 85]
    assert line.values.slowdown_avg.tolist() == [50.5, 2]
    assert line.values.slowdown_p99.tolist() == pytest.approx([99.01, 2])
    assert line.values.paused_ports.tolist() == [0.5, 0.5]
    assert line.values["early resumes"].tolist() == [1, 2]
    assert "reroutes" not in line.values
    names = {path.name for path in run_plots.plot_run(tmp_path, meta)}
    assert "plot-timeline.png" not in names  # of 50 intervals, none has flows enough for a percentile
