/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "class-pauses.h"

#include "egress-port.h"

#include "ns3/bit-scan.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ClassPauses");

ClassPauses::ClassPauses(EgressPort& port)
    : m_port(port),
      m_end(Create<EndEvent>(this))
{
    m_until.fill(0);
    m_since.fill(0);
    m_time.fill(0);
}

ClassPauses::~ClassPauses()
{
    Dispose();
}

void
ClassPauses::SetContext(uint32_t context)
{
    m_end->SetContext(context);
}

void
ClassPauses::Obey(const RoceFrame& pfc, const LineRate& rate, int64_t start, int64_t now)
{
    NS_LOG_FUNCTION(this << start << now);
    uint8_t classes = m_classes;
    for (uint32_t mask = pfc.pfcClassEnable; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        uint64_t remainder = 0;
        // A quantum is 512 bit times, 64 bytes.
        const int64_t length = rate.Steps(64U * pfc.pfc.quanta[c], remainder);
        m_until[c] = start + length;
        classes = static_cast<uint8_t>(length > 0 ? classes | (1U << c) : classes & ~(1U << c));
        NS_LOG_DEBUG("class " << c << (length > 0 ? " pauses" : " resumes") << ", quanta "
                              << pfc.pfc.quanta[c]);
    }
    Set(classes, now);
}

void
ClassPauses::End(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    uint8_t classes = m_classes;
    for (uint32_t mask = classes; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        if (m_until[c] <= now)
        {
            NS_LOG_DEBUG("pause of class " << c << " has run out");
            classes = static_cast<uint8_t>(classes & ~(1U << c));
        }
    }
    Set(classes, now);
}

void
ClassPauses::Set(uint8_t classes, int64_t now)
{
    const uint8_t before = m_classes;
    for (uint32_t mask = before ^ classes; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        if (classes & (1U << c))
        {
            m_since[c] = now;
        }
        else
        {
            m_time[c] += now - m_since[c];
        }
    }
    m_classes = classes;
    int64_t first = EndEvent::NEVER;
    for (uint32_t mask = classes; mask; mask &= mask - 1)
    {
        first = std::min(first, m_until[LowestBit(mask)]);
    }
    if (first == EndEvent::NEVER)
    {
        m_end->Disarm();
    }
    else
    {
        m_end->ArmAt(now, first);
    }
    if (classes != before)
    {
        m_port.OnPausesChanged(before, now);
    }
}

int64_t
ClassPauses::GetTime(uint32_t trafficClass, int64_t now) const
{
    const bool paused = m_classes & (1U << trafficClass);
    return m_time.at(trafficClass) + (paused ? now - m_since[trafficClass] : 0);
}

void
ClassPauses::Dispose()
{
    m_end->Detach();
}

} // namespace ns3::rdmacell
