/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sample-clock.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SampleClock");

SampleClock::SampleClock(Time interval, Sample sample)
    : m_interval(interval),
      m_sample(std::move(sample)),
      m_stop(Time::Max())
{
    NS_ABORT_MSG_IF(!interval.IsStrictlyPositive(), "samples need an interval above 0");
}

SampleClock::~SampleClock()
{
    m_next.Cancel();
}

void
SampleClock::Start(Time at)
{
    m_next.Cancel();
    m_next = Simulator::Schedule(at - Simulator::Now(), &SampleClock::Tick, this);
}

void
SampleClock::Stop(Time at)
{
    m_stop = at;
}

const std::vector<int64_t>&
SampleClock::GetTimes() const
{
    return m_times;
}

void
SampleClock::Tick()
{
    const Time now = Simulator::Now();
    if (now > m_stop)
    {
        return;
    }
    NS_LOG_FUNCTION(this << now);
    m_times.push_back(now.GetTimeStep());
    m_sample(now.GetTimeStep());
    if (now < m_stop)
    {
        const Time wait = std::min(m_interval, m_stop - now);
        m_next = Simulator::Schedule(wait, &SampleClock::Tick, this);
    }
}

} // namespace ns3::rdmacell
