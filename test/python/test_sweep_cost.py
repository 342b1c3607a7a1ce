# SPDX-License-Identifier: GPL-2.0-only
"""Estimates of a sweep: they grow with the network, the rate and the window, and the time left is steady."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Iterator

import pytest
from conftest import PROGRAM, Run
from rdmacell_sweep.cost import CostModel, Network, Outlook, SteadyTime, parse_network, time_left
from rdmacell_sweep.driver import Driver
from rdmacell_sweep.points import Plan, Point

POINT = Point("ecmp", "alicloud", "80", 1, "800us", "200us")
K8 = Network("fat tree K=8", 384, 12_800, 3)


def test_estimates_grow_with_what_makes_a_run_longer() -> None:
    """Kind: an estimate ignores a parameter of the run that its cost depends on."""
    seconds = CostModel(K8).seconds(POINT)
    assert seconds == pytest.approx(CostModel().seconds(POINT))
    assert CostModel(Network("400 Gb/s", 384, 51_200, 3)).seconds(POINT) == pytest.approx(4 * seconds)
    assert CostModel(Network("leaf-spine", 192, 12_800, 2)).seconds(POINT) == pytest.approx(2 / 3 * seconds)
    assert CostModel(K8, {"mtu": 4000}).seconds(POINT) == pytest.approx(seconds / 4)
    assert CostModel(K8, {"incastLoad": 0.4}).seconds(POINT) == pytest.approx(1.5 * seconds)
    assert CostModel(K8, {"mtu": None, "incastLoad": None}).seconds(POINT) == pytest.approx(seconds)
    longer = Point("ecmp", "alicloud", "80", 1, "9800us", "200us")
    assert CostModel(K8).seconds(longer) == pytest.approx(10 * seconds)
    k64 = CostModel(Network("fat tree K=64", 196_608, 6_553_600, 3))
    assert k64.seconds(POINT) > 512 * seconds
    assert k64.bytes(POINT) > 100 * CostModel(K8).bytes(POINT)


def test_driver_describes_the_networks_of_its_options() -> None:
    """Kind: as above; the size is the driver's own answer, for every way to choose a network."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")
    driver = Driver(PROGRAM)
    for extra, links, rate, tiers in (
        ((), 384, 12_800, 3),
        (("--k=64",), 196_608, 6_553_600, 3),
        (("--rate=400Gbps", "--record=queue"), 384, 51_200, 3),
        (("--oversubscription=4",), 768, 51_200, 3),
        (("--topology=leaf-spine:hosts=32,leaves=4,spines=4",), 48, 3_200, 2),
        (("--topology=dumbbell",), 9, 800, 1),
    ):
        network = parse_network(driver.describe(Point("ecmp", "solar", "50", 1, "1ms", "0s", extra)))
        assert network and (network.links, network.gigabits_per_s, network.tiers) == (links, rate, tiers), extra


def test_estimates_have_the_time_to_build_the_network() -> None:
    """Kind: an estimate is proportional to the traffic, also where the network takes most of the time."""
    k48 = Network("fat tree K=48", 82_944, 2_764_800, 3)
    short = Point("ecmp", "alicloud", "20", 1, "2us", "0us")
    longer = Point("ecmp", "alicloud", "80", 1, "20us", "0us")
    model = CostModel(k48)
    assert 4 < model.seconds(short) < 20
    assert model.seconds(longer) - model.seconds(short) == pytest.approx(39 * (model.seconds(short) - 8.256), rel=0.01)
    model.learn(short, 9.0, 700e6, 7.5)
    assert model.seconds(short) == pytest.approx(9.0)
    assert model.seconds(longer) == pytest.approx(7.5 + 40 * 1.5), "built once, whatever the traffic"
    assert model.bytes(longer) < 5 * model.bytes(short)
    for wrong in ((9.0, 7e8, None), (9.0, 7e8, "long"), (9.0, 7e8, -1), (9.0, 7e8, 10.0), (None, 7e8, 1.0)):
        model.learn(short, *wrong)
    assert model.seconds(short) == pytest.approx(9.0), "impossible figures are passed over"


def test_the_time_to_build_is_learned_from_results(tmp_path: Path) -> None:
    """The same for runs of earlier sweeps; those without the figure have only the time of the simulation."""
    parameters = {"scheme": "ecmp", "workload": "solar", "load": 0.2, "seed": 1, "duration": "2us", "warmup": "0s", "k": 48}
    for name, figures in (("new", {"setup_s": 6.0}), ("old", {}), ("odd", {"setup_s": "6"})):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fct.csv").touch()
        (tmp_path / name / "meta.json").write_text(json.dumps(
            {"parameters": parameters, "wall_s": 2.0, "peak_rss_bytes": 7e8, **figures}))
    model = CostModel()
    model.learn_from(sorted(tmp_path.glob("*")), {"k": 48})
    assert model.seconds(Point("ecmp", "solar", "20", 2, "2us", "0s")) == pytest.approx(8.0)
    assert model.seconds(Point("ecmp", "solar", "40", 2, "2us", "0s")) == pytest.approx(10.0)


@pytest.mark.parametrize("network", ["--k=16", "--topology=leaf-spine:hosts=1024,leaves=64,spines=32", "file", "parallel"])
def test_estimate_of_building_is_that_of_the_driver(network: str, tmp_path: Path) -> None:
    """Kind: as above; what the driver takes to build networks of some kinds, in processor time and memory. The time is
    of a machine that may be several times slower or faster than that of the figures."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")
    if network == "file":
        network = f"--topology={write_fat_tree(tmp_path / 'tree.txt', 16)}"
    elif network == "parallel":
        network = "--topology=leaf-spine:hosts=512,leaves=32,spines=8,parallelLinks=8"
    driver = Driver(PROGRAM)
    point = Point("ecmp", "alicloud", "30", 1, "2us", "0s", (network,))
    estimate = CostModel(parse_network(driver.describe(point)))
    command = [PROGRAM, *point.arguments(), f"--outputDir={tmp_path}/out"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    seconds = usage.ru_utime + usage.ru_stime
    assert seconds / 10 < estimate.seconds(point) < 10 * seconds
    peak = json.loads((tmp_path / "out" / "meta.json").read_text())["peak_rss_bytes"]
    assert peak / 2 < estimate.bytes(point) < 2 * peak


def write_fat_tree(path: Path, k: int) -> Path:
    """Writes a fat tree as a topology file: hosts, then ToR, aggregation and core switches."""
    half, racks = k // 2, k * k // 2
    tor, hosts = racks * half, racks * half
    aggregation, core = tor + racks, tor + 2 * racks
    links = [(host, tor + host // half) for host in range(hosts)]
    links += [(tor + rack, aggregation + rack // half * half + i) for rack in range(racks) for i in range(half)]
    links += [(aggregation + number, core + number % half * half + i) for number in range(racks) for i in range(half)]
    switches = 2 * racks + half * half
    path.write_text(f"{hosts + switches} {switches} {len(links)}\n"
                    + " ".join(str(hosts + number) for number in range(switches)) + "\n"
                    + "".join(f"{a} {b} 100Gbps 1us 0\n" for a, b in links))
    return path


@pytest.mark.parametrize("text", ["", "nonsense", '{"k": 8}', "x: 1 hosts, 1 switches, 1 links\n"])
def test_other_descriptions_are_none(text: str) -> None:
    """The other side of the same: a driver without description is estimated as the default network."""
    assert parse_network(text) is None


def seconds_of(text: str) -> float:
    """The seconds of "time about 1 h 2 min"."""
    words = re.search(r"time +about (.*) with", text)[1]
    return sum(int(number) * {"h": 3600, "min": 60, "s": 1}[unit] for number, unit in re.findall(r"(\d+) (\w+)", words))


def test_dry_run_scales_with_the_network(sweep: Run, tmp_path: Path) -> None:
    """Kind: as above; seen by the user of a dry run."""
    plans = {
        k: sweep("--dry-run", "--jobs=1", "--schemes=ecmp", f"--output={tmp_path}/out", "--", f"--k={k}").stdout
        for k in (8, 16)
    }
    assert "network    fat tree K=16: 1024 hosts" in plans[16]
    assert seconds_of(plans[16]) == pytest.approx(8 * seconds_of(plans[8]), rel=0.1)


PLAN = Plan("standard", tuple("abcdefgh"), ("solar", "alicloud"), ("20", "50", "80"), (1,), "800us", "200us")


def simulated(jobs: int, factor: float, setup: float = 0, cached: float = 0) -> Iterator[tuple[float, float]]:
    """A sweep on a steady machine: the time since the start, and the time left shown then.

    @param factor how many times the first guess it takes; for some schemes, up to 3 times that
    @param setup seconds to build the network, besides
    @param cached how many times its true time a run took whose results were there before; 0 for none. Every third
    point is complete then, and the sweep does the others
    """
    cost, steady = CostModel(), SteadyTime()
    guess = CostModel()

    def truth(point: Point) -> float:
        return setup + guess.seconds(point) * factor * (1 + "abcdefgh".index(point.scheme) % 3)

    queued, running, now = PLAN.points(), {}, 0.0
    if cached:
        for point in queued[::3]:
            cost.learn(point, cached * truth(point), 1e8, cached * setup, earlier=True)
        del queued[::3]
    while queued or running:
        for point in [point for point, start in running.items() if now - start >= truth(point)]:
            cost.learn(point, now - running.pop(point), 1e8, setup)
        while queued and len(running) < jobs:
            running[queued.pop(0)] = now
        outlook = Outlook.of([(point, now - start) for point, start in running.items()], queued, cost)
        yield now, steady.follow(time_left(outlook.running, outlook.queued, jobs), now)
        now += 0.5


def check_steadiness(shown: dict[float, float]) -> None:
    """The time left never changes by more than 2 times within 20 s, besides the time that passes, and its second half
    is right."""
    end = max(shown)
    for at, left in shown.items():
        for step in (0.5, 5, 20):
            later = shown.get(at + step)
            if later is not None:
                assert left / 2 - step - 1 <= later <= 2 * max(left, 1.0) + 0.01, (at, step, left, later)
    if end > 300:
        for at, left in shown.items():
            if end / 2 < at < 0.9 * end:
                assert 0.5 < left / (end - at) < 2, (at, left, end)


@pytest.mark.parametrize("jobs", [1, 2, 16])
@pytest.mark.parametrize("factor", [0.1, 1, 10])
def test_time_left_is_steady_and_becomes_right(jobs: int, factor: float) -> None:
    """Kind: what is shown follows each new guess at once."""
    check_steadiness(dict(simulated(jobs, factor)))


@pytest.mark.parametrize("jobs", [1, 4])
@pytest.mark.parametrize("setup, cached", [(30, 0), (30, 1), (0, 1), (0, 0.2), (0, 5), (5, 5)])
def test_time_left_is_steady_with_large_networks_and_earlier_results(jobs: int, setup: float, cached: float) -> None:
    """Kind: as above, where building the network takes most of the time, and where the estimates come from results of
    an earlier sweep, on a machine as fast as this one or several times faster or slower."""
    check_steadiness(dict(simulated(jobs, 1, setup, cached)))
