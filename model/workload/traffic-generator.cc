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
                          "Rate of each host's link. Default: the evaluation of ConWeave "
                          "(SIGCOMM 2023).",
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
    auto flows = DoGenerate(static_cast<double>(m_duration.GetPicoSeconds()));
    SortFlows(flows);
    return flows;
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
TrafficGenerator::PacePs(double bytes, double load) const
{
    if (!(load > 0 && load <= 1))
    {
        throw InputError("Load: expected a share above 0 and at most 1, found " +
                         std::to_string(load));
    }
    if (m_linkRate.GetBitRate() == 0)
    {
        throw InputError("LinkRate: expected a rate above 0");
    }
    return bytes * 8e12 / (static_cast<double>(m_linkRate.GetBitRate()) * load);
}

Time
TrafficGenerator::FromPs(double ps)
{
    return PicoSeconds(static_cast<uint64_t>(ps));
}

} // namespace ns3::rdmacell
