/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "letflow-balancer.h"

#include "flowlet-attributes.h"
#include "port-selection.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("LetFlowBalancer");

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
    NS_LOG_FUNCTION(this << m_gap << m_tableSize);
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
    const FlowletTable::Lookup found = m_flowlets.OnPacket(FlowKey::Of(frame), now);
    const uint32_t previous = found.flowlet.choice;
    if (!found.starts && IsCandidate(candidates, previous))
    {
        return previous;
    }
    // Uniformly from all ports, as in the paper: the flow's last port may be drawn again.
    const uint32_t port = candidates[m_uniform->GetInteger(0, candidates.count - 1)];
    m_flowlets.Choose(found.flowlet, port);
    TraceFlowlet(frame, previous, port);
    NS_LOG_INFO("flowlet of flow " << FlowKey::Of(frame) << " takes port " << port);
    return port;
}

int64_t
LetFlowBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
LetFlowBalancer::GetCounters() const
{
    return m_flowlets.GetCounters();
}

} // namespace ns3::rdmacell
