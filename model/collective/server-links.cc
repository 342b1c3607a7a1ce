/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "server-links.h"

#include "ns3/nstime.h"

#include <algorithm>

namespace ns3::rdmacell
{

ServerLinks::ServerLinks(uint32_t hosts, uint32_t serverSize, DataRate rate, int64_t latency)
    : m_serverSize(serverSize),
      m_stepsPerByte(8 * static_cast<double>(Seconds(1).GetTimeStep()) /
                     static_cast<double>(rate.GetBitRate())),
      m_latency(latency),
      m_sendFree(hosts),
      m_receiveFree(hosts)
{
}

bool
ServerLinks::AreTogether(uint32_t a, uint32_t b) const
{
    return a / m_serverSize == b / m_serverSize;
}

int64_t
ServerLinks::GetSerialization(uint64_t bytes) const
{
    return static_cast<int64_t>(static_cast<double>(bytes) * m_stepsPerByte);
}

int64_t
ServerLinks::GetLatency() const
{
    return m_latency;
}

int64_t
ServerLinks::Send(uint32_t src, uint32_t dst, uint64_t bytes, int64_t now)
{
    const int64_t busy = GetSerialization(bytes);
    const int64_t begin = std::max(now, m_sendFree.at(src));
    m_sendFree[src] = begin + busy;
    m_receiveFree.at(dst) = std::max(begin + m_latency, m_receiveFree[dst]) + busy;
    return m_receiveFree[dst];
}

} // namespace ns3::rdmacell
