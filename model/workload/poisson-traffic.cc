/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poisson-traffic.h"

#include "exponential-draw.h"

#include "ns3/double.h"
#include "ns3/input-error.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(PoissonTraffic);

TypeId
PoissonTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::PoissonTraffic")
            .SetParent<TrafficGenerator>()
            .SetGroupName("RdmaCell")
            .AddConstructor<PoissonTraffic>()
            .AddAttribute("Load",
                          "Payload as a share of the hosts' link rate, above 0 and at most 1. "
                          "Default: the middle of the usual sweep from 20 to 80 % (ConWeave, "
                          "SIGCOMM 2023).",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&PoissonTraffic::m_load),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

void
PoissonTraffic::SetCdf(const SizeCdf& cdf)
{
    m_cdf = cdf;
}

int64_t
PoissonTraffic::GetStreamCount() const
{
    return 3 * static_cast<int64_t>(m_hosts);
}

std::vector<Flow>
PoissonTraffic::DoGenerate(double windowPs) const
{
    if (!m_cdf)
    {
        throw InputError("PoissonTraffic: expected a distribution of flow sizes");
    }
    const double meanSize = m_cdf->Mean();
    std::vector<Flow> flows;
    for (uint32_t src = 0; src < m_hosts; ++src)
    {
        const double meanGapPs = PacePs(meanSize, m_load, GetBitRate(src));
        const int64_t stream = 3 * static_cast<int64_t>(src);
        auto gaps = OpenStream(stream);
        auto destinations = OpenStream(stream + 1);
        auto sizes = OpenStream(stream + 2);
        double ps = meanGapPs * DrawExponential(gaps);
        while (ps < windowPs)
        {
            Flow flow;
            flow.src = src;
            flow.dst = DrawIndex(destinations, m_hosts - 1);
            if (flow.dst >= src)
            {
                ++flow.dst;
            }
            flow.sizeBytes = m_cdf->Sample(sizes);
            flow.start = FromPs(ps);
            flows.push_back(flow);
            ps += meanGapPs * DrawExponential(gaps);
        }
    }
    return flows;
}

} // namespace ns3::rdmacell
