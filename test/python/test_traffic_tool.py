# SPDX-License-Identifier: GPL-2.0-only
"""scripts/traffic: files of flows made, looked at and converted."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, Run
from rdmacell_sweep.flow_files import mean_size, read_flows, read_sizes, write_flows
from rdmacell_sweep.patterns import PATTERNS, Wanted
from rdmacell_sweep.points import WORKLOAD_FILES
from rdmacell_sweep.traffic import statistics

MS = 10**9
SOLAR = read_sizes(WORKLOAD_FILES["solar"])


def traffic(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Runs the tool."""
    return subprocess.run([ROOT / "scripts" / "traffic", *arguments], cwd=cwd, capture_output=True, text=True,
                          timeout=300, check=False)


def wanted(**others: object) -> Wanted:
    """16 hosts of 100 Gb/s at half load for 2 ms."""
    return Wanted(**{"hosts": 16, "bit_rate": 100e9, "load": 0.5, "duration_ps": 2 * MS, "sizes": SOLAR,  # type: ignore
                     "seed": 1, **others})


@pytest.mark.parametrize("name, mean", [("alicloud", 40869.8), ("solar", 39423.5), ("websearch", 1711250)])
def test_named_workloads_have_their_means(name: str, mean: float) -> None:
    assert mean_size(*read_sizes(WORKLOAD_FILES[name])) == pytest.approx(mean, rel=1e-5)


def test_all_to_all_has_its_rate_sizes_and_receivers() -> None:
    flows = PATTERNS["all-to-all"](wanted())
    # 16 hosts, 0.5 * 12.5 GB/s each, 2 ms, flows of 39,423.5 bytes.
    expected = 16 * 0.5 * 12.5e9 * 2e-3 / 39423.5
    assert len(flows) == pytest.approx(expected, abs=3 * expected**0.5)
    assert flows.size_bytes.mean() == pytest.approx(39423.5, rel=0.08)
    assert flows.start_ps.is_monotonic_increasing and flows.start_ps.between(0, 2 * MS - 1).all()
    assert (flows.src != flows.dst).all()
    each = flows.groupby("dst").size()
    assert len(each) == 16 and each.between(expected / 16 - 4 * (expected / 16)**0.5, expected / 16 + 4 * (expected / 16)**0.5).all()
    assert flows.equals(PATTERNS["all-to-all"](wanted())) and not flows.equals(PATTERNS["all-to-all"](wanted(seed=2)))


def test_permutation_has_one_receiver_and_one_sender_of_each() -> None:
    for hosts in (2, 3, 16):
        flows = PATTERNS["permutation"](wanted(hosts=hosts))
        pairs = flows.drop_duplicates(["src", "dst"])
        assert len(pairs) == pairs.src.nunique() == pairs.dst.nunique() == hosts
        assert (flows.src != flows.dst).all()


def test_hotspots_get_their_share() -> None:
    flows = PATTERNS["hotspot"](wanted(hotspots=2, hot_share=0.4, duration_ps=8 * MS))
    # 0.4, and of the others 2 of 16 hosts' part; a hot host has less, since it does not send to itself.
    hot, cold = 0.4 / 2 + 0.6 / 16, 0.6 / 16
    from_cold = flows[flows.src >= 2]
    assert (from_cold.dst < 2).mean() == pytest.approx(2 * hot / (1 - cold), rel=0.05)


def test_matrix_gives_each_pair_its_weight() -> None:
    weights = np.array([[0, 3, 1], [2, 0, 0], [0, 0, 0]], dtype=float)
    flows = PATTERNS["matrix"](wanted(hosts=3, matrix=weights, duration_ps=20 * MS))
    counts = flows.groupby(["src", "dst"]).size()
    assert set(counts.index) == {(0, 1), (0, 2), (1, 0)}
    # The host with the largest sum, 4, has the load.
    unit = 0.5 * 12.5e9 * 20e-3 / 39423.5 / 4
    for pair, weight in (((0, 1), 3), ((0, 2), 1), ((1, 0), 2)):
        assert counts[pair] == pytest.approx(weight * unit, abs=4 * (weight * unit)**0.5)


def test_incasts_come_evenly_at_their_load() -> None:
    # 4 * 50 kB each 1.6 Mbit / (16 * 100 Gb/s * 0.02) = 50 us, the first after half of that.
    flows = PATTERNS["incast"](wanted(fan_in=4, size=50_000, load=0.02, duration_ps=MS))
    assert sorted(set(flows.start_ps)) == [25_000_000 + 50_000_000 * event for event in range(20)]
    for _, event in flows.groupby("start_ps"):
        assert len(event) == event.src.nunique() == 4 and event.dst.nunique() == 1
        assert event.dst.iloc[0] not in set(event.src)
    assert statistics(flows, 16, 100e9, MS)["largest incast"].startswith("4 flows")


def test_statistics_are_those_of_the_flows() -> None:
    flows = pd.DataFrame({"start_ps": [0, 500_000, 900_000, 80_000_000], "src": [0, 1, 2, 0], "dst": [3, 3, 3, 1],
                          "size_bytes": [1_000_000, 300, 100, 250_000]})
    # In 80 us, a link of 100 Gb/s carries 1 MB.
    rows = statistics(flows, 4, 100e9, 80_000_000)
    assert rows["load"] == "31.3 % of the hosts' links"
    assert rows["busiest sender"] == "host 0, 125.0 %" and rows["busiest receiver"] == "host 3, 100.0 %"
    assert rows["largest incast"] == "3 flows to host 3 within 1 us, at 0 ms"
    assert rows["overload"] == "a host sends and receives more than its link carries"
    assert rows["permutation"] == "no" and rows["pairs"] == "4 of 12"


@pytest.mark.parametrize("form", ["csv", "hpcc", "conweave"])
def test_files_are_read_back_to_the_picosecond(tmp_path: Path, form: str) -> None:
    flows = pd.DataFrame({"start_ps": [0, 1, 123_456_789_012], "src": [0, 5, 2], "dst": [1, 0, 127],
                          "size_bytes": [0, 1, (1 << 40) - 1]})
    write_flows(flows, tmp_path / "flows", form, 2 * 10**12, 3)
    assert read_flows(tmp_path / "flows", 2 * 10**12).equals(flows)
    text = (tmp_path / "flows").read_text().splitlines()
    assert text[:2] == {"csv": ["start_ns,src,dst,size_bytes", "0,0,1,0"], "hpcc": ["3", "0 1 3 100 0 2"],
                        "conweave": ["3", "0 1 3 0 2"]}[form]


def test_commands_work_together(tmp_path: Path) -> None:
    made = traffic("make", "--hosts=8", "--duration=200us", "--workload=websearch", "--load=90%", "--output=a.csv",
                   "--picture=a.png", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert traffic("convert", "a.csv", "--format=hpcc", "--output=b.txt", cwd=tmp_path).returncode == 0
    assert traffic("convert", "b.txt", "--output=c.csv", cwd=tmp_path).returncode == 0
    assert (tmp_path / "c.csv").read_bytes() == (tmp_path / "a.csv").read_bytes()
    looked = traffic("inspect", "b.txt", "--hosts=8", "--duration=200us", cwd=tmp_path)
    assert looked.stdout.splitlines()[1:] == [line for line in made.stdout.splitlines()[1:] if "picture" not in line]
    listed = traffic("list", cwd=tmp_path).stdout
    assert all(name in listed for name in (*PATTERNS, *WORKLOAD_FILES))


def test_driver_replays_what_is_made(driver: Run, tmp_path: Path) -> None:
    for form, origin in (("csv", "0s"), ("hpcc", "2s")):
        assert traffic("make", "--pattern=permutation", "--hosts=16", "--duration=20us", "--workload=solar",
                       f"--format={form}", f"--output={form}", cwd=tmp_path).returncode == 0
        done = driver("--scheme=ecmp", "--k=4", f"--flows=./{form}", f"--flowsOrigin={origin}", f"--outputDir=of-{form}",
                      cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    first, second = (pd.read_csv(tmp_path / f"of-{form}" / "fct.csv") for form in ("csv", "hpcc"))
    assert first.equals(second) and len(first) == len(read_flows(tmp_path / "csv"))


BAD = [
    (("make",), "--output"),
    (("make", "--output=x", "--pattern=ring"), "--pattern: expected of all-to-all, permutation, hotspot"),
    (("make", "--output=x", "--load=2"), "--load: expected a share"),
    (("make", "--output=x", "--load=nan"), "--load: expected a share"),
    (("make", "--output=x", "--rate=100"), "--rate: expected a rate"),
    (("make", "--output=x", "--duration=5"), "--duration: expected a time"),
    (("make", "--output=x", "--duration=3000s"), "--duration: expected one of at most"),
    (("make", "--output=x", "--hosts=1"), "--hosts: expected a whole number from 2"),
    (("make", "--output=x", "--seed=-1"), "--seed: expected a whole number"),
    (("make", "--output=x", "--workload=mining"), "--workload: 'mining' is neither of alicloud, solar, websearch"),
    (("make", "--output=x", "--workload=bad.cdf"), "bad.cdf:2: expected"),
    (("make", "--output=x", "--pattern=matrix"), "--matrix: expected with --pattern=matrix"),
    (("make", "--output=x", "--pattern=matrix", "--matrix=bad.matrix"), "bad.matrix: expected as many columns as lines"),
    (("make", "--output=x", "--pattern=incast", "--hosts=8", "--fan-in=8"), "--fan-in: expected 1 to 7 senders"),
    (("make", "--output=x", "--pattern=hotspot", "--hosts=8", "--hotspots=8"), "--hotspots: expected fewer"),
    (("make", "--output=no/x"), "--output: expected a file in a directory that exists"),
    (("make", "--output=x", "--format=json"), "--format: expected of csv, hpcc, conweave"),
    (("make", "--output=x", "--picture=a.txt"), "--picture: expected a name that ends in .png"),
    (("inspect", "missing"), "missing: No such file"),
    (("inspect", "self.csv"), "self.csv:2: expected two different hosts"),
    (("inspect", "short.txt"), "short.txt:2: expected 2 flows, as announced, found 1"),
    (("inspect", "early.txt"), "early.txt:2: expected a start not before the origin"),
    (("inspect", "empty"), "empty:1: expected the header"),
    (("inspect", "good.csv", "--hosts=2"), "good.csv: expected hosts below 2, found 2"),
    (("convert", "good.csv", "--output=x", "--class=8"), "--class: expected a whole number from 0 to 7"),
    (("draw",), "draw"),
]


@pytest.mark.parametrize("arguments, expected", BAD)
def test_bad_input_is_one_line_and_status_2(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    files = {"bad.cdf": "100 50\n50 100\n", "bad.matrix": "0,1\n1,0\n1,1\n", "empty": "",
             "self.csv": "start_ns,src,dst,size_bytes\n0,1,1,5\n", "good.csv": "start_ns,src,dst,size_bytes\n0,1,2,5\n",
             "short.txt": "2\n0 1 3 100 2.0\n", "early.txt": "1\n0 1 3 100 1.9\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = traffic(*arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stdout
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("traffic") and expected in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == set(files)
