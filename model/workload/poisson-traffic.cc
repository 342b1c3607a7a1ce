/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poisson-traffic.h"

#include "exponential-draw.h"

#include "ns3/double.h"
#include "ns3/input-error.h"

#include <memory>

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

std::vector<ArrivalProcess>
PoissonTraffic::MakeProcesses() const
{
    if (!m_cdf)
    {
        throw InputError("PoissonTraffic: expected a distribution of flow sizes");
    }
    const double meanSize = m_cdf->Mean();
    const auto cdf = std::make_shared<const SizeCdf>(*m_cdf);
    std::vector<ArrivalProcess> processes;
    for (uint32_t src = 0; src < m_hosts; ++src)
    {
        const double meanGapPs = PacePs(meanSize, m_load, GetBitRate(src));
        const int64_t stream = 3 * static_cast<int64_t>(src);
        const auto gaps = OpenStream(stream);
        const auto destinations = OpenStream(stream + 1);
        const auto sizes = OpenStream(stream + 2);
        const auto arrive = [=, others = m_hosts - 1](Time start, std::vector<Flow>& flows) {
            Flow flow;
            flow.src = src;
            flow.dst = DrawIndex(destinations, others);
            if (flow.dst >= src)
            {
                ++flow.dst;
            }
            flow.sizeBytes = cdf->Sample(sizes);
            flow.start = start;
            flows.push_back(flow);
            return meanGapPs * DrawExponential(gaps);
        };
        processes.push_back({meanGapPs * DrawExponential(gaps), arrive});
    }
    return processes;
}

} // namespace ns3::rdmacell
