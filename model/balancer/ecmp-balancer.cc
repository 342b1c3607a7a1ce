/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ecmp-balancer.h"

#include "ns3/flow-hash.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(EcmpBalancer);

TypeId
EcmpBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::EcmpBalancer")
                            .SetParent<LoadBalancer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<EcmpBalancer>();
    return tid;
}

void
EcmpBalancer::OnAttached()
{
    m_seed = GetSwitch().GetHashSeed();
}

uint32_t
EcmpBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    return candidates[FlowHash(FlowKey::Of(frame), m_seed) % candidates.count];
}

} // namespace ns3::rdmacell
