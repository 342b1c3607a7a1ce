/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "permutation-traffic.h"

#include "exponential-draw.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"

#include <memory>
#include <numeric>
#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(PermutationTraffic);

TypeId
PermutationTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::PermutationTraffic")
            .SetParent<TrafficGenerator>()
            .SetGroupName("RdmaCell")
            .AddConstructor<PermutationTraffic>()
            .AddAttribute("Load",
                          "Payload as a share of the hosts' link rate, above 0 and at most 1. "
                          "Default: back to back, the usual stress of a fabric.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&PermutationTraffic::m_load),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Poisson",
                          "Whether a host's flows are a Poisson process; otherwise they come "
                          "evenly, the first at 0. Default: back to back.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PermutationTraffic::m_poisson),
                          MakeBooleanChecker());
    return tid;
}

void
PermutationTraffic::SetCdf(const SizeCdf& cdf)
{
    m_cdf = cdf;
}

int64_t
PermutationTraffic::GetStreamCount() const
{
    return 1 + 2 * static_cast<int64_t>(m_hosts);
}

std::vector<uint32_t>
PermutationTraffic::DrawDestinations() const
{
    auto uniform = OpenStream(0);
    std::vector<uint32_t> destinations(m_hosts);
    // In more than a third of all permutations no host sends to itself, so a few attempts suffice.
    for (;;)
    {
        std::iota(destinations.begin(), destinations.end(), 0);
        bool deranged = true;
        for (uint32_t left = m_hosts; left > 0; --left)
        {
            std::swap(destinations[left - 1], destinations[DrawIndex(uniform, left)]);
            deranged = deranged && destinations[left - 1] != left - 1;
        }
        if (deranged)
        {
            return destinations;
        }
    }
}

std::vector<ArrivalProcess>
PermutationTraffic::MakeProcesses() const
{
    if (!m_cdf)
    {
        throw InputError("PermutationTraffic: expected a distribution of flow sizes");
    }
    const double meanSize = m_cdf->Mean();
    const auto cdf = std::make_shared<const SizeCdf>(*m_cdf);
    const auto destinations = DrawDestinations();
    std::vector<ArrivalProcess> processes;
    for (uint32_t src = 0; src < m_hosts; ++src)
    {
        const double bitRate = GetBitRate(src);
        const double meanGapPs = PacePs(meanSize, m_load, bitRate);
        const int64_t stream = 1 + 2 * static_cast<int64_t>(src);
        const auto gaps = OpenStream(stream);
        const auto sizes = OpenStream(stream + 1);
        const auto arrive = [=, dst = destinations[src], load = m_load, poisson = m_poisson](
                                Time start,
                                std::vector<Flow>& flows) {
            Flow flow;
            flow.src = src;
            flow.dst = dst;
            flow.sizeBytes = cdf->Sample(sizes);
            flow.start = start;
            flows.push_back(flow);
            const auto bytes = static_cast<double>(flow.sizeBytes);
            return poisson ? meanGapPs * DrawExponential(gaps) : PacePs(bytes, load, bitRate);
        };
        processes.push_back({m_poisson ? meanGapPs * DrawExponential(gaps) : 0, arrive});
    }
    return processes;
}

} // namespace ns3::rdmacell
