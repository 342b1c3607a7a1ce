/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pinned-balancer.h"

#include "ns3/flow-hash.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PinnedBalancer");

NS_OBJECT_ENSURE_REGISTERED(PinnedBalancer);

TypeId
PinnedBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::PinnedBalancer")
                            .SetParent<LoadBalancer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<PinnedBalancer>();
    return tid;
}

void
PinnedBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this);
    const SwitchView& view = GetSwitch();
    m_seed = view.GetHashSeed();
    m_uplinks.clear();
    uint32_t hosts = 0;
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        if (view.GetPortRole(port) == PortRole::UP)
        {
            m_uplinks.push_back(static_cast<uint16_t>(port));
        }
        hosts += view.GetPortRole(port) == PortRole::HOST ? 1 : 0;
    }
    m_isTor = hosts > 0;
    m_group = m_isTor ? std::max(static_cast<uint32_t>(m_uplinks.size()) / hosts, 1U) : 1;
}

uint32_t
PinnedBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    const SwitchView& view = GetSwitch();
    const uint32_t slice = view.GetSliceOf(frame.dstIp);
    const bool isUp = view.GetPortRole(candidates[0]) == PortRole::UP;
    uint32_t index = isUp && !m_isTor ? view.GetTorOf(frame.dstIp) : slice;
    if (isUp)
    {
        if (m_group > 1)
        {
            index = index * m_group + FlowHash(FlowKey::Of(frame), m_seed) % m_group;
        }
        const uint16_t port = m_uplinks[index % m_uplinks.size()];
        if (std::binary_search(candidates.begin(), candidates.end(), port))
        {
            return port;
        }
    }
    NS_LOG_LOGIC("slice " << slice << " takes one of " << candidates.count << " ports");
    return candidates[index % candidates.count];
}

} // namespace ns3::rdmacell
