/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "spray-balancer.h"

#include "port-choice.h"

namespace ns3::rdmacell
{

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
    return candidates[m_uniform->GetInteger(0, candidates.count - 1)];
}

int64_t
SprayBalancer::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
SprayBalancer::GetCounters() const
{
    return {{"sprayed_packets", m_sprayed}};
}

} // namespace ns3::rdmacell
