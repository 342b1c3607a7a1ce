/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ecmp-balancer.h"

#include "ns3/flow-hash.h"
#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("EcmpBalancer");

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
    NS_LOG_FUNCTION(this);
    m_seed = GetSwitch().GetHashSeed();
}

uint32_t
EcmpBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    const FlowKey key = FlowKey::Of(frame);
    const uint32_t port = candidates[FlowHash(key, m_seed) % candidates.count];
    NS_LOG_LOGIC("flow " << key << " takes port " << port << " of " << candidates.count);
    return port;
}

} // namespace ns3::rdmacell
