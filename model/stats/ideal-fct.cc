/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ideal-fct.h"

#include "ns3/roce-frame.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Time that bytes take back to back on each link of a path.
 * @param path the links
 * @param bytes wire bytes
 * @return time steps for each link
 */
std::vector<int64_t>
TransmissionTimes(const PathProfile& path, uint64_t bytes)
{
    constexpr uint64_t CHUNK = 1U << 22; // what LineRate takes at a time
    std::vector<int64_t> times;
    times.reserve(path.size());
    for (const PathHop& hop : path)
    {
        uint64_t remainder = 0;
        int64_t sum = 0;
        for (uint64_t left = bytes; left > 0; left -= std::min(left, CHUNK))
        {
            sum += hop.rate.Steps(static_cast<uint32_t>(std::min(left, CHUNK)), remainder);
        }
        times.push_back(sum);
    }
    return times;
}

/**
 * @brief Sum of the delays of a path.
 * @param path the links
 * @return time steps
 */
int64_t
SumDelays(const PathProfile& path)
{
    int64_t sum = 0;
    for (const PathHop& hop : path)
    {
        sum += hop.delay;
    }
    return sum;
}

/**
 * @brief Time of two or more packets through store-and-forward links, without delays: the longest
 * monotone path through the grid of packets and links.
 * @param first time of the first packet on each link
 * @param middle time of one packet between; empty if there is none
 * @param others time of the other packets between
 * @param last time of the last packet
 * @return time steps
 */
int64_t
LongestPath(const std::vector<int64_t>& first,
            const std::vector<int64_t>& middle,
            const std::vector<int64_t>& others,
            const std::vector<int64_t>& last)
{
    const std::size_t hops = first.size();
    int64_t longest = 0;
    int64_t head = 0; // the first packet on links up to a
    for (std::size_t a = 0; a < hops; ++a)
    {
        head += first[a];
        int64_t body = 0; // one packet on links a to b, the others on the slowest of these
        int64_t slowest = 0;
        for (std::size_t b = a; b < (middle.empty() ? a + 1 : hops); ++b)
        {
            if (!middle.empty())
            {
                body += middle[b];
                slowest = std::max(slowest, others[b]);
            }
            const int64_t tail = std::accumulate(last.begin() + b, last.end(), int64_t{0});
            longest = std::max(longest, head + body + slowest + tail);
        }
    }
    return longest;
}

} // namespace

IdealFct::IdealFct(uint32_t pathMtu, uint32_t longestMessage)
    : m_pathMtu(pathMtu),
      m_longestMessage(longestMessage)
{
}

int64_t
IdealFct::GetPlacement(const PathProfile& forward, uint64_t sizeBytes) const
{
    const int64_t delays = SumDelays(forward);
    if (sizeBytes <= m_pathMtu)
    {
        const uint32_t bytes =
            RoceWireBytes(RoceOpcode::WRITE_ONLY, static_cast<uint32_t>(sizeBytes));
        int64_t sum = delays;
        for (const int64_t time : TransmissionTimes(forward, bytes))
        {
            sum += time;
        }
        return sum;
    }
    const uint64_t packets = (sizeBytes + m_pathMtu - 1) / m_pathMtu;
    const uint64_t messages = (sizeBytes + m_longestMessage - 1) / m_longestMessage;
    // Where the last message is a single packet, that packet carries the RETH.
    const uint64_t lastMessage = sizeBytes - (messages - 1) * m_longestMessage;
    const bool lastIsOnly = lastMessage <= m_pathMtu;
    const uint32_t lastBytes =
        RoceWireBytes(lastIsOnly ? RoceOpcode::WRITE_ONLY : RoceOpcode::WRITE_LAST,
                      static_cast<uint32_t>(sizeBytes - (packets - 1) * m_pathMtu));
    const uint64_t laterHeads = messages - 1 - (lastIsOnly ? 1 : 0);
    const uint32_t middleBytes = RoceWireBytes(RoceOpcode::WRITE_MIDDLE, m_pathMtu);
    std::vector<int64_t> middle;
    std::vector<int64_t> others;
    if (packets > 2)
    {
        middle = TransmissionTimes(forward, middleBytes);
        others =
            TransmissionTimes(forward, (packets - 3) * middleBytes + laterHeads * WireSize::RETH);
    }
    return delays +
           LongestPath(
               TransmissionTimes(forward, RoceWireBytes(RoceOpcode::WRITE_FIRST, m_pathMtu)),
               middle,
               others,
               TransmissionTimes(forward, lastBytes));
}

int64_t
IdealFct::GetFct(const PathProfile& forward, const PathProfile& backward, uint64_t sizeBytes) const
{
    int64_t sum = GetPlacement(forward, sizeBytes) + SumDelays(backward);
    const uint32_t ack = RoceWireBytes(RoceOpcode::ACKNOWLEDGE, 0);
    for (const int64_t time : TransmissionTimes(backward, ack))
    {
        sum += time;
    }
    return sum;
}

} // namespace ns3::rdmacell
