/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "planned-balancer.h"

#include "ns3/flow-hash.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PlannedBalancer");

NS_OBJECT_ENSURE_REGISTERED(PlannedBalancer);

TypeId
PlannedBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::PlannedBalancer")
                            .SetParent<LoadBalancer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<PlannedBalancer>();
    return tid;
}

void
PlannedBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this);
    m_seed = GetSwitch().GetHashSeed();
}

void
PlannedBalancer::SetPort(uint32_t src, uint32_t dst, uint16_t port)
{
    uint32_t& row = m_rows.At(src);
    if (row == NO_ROW)
    {
        row = static_cast<uint32_t>(m_ports.size());
        m_ports.emplace_back(NO_PORT);
    }
    m_ports[row].At(dst) = port;
}

uint32_t
PlannedBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    const uint32_t row = m_rows.Get(frame.srcIp);
    const uint16_t port = row == NO_ROW ? NO_PORT : m_ports[row].Get(frame.dstIp);
    if (port != NO_PORT && std::binary_search(candidates.begin(), candidates.end(), port))
    {
        ++m_planned;
        return port;
    }
    ++m_hashed;
    NS_LOG_LOGIC("flow " << FlowKey::Of(frame) << " has no plan here");
    return candidates[FlowHash(FlowKey::Of(frame), m_seed) % candidates.count];
}

std::map<std::string, uint64_t>
PlannedBalancer::GetCounters() const
{
    return {{"planned_decisions", m_planned}, {"hashed_decisions", m_hashed}};
}

} // namespace ns3::rdmacell
