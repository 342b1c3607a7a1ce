/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drill-balancer.h"

#include "port-selection.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("DrillBalancer");

NS_OBJECT_ENSURE_REGISTERED(DrillBalancer);

TypeId
DrillBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::DrillBalancer")
            .SetParent<LoadBalancer>()
            .SetGroupName("RdmaCell")
            .AddConstructor<DrillBalancer>()
            .AddAttribute("Samples",
                          "d: random ports that a packet compares with the remembered one (2: "
                          "DRILL(2,1), the choice of the paper and of the ConWeave simulator).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DrillBalancer::m_samples),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

DrillBalancer::DrillBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
DrillBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this << m_samples);
    m_seed = GetSwitch().GetHashSeed();
    m_drawn.reserve(GetSwitch().GetPortCount());
}

uint32_t
DrillBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    if (!IsBalancedFrame(frame))
    {
        return EcmpPort(frame, candidates, m_seed);
    }
    const SwitchView& view = GetSwitch();
    uint16_t& remembered = m_best.At(frame.dstIp);
    uint16_t best = NO_PORT;
    uint64_t least = UINT64_MAX;
    // m = 1: the port that was best last time is compared first, so that it wins ties.
    if (IsCandidate(candidates, remembered))
    {
        best = remembered;
        least = view.GetPortBytes(best);
    }
    // d ports more. The first steps of a Fisher-Yates shuffle draw different ports.
    m_drawn.assign(candidates.begin(), candidates.end());
    const uint32_t samples = std::min(m_samples, candidates.count);
    for (uint32_t i = 0; i < samples; ++i)
    {
        if (i + 1 < candidates.count)
        {
            std::swap(m_drawn[i], m_drawn[m_uniform->GetInteger(i, candidates.count - 1)]);
        }
        const uint64_t bytes = view.GetPortBytes(m_drawn[i]);
        if (bytes < least)
        {
            least = bytes;
            best = m_drawn[i];
        }
    }
    ++m_decisions;
    m_moves += (remembered != NO_PORT && remembered != best) ? 1 : 0;
    NS_LOG_LOGIC("packet " << frame.psn << " of flow " << FlowKey::Of(frame) << " takes port "
                           << best << ", where " << least << " bytes wait");
    remembered = best;
    return best;
}

int64_t
DrillBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
DrillBalancer::GetCounters() const
{
    return {{"decisions", m_decisions}, {"moves", m_moves}};
}

} // namespace ns3::rdmacell
