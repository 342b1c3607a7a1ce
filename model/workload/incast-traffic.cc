/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "incast-traffic.h"

#include "exponential-draw.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <numeric>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(IncastTraffic);

TypeId
IncastTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::IncastTraffic")
            .SetParent<TrafficGenerator>()
            .SetGroupName("RdmaCell")
            .AddConstructor<IncastTraffic>()
            .AddAttribute("Load",
                          "Payload of all incasts as a share of the link rates of all hosts, above "
                          "0 and at most 1. Default: the evaluation of HPCC (SIGCOMM 2019).",
                          DoubleValue(0.02),
                          MakeDoubleAccessor(&IncastTraffic::m_load),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("FanIn",
                          "Hosts that send at once, fewer than Hosts; 0: all but the receiver. "
                          "Default: the evaluation of HPCC (SIGCOMM 2019).",
                          UintegerValue(60),
                          MakeUintegerAccessor(&IncastTraffic::m_fanIn),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ResponseSize",
                          "Bytes that each of these hosts sends. Default: the evaluation of HPCC "
                          "(SIGCOMM 2019).",
                          UintegerValue(500000),
                          MakeUintegerAccessor(&IncastTraffic::m_responseSize),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Poisson",
                          "Whether events are a Poisson process; otherwise they come evenly, the "
                          "first after half an interval. Default: no source states it; even events "
                          "meet Load in short runs.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncastTraffic::m_poisson),
                          MakeBooleanChecker());
    return tid;
}

int64_t
IncastTraffic::GetStreamCount() const
{
    return 3;
}

uint32_t
IncastTraffic::GetSenders() const
{
    if (m_fanIn == 0)
    {
        return m_hosts - 1;
    }
    if (m_fanIn >= m_hosts)
    {
        throw InputError("FanIn: expected fewer senders than the " + std::to_string(m_hosts) +
                         " hosts, found " + std::to_string(m_fanIn));
    }
    return m_fanIn;
}

void
IncastTraffic::AddEvent(std::vector<Flow>& flows,
                        uint32_t receiver,
                        Time start,
                        Ptr<UniformRandomVariable> senders) const
{
    // The first steps of a Fisher-Yates shuffle of all hosts but the receiver.
    std::vector<uint32_t> others(m_hosts);
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + receiver);
    const uint32_t count = GetSenders();
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto left = static_cast<uint32_t>(others.size()) - i;
        std::swap(others[i], others[i + DrawIndex(senders, left)]);
        Flow flow;
        flow.src = others[i];
        flow.dst = receiver;
        flow.sizeBytes = m_responseSize;
        flow.start = start;
        flows.push_back(flow);
    }
}

std::vector<ArrivalProcess>
IncastTraffic::MakeProcesses() const
{
    const double bytes = static_cast<double>(GetSenders()) * static_cast<double>(m_responseSize);
    const double meanGapPs = PacePs(bytes / m_hosts, m_load, GetMeanBitRate());
    const auto gaps = OpenStream(0);
    const auto receivers = OpenStream(1);
    const auto senders = OpenStream(2);
    // The generator lives as long as its processes.
    const auto arrive = [=, self = Ptr<const IncastTraffic>(this)](Time start,
                                                                   std::vector<Flow>& flows) {
        self->AddEvent(flows, DrawIndex(receivers, self->m_hosts), start, senders);
        return meanGapPs * (self->m_poisson ? DrawExponential(gaps) : 1);
    };
    return {{meanGapPs * (m_poisson ? DrawExponential(gaps) : 0.5), arrive}};
}

std::vector<Flow>
IncastTraffic::GenerateOnce(uint32_t receiver) const
{
    if (receiver >= m_hosts)
    {
        throw InputError("receiver: expected a host below " + std::to_string(m_hosts) + ", found " +
                         std::to_string(receiver));
    }
    std::vector<Flow> flows;
    AddEvent(flows, receiver, Time(0), OpenStream(2));
    SortFlows(flows);
    return flows;
}

} // namespace ns3::rdmacell
