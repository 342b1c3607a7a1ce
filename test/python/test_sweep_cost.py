# SPDX-License-Identifier: GPL-2.0-only
"""Estimates of a sweep: they grow with the network, the rate and the window, and the time left is steady."""

from __future__ import annotations

import re
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


def simulated(jobs: int, factor: float) -> Iterator[tuple[float, float]]:
    """A sweep on a steady machine that takes `factor` times the first guess, and up to 3 times that for some schemes:
    the time since the start, and the time left shown then."""
    cost, steady = CostModel(), SteadyTime()
    guess = CostModel()

    def truth(point: Point) -> float:
        return guess.seconds(point) * factor * (1 + "abcdefgh".index(point.scheme) % 3)

    queued, running, now = PLAN.points(), {}, 0.0
    while queued or running:
        for point in [point for point, start in running.items() if now - start >= truth(point)]:
            cost.learn(point, now - running.pop(point), 1e8)
        while queued and len(running) < jobs:
            running[queued.pop(0)] = now
        outlook = Outlook.of([(point, now - start) for point, start in running.items()], queued, cost)
        yield now, steady.follow(time_left(outlook.running, outlook.queued, jobs), now)
        now += 0.5


@pytest.mark.parametrize("jobs", [1, 2, 16])
@pytest.mark.parametrize("factor", [0.1, 1, 10])
def test_time_left_is_steady_and_becomes_right(jobs: int, factor: float) -> None:
    """Kind: what is shown follows each new guess at once. On a steady machine the time left never changes
    by more than 2 times within 20 s, besides the time that passes, and its second half is right."""
    shown = dict(simulated(jobs, factor))
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
