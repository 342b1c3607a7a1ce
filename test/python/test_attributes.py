# SPDX-License-Identifier: GPL-2.0-only
"""Every attribute of the module in a run: another value changes what is simulated, or is refused. There is no third
case.

The attributes are those that the driver lists. Each gets a run in which it acts: by its class, or by an entry below.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Optional

import pytest
from conftest import PROGRAM, Run

# Traffic that loads a network of 16 hosts.
UNLOADED = ("--k=4", "--duration=100us", "--drain=5ms")
LOADED = ("--k=4", "--load=0.9", "--duration=100us", "--drain=5ms")
INCAST = ("--k=4", "--pattern=incast", "--incastSize=300000", "--duration=100us", "--drain=5ms")
# Incasts beside other traffic.
INCASTS = (*LOADED, "--incastLoad=0.3")
# Buffers are small and senders do not slow down, so that switches pause.
PAUSES = (*INCAST, "--cc=none", "--ns3::rdmacell::FabricSwitch::BufferPerPort=200000")
# The same without pauses: switches drop, NICs retransmit.
DROPS = (*PAUSES, "--pfc=off")
# Two switches of three hosts with two links between them, which lose one frame in a hundred.
LOSSY = ("--topology=lossy.topology", "--load=0.9", "--duration=100us", "--drain=20ms")
# The same with timeouts of 8 us, so that flows have much to send after one.
TIMEOUTS = (*LOSSY, "--ns3::rdmacell::FlowApp::Timeout=1")
CELLS = (*LOADED, "--scheme=rdmacell")
ADAPTIVE_CELLS = (*LOADED, "--scheme=rdmacell-adaptive")
LOST_CELLS = (*LOSSY, "--scheme=rdmacell")
# Rates that fall and rise again often: the increase timer is short, the flows are long.
CONWEAVE = "--ns3::rdmacell::DcqcnConWeave::"
CONNECTX = "--ns3::rdmacell::DcqcnConnectX::"
LONG = ("--k=4", "--pattern=incast", "--fanIn=3", "--incastSize=4000000", "--duration=100us")
RATES = (*LONG, f"{CONWEAVE}IncreasePeriod=20us")
CONNECTX_RATES = (*LONG, "--cc=dcqcn-connectx", f"{CONNECTX}IncreasePeriod=20us")
SIGCOMM = "--ns3::rdmacell::DcqcnSigcomm::"
PAPER_RATES = (*LONG, "--cc=dcqcn-paper", f"{SIGCOMM}IncreasePeriod=20us", f"{SIGCOMM}ByteCounter=500000",
               f"{SIGCOMM}CnpInterval=4us", f"{SIGCOMM}RecoveryThreshold=1", f"{SIGCOMM}AlphaPeriod=5us")

# Pauses that frames in ConWeave's reorder queues have a part in.
CONWEAVE_PAUSES = (*LOADED, "--scheme=conweave", "--ns3::rdmacell::FabricSwitch::BufferPerPort=100000")

# Marks from a queue that an incast makes.
MARKS = ("--ns3::rdmacell::EcnMarker::Kmin=20000", "--ns3::rdmacell::EcnMarker::Kmax=20000")

SHORT = ("--load=0.9", "--duration=20us", "--drain=5ms")

# Messages between all of 40 GPUs of a training cluster.
COLLECTIVE = "--collective=alltoall:ranks=40,size=400kB,placement=random"
SERVERS = ("--topology=ai-zone", COLLECTIVE, "--ns3::rdmacell::AiZoneTopology::GpusPerServer=8")

# The run of a class; of those not listed: LOADED.
BY_CLASS = {
    "CellApp": CELLS,
    "FixedCellWindow": CELLS,
    "AdaptiveCellWindow": ADAPTIVE_CELLS,
    "ReroutingCellRecovery": LOST_CELLS,
    "ReroutingCellScheduler": ADAPTIVE_CELLS,
    "CongaBalancer": (*LOADED, "--scheme=conga"),
    "ConWeaveBalancer": (*LOADED, "--scheme=conweave"),
    "DcqcnConWeave": RATES,
    "DcqcnConnectX": CONNECTX_RATES,
    "DcqcnSigcomm": PAPER_RATES,
    "Dctcp": (*INCAST, "--cc=dctcp", *MARKS),
    "Hpcc": (*INCAST, "--cc=hpcc"),
    "Swift": (*INCAST, "--cc=swift"),
    "Timely": (*LONG, "--cc=timely", "--ns3::rdmacell::Timely::LowRtt=10us"),
    "WindowControl": (*LOADED, "--cc=window"),
    "AiZoneTopology": ("--topology=ai-zone", COLLECTIVE),
    "RailTopology": ("--topology=rail", COLLECTIVE),
    "DumbbellTopology": ("--topology=dumbbell", *SHORT),
    "FatTreeTopology": SHORT,
    "FileTopology": ("--topology=file", "--ns3::rdmacell::FileTopology::Path=lossy.topology", *SHORT),
    "LeafSpineTopology": ("--topology=leaf-spine", *SHORT),
    "SingleSwitchTopology": ("--topology=single-switch", *SHORT),
    "DrillBalancer": (*LOADED, "--scheme=drill"),
    "HulaBalancer": (*LOADED, "--scheme=hula"),
    "IncastTraffic": INCASTS,
    "Irn": (*LOSSY, "--recovery=irn"),
    "LetFlowBalancer": (*LOADED, "--scheme=letflow"),
    "MpRdma": (*LOSSY, "--scheme=mp-rdma"),
    "MpRdmaControl": (*INCAST, "--scheme=mp-rdma"),
    "OutOfOrderPlacement": (*LOSSY, "--recovery=ooo"),
    "PermutationTraffic": (*UNLOADED, "--pattern=permutation"),
    "PoissonTraffic": UNLOADED,
    "PfcController": PAUSES,
    "QpScalingApp": (*LOADED, "--scheme=qp-roundrobin"),
    "RandomFrameErrorModel": LOSSY,
}

# Attributes that need a value of their own (None: by the rule of another_value()), or a run of their own.
Entry = tuple[Optional[str], Optional[tuple[str, ...]]]
BY_ATTRIBUTE: dict[str, Entry] = {
    "AiZoneTopology::ServerLatency": (None, SERVERS),
    "AiZoneTopology::ServerRate": ("1Gbps", SERVERS),
    "CellApp::CompletionTimeout": ("20us", LOST_CELLS),
    "CellApp::History": ("Host", None),
    "CellApp::LinkMemory": ("4ms", (*INCASTS, "--scheme=rdmacell-adaptive",
                                   "--ns3::rdmacell::CellApp::PortSelection=Traced")),
    "CellApp::NakVisible": (None, LOST_CELLS),
    "CellApp::NewPortOnReset": (None, LOST_CELLS),
    "CellApp::SchedulerType": ("ns3::rdmacell::RoundRobinCellScheduler", None),
    "CellApp::PortSelection": ("Traced", None),
    "CellApp::PoolSlots": ("1", (*CELLS, "--ns3::rdmacell::CellApp::Pooled=true")),
    "CellApp::QueuePairs": ("2", LOST_CELLS),
    "CellApp::ReceiveDepth": ("1", (*CELLS, "--ns3::rdmacell::FixedCellWindow::Cells=4",
                                    "--ns3::rdmacell::CellApp::CellBytes=4000",
                                    "--ns3::rdmacell::CellApp::TurnAround=5us")),
    "CellApp::RecoveryType": ("ns3::rdmacell::IsolatingCellRecovery", LOST_CELLS),
    "CellApp::RingSlots": ("4", (*CELLS, "--ns3::rdmacell::FixedCellWindow::Cells=8")),
    "CellApp::ResetTime": (None, LOST_CELLS),
    "CellApp::RetryCount": ("0", (*LOST_CELLS, "--drain=2ms", "--ns3::rdmacell::CellApp::NakVisible=false",
                                  "--ns3::rdmacell::CellApp::Timeout=1")),
    "CellApp::RttStart": ("FirstBit", None),
    "CellApp::WindowType": ("ns3::rdmacell::AdaptiveCellWindow", None),
    "CellApp::SoftCeiling": ("20us", (*INCAST, "--scheme=rdmacell", "--ns3::rdmacell::CellApp::CellBytes=4000",
                                      "--ns3::rdmacell::FixedCellWindow::Cells=16")),
    "CellApp::Timeout": ("1", (*LOST_CELLS, "--ns3::rdmacell::CellApp::NakVisible=false")),
    "ConWeaveBalancer::Inactive": ("1us", None),
    "ConWeaveBalancer::PathBusy": ("1us", None),
    "ConWeaveBalancer::ReorderQueues": ("1", None),
    "ConWeaveBalancer::RerouteToBusy": (None, (*INCASTS, "--scheme=conweave")),
    "ConWeaveBalancer::ResumeDefault": ("1us", None),
    "ConWeaveBalancer::ResumeExtra": ("0s", None),
    "ConWeaveBalancer::TableSize": ("4", None),
    "CongaBalancer::FlowletGap": ("200ns", None),
    "CongaBalancer::GapDetection": ("AgeBit", (*LOADED, "--scheme=conga",
                                               "--ns3::rdmacell::CongaBalancer::FlowletGap=1us")),
    "CongaBalancer::PathKey": ("Uplink", None),
    "CongaBalancer::TableSize": ("4", None),
    "DcqcnConWeave::CutOnNak": (None, LOSSY),
    "DcqcnConWeave::CutOnTimeout": (None, TIMEOUTS),
    "DcqcnConWeave::InitialAlpha": ("0.5", None),
    "DcqcnConnectX::CutOnNak": (None, (*LOSSY, "--cc=dcqcn-connectx")),
    "DcqcnConnectX::CutOnTimeout": (None, (*TIMEOUTS, "--cc=dcqcn-connectx")),
    "DcqcnConnectX::MinRate": ("20Gbps", None),
    "DcqcnConnectX::ReferenceRate": ("40Gbps", None),
    "DcqcnSigcomm::CutOnNak": (None, (*LOSSY, "--cc=dcqcn-paper")),
    "DcqcnSigcomm::CutOnTimeout": (None, (*TIMEOUTS, "--cc=dcqcn-paper")),
    "DcqcnSigcomm::InitialAlpha": ("0.5", None),
    "DcqcnSigcomm::MinRate": ("20Gbps", None),
    "DcqcnSigcomm::ReferenceRate": ("40Gbps", None),
    "DcqcnSigcomm::RecoveryThreshold": ("3", None),
    "Dctcp::MinRate": ("20Gbps", None),
    "DrillBalancer::Samples": ("1", None),
    "FabricSwitch::BufferPerPort": (None, PAUSES),
    "FabricSwitch::ChargeReorderQueues": ("false", CONWEAVE_PAUSES),
    "FabricSwitch::EgressAlpha": (None, DROPS),
    "FabricSwitch::IngressAlpha": (None, PAUSES),
    "FabricSwitch::LoadBalancerType": ("ns3::rdmacell::CongaBalancer", None),
    "FabricSwitch::LosslessClasses": ("0", PAUSES),
    "FabricSwitch::MarkAt": ("Enqueue", INCAST),
    "FabricSwitch::PauseThreshold": ("50000", PAUSES),
    "FabricSwitch::Pfc": (None, PAUSES),
    "FabricSwitch::Reserve": (None, PAUSES),
    "FabricSwitch::ResumeOffset": ("20000", PAUSES),
    "FabricSwitch::ResumeThreshold": ("20000", (*PAUSES, "--ns3::rdmacell::FabricSwitch::PauseThreshold=50000")),
    "FlowApp::RetryCount": ("0", LOSSY),
    "FlowApp::Timeout": ("1", LOSSY),
    "FileTopology::Path": ("other.topology", None),
    "FrameNetDevice::Mtu": (None, PAUSES),
    "FrameNetDevice::Mtu": ("9000", PAUSES),
    "FrameNetDevice::StrictClasses": ("0", None),
    "Hpcc::BaseRtt": ("20us", None),
    "Hpcc::MaxStage": ("0", None),
    "HulaBalancer::FlowletGap": ("200ns", None),
    "HulaBalancer::KeepAlivePeriods": ("1", (*LOADED, "--scheme=hula",
                                             "--ns3::rdmacell::HulaBalancer::ProbePeriod=2us")),
    "HulaBalancer::TableSize": ("4", None),
    "IncastTraffic::FanIn": ("3", None),
    "IncastTraffic::Load": ("0.3", LOADED),
    "IncastTraffic::ResponseSize": ("5000", None),
    "Irn::BitmapSize": ("2", None),
    "Irn::FewPackets": ("0", None),
    "Irn::RtoHigh": ("1us", None),
    "LetFlowBalancer::FlowletGap": ("200ns", None),
    "LetFlowBalancer::TableSize": ("4", None),
    "MpRdma::BitmapSize": ("2", None),
    "MpRdma::RetransmitTimeout": ("2us", None),
    "MpRdmaControl::Delta": ("0", None),
    "MpRdmaControl::ProbeProbability": ("0.5", None),
    "OutOfOrderPlacement::GapPackets": ("4", None),
    "OutOfOrderPlacement::GapTime": ("2us", None),
    "OutOfOrderPlacement::Window": ("2", None),
    "PermutationTraffic::Load": ("0.3", None),
    "PermutationTraffic::Poisson": ("false", None),
    "PfcController::PauseQuanta": ("100", None),
    "PfcController::RefreshPauses": ("false", (*PAUSES, "--ns3::rdmacell::PfcController::PauseQuanta=100")),
    "PoissonTraffic::Load": ("0.3", None),
    "ProgressWatch::StallTimeout": ("0s", ("--topology=dead.topology", "--load=0.9", "--duration=100us",
                                           "--scheme=rdmacell")),
    "QpScalingApp::Mode": ("Split", None),
    "QpScalingApp::RetryCount": ("0", (*LOSSY, "--scheme=qp-roundrobin")),
    "QpScalingApp::Timeout": ("1", (*LOSSY, "--scheme=qp-roundrobin")),
    "RailTopology::ServerRate": ("1Gbps", None),
    "RandomFrameErrorModel::BitErrorRate": ("1e-5", None),
    # Packets that are repeated while the flow ends.
    "RdmaConnectionManager::CloseDelay": ("100us", (*LOADED, "--scheme=spray")),
    "ReroutingCellRecovery::FaultCells": ("1", None),
    "ReroutingCellRecovery::FaultRtts": ("1", (*LOST_CELLS, "--ns3::rdmacell::ReroutingCellRecovery::FaultTime=100us")),
    "ReroutingCellRecovery::FaultTime": ("1us", None),
    "ReroutingCellScheduler::Hysteresis": ("0.1", None),
    "ReroutingCellScheduler::Memory": ("1000", (*INCASTS, "--scheme=rdmacell-adaptive")),
    "RoceNic::NakInterval": (None, LOSSY),
    "Swift::MaxDecrease": ("0.1", None),
    "Swift::MaxWindow": ("10", None),
    "Swift::MinWindow": ("0.9", (*INCAST, "--fanIn=15", "--cc=swift", "--ns3::rdmacell::Swift::BaseTarget=1us",
                                 "--ns3::rdmacell::Swift::HopTarget=0us", "--ns3::rdmacell::Swift::FlowRange=0")),
    "Swift::TimeoutsToReset": ("1", (*TIMEOUTS, "--cc=swift")),
    "Timely::HighRtt": ("20us", None),
    "Timely::MinRate": ("20Gbps", None),
    "RoceNic::LossRecoveryType": ("ns3::rdmacell::Irn", LOSSY),
    "RoceNic::CongestionOpsType": ("ns3::rdmacell::NoCongestionControl", INCAST),
}

# Attributes of the event list change how fast a run is, and no byte of its results.
SPEED_ONLY = {"TimingWheelScheduler::LookAheadFrom": "0", "TimingWheelScheduler::SlotWidth": "1us"}

# Members of meta.json that are not simulated.
NOT_SIMULATED = ("command", "version", "ns3_version", "parameters", "attributes", "events", "setup_s", "wall_s",
                 "ns_per_frame_hop", "peak_rss_bytes")


def ask(*arguments: str) -> str:
    """What the driver prints."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


@lru_cache(maxsize=None)
def attributes() -> dict[str, str]:
    """All attributes that the module declares, without the namespace, and their defaults."""
    found: dict[str, str] = {}
    if PROGRAM.exists():
        for name in re.findall(r"^ +(ns3::rdmacell::\w+)$", ask("--PrintGroup=RdmaCell"), re.MULTILINE):
            listed = ask(f"--PrintAttributes={name}")
            found |= dict(re.findall(rf"^ +--ns3::rdmacell::(\w+::\w+)=\[(.*)\]$", listed, re.MULTILINE))
    return found


def another_value(default: str) -> str:
    """Another value of the same type, near the default: half of it where there is one."""
    if default in ("true", "false"):
        return "false" if default == "true" else "true"
    if default.endswith("bps"):
        return f"{int(default[:-3]) // 2}bps"
    if default.endswith("ps"):
        steps = float(default[:-2])
        return f"{round(steps / 2)}ps" if steps else "500ns"
    if default.isdigit():
        return str(int(default) // 2 if int(default) > 1 else int(default) + 1)
    if re.fullmatch(r"[0-9.e-]+", default):
        return str(float(default) / 2)
    return default


def write_topologies(where: Path) -> None:
    """Write the files that the runs above name."""
    (where / "lossy.topology").write_text(
        "8 2 8\n6 7\n" + "".join(f"{host} {6 + host // 3} 100Gbps 1us 0\n" for host in range(6)) +
        "6 7 100Gbps 1us 0.01\n6 7 100Gbps 1us 0.01\n")
    (where / "other.topology").write_text("3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n")
    (where / "dead.topology").write_text("4 1 3\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 1\n")


def run(driver: Run, where: Path, *arguments: str) -> Optional[str]:
    """A hash over all that a run writes and counts; None if it is refused as it should be."""
    write_topologies(where)
    sized = not {"--pattern=incast", COLLECTIVE} & set(arguments)
    done = driver(*arguments, "--workload=alicloud" if sized else "--seed=1", "--record=link,queue,pfc",
                  "--recordInterval=2us", "--outputDir=out", cwd=where)
    if done.returncode == 2 and done.stderr.count("\n") == 1:
        # Not for a value that is out of range: that would be a fault of this test.
        assert re.search(r"in its place|has no effect|an attribute that can be set|a class derived", done.stderr), done.stderr
        return None
    assert done.returncode == (3 if "--topology=dead.topology" in arguments and "StallTimeout" not in arguments[-1]
                               else 0), done.stderr
    meta = json.loads((where / "out" / "meta.json").read_text())
    counted = {name: value for name, value in meta.items() if name not in NOT_SIMULATED}
    digest = hashlib.sha256(json.dumps(counted).encode())
    for name in ("fct.csv", "link.csv", "queue.csv", "pfc.csv"):
        digest.update((where / "out" / name).read_bytes())
    return digest.hexdigest()


@pytest.fixture(name="plain", scope="module")
def plain_fixture(driver: Run, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], str]:
    """Hashes of runs without the attribute, by their arguments, filled as they are needed."""
    return {}


@pytest.mark.parametrize("name", sorted(set(attributes()) - set(SPEED_ONLY)))
def test_another_value_acts_or_is_refused(
    driver: Run, plain: dict[tuple[str, ...], str], tmp_path: Path, name: str
) -> None:
    value, arguments = BY_ATTRIBUTE.get(name, (None, None))
    arguments = arguments or BY_CLASS.get(name.split("::")[0], LOADED)
    value = another_value(attributes()[name]) if value is None else value
    if arguments not in plain:
        plain[arguments] = run(driver, tmp_path, *arguments) or ""
        assert plain[arguments], "the run is refused even without the attribute"
    assert run(driver, tmp_path, *arguments, f"--ns3::rdmacell::{name}={value}") != plain[arguments]


@pytest.mark.parametrize("name, base", [("Window", "CellWindow"), ("Scheduler", "CellScheduler"),
                                        ("Recovery", "CellRecovery")])
@pytest.mark.parametrize("value", ["ns3::rdmacell::EcmpBalancer", "ns3::rdmacell::CellApp", "ns3::rdmacell::{base}"])
def test_type_of_another_kind_is_refused(driver: Run, tmp_path: Path, name: str, base: str, value: str) -> None:
    done = driver(*CELLS, f"--ns3::rdmacell::CellApp::{name}Type={value.format(base=base)}", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert f"{name}Type" in done.stderr and base in done.stderr


def test_default_given_changes_nothing(driver: Run, tmp_path: Path) -> None:
    """Else the test above could not fail."""
    plain = run(driver, tmp_path, *LOADED)
    assert plain and run(driver, tmp_path, *LOADED, "--ns3::rdmacell::EcnMarker::Kmin=100000") == plain


@pytest.mark.parametrize("name, value", SPEED_ONLY.items())
def test_attributes_of_the_event_list_change_no_byte(driver: Run, tmp_path: Path, name: str, value: str) -> None:
    plain = run(driver, tmp_path, *LOADED)
    assert plain and run(driver, tmp_path, *LOADED, f"--ns3::rdmacell::{name}={value}") == plain


def test_entries_name_attributes_that_exist(driver: Run) -> None:
    assert driver
    assert {*BY_ATTRIBUTE, *SPEED_ONLY} <= set(attributes())
    assert set(BY_CLASS) <= {name.split("::")[0] for name in attributes()}
