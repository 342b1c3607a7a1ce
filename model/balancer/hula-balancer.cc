/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hula-balancer.h"

#include "flowlet-attributes.h"
#include "port-choice.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

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
                "Time between two probes of a ToR switch (70 us: the CAVER simulator, which "
                "is of this kind of network, RoCE at 100 Gb/s; 64 us: a P4 implementation; "
                "200 us: the ns-3 model Ipv4HulaRouting, for TCP).",
                TimeValue(MicroSeconds(70)),
                MakeTimeAccessor(&HulaBalancer::m_period),
                MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("KeepAlivePeriods",
                          "A best next hop by which no probe has come for this many periods gives "
                          "way to any other (3: a choice between the 1 of a P4 implementation and "
                          "the 5 of Ipv4HulaRouting and the CAVER simulator).",
                          UintegerValue(3),
                          MakeUintegerAccessor(&HulaBalancer::m_keepAlivePeriods),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TimeConstantPeriods",
                          "tau: time constant of the links' utilization in periods (2: the HULA "
                          "paper, 3.2; the CAVER simulator: 3, at least 2).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&HulaBalancer::m_timeConstant),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ProbeClass",
                          "Traffic class of probes, which must not wait behind data (7: network "
                          "control, IEEE 802.1Q annex I).",
                          UintegerValue(7),
                          MakeUintegerAccessor(&HulaBalancer::m_probeClass),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("Suppression",
                          "Pass on one probe of a ToR switch in a period, not each copy of it (on: "
                          "the HULA paper, 4.5).",
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
    const SwitchView& view = GetSwitch();
    const int64_t period = m_period.GetTimeStep();
    m_seed = view.GetHashSeed();
    m_tor = view.GetTor();
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        m_roles.push_back(view.GetPortRole(port));
        m_use.emplace_back(view.GetBitRate(port), m_timeConstant * period);
        if (m_roles[port] != PortRole::HOST)
        {
            m_uplinks.push_back(port);
        }
    }
    m_table = HulaTable(view.GetTorCount(), m_keepAlivePeriods * period, period / 2);
    m_flowlets = FlowletTable(m_tableSize, m_gap.GetTimeStep());
    m_host = m_tor == SwitchView::NO_TOR ? 0 : view.GetHostOf(m_tor);
    if (m_host != 0 && !m_uplinks.empty())
    {
        m_probeEvent->SetContext(view.GetNodeId());
        const int64_t now = Simulator::Now().GetTimeStep();
        m_probeEvent->ArmAt(now, now);
    }
}

void
HulaBalancer::Probe(int64_t now)
{
    const int64_t period = m_period.GetTimeStep();
    if (!m_started)
    {
        // Only now: streams may be assigned until the simulation runs.
        m_started = true;
        const auto phase =
            static_cast<int64_t>(m_uniform->GetValue() * static_cast<double>(period));
        m_probeEvent->ArmAt(now, now + phase);
        return;
    }
    const auto count = static_cast<uint32_t>(m_uplinks.size());
    const uint32_t first = m_uniform->GetInteger(0, count - 1);
    for (uint32_t i = 0; i < count; ++i)
    {
        SendProbe({m_tor, 0}, m_host, m_uplinks[(first + i) % count], now);
    }
    m_probeEvent->ArmAt(now, now + period);
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
    view.Output(std::move(frame), port, m_probeClass, now);
}

void
HulaBalancer::OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now)
{
    const HulaProbe probe = HulaProbe::Read(*frame);
    if (!IsCandidate(GetSwitch().GetRoute(frame->srcIp), port))
    {
        return;
    }
    // Data will leave by the port that the probe came in by.
    m_table.Learn(probe.tor, port, std::max(probe.utilization, m_use[port].GetLevel(now)), now);
    if (m_suppress && !m_table.TakeTurn(probe.tor, now))
    {
        return;
    }
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

uint32_t
HulaBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now)
{
    if (!IsBalancedFrame(frame))
    {
        return EcmpPort(frame, candidates, m_seed);
    }
    const FlowletTable::Visit visit = m_flowlets.Arrive(FlowKey::Of(frame), now);
    if (visit.starts || !IsCandidate(candidates, visit.flowlet.choice))
    {
        const uint32_t best = m_table.GetBestPort(GetSwitch().GetTorOf(frame.dstIp));
        m_flowlets.Choose(visit.flowlet,
                          IsCandidate(candidates, best) ? best
                                                        : EcmpPort(frame, candidates, m_seed));
    }
    return visit.flowlet.choice;
}

void
HulaBalancer::OnEgress(RoceFrame& frame, uint32_t port, uint32_t /* queue */, int64_t now)
{
    if (m_roles[port] != PortRole::HOST)
    {
        m_use[port].Add(frame.wireBytes, now);
    }
}

int64_t
HulaBalancer::AssignStreams(int64_t stream)
{
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
