/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "letflow-balancer.h"

#include "port-choice.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LetFlowBalancer);

TypeId
LetFlowBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::LetFlow")
            .SetParent<LoadBalancer>()
            .SetGroupName("RdmaCell")
            .AddConstructor<LetFlowBalancer>()
            .AddAttribute("FlowletGap",
                          "A pause longer than this starts a flowlet (100 us: the ConWeave "
                          "evaluation, SIGCOMM 2023).",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&LetFlowBalancer::m_gap),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("TableSize",
                          "Flows that the flowlet table of a switch has room for, rounded up to a "
                          "power of two (16384: many times the flows that a switch sees within a "
                          "flowlet gap at 128 hosts).",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&LetFlowBalancer::m_tableSize),
                          MakeUintegerChecker<uint32_t>(1, 1U << 24));
    return tid;
}

LetFlowBalancer::LetFlowBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
LetFlowBalancer::OnAttached()
{
    m_seed = GetSwitch().GetHashSeed();
    m_flowlets = FlowletTable(m_tableSize, m_gap.GetTimeStep());
}

uint32_t
LetFlowBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now)
{
    if (!IsBalancedFrame(frame))
    {
        return EcmpPort(frame, candidates, m_seed);
    }
    const FlowletTable::Visit visit = m_flowlets.Arrive(FlowKey::Of(frame), now);
    if (visit.starts || !IsCandidate(candidates, visit.flowlet.choice))
    {
        m_flowlets.Choose(visit.flowlet,
                          candidates[m_uniform->GetInteger(0, candidates.count - 1)]);
    }
    return visit.flowlet.choice;
}

int64_t
LetFlowBalancer::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
LetFlowBalancer::GetCounters() const
{
    return {{"flowlets", m_flowlets.GetFlowlets()},
            {"reroutes", m_flowlets.GetReroutes()},
            {"flowlet_evictions", m_flowlets.GetEvictions()}};
}

} // namespace ns3::rdmacell
