/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hula-balancer.h"

#include "flowlet-attributes.h"
#include "port-selection.h"

#include "ns3/boolean.h"
#include "ns3/flow-hash.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("HulaBalancer");

NS_OBJECT_ENSURE_REGISTERED(HulaBalancer);

TypeId
HulaBalancer::GetTypeId()
{
    static TypeId tid =
        AddFlowletAttributes(TypeId("ns3::rdmacell::HulaBalancer")
                                 .SetParent<LoadBalancer>()
                                 .SetGroupName("RdmaCell")
                                 .AddConstructor<HulaBalancer>(),
                             "the CAVER simulator and Marsico's ns-3 model",
                             &HulaBalancer::m_gap,
                             &HulaBalancer::m_tableSize)
            .AddAttribute(
                "ProbePeriod",
                "Time between two probes of a ToR switch (70 us: the CAVER simulator, which is of "
                "this kind of network, RoCE at 100 Gb/s; 64 us: a P4 implementation; 200 us: the "
                "ns-3 model Ipv4HulaRouting, for TCP); read when the switch is initialized.",
                TimeValue(MicroSeconds(70)),
                MakeTimeAccessor(&HulaBalancer::m_period),
                MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("KeepAlivePeriods",
                          "A best next hop by which no probe has arrived for this many periods "
                          "gives way to any other (3: a choice between the 1 of a P4 "
                          "implementation and the 5 of Ipv4HulaRouting and the CAVER simulator); "
                          "read when the switch is initialized.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&HulaBalancer::m_keepAlivePeriods),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("TimeConstant",
                          "tau: time constant of the links' utilization, which does not follow "
                          "ProbePeriod (140 us: two default periods, the least that the CAVER "
                          "simulator allows, whose own default is three; 1 ms: Marsico's ns-3 "
                          "model, for TCP); read when the switch is initialized.",
                          TimeValue(MicroSeconds(140)),
                          MakeTimeAccessor(&HulaBalancer::m_timeConstant),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("RandomTies",
                          "Of next hops of exactly equal utilization, a random one is the best in "
                          "each period (this module's); off: the first one stays until another is "
                          "better (the HULA paper). Takes effect on the next probe.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&HulaBalancer::m_randomTies),
                          MakeBooleanChecker())
            .AddAttribute("ProbeClass",
                          "Traffic class of probes, which must not wait behind data (7: network "
                          "control, IEEE 802.1Q annex I).",
                          UintegerValue(7),
                          MakeUintegerAccessor(&HulaBalancer::m_probeClass),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("Suppression",
                          "Replicate one probe of an origin in a period, not each copy of it (on: "
                          "the HULA paper).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&HulaBalancer::m_suppress),
                          MakeBooleanChecker());
    return tid;
}

HulaBalancer::HulaBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>()),
      m_probeEvent(Create<ProbeEvent>(this))
{
}

HulaBalancer::~HulaBalancer()
{
    m_probeEvent->Detach();
}

void
HulaBalancer::DoDispose()
{
    m_probeEvent->Detach();
    LoadBalancer::DoDispose();
}

uint32_t
HulaBalancer::GetCapabilities() const
{
    return EGRESS | CONTROL;
}

void
HulaBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this << m_period << m_gap);
    const SwitchView& view = GetSwitch();
    m_periodSteps = m_period.GetTimeStep();
    m_seed = view.GetHashSeed();
    m_tor = view.GetTor();
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        m_roles.push_back(view.GetPortRole(port));
        m_utilization.emplace_back(view.GetBitRate(port), m_timeConstant.GetTimeStep());
        if (m_roles[port] != PortRole::HOST)
        {
            m_fabricPorts.push_back(port);
        }
    }
    // Copies of a probe arrive within the spread of their paths' delays, the next probe a period
    // later. Half a period tells them apart even if queues delay either.
    m_table = HulaTable(view.GetTorCount(), m_keepAlivePeriods * m_periodSteps, m_periodSteps / 2);
    m_flowlets = FlowletTable(m_tableSize, m_gap.GetTimeStep());
    m_origin = m_tor == SwitchView::NO_TOR ? 0 : view.GetHostOf(m_tor);
    if (m_origin != 0 && !m_fabricPorts.empty())
    {
        m_probeEvent->SetContext(view.GetNodeId());
        const int64_t now = Simulator::Now().GetTimeStep();
        m_probeEvent->ArmAt(now, now);
    }
}

void
HulaBalancer::OnProbeTimer(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    if (!m_started)
    {
        // The phase is drawn when the simulation runs, since streams may be assigned until then.
        m_started = true;
        const auto phase =
            static_cast<int64_t>(m_uniform->GetValue() * static_cast<double>(m_periodSteps));
        m_probeEvent->ArmAt(now, now + phase);
        return;
    }
    // Origin: one probe by each uplink, with a utilization of 0.
    const auto count = static_cast<uint32_t>(m_fabricPorts.size());
    const uint32_t first = m_uniform->GetInteger(0, count - 1);
    for (uint32_t i = 0; i < count; ++i)
    {
        SendProbe({m_tor, 0}, m_origin, m_fabricPorts[(first + i) % count], now);
    }
    m_probeEvent->ArmAt(now, now + m_periodSteps);
}

void
HulaBalancer::SendProbe(const HulaProbe& probe, uint32_t origin, uint32_t port, int64_t now)
{
    SwitchView& view = GetSwitch();
    if (!view.IsPortUp(port))
    {
        return;
    }
    RoceFramePtr frame = view.NewFrame();
    frame->srcIp = origin;
    frame->priority = static_cast<uint8_t>(m_probeClass);
    frame->wireBytes = HulaProbe::WIRE_BYTES;
    probe.Write(*frame);
    ++m_probes;
    NS_LOG_LOGIC("probe of ToR switch " << probe.tor << ", utilization " << probe.utilization
                                        << ", leaves by port " << port);
    TraceProbeSent(*frame, port);
    view.Output(std::move(frame), port, m_probeClass, now);
}

void
HulaBalancer::OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now)
{
    const HulaProbe probe = HulaProbe::Read(*frame);
    TraceProbeReceived(*frame, port);
    if (!IsCandidate(GetSwitch().GetRoute(frame->srcIp), port))
    {
        NS_LOG_LOGIC("probe of ToR switch " << probe.tor << " ignored: port " << port
                                            << " is on no shortest path");
        return;
    }
    // Data to the origin leave by the port where the probe arrives, so that it is that port's
    // utilization in the sending direction that counts.
    const uint32_t utilization = std::max(probe.utilization, m_utilization[port].GetLevel(now));
    Learn(probe.tor, port, utilization, now);
    if (m_suppress && !m_table.TryReplicate(probe.tor, now))
    {
        return;
    }
    // Replication: a probe from below goes to all other switches, one from above only downwards, so
    // that none goes in a circle. It carries what this switch knows best, which may not be what the
    // probe said.
    const HulaProbe best{probe.tor, m_table.GetUtilization(probe.tor)};
    const bool fromAbove = m_roles[port] == PortRole::UP;
    for (uint32_t next = 0; next < m_roles.size(); ++next)
    {
        const bool allowed =
            m_roles[next] == PortRole::DOWN || (m_roles[next] == PortRole::UP && !fromAbove);
        if (next != port && allowed)
        {
            SendProbe(best, frame->srcIp, next, now);
        }
    }
}

void
HulaBalancer::Learn(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now)
{
    NS_LOG_LOGIC("probe of ToR switch " << tor << " at port " << port << ", utilization "
                                        << utilization);
    HulaTable::Outcome outcome = m_table.Update(tor, port, utilization, now);
    if (outcome == HulaTable::Outcome::TIED && m_randomTies &&
        GetRank(tor, port, now) > GetRank(tor, m_table.GetBestPort(tor), now))
    {
        m_table.ReplaceTied(tor, port, now);
        outcome = HulaTable::Outcome::CHANGED;
    }
    if (outcome == HulaTable::Outcome::CHANGED)
    {
        NS_LOG_INFO("best next hop to ToR switch " << tor << " is port " << port << ", utilization "
                                                   << utilization);
    }
}

uint32_t
HulaBalancer::GetRank(uint32_t tor, uint32_t port, int64_t now)
{
    if (!m_isSalted)
    {
        m_isSalted = true;
        m_salt = m_uniform->GetInteger(0, UINT32_MAX);
    }
    const auto period = static_cast<uint32_t>(now / m_periodSteps);
    return MurmurHash3<3>({tor, period, port}, m_salt);
}

uint32_t
HulaBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now)
{
    if (!IsBalancedFrame(frame))
    {
        return EcmpPort(frame, candidates, m_seed);
    }
    const FlowletTable::Lookup found = m_flowlets.OnPacket(FlowKey::Of(frame), now);
    const uint32_t previous = found.flowlet.choice;
    if (!found.starts && IsCandidate(candidates, previous))
    {
        return previous;
    }
    const uint32_t best = m_table.GetBestPort(GetSwitch().GetTorOf(frame.dstIp));
    const bool known = IsCandidate(candidates, best);
    const uint32_t port = known ? best : EcmpPort(frame, candidates, m_seed);
    m_flowlets.Choose(found.flowlet, port);
    TraceFlowlet(frame, previous, port);
    NS_LOG_INFO("flowlet of flow " << FlowKey::Of(frame) << " takes port " << port
                                   << (known ? "" : " by ECMP"));
    return port;
}

void
HulaBalancer::OnEgress(RoceFrame& frame, uint32_t port, uint32_t /* queue */, int64_t now)
{
    if (m_roles[port] != PortRole::HOST)
    {
        m_utilization[port].Add(frame.wireBytes, now);
    }
}

int64_t
HulaBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
HulaBalancer::GetCounters() const
{
    std::map<std::string, uint64_t> counters = m_flowlets.GetCounters();
    counters["best_hop_changes"] = m_table.GetChanges();
    counters["probes_sent"] = m_probes;
    counters["probe_bytes"] = m_probes * HulaProbe::WIRE_BYTES;
    return counters;
}

const HulaTable&
HulaBalancer::GetTable() const
{
    return m_table;
}

} // namespace ns3::rdmacell
