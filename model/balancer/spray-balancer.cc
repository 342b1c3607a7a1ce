/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "spray-balancer.h"

#include "port-selection.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SprayBalancer");

NS_OBJECT_ENSURE_REGISTERED(SprayBalancer);

TypeId
SprayBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::SprayBalancer")
                            .SetParent<LoadBalancer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<SprayBalancer>();
    return tid;
}

SprayBalancer::SprayBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
SprayBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this);
    m_seed = GetSwitch().GetHashSeed();
}

uint32_t
SprayBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    if (!IsBalancedFrame(frame))
    {
        return EcmpPort(frame, candidates, m_seed);
    }
    ++m_sprayed;
    const uint32_t port = candidates[m_uniform->GetInteger(0, candidates.count - 1)];
    NS_LOG_LOGIC("packet " << frame.psn << " of flow " << FlowKey::Of(frame) << " takes port "
                           << port);
    return port;
}

int64_t
SprayBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
SprayBalancer::GetCounters() const
{
    return {{"sprayed_packets", m_sprayed}};
}

} // namespace ns3::rdmacell
