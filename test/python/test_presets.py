# SPDX-License-Identifier: GPL-2.0-only
"""Presets of the sweep: their arguments, the RDMACell paper's figure in two networks, and the values that it states."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from conftest import FAKE_DRIVER, PROGRAM, ROOT, Run
from rdmacell_sweep import plots
from rdmacell_sweep.driver import Driver
from rdmacell_sweep.options import compared
from rdmacell_sweep.points import PAPER_SCHEMES, PRESET_GROUPS, PRESETS, Plan, time_to_ns

SMALL = ("--preset=rdmacell-paper", "--schemes=ecmp,letflow", "--loads=80", "--seeds=1")
PAPER = ROOT / "doc" / "rdmacell-paper.csv"


def plan_of(preset: str) -> Plan:
    """The plan of a preset, as far as the driver does not matter."""
    its = PRESETS[preset]
    return Plan(preset, its.schemes, ("alicloud",), its.loads, its.seeds, its.duration, its.warmup, its.extra)


def parameters(output: Path) -> dict[str, dict[str, Any]]:
    """Parameters by directory of a run."""
    return {path.parent.name: json.loads(path.read_text())["parameters"] for path in output.glob("*/meta.json")}


@pytest.fixture(name="output", scope="module")
def output_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small sweep of the paper's preset."""
    output = tmp_path_factory.mktemp("paper") / "out"
    done = subprocess.run([ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", *SMALL, f"--output={output}"],
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return output


def test_paper_preset_sweeps_two_networks(output: Path) -> None:
    assert sorted(path.name for path in output.iterdir()) == ["1to1", "2to1"]
    one, two = parameters(output / "1to1"), parameters(output / "2to1")
    assert set(one) == set(two) and len(one) == 2 * 2
    for run in one.values():
        assert (run["duration"], run["warmup"], run["cooldown"]) == ("5ms", "200us", "2ms")
        assert "oversubscription" not in run and "loadAt" not in run
    for run in two.values():
        assert (run["duration"], run["warmup"], run["cooldown"]) == ("1500us", "200us", "1ms")
        assert (run["oversubscription"], run["loadAt"]) == ("2", "uplinks")


def test_paper_preset_draws_the_four_panels(output: Path) -> None:
    for place in ("1to1", "2to1"):
        for ending, begin in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
            assert (output / place / f"panels{ending}").read_bytes().startswith(begin)
        assert (output / place / "summary.csv").exists()


def test_same_command_continues_both(sweep: Run, output: Path) -> None:
    (output / "2to1" / "ecmp-solar-load80-seed1" / "meta.json").unlink()
    done = sweep(*SMALL, f"--output={output}", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^(\S+): 4 points, (\d+) of them complete", done.stdout, re.MULTILINE) == [
        ("rdmacell-paper-1to1", "4"), ("rdmacell-paper-2to1", "3")]


def test_whole_paper_preset_has_all_schemes_loads_and_seeds() -> None:
    for preset in PRESET_GROUPS["rdmacell-paper"]:
        plan = plan_of(preset)
        assert plan.schemes == PAPER_SCHEMES
        assert plan.loads == ("20", "30", "40", "50", "60", "70", "80") and len(plan.seeds) == 5
        assert len(plan.points()) == 7 * 7 * 5


def test_a_failure_in_one_network_does_not_keep_the_other_from_running(sweep: Run, tmp_path: Path) -> None:
    done = sweep("--preset=rdmacell-paper", "--schemes=ecmp,broken", "--loads=50", "--seeds=1", "--workloads=solar",
                 f"--output={tmp_path}/out", FAKE_HIDDEN="1")
    assert done.returncode == 1
    assert all(list((tmp_path / "out" / place).glob("ecmp*/meta.json")) for place in ("1to1", "2to1"))


def test_given_arguments_replace_those_of_a_preset(sweep: Run, tmp_path: Path) -> None:
    done = sweep("--preset=quick", "--schemes=ecmp", "--loads=50", "--workloads=solar", f"--output={tmp_path}/out", "--",
                 "--cooldown=0s", "--mtu=4096")
    assert done.returncode == 0, done.stderr
    (run,) = parameters(tmp_path / "out").values()
    assert run["cooldown"] == "0s" and run["mtu"] == "4096"
    assert PRESETS["quick"].arguments(("--mtu=4096",)) == ("--cooldown=200us", "--mtu=4096")


def test_traffic_goes_on_after_the_window_of_each_preset() -> None:
    for name in PRESETS:
        share = time_to_ns(str(plan_of(name).argument("cooldown"))) / time_to_ns(plan_of(name).duration)
        assert 0.4 <= share <= 0.7, name


def test_titles_say_what_a_reader_should_know() -> None:
    assert plots.conditions(plan_of("standard")) == ["traffic goes on after the window",
                                                     "a short window: figures to cite need a longer one"]
    assert plots.conditions(plan_of("rdmacell-paper-1to1")) == ["traffic goes on after the window"]
    assert plots.conditions(plan_of("rdmacell-paper-2to1")) == ["2:1 oversubscribed", "traffic goes on after the window"]
    assert plots.load_words(plan_of("rdmacell-paper-1to1")) == "Load (% of host link rate)"
    assert plots.load_words(plan_of("rdmacell-paper-2to1")) == "Load (% of ToR uplinks)"


def test_real_runs_have_the_papers_network(driver: Run, tmp_path: Path) -> None:
    for preset, hosts in (("rdmacell-paper-1to1", 128), ("rdmacell-paper-2to1", 256)):
        point = plan_of(preset).points()[0]
        asked = Driver(PROGRAM)
        of_run = asked.parameters(point)
        expected = {"k": 8, "rate": "100Gbps", "fabricRate": "100Gbps", "delay": "1us", "pfc": True, "ecn": True}
        assert {name: of_run[name] for name in expected} == expected
        assert f"{hosts} hosts" in asked.describe(point)
        assert set(PAPER_SCHEMES) <= set(asked.schemes())
    listed = driver("--PrintAttributes=ns3::rdmacell::FabricSwitch", cwd=tmp_path).stdout
    assert re.search(r"BufferPerPort=\[2000000\]", listed)


def test_published_values_give_the_published_differences() -> None:
    rows = pd.read_csv(PAPER, comment="#").set_index(["statistic", "scheme"])
    assert (rows.workload == "alicloud").all() and (rows.load_percent == 80).all() and rows.source.notna().all()
    for statistic, scheme, percent in (("slowdown_avg", "hula", 56.2), ("slowdown_p99", "ecmp", 44.4),
                                       ("slowdown_p99", "letflow", 42.2)):
        ours, theirs = rows.value[statistic, "rdmacell"], rows.value[statistic, scheme]
        assert 100 * (1 - ours / theirs) == pytest.approx(percent, abs=0.05)


def test_published_values_are_drawn_within_the_axis() -> None:
    plan = plan_of("rdmacell-paper-1to1")
    figure, axis = plt.subplots()
    axis.plot([20, 80], [1, 5])
    plots.draw_published(axis, plots.published("alicloud", "slowdown_p99"), plan)
    drawn = sorted(float(line.get_ydata()[0]) for line in axis.get_lines() if line.get_marker() == "x")
    assert drawn == [19.23, 33.27, 34.58, 36.69]
    assert axis.get_ylim()[1] > 36.69
    plt.close(figure)
    assert plots.published("solar", "slowdown_p99").empty


def test_a_sweep_without_schemes_compares_load_balancers() -> None:
    assert compared(("ecmp", "qp-split", "qp-roundrobin-eecmp", "pinned", "planned", "rdmacell")) == ("ecmp", "rdmacell")
    assert any(scheme.startswith("qp-") for scheme in Driver(PROGRAM).schemes())
