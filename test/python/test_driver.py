# SPDX-License-Identifier: GPL-2.0-only
"""rdmacell-fat-tree as a user sees it: its options, its files, and its messages on bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, Run, schemes

COLUMNS = "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status"
SMALL = ("--scheme=ecmp", "--workload=solar", "--load=0.8", "--k=4", "--duration=100us", "--seed=1")
TYPES = {"string": str, "integer": int, "number": (int, float), "object": dict, "null": type(None),
         "array": list, "boolean": bool}


def violations(value: Any, schema: dict[str, Any], where: str = "meta.json") -> list[str]:
    """Violations of a schema, for the keywords that doc/meta.schema.json uses."""
    names = schema.get("type", [])
    types = [TYPES[name] for name in ([names] if isinstance(names, str) else names)]
    if types and (not any(isinstance(value, kind) for kind in types) or isinstance(value, bool) and bool not in types):
        return [f"{where}: {value!r} is no {names}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is not in {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if value is not None and "minimum" in schema and value < schema["minimum"]:
        found.append(f"{where}: {value!r} is below {schema['minimum']}")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        found += [f"{where}: {key} is missing" for key in schema.get("required", []) if key not in value]
        for key, member in value.items():
            if key in properties:
                found += violations(member, properties[key], f"{where}: {key}")
            elif isinstance(others, dict):
                found += violations(member, others, f"{where}: {key}")
            elif not others:
                found.append(f"{where}: {key} is not in the schema")
    return found


def read(output: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    """A run's flows and meta.json."""
    return pd.read_csv(output / "fct.csv"), json.loads((output / "meta.json").read_text())


@pytest.fixture(name="small", scope="module")
def small_fixture(driver: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output directory of one small run."""
    where = tmp_path_factory.mktemp("small")
    done = driver(*SMALL, "--outputDir=out", cwd=where)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for row in ("finished", "unfinished", "slowdown p99", "carried load", "ns per frame-hop"):
        assert row in done.stdout
    return where / "out"


def test_files_are_whole_and_no_others(small: Path) -> None:
    assert sorted(path.name for path in small.iterdir()) == ["fct.csv", "meta.json"]


def test_flows_have_the_columns_and_make_sense(small: Path) -> None:
    assert (small / "fct.csv").read_text().split("\n", 1)[0] == COLUMNS
    flows, meta = read(small)
    assert len(flows) == meta["flows"] > 100
    assert flows.flow_id.is_unique and (flows.src != flows.dst).all()
    assert set(flows.src) | set(flows.dst) <= set(range(16))
    assert (flows.start_ns >= 0).all() and flows.start_ns.is_monotonic_increasing
    finished = flows[flows.status == "finished"]
    assert (finished.slowdown >= 1).all()
    assert (finished.fct_ns >= finished.ideal_ns).all()
    assert (finished.rx_done_ns <= finished.start_ns + finished.fct_ns).all()
    assert finished.slowdown.to_numpy() == pytest.approx((finished.fct_ns / finished.ideal_ns).to_numpy(), abs=1e-6)


def test_meta_keeps_the_schema(small: Path) -> None:
    schema = json.loads((ROOT / "doc" / "meta.schema.json").read_text())
    assert not violations(read(small)[1], schema)
    assert violations({"command": 1}, schema)


def test_meta_agrees_with_the_flows(small: Path) -> None:
    flows, meta = read(small)
    finished = flows[flows.status == "finished"]
    assert meta["finished"] == len(finished)
    assert meta["unfinished"] == (flows.status == "unfinished").sum() == len(flows) - len(finished)
    assert meta["slowdown_avg"] == pytest.approx(finished.slowdown.mean(), abs=1e-6)
    for name, percent in (("p50", 50), ("p95", 95), ("p99", 99), ("p999", 99.9)):
        assert meta[f"slowdown_{name}"] == pytest.approx(np.percentile(finished.slowdown, percent), abs=1e-6)
    assert meta["offered_load"] == pytest.approx(flows.size_bytes.sum() * 8 / (16 * 100e9 * 100e-6))
    assert meta["ns_per_frame_hop"] == pytest.approx(meta["wall_s"] * 1e9 / meta["frame_hops"])
    assert meta["pfc_pause"] == meta["pfc_resume"]
    assert meta["attributes"]["ns3::rdmacell::FabricSwitch::Pfc"] == "true"


def test_recorded_command_gives_the_same_bytes(small: Path, driver: Run, tmp_path: Path) -> None:
    command = shlex.split(read(small)[1]["command"])[1:]
    assert set(SMALL) <= set(command)
    assert driver(*command, "--outputDir=again", cwd=tmp_path).returncode == 0
    assert (tmp_path / "again" / "fct.csv").read_bytes() == (small / "fct.csv").read_bytes()
    assert driver(*SMALL, "--seed=2", "--outputDir=other", cwd=tmp_path).returncode == 0
    assert (tmp_path / "other" / "fct.csv").read_bytes() != (small / "fct.csv").read_bytes()


def test_recorded_command_survives_the_shell(driver: Run, tmp_path: Path) -> None:
    done = driver(*SMALL, "--duration=20us", "--outputDir=a b; c", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "--outputDir=a b; c" in shlex.split(read(tmp_path / "a b; c")[1]["command"])


def test_saved_flows_replay_the_same(small: Path, driver: Run, tmp_path: Path) -> None:
    assert driver(*SMALL, "--saveFlows=flows.csv", cwd=tmp_path).returncode == 0
    done = driver("--k=4", "--flows=flows.csv", "--outputDir=replay", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "replay" / "fct.csv").read_bytes() == (small / "fct.csv").read_bytes()


def test_hpcc_format_has_eight_columns(small: Path, driver: Run, tmp_path: Path) -> None:
    assert driver(*SMALL, "--outputDir=out", "--fctFormat=hpcc", cwd=tmp_path).returncode == 0
    rows = [line.split(" ") for line in (tmp_path / "out" / "fct.txt").read_text().splitlines()]
    flows = read(small)[0]
    flows = flows[flows.status == "finished"].reset_index()
    assert len(rows) == len(flows) and {len(row) for row in rows} == {8}
    assert [int(row[4]) for row in rows] == flows.size_bytes.tolist()
    assert [int(row[6]) for row in rows] == flows.fct_ns.astype(int).tolist()


def test_warmup_is_left_out(small: Path, driver: Run, tmp_path: Path) -> None:
    done = driver(*SMALL, "--warmup=60us", "--duration=40us", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    got, _ = read(tmp_path / "out")
    whole, _ = read(small)
    assert got.flow_id.tolist() == whole[whole.start_ns >= 60_000].flow_id.tolist()
    assert got.fct_ns.tolist() == whole[whole.start_ns >= 60_000].fct_ns.tolist()


def test_unfinished_flows_are_reported_and_not_averaged(driver: Run, tmp_path: Path) -> None:
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,0,1,1000\n0,2,3,1000000000\n")
    done = driver("--k=4", "--flows=flows.csv", "--drain=100us", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    flows, meta = read(tmp_path / "out")
    assert flows.status.tolist() == ["finished", "unfinished"]
    assert flows.loc[1, ["fct_ns", "rx_done_ns", "slowdown"]].isna().all()
    assert (meta["flows"], meta["finished"], meta["unfinished"]) == (2, 1, 1)
    assert meta["slowdown_avg"] == meta["slowdown_p99"] == pytest.approx(1)


@pytest.mark.parametrize("scheme, disorder", [("ecmp", False), ("conweave", False), ("spray", True)])
def test_disorder_that_hosts_see_is_reported(driver: Run, tmp_path: Path, scheme: str, disorder: bool) -> None:
    done = driver(*SMALL, f"--scheme={scheme}", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    meta = read(tmp_path / "out")[1]
    assert (meta["out_of_order"] > 0) == (meta["naks"] > 0) == disorder
    assert meta["out_of_order"] >= meta["naks"]
    assert re.search(rf"^  out of order +{meta['out_of_order']}$", done.stdout, re.MULTILINE)


# Parameters of a run with SMALL and an output directory.
PARAMETERS = {
    "scheme": "ecmp", "pfc": True, "ecn": True, "cc": "dcqcn", "recovery": "gbn", "mtu": 1000, "workload": "solar",
    "load": 0.8,
    "loadAt": "hosts", "pattern": "all-to-all", "fanIn": None, "incastSize": None, "incastLoad": 0, "flows": None, "flowsOrigin": None,
    "saveFlows": None, "collective": None, "duration": "100us", "warmup": "0s", "cooldown": "0s", "drain": "50ms", "seed": 1, "k": 4, "oversubscription": 1,
    "rate": "100Gbps", "fabricRate": "100Gbps", "delay": "1us", "outages": None, "topology": "fat-tree",
    "outputDir": "out",
    "fctFormat": "csv", "record": None, "recordInterval": None, "trace": None, "pcap": None, "progress": False,
}


def checked(driver: Run, where: Path, *arguments: str) -> dict[str, Any]:
    """The parameters that --check prints."""
    done = driver(*arguments, "--check", cwd=where)
    assert done.returncode == 0, done.stderr
    parameters = json.loads(done.stdout)
    assert isinstance(parameters, dict)
    return parameters


def as_arguments(parameters: dict[str, Any], *without: str) -> list[str]:
    """Parameters as a command line."""
    return [f"--{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in parameters.items() if value is not None and name not in without]


def test_parameters_are_all_options_with_their_values(small: Path, driver: Run, tmp_path: Path) -> None:
    assert read(small)[1]["parameters"] == PARAMETERS
    program, _, _ = driver("--help", cwd=tmp_path).stdout.partition("General Arguments:")
    listed = re.findall(r"^ +--(\w+):", program, re.MULTILINE)
    assert set(listed) - {"listControls", "listRecoveries", "listSchemes", "describe", "partition", "check"} == set(PARAMETERS)


def test_parameters_given_back_run_the_same(small: Path, driver: Run, tmp_path: Path) -> None:
    again = driver(*as_arguments(read(small)[1]["parameters"]), cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "out" / "fct.csv").read_bytes() == (small / "fct.csv").read_bytes()
    assert read(tmp_path / "out")[1]["parameters"] == PARAMETERS


def test_check_prints_the_parameters_and_writes_nothing(small: Path, driver: Run, tmp_path: Path) -> None:
    assert checked(driver, tmp_path, *SMALL, "--outputDir=out", "--saveFlows=x") == {**PARAMETERS, "saveFlows": "x"}
    assert not list(tmp_path.iterdir())
    assert (small / "meta.json").exists()


def test_parameters_follow_the_flows_that_are_replayed(driver: Run, tmp_path: Path) -> None:
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n5,0,1,1000\n2000,2,3,1000\n")
    parameters = checked(driver, tmp_path, "--k=4", "--flows=flows.csv", "--warmup=1us")
    assert parameters["duration"] == "1000001ps"
    assert [parameters[name] for name in ("load", "workload", "pattern", "flowsOrigin")] == [None, None, None, "0s"]


# Options that are other names for attributes: the option, the attribute, a value as each has it, how it is recorded,
# and further arguments that give it an effect.
SAME = [
    ("mtu", "ns3::rdmacell::RoceNic::PathMtu", "2000", "2000", 2000, ()),
    ("pfc", "ns3::rdmacell::FabricSwitch::Pfc", "off", "false", False, ()),
    ("ecn", "ns3::rdmacell::FabricSwitch::Ecn", "off", "false", False, ()),
    ("cc", "ns3::rdmacell::RoceNic::CongestionOpsType", "none", "ns3::rdmacell::NoCongestionControl", "none", ()),
    ("load", "ns3::rdmacell::PoissonTraffic::Load", "30%", "0.3", 0.3, ()),
    ("load", "ns3::rdmacell::PermutationTraffic::Load", "30%", "0.3", 0.3, ("--pattern=permutation",)),
    ("fanIn", "ns3::rdmacell::IncastTraffic::FanIn", "5", "5", 5, ("--pattern=incast",)),
    ("incastSize", "ns3::rdmacell::IncastTraffic::ResponseSize", "70000", "70000", 70000, ("--pattern=incast",)),
    ("incastLoad", "ns3::rdmacell::IncastTraffic::Load", "80%", "0.8", 0.8, ()),
    ("seed", "RngRun", "3", "3", 3, ()),
    ("oversubscription", "ns3::rdmacell::FatTreeTopology::Oversubscription", "2.0", "2", 2, ()),
    ("rate", "ns3::rdmacell::FatTreeTopology::HostRate", "40Gb/s", "40Gbps", "40Gbps", ()),
    ("fabricRate", "ns3::rdmacell::FatTreeTopology::FabricRate", "40Gb/s", "40Gbps", "40Gbps", ()),
    ("delay", "ns3::rdmacell::FatTreeTopology::Delay", "0.002ms", "2us", "2us", ()),
    ("rate", "ns3::rdmacell::LeafSpineTopology::HostRate", "40Gbps", "40Gbps", "40Gbps",
     ("--topology=leaf-spine:hosts=8,leaves=2,spines=2",)),
]
LESS = ("--workload=solar", "--k=4", "--duration=50us")


@pytest.mark.parametrize("option, attribute, value, text, recorded, others", SAME)
def test_option_and_attribute_are_one_parameter(
    driver: Run, tmp_path: Path, option: str, attribute: str, value: str, text: str, recorded: Any,
    others: tuple[str, ...],
) -> None:
    less = [word for word in LESS if not ("--pattern=incast" in others and word.startswith("--workload"))
            and not ("leaf-spine" in "".join(others) and word.startswith("--k"))]
    runs = {"plain": [], "option": [f"--{option}={value}"], "attribute": [f"--{attribute}={text}"]}
    runs["both"] = runs["option"] + runs["attribute"]
    got = {}
    for name, arguments in runs.items():
        done = driver(*less, *others, *arguments, f"--outputDir={name}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        meta = read(tmp_path / name)[1]
        got[name] = (tmp_path / name / "fct.csv").read_bytes(), meta["pfc_pause"], meta["ecn_marks"], meta["frame_hops"]
        if name != "plain":
            assert meta["parameters"][option] == recorded
            assert attribute not in meta["parameters"]
            if "::" in attribute:
                assert meta["attributes"][attribute] == text
    assert got["option"] == got["attribute"] == got["both"]
    if option not in ("pfc", "ecn"):  # which act where it is crowded, see test_attributes.py
        assert got["plain"] != got["option"]
    other = {"pfc": "on", "ecn": "on", "cc": "dcqcn", "load": "40%", "incastLoad": "3%"}.get(option, "1000")
    other = {"fanIn": "4", "seed": "4", "oversubscription": "4", "delay": "9us"}.get(option, other)
    other = "10Gbps" if option.lower().endswith("rate") else other
    message = refused(driver, tmp_path, *others, f"--{option}={other}", f"--{attribute}={text}")
    assert "expected one value" in message and attribute in message


# Options and attributes that have no effect beside others, and a part of the message.
WITHOUT_EFFECT = [
    (("--topology=star.topology", "--k=6"), "--k"),
    (("--topology=star.topology", "--rate=40Gbps"), "--rate"),
    (("--topology=star.topology", "--fabricRate=40Gbps"), "--fabricRate"),
    (("--topology=star.topology", "--delay=2us"), "--delay"),
    (("--topology=star.topology", "--oversubscription=2"), "--oversubscription"),
    (("--topology=leaf-spine", "--k=6"), "--k"),
    (("--topology=leaf-spine:delay=2us", "--delay=2us"), "--delay"),
    (("--topology=single-switch", "--fabricRate=40Gbps"), "--fabricRate"),
    (("--topology=fat-tree:k=4", "--ns3::rdmacell::FatTreeTopology::K=4"), "FatTreeTopology::K"),
    (("--topology=leaf-spine:leaves=4", "--ns3::rdmacell::LeafSpineTopology::Leaves=4"), "LeafSpineTopology::Leaves"),
    (("--ns3::rdmacell::LeafSpineTopology::Leaves=4",), "no object of type ns3::rdmacell::LeafSpineTopology"),
    (("--trace=rtt-sample", "--outputDir=out"), "no object of type ns3::rdmacell::CellApp"),
    (("--trace=qp-rate",), "--trace"),
    (("--flows=flows.csv", "--load=0.5"), "--load"),
    (("--flows=flows.csv", "--workload=solar"), "--workload"),
    (("--flows=flows.csv", "--pattern=incast"), "--pattern"),
    (("--flows=flows.csv", "--fanIn=3"), "--fanIn"),
    (("--flows=flows.csv", "--incastLoad=0.1"), "--incastLoad"),
    (("--flows=flows.csv", "--ns3::rdmacell::PoissonTraffic::Load=0.5"), "PoissonTraffic::Load"),
    (("--flowsOrigin=2s",), "--flowsOrigin"),
    (("--fanIn=3",), "--fanIn"),
    (("--incastSize=3",), "--incastSize"),
    (("--ns3::rdmacell::IncastTraffic::FanIn=3",), "IncastTraffic::FanIn"),
    (("--pattern=incast", "--load=0.5"), "--load"),
    (("--pattern=incast", "--workload=solar"), "--workload"),
    (("--pattern=permutation", "--incastLoad=0.1"), "--incastLoad"),
    (("--pattern=permutation", "--ns3::rdmacell::PoissonTraffic::Load=0.5"), "PoissonTraffic::Load"),
    (("--record=pfc", "--outputDir=out", "--recordInterval=5us"), "--recordInterval"),
    (("--record=pfc",), "--record"),
    (("--fctFormat=hpcc",), "--fctFormat"),
    (("--ns3::rdmacell::CongaBalancer::DreAlpha=0.3",), "no object of type ns3::rdmacell::CongaBalancer"),
    (("--cc=none", "--ns3::rdmacell::DcqcnConnectX::Gain=0.3"), "no object of type ns3::rdmacell::DcqcnConnectX"),
    (("--cc=dcqcn", "--ns3::rdmacell::DcqcnConnectX::Gain=0.3"), "no object of type ns3::rdmacell::DcqcnConnectX"),
    (("--ChecksumEnabled=true",), "--ChecksumEnabled"),
]


@pytest.mark.parametrize("arguments, expected", WITHOUT_EFFECT)
def test_arguments_without_effect_are_refused(driver: Run, tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    (tmp_path / "star.topology").write_text("3 1 2\n0\n0 1 100Gbps 1us 0\n0 2 100Gbps 1us 0\n")
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,0,1,1000\n")
    done = driver(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert expected in done.stderr and "has no effect" in done.stderr


# Attributes that the network or the traffic sets, and the option to use.
SET_BY_RUN = [
    ("FrameNetDevice::DataRate=40Gbps", "--rate"),
    ("FrameChannel::Delay=2us", "--delay"),
    ("TrafficGenerator::Hosts=4", "--k"),
    ("TrafficGenerator::LinkRate=40Gbps", "--rate"),
    ("TrafficGenerator::Duration=1ms", "--duration"),
    ("PoissonTraffic::Duration=1ms", "TrafficGenerator::Duration"),
    ("FabricSwitch::LoadBalancerType=ns3::rdmacell::CongaBalancer", "--scheme"),
]


@pytest.mark.parametrize("attribute, expected", SET_BY_RUN)
def test_attributes_that_the_run_sets_are_refused(driver: Run, tmp_path: Path, attribute: str, expected: str) -> None:
    assert expected in refused(driver, tmp_path, f"--ns3::rdmacell::{attribute}")


QUERIES = {
    "--describe": ("--load=0.3", "--scheme=conga", "--seed=2", "--outputDir=o", "--pcap=p", "--drain=1ms", "--cc=none",
                   "--RngRun=2", "--ns3::rdmacell::RoceNic::PathMtu=1024"),
    "--listControls": ("--k=4", "--listSchemes", "--cc=hpcc"),
    "--listRecoveries": ("--k=4", "--listSchemes", "--recovery=irn"),
    "--listSchemes": ("--k=4", "--describe", "--load=0.3", "--ns3::rdmacell::RoceNic::PathMtu=1024"),
    "--trace=list": ("--k=4", "--load=0.3", "--outputDir=o"),
}


@pytest.mark.parametrize("query, other", [(query, other) for query, others in QUERIES.items() for other in others])
def test_options_beside_one_that_only_prints_are_refused(driver: Run, tmp_path: Path, query: str, other: str) -> None:
    done = driver(query, other, cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"rdmacell-fat-tree: {other.split('=')[0]}: has no effect with {query}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("argument", ["--k=6", "--oversubscription=2", "--rate=10Gbps", "--fabricRate=40Gbps",
                                      "--topology=leaf-spine", "--ns3::rdmacell::FatTreeTopology::K=6"])
def test_description_follows_the_options_of_the_network(driver: Run, tmp_path: Path, argument: str) -> None:
    done = driver("--describe", argument, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout != driver("--describe", cwd=tmp_path).stdout


@pytest.mark.parametrize("scheme", schemes())
def test_counters_of_schemes_are_those_described(driver: Run, tmp_path: Path, scheme: str) -> None:
    done = driver(*SMALL, f"--scheme={scheme}", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    section = re.search(r"^## Counters of the schemes\n(.*?)^## ", (ROOT / "doc" / "output.md").read_text(),
                        re.MULTILINE | re.DOTALL)
    assert section
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section[1], re.MULTILINE)
    described = {name for name, schemes in rows if scheme.split("-")[0] in schemes.split(", ")}
    assert set(read(tmp_path / "out")[1]["scheme"]) == described


@pytest.mark.parametrize("pfc", ["on", "off"])
@pytest.mark.parametrize("ecn", ["on", "off"])
@pytest.mark.parametrize("control", ["dcqcn", "dcqcn-connectx", "dcqcn-paper", "none"])
def test_switches_are_independent(driver: Run, tmp_path: Path, pfc: str, ecn: str, control: str) -> None:
    incast = ("--k=4", "--pattern=incast", "--incastSize=200000")
    done = driver(*incast, f"--pfc={pfc}", f"--ecn={ecn}", f"--cc={control}", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    flows, meta = read(tmp_path / "out")
    assert (flows.status == "finished").all() and len(flows) == 15
    assert (meta["ecn_marks"] > 0) == (ecn == "on")
    assert (meta["cnps"] > 0) == (ecn == "on" and control != "none")
    assert meta["pfc_pause"] == meta["pfc_resume"]
    if pfc == "on":
        assert meta["drops"] == 0
    else:
        assert meta["pfc_pause"] == 0


# Wrong values of options, and a part of the message.
BAD = [
    ("--ns3::rdmacell::RoceNic::CongestionOpsType=ns3::rdmacell::RoceNic", "derived from ns3::rdmacell::CongestionOps"),
    ("--ns3::rdmacell::FabricSwitch::LoadBalancerType=ns3::rdmacell::CongaBalancer", "expected --scheme"),
    ("--scheme=nosuch", "expected one of ecmp"),
    *[(f"--{option}=", f"--{option}: expected a value") for option in PARAMETERS],
    ("--collective=allreduce", "--collective: expected one of allreduce-ring"),
    ("--collective=allreduce-ring", "--collective: allreduce-ring: expected size="),
    ("--collective=allreduce-ring:size=1MB,ranks=17", "--collective: allreduce-ring: expected at least 17 hosts"),
    ("--collective=allreduce-ring:size=1MB,color=1", "--collective: allreduce-ring: expected key=value with one of"),
    ("--collective=alltoall:size=1MB+alltoall:size=1MB", "--collective: alltoall: expected at least 2 hosts"),
    ("--collective=file:path=file", "--collective: file:"),
    ("--outages=8", "--outages: expected a link and a time, such as 8:150us-2ms, found '8'"),
    ("--outages=8:2ms-1ms", "--outages: expected a link that comes up after it goes down"),
    ("--outages=48:1us", "--outages: expected links below 48, found 48"),
    ("--record=link,", "--record"),
    ("--record=links", "--record"),
    ("--workload=nosuch", "--workload"),
    ("--workload=no/such.cdf", "no/such.cdf"),
    ("--load=0", "--load"),
    ("--load=1.01", "--load"),
    ("--load=-0.5", "--load"),
    ("--load=101%", "--load"),
    ("--load=much", "--load"),
    ("--load=nan", "--load"),
    ("--k=3", "even"),
    ("--k=0", "--k"),
    ("--k=4x", "--k"),
    ("--rate=0Gbps", "--rate"),
    ("--rate=100", "--rate"),
    ("--rate=100GB", "--rate"),
    ("--rate=100GBps", "bits per second"),
    ("--rate=100Gigabit", "--rate"),
    ("--rate=-1Gbps", "--rate"),
    ("--delay=1", "--delay"),
    ("--delay=1parsec", "--delay"),
    ("--delay=-1us", "--delay"),
    # What a model refuses when it is initialized.
    ("--delay=80us", "FabricSwitch::BufferPerPort: expected more"),
    ("--ns3::rdmacell::EcnMarker::Kmin=9000000", "EcnMarker::Kmin: expected at most Kmax"),
    ("--ns3::rdmacell::FabricSwitch::BufferPerPort=1000", "FabricSwitch::BufferPerPort: expected more"),
    ("--mtu=0", "--mtu"),
    ("--mtu=64", "256:4096"),
    ("--mtu=9000", "--mtu"),
    ("--mtu=1kB", "--mtu"),
    ("--duration=5", "--duration"),
    ("--duration=0ms", "--duration"),
    ("--duration=-1ms", "--duration"),
    ("--duration=1e-3", "--duration"),
    ("--warmup=-1us", "--warmup"),
    ("--warmup=soon", "--warmup"),
    ("--seed=0", "--seed"),
    ("--seed=1.5", "--seed"),
    ("--seed=-1", "--seed"),
    ("--flows=no/such.csv", "no/such.csv"),
    ("--flows=.", "cannot be read"),
    ("--saveFlows=no/such/flows.csv", "no/such/flows.csv"),
    ("--topology=no/such.topology", "no/such.topology"),
    ("--topology=nosuch", "expected one of fat-tree"),
    ("--topology=leaf-spine:leafs=4", "expected one of hosts"),
    ("--topology=leaf-spine:hosts=5,leaves=4", "multiple of 4"),
    ("--trace=nosuch", "expected names of frame-tx"),
    ("--trace=qp-rate,qp-rate", "different names"),
    ("--trace=qp-rate,", "expected names"),
    ("--pfc=maybe", "--pfc"),
    ("--ecn=maybe", "--ecn"),
    ("--cc=bbr", "--cc"),
    ("--fctFormat=xml", "--fctFormat"),
    ("--outputDir=/proc/no/such", "/proc/no/such"),
    ("--outputDir=file/below", "file/below"),
    ("--nosuch=1", "--nosuch"),
    ("--load", "--load"),
    ("nosuch", "nosuch"),
    ("-load=0.5", "-load=0.5"),
    ("--ns3::rdmacell::NoSuch::Pfc=true", "NoSuch"),
    ("--ns3::rdmacell::FabricSwitch::NoSuch=1", "NoSuch"),
    ("--ns3::rdmacell::FabricSwitch::Pfc=maybe", "Pfc"),
    ("--ns3::rdmacell::RoceNic::CongestionOpsType=ns3::NoSuch", "NoSuch"),
]


def refused(driver: Run, where: Path, *arguments: str) -> str:
    """Asserts that arguments are refused as bad input; returns the message."""
    network = () if any(word.startswith("--topology=") for word in arguments) else ("--k=4",)
    (where / "file").write_text("")
    before = {path.name for path in where.iterdir()}
    began = time.monotonic()
    output = () if any(word.startswith("--outputDir") for word in arguments) else ("--outputDir=out",)
    done = driver(*network, "--duration=20us", *output, *arguments, cwd=where)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("rdmacell-fat-tree: ")
    assert time.monotonic() - began < 5
    assert {path.name for path in where.iterdir()} == before
    return done.stderr


@pytest.mark.parametrize("argument, expected", BAD)
def test_bad_option_is_one_line_and_status_2(driver: Run, tmp_path: Path, argument: str, expected: str) -> None:
    assert expected in refused(driver, tmp_path, argument)


@pytest.mark.parametrize("arguments", [("--pattern=incast", "--warmup=200us"),
                                       ("--flows=flows.csv", "--warmup=1us")])
def test_a_window_without_flows_is_refused(driver: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,0,1,1000\n")
    assert "starts in the measurement window" in refused(driver, tmp_path, *arguments)


# Malformed files: the option, the content, and the line that the message names.
BAD_FILES = [
    # A count that is not the number of lines: the list's last flow must not be repeated.
    ("flows", "1000\n0 1 3 1000 2.0\n1 2 3 1000 2.1\n2 3 3 1000 2.2\n", 4),
    ("flows", "2\n0 1 3 1000 2.0\n1 2 1 1000 2.1\n", 3),  # another class than that of all flows
    # A text in place of a size.
    ("flows", "2\n0 1 3 many 2.0\n1 2 3 1000 2.1\n", 2),
    ("flows", "start_ns,src,dst,size_bytes\n0,0,1,1000\n5,0,1,1k\n", 3),
    ("flows", "start_ns,src,dst,size_bytes\n0,0,1,18446744073709551616\n", 2),
    ("flows", "start_ns,src,dst,size_bytes\n0,0,1,-5\n", 2),
    ("flows", "start_ns,src,dst,size_bytes\n0,0,16,1000\n", 2),
    ("flows", "start_ns,src,dst,size_bytes\n0,3,3,1000\n", 2),
    ("flows", "start_ns,src,dst,size_bytes\n0,0,1\n", 2),
    ("flows", "src,dst\n0,1\n", 1),
    ("workload", "0 0\n1000 50\n2000 90\n", 3),
    ("workload", "0 0\n1000 50\n2000 40\n3000 100\n", 3),
    ("workload", "0 0\n1000 50\n500 60\n3000 100\n", 3),
    ("workload", "0 0\nmany 100\n", 2),
    ("topology", "3 1 2\n0\n0 1 100Gbps 1us 0\n0 two 100Gbps 1us 0\n", 4),
    ("topology", "3 1 2\n0\n0 1 100Gbps 1us 0\n0 2 fast 1us 0\n", 4),
    ("topology", "3 1 2\n0\n0 1 100Gbps 1us 0\n0 7 100Gbps 1us 0\n", 4),
    ("topology", "3 1 2\n0\n0 1 100Gbps 1us 0\n", 3),
]


@pytest.mark.parametrize("option, content, line", BAD_FILES)
def test_bad_file_is_named_with_its_line(driver: Run, tmp_path: Path, option: str, content: str, line: int) -> None:
    (tmp_path / "bad.cdf").write_text(content)
    message = refused(driver, tmp_path, f"--{option}=bad.cdf")
    assert f"bad.cdf:{line}: " in message and "expected" in message


# Switch 0 comes first; the link of host 1 is slow.
SWITCH_FIRST = "4 1 3\n0\n0 1 10Gbps 1us 0\n0 2 100Gbps 1us 0\n0 3 100Gbps 1us 0\n"


def test_flow_list_has_the_numbers_of_the_topology_file(driver: Run, tmp_path: Path) -> None:
    """A number must not be taken for that of another numbering: lists have the file's, our CSV indexes of hosts."""
    (tmp_path / "net.topo").write_text(SWITCH_FIRST + "\nremarks\nsrc dst rate delay error\n")
    for name, content, hosts, least in (("slow", "1\n1 2 3 100 1000000 2\nFirst line: flow #\n", (0, 1), 800_000),
                                        ("fast", "1\n2 3 3 100 1000000 2e0\n", (1, 2), 80_000),
                                        ("own", "start_ns,src,dst,size_bytes\n2000000000,0,1,1000000\n", (0, 1), 800_000)):
        (tmp_path / f"{name}.flow").write_text(content)
        done = driver("--topology=net.topo", f"--flows={name}.flow", "--flowsOrigin=2s", f"--outputDir={name}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert ("slow.flow:3: note: 1 row" in done.stderr) == (name == "slow")
        assert "net.topo:7: note: 2 rows after the 3 links passed over\n" in done.stderr
        flow = read(tmp_path / name)[0].iloc[0]
        assert (flow.src, flow.dst) == hosts and least < flow.fct_ns < 1.5 * least
    for number in ("0", "4"):
        (tmp_path / "bad.flow").write_text(f"1\n{number} 2 3 100 1000000 2\n")
        done = driver("--topology=net.topo", "--flows=bad.flow", cwd=tmp_path)
        assert done.returncode == 2 and "bad.flow:2: src: expected the number of a host" in done.stderr
    described = driver("--topology=net.topo", "--describe", cwd=tmp_path).stdout
    assert "hosts 0 to 2: nodes 1 to 3 of the file\n  switch 3: node 0 of the file\n" in described


# The first link, between switches, is faster than those of the hosts, which are mixed in the second file.
SLOW_HOSTS = "6 2 5\n0 1\n0 1 400Gbps 1us 0\n" + "".join(f"{n % 2} {n} 100Gbps 1us 0\n" for n in range(2, 6))
MIXED_HOSTS = "5 1 4\n0\n" + "".join(f"0 {n} {rate}Gbps 1us 0\n" for n, rate in ((1, 25), (2, 100), (3, 100), (4, 400)))


@pytest.mark.parametrize("network", [SLOW_HOSTS, MIXED_HOSTS], ids=["slow", "mixed"])
def test_load_is_relative_to_the_hosts_own_links(driver: Run, tmp_path: Path, network: str) -> None:
    """The rate of one link must not count for all."""
    (tmp_path / "net.topo").write_text(network)
    done = driver("--topology=net.topo", "--load=0.3", "--workload=solar", "--duration=4ms", "--drain=0s",
                  "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert read(tmp_path / "out")[1]["offered_load"] == pytest.approx(0.3, rel=0.12)


@pytest.mark.parametrize("second, null", [(0, True), (1, True), (20_000, False)])
def test_load_of_a_window_without_length_is_null(driver: Run, tmp_path: Path, second: int, null: bool) -> None:
    """A share of a window in which a link cannot send even one flow is no figure."""
    (tmp_path / "two.csv").write_text(f"start_ns,src,dst,size_bytes\n0,0,1,100000\n{second},2,3,100000\n")
    done = driver("--k=4", "--flows=two.csv", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    meta = read(tmp_path / "out")[1]
    assert (meta["offered_load"] is None) == (meta["carried_load"] is None) == null
    assert ("offered load             -\n" in done.stdout) == null
    if not null:
        assert meta["offered_load"] == pytest.approx(200_000 * 8 / (16 * 100e9 * 20e-6), rel=1e-3)
    assert not violations(meta, json.loads((ROOT / "doc" / "meta.schema.json").read_text()))


def test_bytes_that_are_no_utf8_are_escaped(driver: Run, tmp_path: Path) -> None:
    """Text of the user may hold what a format does not allow: here a path, in meta.json."""
    name = os.fsdecode(b"o \xff'x")
    done = driver("--k=4", "--duration=20us", f"--outputDir={name}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    meta = json.loads((tmp_path / name / "meta.json").read_bytes().decode("utf-8"))
    assert meta["parameters"]["outputDir"] == "o \\xff'x"
    results = (tmp_path / name / "fct.csv").read_bytes()
    (tmp_path / name / "meta.json").unlink()
    assert subprocess.run(["bash", "-c", meta["command"]], cwd=tmp_path).returncode == 0
    assert (tmp_path / name / "meta.json").exists() and (tmp_path / name / "fct.csv").read_bytes() == results


def contents(where: Path) -> dict[str, bytes]:
    return {str(path.relative_to(where)): path.read_bytes() for path in sorted(where.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("arguments", [
    ("--pcap=no/such/p",), ("--saveFlows=no/such/f.csv",), ("--saveFlows=dir",), ("--flows=no.csv",),
    ("--trace=isolated",), ("--topology=no.topology",), ("--record=link", "--pcap=no/such/p"),
    ("--saveFlows=flows.csv", "--pcap=no/such/p"), ("--pcap=file/p",),
], ids=" ".join)
def test_results_are_kept_until_a_new_run_replaces_them(driver: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A run that fails must not have taken anything away, be it an earlier run's or the user's own."""
    (tmp_path / "dir").mkdir()
    (tmp_path / "file").write_text("")
    common = ("--k=4", "--duration=20us", "--outputDir=o")
    assert driver(*common, "--record=pfc", "--saveFlows=flows.csv", cwd=tmp_path).returncode == 0
    (tmp_path / "o" / "queue.csv").write_text("my own\n")
    before = contents(tmp_path)
    for check in ((), ("--check",)):
        done = driver(*common, "--seed=2", *arguments, *check, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
        assert contents(tmp_path) == before


def test_a_run_replaces_an_earlier_runs_results_and_nothing_else(driver: Run, tmp_path: Path) -> None:
    common = ("--k=4", "--duration=20us", "--outputDir=o")
    output = tmp_path / "o"
    assert driver(*common, "--record=pfc", "--trace=qp-state", "--fctFormat=hpcc", "--pcap=o/p", cwd=tmp_path).returncode == 0
    assert read(output)[1]["files"] == ["fct.csv", "fct.txt", "pfc.csv", "trace-qp-state.csv"]
    (output / "queue.csv").write_text("my own\n")
    old = (output / "fct.csv").read_bytes()
    assert driver(*common, "--seed=2", cwd=tmp_path).returncode == 0
    assert {path.name for path in output.iterdir() if path.suffix != ".pcap"} == {"fct.csv", "meta.json", "queue.csv"}
    assert (output / "queue.csv").read_text() == "my own\n" and (output / "fct.csv").read_bytes() != old
    assert read(output)[1]["seed"] == 2 and read(output)[1]["files"] == ["fct.csv"]


@pytest.mark.parametrize("scheme, app", [("ecmp", "FlowApp"), ("rdmacell", "CellApp")])
def test_class_of_a_flow_list_is_that_of_the_run(driver: Run, tmp_path: Path, scheme: str, app: str) -> None:
    (tmp_path / "one.flow").write_text("1\n1 2 1 1000 0\n")
    common = ("--k=4", f"--scheme={scheme}", "--flows=one.flow")
    done = driver(*common, cwd=tmp_path)
    assert done.returncode == 2 and f"one.flow:2: pg: expected the class of all flows, 3 (--ns3::rdmacell::{app}" in done.stderr
    assert driver(*common, f"--ns3::rdmacell::{app}::TrafficClass=1", cwd=tmp_path).returncode == 0


def test_network_in_two_parts_is_refused(driver: Run, tmp_path: Path) -> None:
    (tmp_path / "two.topology").write_text("6 2 4\n0 1\n0 2 100Gbps 1us 0\n0 3 100Gbps 1us 0\n"
                                           "1 4 100Gbps 1us 0\n1 5 100Gbps 1us 0\n")
    message = refused(driver, tmp_path, "--topology=two.topology")
    assert "two.topology" in message and "connected" in message


@pytest.mark.parametrize("content", ["", "start_ns,src,dst,size_bytes\n", "0\n"])
def test_no_flows_at_all_are_refused(driver: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "none.csv").write_text(content)
    assert "expected" in refused(driver, tmp_path, "--flows=none.csv")


def test_sizes_beyond_32_bits_are_exact(driver: Run, tmp_path: Path) -> None:
    sizes = [4294967295, 4294967296, 5000000000, 1000]
    rows = "".join(f"{src} {src + 4} 3 {size} 2.0\n" for src, size in enumerate(sizes))
    (tmp_path / "big.flows").write_text(f"4\n{rows}")
    done = driver("--k=4", "--flows=big.flows", "--flowsOrigin=2s", "--drain=50us", "--saveFlows=saved.csv",
                  "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    flows, _ = read(tmp_path / "out")
    assert flows.size_bytes.tolist() == sizes
    assert flows.status.tolist() == ["unfinished"] * 3 + ["finished"]
    assert pd.read_csv(tmp_path / "saved.csv").size_bytes.tolist() == sizes


@pytest.mark.parametrize("scheme", ["ecmp", "rdmacell"])
def test_flows_without_end_run_and_are_unfinished(driver: Run, tmp_path: Path, scheme: str) -> None:
    """Files in use have sizes that are to mean "as long as the run"; a flow of one byte more than can be is named."""
    (tmp_path / "long.flows").write_text(f"3\n0 4 3 1000000000000 2\n4 0 3 {2**40 - 1} 2\n1 5 3 1000 2\n")
    done = driver("--k=4", f"--scheme={scheme}", "--flows=long.flows", "--flowsOrigin=2s", "--drain=50us",
                  "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    flows, meta = read(tmp_path / "out")
    assert flows.status.tolist() == ["unfinished"] * 2 + ["finished"]
    assert meta["offered_load"] is None and meta["carried_load"] is None
    (tmp_path / "more.flows").write_text(f"1\n0 4 3 {2**40} 2\n")
    assert "below 1 TiB" in refused(driver, tmp_path, "--flows=more.flows")


def test_units_are_strict(driver: Run, tmp_path: Path) -> None:
    def described(*arguments: str) -> str:
        done = driver("--k=4", "--describe", *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "16 links up, 1600 Gb/s" in described("--rate=100Gbps")
    assert described("--rate=100Gb/s") == described("--rate=100Gbps")

    for delay, name in (("0.001ms", "ms"), ("1us", "us"), ("1000ns", "ns")):
        done = driver(*SMALL, "--duration=20us", f"--delay={delay}", f"--outputDir={name}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "ms" / "fct.csv").read_bytes() == (tmp_path / "us" / "fct.csv").read_bytes()
    assert (tmp_path / "ns" / "fct.csv").read_bytes() == (tmp_path / "us" / "fct.csv").read_bytes()


def test_spec_of_a_topology_and_its_attributes_are_the_same(driver: Run, tmp_path: Path) -> None:
    spec = "--topology=leaf-spine:hosts=8,leaves=2,spines=2,hostRate=40Gbps"  # what it leaves out has its default
    attributes = [f"--ns3::rdmacell::LeafSpineTopology::{setting}" for setting in (
        "Hosts=8", "Leaves=2", "Spines=2", "HostRate=40Gbps", "FabricRate=100Gbps")]
    arguments = ("--workload=solar", "--duration=50us")
    for name, network in (("spec", [spec]), ("attributes", ["--topology=leaf-spine", *attributes]),
                          ("option", ["--topology=leaf-spine", *attributes[:3], "--rate=40Gbps",
                                      "--fabricRate=100Gbps"])):
        done = driver(*arguments, *network, f"--outputDir={name}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    for name in ("attributes", "option"):
        assert (tmp_path / name / "fct.csv").read_bytes() == (tmp_path / "spec" / "fct.csv").read_bytes()
    parameters = read(tmp_path / "spec")[1]["parameters"]
    assert parameters["topology"] == spec.partition("=")[2]
    assert parameters["rate"] is None and parameters["k"] is None and parameters["fabricRate"] == "100Gbps"
    assert read(tmp_path / "option")[1]["parameters"]["rate"] == "40Gbps"


def test_help_and_listing(driver: Run, tmp_path: Path) -> None:
    done = driver("--help", cwd=tmp_path)
    assert done.returncode == 0
    for option in ("scheme", "workload", "load", "k", "rate", "delay", "mtu", "duration", "warmup", "seed", "flows",
                   "saveFlows", "topology", "pfc", "ecn", "cc", "outputDir", "fctFormat", "listSchemes"):
        assert f"--{option}:" in done.stdout + done.stderr
    assert driver("--listSchemes", cwd=tmp_path).stdout.startswith("ecmp\n")
    assert driver("--listControls", cwd=tmp_path).stdout.startswith("dcqcn\n")
    assert driver("--listRecoveries", cwd=tmp_path).stdout == "gbn\nirn\nooo\n"


def test_defaults_of_the_environment_are_parameters(driver: Run, tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    nic = "ns3::rdmacell::RoceNic"
    monkeypatch.setenv("NS_ATTRIBUTE_DEFAULT", f"{nic}::PathMtu=2000;{nic}::Latency=1us")
    parameters = checked(driver, tmp_path, "--k=4")
    assert parameters["mtu"] == 2000 and parameters["ns3::rdmacell::RoceNic::Latency"] == "1us"
    monkeypatch.setenv("NS_ATTRIBUTE_DEFAULT", "ns3::rdmacell::RoceNic::NoSuch=1")
    assert "NoSuch" in refused(driver, tmp_path)
    monkeypatch.setenv("NS_ATTRIBUTE_DEFAULT", "")
    monkeypatch.setenv("NS_GLOBAL_VALUE", "RngRun=7")
    assert checked(driver, tmp_path, "--k=4")["seed"] == 7
