/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ideal-fct.h"

#include "ns3/roce-frame.h"

#include <algorithm>
#include <limits>
#include <cstddef>

namespace ns3::rdmacell
{

namespace
{

/// Where no packet has been yet.
constexpr int64_t UNREACHED = -1;

/**
 * @brief Time that bytes take back to back on each link of a path.
 * @param path the links
 * @param bytes wire bytes
 * @return time steps for each link
 */
LinkTimes
TransmissionTimes(const PathProfile& path, uint64_t bytes)
{
    constexpr uint64_t CHUNK = 1U << 22; // what LineRate takes at a time
    LinkTimes times;
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
 * @brief Send packets of one size behind those sent so far: longest monotone paths through the grid
 * of packets and links, without delays.
 *
 * On its way from link i, where the first of these packets is, to link j, where the last one is, a
 * path meets each link between with one packet, and the slowest of these with all the others.
 *
 * @param path the links
 * @param bytes wire bytes of each packet
 * @param packets how many, at least 1
 * @param longest by link: longest path that ends with the last packet there, time steps; UNREACHED
 * if there is none
 */
void
AddPackets(const PathProfile& path, uint32_t bytes, uint64_t packets, LinkTimes& longest)
{
    const LinkTimes one = TransmissionTimes(path, bytes);
    const LinkTimes others = TransmissionTimes(path, (packets - 1) * bytes);
    LinkTimes extended(path.size(), UNREACHED);
    for (std::size_t i = 0; i < path.size() && longest[i] != UNREACHED; ++i)
    {
        int64_t through = 0;
        int64_t slowest = 0;
        for (std::size_t j = i; j < path.size(); ++j)
        {
            through += one[j];
            slowest = std::max(slowest, others[j]);
            extended[j] = std::max(extended[j], longest[i] + through + slowest);
        }
    }
    longest.swap(extended);
}

} // namespace

IdealFct::IdealFct(uint32_t pathMtu, uint32_t longestMessage, uint32_t linkOverhead)
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
        AddPackets(path, WireBytes(RoceOpcode::WRITE_ONLY, bytes), 1, longest);
        return;
    }
    const uint32_t between = (bytes - 1) / m_pathMtu - 1;
    AddPackets(path, WireBytes(RoceOpcode::WRITE_FIRST, m_pathMtu), 1, longest);
    if (between > 0)
    {
        AddPackets(path, WireBytes(RoceOpcode::WRITE_MIDDLE, m_pathMtu), between, longest);
    }
    const uint32_t last = bytes - (between + 1) * m_pathMtu;
    AddPackets(path, WireBytes(RoceOpcode::WRITE_LAST, last), 1, longest);
}

int64_t
IdealFct::GetFastestFct(const std::vector<PathProfile>& forward,
                        const std::vector<PathProfile>& backward,
                        uint64_t sizeBytes) const
{
    int64_t best = std::numeric_limits<int64_t>::max();
    for (const PathProfile& there : forward)
    {
        for (const PathProfile& back : backward)
        {
            best = std::min(best, GetFct(there, back, sizeBytes));
        }
    }
    return best;
}

int64_t
IdealFct::GetPlacement(const PathProfile& forward, uint64_t sizeBytes) const
{
    LinkTimes longest(forward.size(), UNREACHED);
    longest.front() = 0;
    uint64_t left = sizeBytes;
    do
    {
        const uint64_t message = std::min<uint64_t>(left, m_longestMessage);
        AddMessage(forward, static_cast<uint32_t>(message), longest);
        left -= message;
    } while (left > 0);
    return longest.back() + SumDelays(forward);
}

int64_t
IdealFct::GetFct(const PathProfile& forward, const PathProfile& backward, uint64_t sizeBytes) const
{
    int64_t sum = GetPlacement(forward, sizeBytes) + SumDelays(backward);
    const uint32_t ack = WireBytes(RoceOpcode::ACKNOWLEDGE, 0);
    for (const int64_t time : TransmissionTimes(backward, ack))
    {
        sum += time;
    }
    return sum;
}

} // namespace ns3::rdmacell
