# SPDX-License-Identifier: GPL-2.0-only
"""The programs beside rdmacell-fat-tree check all arguments as it does: one line, status 2, and nothing is written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import BUILD

BENCHMARK = "rdmacell-scheduler-benchmark"
OWN = "rdmacell-own-network"
FAILURE = "rdmacell-link-failure"
HUGE = "99999999999999999999"


def run(program: str, *arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Runs a program; skips where it is not built."""
    path = BUILD / "bin" / program
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return subprocess.run([path, *arguments], cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


BAD = [
    *((BENCHMARK, f"--{name}={value}", f"--{name}: expected a whole number from 1 to ")
      for name in ("events", "repeat", "pending") for value in ("0", "-1", HUGE, "1e3", "many", "nan", "1 ")),
    *((BENCHMARK, f"--{name}=", f"--{name}: expected a value after the equals sign")
      for name in ("events", "repeat", "pending", "schedulers", "delays")),
    (BENCHMARK, "--pending=1,,2", "--pending: expected a whole number from 1 to 100000000, found ''"),
    (BENCHMARK, "--pending=1,", "--pending: expected a whole number from 1 to 100000000, found ''"),
    (BENCHMARK, "--delays=fast", "--delays: expected one of uniform, frames, found 'fast'"),
    (BENCHMARK, "--schedulers=ns3::Node", "--schedulers: expected a type derived from ns3::Scheduler, found 'ns3::Node'"),
    (BENCHMARK, "--schedulers=ns3::MapScheduler,", "--schedulers: expected a type derived from ns3::Scheduler, found ''"),
    (BENCHMARK, "--RngRun=2", "--RngRun: has no effect in this program"),
    (BENCHMARK, "--ns3::rdmacell::RoceNic::PathMtu=1024", "PathMtu: has no effect in this program"),
    (BENCHMARK, "--nosuch=1", "--nosuch: expected an option that exists"),
    (BENCHMARK, "events", "expected --option=value, found 'events'"),
    (BENCHMARK, "--events", "--events: expected --events=value"),
    *((OWN, argument, f"expected no argument, found '{argument}'") for argument in ("--bytes=1", "--help", "bytes", "")),
    (FAILURE, "--output=.", ".: expected a file that can be written"),
    (FAILURE, "--output=no/such/place.csv", "no/such/place.csv: expected a file that can be written"),
    (FAILURE, "--down=5us", "--down: expected a time of --bin or longer, found '5us'"),
    (FAILURE, "--ns3::rdmacell::FabricSwitch::LoadBalancerType=ns3::rdmacell::EcmpBalancer",
     "expected --schemes in its place"),
    (FAILURE, "--ns3::rdmacell::FrameNetDevice::DataRate=10Gbps", "FatTreeTopology::HostRate or FabricRate in its place"),
    (FAILURE, "--ns3::rdmacell::CongaBalancer::FlowletGap=1us", "has no effect, this run has no object of type"),
    (FAILURE, "--ns3::rdmacell::FatTreeTopology::K=6", "expected one value for --k and"),
    *((FAILURE, f"--{name}={value}", f"--{name}: expected ")
      for name in ("k", "flows", "bytes", "bin", "end", "down", "up", "reroute", "seed")
      for value in ("-1", HUGE, "many", "1parsec", "nan")),
]


@pytest.mark.parametrize("program, argument, expected", BAD)
def test_bad_input_is_one_line_and_status_2(program: str, argument: str, expected: str, tmp_path: Path) -> None:
    others = {FAILURE: ("--k=4", "--end=300us")}.get(program, ())
    done = run(program, *others, argument, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"{program}: ") and expected in done.stderr
    assert not list(tmp_path.iterdir())


def test_benchmark_takes_attributes_of_the_wheel(tmp_path: Path) -> None:
    done = run(BENCHMARK, "--events=100", "--repeat=1", "--pending=10",
               "--ns3::rdmacell::TimingWheelScheduler::SlotWidth=1us", cwd=tmp_path)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 4, done.stderr


@pytest.mark.parametrize("arguments", [("--seed=2",), ("--RngRun=2",)])
def test_both_names_of_the_run_number_are_the_same(arguments: tuple[str, ...], tmp_path: Path) -> None:
    common = ("--k=4", "--end=60us", "--down=20us", "--bytes=100000", "--schemes=ecmp")
    made = []
    for number, given in enumerate((("--seed=2",), arguments)):
        assert run(FAILURE, *common, *given, f"--output={number}.csv", cwd=tmp_path).returncode == 0
        made.append((tmp_path / f"{number}.csv").read_bytes())
    assert made[0] == made[1]


def test_attributes_act_on_every_scheme_that_has_them(tmp_path: Path) -> None:
    common = ("--k=4", "--end=60us", "--down=20us", "--schemes=ecmp,rdmacell")
    made = []
    for number, given in enumerate(((), ("--ns3::rdmacell::CellApp::CellBytes=4000",))):
        assert run(FAILURE, *common, *given, f"--output={number}.csv", cwd=tmp_path).returncode == 0
        made.append((tmp_path / f"{number}.csv").read_text().splitlines())
    for scheme, same in (("ecmp", True), ("rdmacell", False)):
        rows = [[line for line in lines if f",{scheme}," in line] for lines in made]
        assert (rows[0] == rows[1]) == same
