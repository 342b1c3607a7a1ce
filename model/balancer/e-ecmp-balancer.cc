/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "e-ecmp-balancer.h"

#include "ns3/flow-hash.h"
#include "ns3/log.h"

#include <array>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("EEcmpBalancer");

NS_OBJECT_ENSURE_REGISTERED(EEcmpBalancer);

TypeId
EEcmpBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::EEcmpBalancer")
                            .SetParent<LoadBalancer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<EEcmpBalancer>();
    return tid;
}

void
EEcmpBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this);
    m_seed = GetSwitch().GetHashSeed();
}

uint32_t
EEcmpBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    const FlowKey key = FlowKey::Of(frame);
    const std::array<uint32_t, 4> words{key.words[0], key.words[1], key.words[2], frame.destQp};
    const uint32_t port = candidates[MurmurHash3(words, m_seed) % candidates.count];
    NS_LOG_LOGIC("flow " << key << ", queue pair " << frame.destQp << " takes port " << port
                         << " of " << candidates.count);
    return port;
}

} // namespace ns3::rdmacell
