/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "traffic-generator.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(TrafficGenerator);

TypeId
TrafficGenerator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::TrafficGenerator")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddAttribute("Hosts",
                          "Number of hosts, at least 2. Default: a fat tree of K = 8.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&TrafficGenerator::m_hosts),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("LinkRate",
                          "Rate that Load is a share of: that of each host's link, or what each "
                          "host has of other links; the mean where hosts differ. Default: the "
                          "evaluation of ConWeave (SIGCOMM 2023).",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&TrafficGenerator::m_linkRate),
                          MakeDataRateChecker())
            .AddAttribute("Duration",
                          "Flows start from 0 until this time. Default: at 80 % load of 128 hosts "
                          "it gives some 150,000 flows of cloud storage, enough for a p99.9.",
                          TimeValue(MilliSeconds(5)),
                          MakeTimeAccessor(&TrafficGenerator::m_duration),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
TrafficGenerator::SetLinkRates(const std::vector<DataRate>& rates)
{
    m_linkRates = rates;
    if (!rates.empty())
    {
        m_linkRate = DataRate(static_cast<uint64_t>(GetMeanBitRate()));
    }
}

int64_t
TrafficGenerator::AssignStreams(int64_t stream)
{
    m_firstStream = stream;
    return GetStreamCount();
}

std::vector<Flow>
TrafficGenerator::Generate() const
{
    if (!m_duration.IsStrictlyPositive())
    {
        throw InputError("Duration: expected a time above 0");
    }
    return Begin().TakeUntil(m_duration);
}

FlowSource
TrafficGenerator::Begin() const
{
    if (!m_linkRates.empty() && m_linkRates.size() != m_hosts)
    {
        throw InputError("Hosts: expected as many hosts as there are link rates, " +
                         std::to_string(m_linkRates.size()) + ", found " + std::to_string(m_hosts));
    }
    return FlowSource(MakeProcesses());
}

Ptr<UniformRandomVariable>
TrafficGenerator::OpenStream(int64_t index) const
{
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(m_firstStream < 0 ? -1 : m_firstStream + index);
    return uniform;
}

uint32_t
TrafficGenerator::DrawIndex(Ptr<UniformRandomVariable> uniform, uint32_t count)
{
    return static_cast<uint32_t>(uniform->GetInteger(0, count - 1));
}

double
TrafficGenerator::GetBitRate(uint32_t host) const
{
    const DataRate& rate = m_linkRates.empty() ? m_linkRate : m_linkRates[host];
    return static_cast<double>(rate.GetBitRate());
}

double
TrafficGenerator::GetMeanBitRate() const
{
    if (m_linkRates.empty())
    {
        return static_cast<double>(m_linkRate.GetBitRate());
    }
    double sum = 0;
    for (const DataRate& rate : m_linkRates)
    {
        sum += static_cast<double>(rate.GetBitRate());
    }
    return sum / static_cast<double>(m_linkRates.size());
}

double
TrafficGenerator::PacePs(double bytes, double load, double bitRate)
{
    if (!(load > 0 && load <= 1))
    {
        throw InputError("Load: expected a share above 0 and at most 1, found " +
                         std::to_string(load));
    }
    if (!(bitRate > 0))
    {
        throw InputError("LinkRate: expected a rate above 0");
    }
    return bytes * 8e12 / (bitRate * load);
}

} // namespace ns3::rdmacell
