/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ideal-fct.h"

#include "ns3/assert.h"
#include "ns3/roce-frame.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace ns3::rdmacell
{

namespace
{

/// No packet has left on this link yet.
constexpr int64_t UNREACHED = -1;

/**
 * @brief Compute the time of bytes sent back to back.
 * @param rate of the link
 * @param bytes wire bytes
 * @return time steps
 */
int64_t
TransmissionTime(const LineRate& rate, uint64_t bytes)
{
    constexpr uint64_t CHUNK = 1U << 22; // the most that LineRate takes at a time
    uint64_t remainder = 0;
    int64_t sum = 0;
    for (uint64_t left = bytes; left > 0; left -= std::min(left, CHUNK))
    {
        sum += rate.Steps(static_cast<uint32_t>(std::min(left, CHUNK)), remainder);
    }
    return sum;
}

/// The time of some bytes on one link after the other; computed anew only where the rate changes.
class LinkTimer
{
  public:
    /**
     * @brief Make a timer.
     * @param bytes wire bytes, back to back
     */
    explicit LinkTimer(uint64_t bytes)
        : m_bytes(bytes)
    {
    }

    /**
     * @brief Get the time on a link.
     * @param rate of the link
     * @return time steps
     */
    int64_t Get(const LineRate& rate)
    {
        if (rate.GetBitRate() != m_bitRate)
        {
            m_bitRate = rate.GetBitRate();
            m_time = TransmissionTime(rate, m_bytes);
        }
        return m_time;
    }

  private:
    uint64_t m_bytes;      ///< wire bytes
    uint64_t m_bitRate{0}; ///< of the last link
    int64_t m_time{0};     ///< on it
};

/**
 * @brief Append a packet to those sent so far: extend the longest monotone paths through the grid
 * of packets and links, without delays.
 * @param path the links
 * @param bytes wire bytes
 * @param longest by link: longest path that ends with the last packet there, time steps; UNREACHED
 * if there is none
 */
void
AddPacket(const PathProfile& path, uint32_t bytes, LinkTimes& longest)
{
    LinkTimer one(bytes);
    int64_t before = UNREACHED; // this packet on the previous link
    for (std::size_t i = 0; i < path.rates.size(); ++i)
    {
        before = std::max(before, longest[i]) + one.Get(path.rates[i]);
        longest[i] = before;
    }
}

/**
 * @brief Append packets of one size to those sent so far, of which there is at least one.
 *
 * A path from the first of these packets on link i to the last one on link j has one packet on each
 * link between them; the longest one has all other packets on the slowest of these links.
 *
 * @param path the links
 * @param bytes wire bytes of each packet
 * @param packets how many, at least 1
 * @param longest by link: longest path that ends with the last packet there, time steps
 */
void
AddPackets(const PathProfile& path, uint32_t bytes, uint64_t packets, LinkTimes& longest)
{
    LinkTimer one(bytes);
    LinkTimer others((packets - 1) * bytes);
    for (std::size_t j = path.rates.size(); j-- > 0;)
    {
        int64_t through = 0;
        int64_t slowest = 0;
        int64_t extended = 0;
        for (std::size_t i = j + 1; i-- > 0;)
        {
            through += one.Get(path.rates[i]);
            slowest = std::max(slowest, others.Get(path.rates[i]));
            extended = std::max(extended, longest[i] + through + slowest);
        }
        longest[j] = extended; // from the last link back, since this reads longest[i] for i <= j
    }
}

} // namespace

IdealFct::IdealFct(uint32_t pathMtu, uint32_t longestMessage, int32_t linkOverhead)
    : m_pathMtu(pathMtu),
      m_longestMessage(longestMessage),
      m_linkOverhead(linkOverhead)
{
}

uint32_t
IdealFct::WireBytes(RoceOpcode opcode, uint32_t payloadBytes) const
{
    return RoceWireBytes(opcode, payloadBytes) - WireSize::PREAMBLE_GAP + m_linkOverhead;
}

void
IdealFct::AddMessage(const PathProfile& path, uint32_t bytes, LinkTimes& longest) const
{
    if (bytes <= m_pathMtu)
    {
        AddPacket(path, WireBytes(RoceOpcode::WRITE_ONLY, bytes), longest);
        return;
    }
    const uint32_t between = (bytes - 1) / m_pathMtu - 1;
    AddPacket(path, WireBytes(RoceOpcode::WRITE_FIRST, m_pathMtu), longest);
    if (between > 0)
    {
        AddPackets(path, WireBytes(RoceOpcode::WRITE_MIDDLE, m_pathMtu), between, longest);
    }
    const uint32_t last = bytes - (between + 1) * m_pathMtu;
    AddPacket(path, WireBytes(RoceOpcode::WRITE_LAST, last), longest);
}

int64_t
IdealFct::GetFastestFct(const PathProfiles& forward,
                        const PathProfiles& backward,
                        uint64_t sizeBytes) const
{
    NS_ASSERT_MSG(!forward.empty() && !backward.empty(), "no path there or none back");
    int64_t there = std::numeric_limits<int64_t>::max();
    for (const PathProfile& path : forward)
    {
        there = std::min(there, GetPlacement(path, sizeBytes));
    }
    int64_t back = std::numeric_limits<int64_t>::max();
    for (const PathProfile& path : backward)
    {
        back = std::min(back, GetReturn(path));
    }
    return there + back;
}

int64_t
IdealFct::GetPlacement(const PathProfile& forward, uint64_t sizeBytes) const
{
    LinkTimes longest(forward.rates.size(), UNREACHED);
    longest.front() = 0;
    uint64_t left = sizeBytes;
    do
    {
        const uint64_t message = std::min<uint64_t>(left, m_longestMessage);
        AddMessage(forward, static_cast<uint32_t>(message), longest);
        left -= message;
    } while (left > 0);
    return longest.back() + forward.delay;
}

int64_t
IdealFct::GetReturn(const PathProfile& backward) const
{
    int64_t sum = backward.delay;
    LinkTimer ack(WireBytes(RoceOpcode::ACKNOWLEDGE, 0));
    for (const LineRate& rate : backward.rates)
    {
        sum += ack.Get(rate);
    }
    return sum;
}

int64_t
IdealFct::GetFct(const PathProfile& forward, const PathProfile& backward, uint64_t sizeBytes) const
{
    return GetPlacement(forward, sizeBytes) + GetReturn(backward);
}

} // namespace ns3::rdmacell
