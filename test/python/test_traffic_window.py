# SPDX-License-Identifier: GPL-2.0-only
"""Traffic after the measurement window, and the links at which a load is counted."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from conftest import Run

TRAFFIC = ["src", "dst", "size_bytes", "start_ns", "flow_id"]
# 1000 bytes of payload, 82 bytes of headers, preamble and gap, at 100 Gb/s.
PACKET_NS = 1082 * 8 / 100
LOADED = ("--scheme=ecmp", "--workload=solar", "--load=0.8", "--k=4", "--duration=200us", "--seed=1")


def result(driver: Run, where: Path, name: str, *arguments: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Flows and meta.json of a run."""
    done = driver(*arguments, f"--outputDir={name}", cwd=where)
    assert done.returncode == 0, done.stderr
    return pd.read_csv(where / name / "fct.csv"), json.loads((where / name / "meta.json").read_text())


@pytest.fixture(name="even")
def even_fixture(driver: Run, tmp_path: Path) -> Any:
    """A run of two hosts on a switch: each sends a flow of 1 MB every 80 us, and the first is measured."""
    (tmp_path / "1MB.cdf").write_text("1000000 100\n")

    def run(name: str, *arguments: str) -> tuple[pd.DataFrame, dict[str, Any]]:
        return result(driver, tmp_path, name, "--topology=single-switch:hosts=2", "--workload=1MB.cdf", "--load=1",
                      "--pattern=permutation", "--ns3::rdmacell::PermutationTraffic::Poisson=false", "--cc=none",
                      "--duration=1us", *arguments)

    return run


def test_a_flow_shares_its_link_with_those_after_the_window(even: Any) -> None:
    alone, before = even("alone")
    # Acknowledgments of the other direction take little more than a packet's time.
    assert alone.slowdown.tolist() == pytest.approx([1, 1], abs=0.002) and before["flows_after_window"] == 0
    assert before["ended"] == "done"
    # In 80 us, 924 of its 1000 packets are sent; for the other 76 it has every second packet of its link.
    shared, after = even("shared", "--cooldown=drain")
    left = 1000 - math.floor(80_000 / PACKET_NS)
    assert left == 76
    for flow in (0, 1):
        assert shared.fct_ns[flow] - alone.fct_ns[flow] == pytest.approx(left * PACKET_NS, abs=2 * PACKET_NS)
    assert after["ended"] == "done"
    assert after["parameters"]["cooldown"] == "drain" and after["flows"] == after["finished"] == 2
    # One more flow of each host starts, at 80 us; the run ends with the measured ones, and not with those.
    assert after["flows_after_window"] == 2
    assert after["simulated_s"] * 1e9 == pytest.approx(shared.fct_ns.max())


@pytest.mark.parametrize("cooldown, later", [("79us", 0), ("79.001us", 2), ("1ms", 2)])
def test_cooldown_is_counted_from_the_end_of_the_window(even: Any, cooldown: str, later: int) -> None:
    flows, meta = even("out", f"--cooldown={cooldown}")
    assert meta["flows_after_window"] == later
    assert (flows.slowdown > 1.05).all() == (later > 0)


def test_traffic_after_the_window_ends_with_the_drain(even: Any) -> None:
    flows, meta = even("out", "--cooldown=drain", "--drain=50us")
    assert flows.status.tolist() == ["unfinished", "unfinished"]
    assert meta["ended"] == "drain" and meta["flows_after_window"] == 0
    assert meta["simulated_s"] == pytest.approx(51e-6)


@pytest.mark.parametrize("extra", [(), ("--workload=alicloud",), ("--pattern=permutation",), ("--warmup=50us",),
                                   ("--incastLoad=5%", "--fanIn=8", "--incastSize=20000"),
                                   ("--scheme=rdmacell-adaptive",)])
def test_measured_flows_are_the_same(driver: Run, tmp_path: Path, extra: tuple[str, ...]) -> None:
    run = (*LOADED, "--duration=40us", *extra)
    without, _ = result(driver, tmp_path, "without", *run)
    with_it, meta = result(driver, tmp_path, "with", *run, "--cooldown=100us")
    assert without[TRAFFIC].equals(with_it[TRAFFIC])
    assert meta["flows_after_window"] > 50
    assert meta["finished"] == meta["flows"] == len(without)


def test_tail_is_longer_when_the_load_goes_on(driver: Run, tmp_path: Path) -> None:
    _, without = result(driver, tmp_path, "without", *LOADED)
    _, with_it = result(driver, tmp_path, "with", *LOADED, "--cooldown=drain")
    assert with_it["slowdown_p99"] > 1.05 * without["slowdown_p99"]
    assert with_it["slowdown_avg"] > without["slowdown_avg"]
    assert with_it["offered_load"] == without["offered_load"]


def test_saved_flows_have_those_after_the_window(driver: Run, tmp_path: Path) -> None:
    _, meta = result(driver, tmp_path, "out", *LOADED, "--duration=50us", "--cooldown=drain", "--saveFlows=flows.csv")
    saved = pd.read_csv(tmp_path / "flows.csv")
    assert saved.start_ns.is_monotonic_increasing
    assert (saved.start_ns < 50_000).sum() == meta["flows"]
    assert saved.start_ns.max() == pytest.approx(meta["simulated_s"] * 1e9, rel=0.01)
    result(driver, tmp_path, "replay", "--scheme=ecmp", "--k=4", "--flows=flows.csv", "--duration=50us")
    assert (tmp_path / "replay" / "fct.csv").read_bytes() == (tmp_path / "out" / "fct.csv").read_bytes()


@pytest.mark.parametrize("arguments, expected", [
    (("--cooldown=x",), "a time with its unit such as 2ms, or drain"),
    (("--cooldown=-1us",), "a time with its unit such as 2ms, or drain"),
    (("--cooldown=5",), "a time with its unit such as 2ms, or drain"),
    (("--cooldown=",), "--cooldown: expected a value"),
    (("--cooldown=1ms", "--pattern=incast"), "--cooldown: has no effect with --pattern=incast"),
    (("--cooldown=drain", "--flows=flows.csv"), "--cooldown: has no effect with --flows"),
    (("--cooldown=drain", "--workload=huge.cdf"), "huge.cdf: with --cooldown: expected a size below 1 TiB"),
    (("--loadAt=core",), "one of hosts, uplinks"),
    (("--loadAt=uplinks", "--topology=single-switch"), "expected uplinks at each switch with hosts"),
    (("--loadAt=uplinks", "--oversubscription=0.5", "--load=0.8"), "--load: expected at most 0.5"),
])
def test_bad_input_is_one_line_and_status_2(driver: Run, tmp_path: Path, arguments: tuple[str, ...],
                                            expected: str) -> None:
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,0,1,1000\n")
    (tmp_path / "huge.cdf").write_text("1000 99.999\n2000000000000 100\n")
    done = driver("--duration=10us", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and expected in done.stderr


def test_load_at_uplinks_is_shared_out_among_the_hosts(driver: Run, tmp_path: Path) -> None:
    # Two hosts an uplink: 80 % of the uplinks are 40 % of the hosts' links.
    run = ("--scheme=ecmp", "--workload=solar", "--k=4", "--oversubscription=2", "--duration=200us", "--drain=5ms")
    uplinks, meta = result(driver, tmp_path, "uplinks", *run, "--load=0.8", "--loadAt=uplinks")
    hosts, other = result(driver, tmp_path, "hosts", *run, "--load=0.4")
    assert uplinks.equals(hosts)
    assert (meta["parameters"]["loadAt"], other["parameters"]["loadAt"]) == ("uplinks", "hosts")
    # 32 hosts, 0.4 * 12.5 GB/s each, flows of 39,423.5 bytes on average.
    expected = 32 * 0.4 * 12.5e9 * 200e-6 / 39423.5
    assert len(uplinks) == pytest.approx(expected, abs=3 * math.sqrt(expected))
    for load in ("offered_load", "carried_load"):
        assert meta[load] == pytest.approx(2 * other[load])
    assert meta["offered_load"] == pytest.approx(0.8, rel=0.15)


def test_load_at_uplinks_follows_each_switch(driver: Run, tmp_path: Path) -> None:
    # Two hosts of 100 Gb/s share an uplink of 50 Gb/s: 25 each. A third of 25 Gb/s has one of 50 for itself.
    (tmp_path / "two.topology").write_text("6 3 5\n3 4 5\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 4 25Gbps 1us 0\n"
                                           "3 5 50Gbps 1us 0\n4 5 50Gbps 1us 0\n")
    (tmp_path / "10kB.cdf").write_text("10000 100\n")
    flows, _ = result(driver, tmp_path, "out", "--scheme=ecmp", "--topology=two.topology", "--workload=10kB.cdf",
                      "--load=0.4", "--loadAt=uplinks", "--duration=1ms")
    for host, gigabits in ((0, 25), (1, 25), (2, 50)):
        expected = 0.4 * gigabits * 1e9 / 8 * 1e-3 / 10_000
        assert (flows.src == host).sum() == pytest.approx(expected, abs=3 * math.sqrt(expected))


def test_incasts_are_counted_at_the_uplinks_too(driver: Run, tmp_path: Path) -> None:
    run = ("--scheme=ecmp", "--workload=solar", "--k=4", "--oversubscription=2", "--duration=100us", "--drain=5ms",
           "--fanIn=10", "--incastSize=10000")
    uplinks, _ = result(driver, tmp_path, "uplinks", *run, "--load=0.4", "--incastLoad=4%", "--loadAt=uplinks")
    hosts, _ = result(driver, tmp_path, "hosts", *run, "--load=0.2", "--incastLoad=2%")
    assert uplinks.equals(hosts)
