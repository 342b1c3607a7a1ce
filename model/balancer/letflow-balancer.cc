/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "letflow-balancer.h"

#include "flowlet-attributes.h"
#include "port-choice.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LetFlowBalancer);

TypeId
LetFlowBalancer::GetTypeId()
{
    static TypeId tid = AddFlowletAttributes(TypeId("ns3::rdmacell::LetFlowBalancer")
                                                 .SetParent<LoadBalancer>()
                                                 .SetGroupName("RdmaCell")
                                                 .AddConstructor<LetFlowBalancer>(),
                                             "the ConWeave evaluation, SIGCOMM 2023",
                                             &LetFlowBalancer::m_gap,
                                             &LetFlowBalancer::m_tableSize);
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
    return m_flowlets.GetCounters();
}

} // namespace ns3::rdmacell
