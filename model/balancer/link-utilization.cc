/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-utilization.h"

#include "ns3/nstime.h"

namespace ns3::rdmacell
{

LinkUtilization::LinkUtilization(uint64_t bitRate, int64_t timeConstant)
    : m_timeConstant(timeConstant),
      m_inverse(1.0 / static_cast<double>(timeConstant))
{
    const double seconds =
        static_cast<double>(timeConstant) / static_cast<double>(Seconds(1).GetTimeStep());
    m_step = static_cast<double>(bitRate) / 8 * seconds / (FULL + 1);
}

uint32_t
LinkUtilization::GetLevel(int64_t now) const
{
    const double level = GetBytes(now) / m_step;
    return level < FULL ? static_cast<uint32_t>(level) : FULL;
}

} // namespace ns3::rdmacell
