/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "e-ecmp-balancer.h"

#include "ns3/flow-hash.h"

#include <array>

namespace ns3::rdmacell
{

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
    m_seed = GetSwitch().GetHashSeed();
}

uint32_t
EEcmpBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    const FlowKey key = FlowKey::Of(frame);
    const std::array<uint32_t, 4> words{key.words[0], key.words[1], key.words[2], frame.destQp};
    return candidates[MurmurHash3(words, m_seed) % candidates.count];
}

} // namespace ns3::rdmacell
