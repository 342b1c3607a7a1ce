/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-case.h"

#include "dice.h"
#include "random-graph.h"

#include "ns3/congestion-registry.h"
#include "ns3/recovery-registry.h"
#include "ns3/scheme-registry.h"

#include <algorithm>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

constexpr uint64_t MOST_BYTES = 3'000'000; ///< of all flows, so that a run takes milliseconds
constexpr uint64_t SPAN_NS = 200'000;      ///< flows start within this time

/**
 * @brief Choose the size of a flow.
 * @param dice random choices
 * @return bytes
 */
uint64_t
ChooseSize(Dice& dice)
{
    if (dice.Chance(30))
    {
        return dice.OneOf<uint64_t>({0, 1, 15, 16, 17, 256, 999, 1000, 1001, 2000, 4096, 65'536});
    }
    return dice.Magnitude(1, dice.Chance(20) ? 1'500'000 : 60'000);
}

/**
 * @brief Choose a host other than one.
 * @param dice random choices
 * @param hosts number of hosts
 * @param other the one
 * @return a host
 */
uint32_t
ChooseOther(Dice& dice, uint32_t hosts, uint32_t other)
{
    const auto host = static_cast<uint32_t>(dice.Between(0, hosts - 2));
    return host < other ? host : host + 1;
}

/**
 * @brief Make the flows of one pattern: between any hosts, to one host, between two hosts, or at
 * the same time.
 * @param dice random choices
 * @param hosts number of hosts
 * @param flows gets the flows
 */
void
AddFlows(Dice& dice, uint32_t hosts, std::vector<Flow>& flows)
{
    const bool toOne = dice.Chance(40);
    const bool samePair = !toOne && dice.Chance(20);
    const bool together = dice.Chance(30);
    const bool sameSize = dice.Chance(30);
    const auto target = static_cast<uint32_t>(dice.Between(0, hosts - 1));
    const uint32_t sender = ChooseOther(dice, hosts, target);
    const Time start = NanoSeconds(dice.Chance(50) ? 0 : dice.Between(0, SPAN_NS));
    const uint64_t size = ChooseSize(dice);
    const uint64_t count = dice.Magnitude(1, 60);
    for (uint64_t i = 0; i < count; ++i)
    {
        Flow flow;
        flow.dst = toOne || samePair ? target : static_cast<uint32_t>(dice.Between(0, hosts - 1));
        flow.src = samePair ? sender : ChooseOther(dice, hosts, flow.dst);
        flow.sizeBytes = sameSize ? size : ChooseSize(dice);
        flow.start = together ? start : PicoSeconds(dice.Between(0, SPAN_NS * 1000));
        flows.push_back(flow);
    }
}

/**
 * @brief Make the traffic: one to three patterns, as many flows as MOST_BYTES allows.
 * @param dice random choices
 * @param hosts number of hosts
 * @return the flows, sorted
 */
std::vector<Flow>
MakeFlows(Dice& dice, uint32_t hosts)
{
    std::vector<Flow> flows;
    const uint64_t patterns = dice.Between(1, 3);
    for (uint64_t i = 0; i < patterns; ++i)
    {
        AddFlows(dice, hosts, flows);
    }
    uint64_t bytes = 0;
    for (size_t i = 0; i < flows.size(); ++i)
    {
        bytes += flows[i].sizeBytes;
        if (bytes > MOST_BYTES && i > 0)
        {
            flows.resize(i);
        }
    }
    SortFlows(flows);
    return flows;
}

/**
 * @brief Make faults: outages, losses, both or, most often, none.
 * @param dice random choices
 * @param made gets them
 */
void
AddFaults(Dice& dice, RandomCase& made)
{
    const uint64_t outages = dice.Chance(70) ? 0 : dice.Between(1, 3);
    // The same for all: routes that were computed without a link stay so until they are computed
    // anew.
    const bool reroute = dice.Chance(50);
    for (uint64_t i = 0; i < outages; ++i)
    {
        made.outages.push_back({NanoSeconds(dice.Between(0, SPAN_NS)),
                                NanoSeconds(dice.Magnitude(1, 20'000'000)),
                                dice.Between(0, made.graph.links.size() - 1),
                                reroute});
    }
    const uint64_t losses = dice.Chance(70) ? 0 : dice.Between(1, 3);
    for (uint64_t i = 0; i < losses; ++i)
    {
        const auto kind = dice.OneOf<CaseLoss::Kind>(
            {CaseLoss::Kind::FRAMES, CaseLoss::Kind::BITS, CaseLoss::Kind::PACKETS});
        made.losses.push_back({dice.Between(0, made.graph.links.size() - 1),
                               dice.Between(0, 1),
                               kind,
                               dice.OneOf<double>({0.0005, 0.005, 0.02})});
    }
}

/**
 * @brief Choose a buffer that has room for the headroom of all lossless classes.
 * @param dice random choices
 * @param graph network
 * @param classes bitmask of the lossless classes
 * @return bytes for each port
 */
std::string
ChooseBuffer(Dice& dice, const NetworkGraph& graph, uint32_t classes)
{
    uint64_t headroom = 0;
    for (const NetworkGraph::Link& link : graph.links)
    {
        const double there = link.delay.GetSeconds() * static_cast<double>(link.rate.GetBitRate());
        headroom = std::max(headroom, static_cast<uint64_t>(there / 4) + 60'000);
    }
    headroom *= static_cast<uint64_t>(__builtin_popcount(classes));
    const uint64_t reserves = 40'000; // of a port's classes, and some of the switch's own
    return std::to_string(headroom + reserves +
                          dice.OneOf<uint64_t>({20'000, 50'000, 300'000, 2'000'000}));
}

/**
 * @brief Choose attributes of NICs, applications and switches; each keeps its default at times.
 * @param dice random choices
 * @param made gets them
 */
void
AddSettings(Dice& dice, RandomCase& made)
{
    const auto vary = [&](const std::string& name, const std::vector<std::string>& values) {
        if (dice.Chance(40))
        {
            made.settings.emplace_back("ns3::rdmacell::" + name, dice.OneOf(values));
        }
    };
    vary("RoceNic::PathMtu", {"256", "257", "512", "1024", "1500", "4096"});
    vary("RoceNic::AckInterval", {"1", "2", "16"});
    vary("RoceNic::LinkOverhead", {"-14", "0", "38"});
    vary("RoceNic::NakInterval", {"0s", "500ns", "500us"});
    vary("RoceNic::Latency", {"1ns", "500ns", "3us"});
    vary("RoceNic::Ecn", {"false"});
    vary("RoceNic::ControlClass", {"0", "3", "7"});
    std::vector<std::string> controls;
    for (const CongestionControl& control : GetCongestionControls())
    {
        controls.push_back(control.type);
    }
    vary("RoceNic::CongestionOpsType", controls);
    if (made.GetSetting("RoceNic::PathMtu", "") == "4096")
    {
        made.settings.emplace_back("ns3::rdmacell::FrameNetDevice::Mtu", "4300"); // telemetry fits
    }
    std::vector<std::string> recoveries;
    for (const Recovery& recovery : GetRecoveries())
    {
        recoveries.push_back(recovery.type);
    }
    vary("RoceNic::LossRecoveryType", recoveries);
    vary("Irn::BdpCap", {"0.1", "10"});
    vary("Irn::BitmapSize", {"2", "64"});
    vary("OutOfOrderPlacement::GapPackets", {"1", "8"});
    vary("OutOfOrderPlacement::GapTime", {"0s", "5us"});
    vary("OutOfOrderPlacement::Window", {"2", "64"});
    vary("Hpcc::TelemetryHops", {"1", "8"});
    vary("Hpcc::BaseRtt", {"13us"});
    vary("Timely::SegmentBytes", {"1", "64000"});
    vary("Timely::LowRtt", {"2us"});
    vary("Swift::InitialWindowBdp", {"0", "20"});
    vary("Swift::BaseTarget", {"1us"});
    vary("WindowControl::WindowBdp", {"0", "0.3"});
    vary("FlowApp::WindowBdp", {"0.1", "2"});
    vary("FlowApp::Timeout", {"5", "8", "12"});
    vary("FlowApp::RetryCount", {"0", "1", "3"});
    vary("FlowApp::TrafficClass", {"3", "0", "5"});
    vary("CellApp::Timeout", {"8", "12"});
    vary("FixedCellWindow::Cells", {"2", "8"});
    vary("CellApp::RecoveryType", {"ns3::rdmacell::IsolatingCellRecovery"});
    vary("CellApp::SchedulerType",
         {"ns3::rdmacell::RoundRobinCellScheduler", "ns3::rdmacell::MinRttCellScheduler"});
    vary("CellApp::CellBytes", {"1", "5000", "100000"});
    vary("CellApp::QueuePairs", {"1", "2", "16"});
    vary("CellApp::Pooled", {"true"});
    vary("CellApp::PoolSlots", {"1", "2"});
    vary("CellApp::RingSlots", {"1", "4"});
    vary("CellApp::ReceiveDepth", {"1", "3"});
    vary("CellApp::TurnAround", {"1us"});
    vary("CellApp::PollPeriod", {"500ns", "10us"});
    vary("CellApp::NakVisible", {"false"});
    vary("CellApp::ResetTime", {"0s", "1us", "1ms"});
    vary("CellApp::NewPortOnReset", {"true"});
    vary("CellApp::SoftCeiling", {"20us"});
    vary("FabricSwitch::Pfc", {"true", "false"});
    vary("FabricSwitch::Ecn", {"false"});
    vary("FabricSwitch::MarkAt", {"Enqueue"});
    vary("FabricSwitch::Latency", {"1ns", "700ns"});
    vary("FabricSwitch::HashSeed", {"2", "3", "4294967295"});
    vary("FabricSwitch::IngressAlpha", {"0.0625", "0.5", "4"});
    vary("FabricSwitch::ResumeOffset", {"0", "20000"});
    vary("FabricSwitch::Reserve", {"0", "2000"});
    vary("FabricSwitch::PauseThreshold", {"1", "5000", "20000"});
    if (made.GetSetting("FabricSwitch::PauseThreshold", "0").size() > 1)
    {
        vary("FabricSwitch::ResumeThreshold", {"1000", "5000"});
    }
    vary("FabricSwitch::PruneDeadPorts", {"false"});
    vary("FabricSwitch::LosslessClasses", {"8", "72", "255", "0"});
    vary("PfcController::PauseQuanta", {"65535", "2000"});
    vary("EcnMarker::Kmin", {"5000", "20000"});
    vary("FrameNetDevice::StrictClasses", {"0", "255"});
    for (const std::string balancer : {"CongaBalancer", "HulaBalancer", "LetFlowBalancer"})
    {
        vary(balancer + "::FlowletGap", {"100ns", "2us"});
        vary(balancer + "::TableSize", {"1", "4"});
    }
    vary("CongaBalancer::PathKey", {"Uplink"});
    vary("CongaBalancer::GapDetection", {"AgeBit"});
    vary("HulaBalancer::ProbePeriod", {"20us"});
    vary("HulaBalancer::KeepAlivePeriods", {"1"});
    vary("HulaBalancer::Suppression", {"false"});
    vary("ConWeaveBalancer::TableSize", {"1", "4"});
    vary("ConWeaveBalancer::ReorderQueues", {"1", "2"});
    vary("ConWeaveBalancer::ReplyExtra", {"1us"});
    vary("ConWeaveBalancer::Inactive", {"1us"});
    vary("ConWeaveBalancer::ResumeDefault", {"1us"});
    vary("ConWeaveBalancer::RerouteToBusy", {"true"});
    vary("DrillBalancer::Samples", {"1", "5"});
    if (dice.Chance(70))
    {
        const bool pauses = made.GetSetting("FabricSwitch::Pfc", "true") == "true";
        const auto classes = std::stoul(made.GetSetting("FabricSwitch::LosslessClasses", "8"));
        made.settings.emplace_back("ns3::rdmacell::FabricSwitch::BufferPerPort",
                                   ChooseBuffer(dice, made.graph, pauses ? classes : 0));
    }
}

} // namespace

std::string
RandomCase::GetSetting(const std::string& name, const std::string& otherwise) const
{
    for (const auto& [path, value] : settings)
    {
        if (path == "ns3::rdmacell::" + name)
        {
            return value;
        }
    }
    return otherwise;
}

std::string
RandomCase::Describe() const
{
    std::ostringstream text;
    text << scheme << " on " << graph.name << ": " << graph.hosts << " hosts, " << graph.switches
         << " switches\n";
    for (size_t i = 0; i < graph.links.size(); ++i)
    {
        const NetworkGraph::Link& link = graph.links[i];
        text << "  link " << i << ": " << link.a << " - " << link.b << ", "
             << link.rate.GetBitRate() << " b/s, " << link.delay.As(Time::NS) << "\n";
    }
    for (const Flow& flow : flows)
    {
        text << "  flow " << flow.id << ": " << flow.src << " -> " << flow.dst << ", "
             << flow.sizeBytes << " bytes at " << flow.start.As(Time::NS) << "\n";
    }
    for (const CaseOutage& outage : outages)
    {
        text << "  link " << outage.link << " is down from " << outage.at.As(Time::NS) << " for "
             << outage.length.As(Time::NS) << (outage.reroute ? ", routes computed anew" : "")
             << "\n";
    }
    for (const CaseLoss& loss : losses)
    {
        text << "  link " << loss.link << " loses frames at end " << loss.end << ": kind "
             << static_cast<int>(loss.kind) << ", rate " << loss.frameRate << "\n";
    }
    for (const auto& [name, value] : settings)
    {
        text << "  " << name << "=" << value << "\n";
    }
    return text.str();
}

RandomCase
MakeRandomCase(uint64_t seed)
{
    Dice dice(seed);
    RandomCase made;
    made.seed = seed;
    made.scheme = dice.OneOf(GetSchemes()).name;
    made.graph = MakeRandomGraph(dice);
    made.flows = MakeFlows(dice, made.graph.hosts);
    AddFaults(dice, made);
    if (dice.Chance(80))
    {
        AddSettings(dice, made);
    }
    for (uint32_t i = 0; i < 3; ++i)
    {
        made.looks.push_back(PicoSeconds(dice.Magnitude(1, 4 * SPAN_NS * 1000)));
    }
    return made;
}

} // namespace ns3::rdmacell
