/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shared-buffer.h"

#include "ns3/assert.h"
#include "ns3/input-error.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SharedBuffer");

namespace
{

constexpr uint32_t ALPHA_BITS = 16; ///< fraction bits of alphas

/**
 * @brief Turn an alpha into a whole number, so that no decision rests on rounding.
 * @param alpha the alpha
 * @return in units of 2^-ALPHA_BITS
 */
uint64_t
ToFixedPoint(double alpha)
{
    return static_cast<uint64_t>(std::llround(std::ldexp(alpha, ALPHA_BITS)));
}

} // namespace

SharedBuffer::SharedBuffer(const Config& config)
    : m_reserve(config.reserveBytes),
      m_ingressAlpha(ToFixedPoint(config.ingressAlpha)),
      m_ports(static_cast<uint32_t>(config.headroom.size())),
      m_losslessClasses(config.losslessClasses),
      m_fixed(config.pauseThreshold > 0),
      m_groups((config.headroom.size() + 1) * CLASSES),
      m_lossyBytes(config.headroom.size() * CLASSES),
      m_egressAlpha(ToFixedPoint(config.egressAlpha)),
      m_resumeOffset(config.resumeOffset),
      m_pauseThreshold(SharedPart(config.pauseThreshold)),
      m_resumeThreshold(SharedPart(config.resumeThreshold)),
      m_limit(config.headroom)
{
    if (m_fixed && config.resumeThreshold > config.pauseThreshold)
    {
        throw InputError("ns3::rdmacell::FabricSwitch::ResumeThreshold: expected at most the "
                         "PauseThreshold, " +
                         std::to_string(config.pauseThreshold) + " bytes, found " +
                         std::to_string(config.resumeThreshold));
    }
    uint64_t set = m_reserve * m_groups.size();
    for (uint64_t headroom : m_limit)
    {
        set += headroom * static_cast<uint64_t>(__builtin_popcount(m_losslessClasses));
    }
    if (set >= config.totalBytes)
    {
        throw InputError("ns3::rdmacell::FabricSwitch::BufferPerPort: expected more than the "
                         "reserves and PFC headroom of a switch, which take " +
                         std::to_string(set) + " bytes for its " + std::to_string(m_limit.size()) +
                         " ports, found " + std::to_string(config.totalBytes) +
                         " bytes in all; headroom grows with rate, delay and MTU of the links");
    }
    m_pool = config.totalBytes - set;
    NS_LOG_INFO(m_limit.size() << " ports share a pool of " << m_pool << " bytes, reserves and "
                               << "headroom take " << set);
}

uint32_t
SharedBuffer::GetOwnPort() const
{
    return m_ports;
}

bool
SharedBuffer::Admit(uint32_t ingress, uint32_t egress, uint32_t trafficClass, uint32_t bytes)
{
    NS_LOG_FUNCTION(this << ingress << egress << trafficClass << bytes);
    Group& group = m_groups[ingress * CLASSES + trafficClass];
    if (IsProtected(ingress, trafficClass))
    {
        if (!ChargeLossless(group, ingress, bytes))
        {
            return false;
        }
    }
    else if (!ChargeLossy(group, m_lossyBytes[egress * CLASSES + trafficClass], bytes))
    {
        return false;
    }
    m_occupied += bytes;
    m_maxOccupied = std::max(m_maxOccupied, m_occupied);
    return true;
}

bool
SharedBuffer::ChargeLossy(Group& group, uint64_t& queue, uint32_t bytes)
{
    const uint64_t grown = SharedPart(group.used + bytes) - SharedPart(group.used);
    const uint64_t free = m_pool - m_shared;
    if (grown > 0 && (grown > free || queue + bytes > (free * m_egressAlpha) >> ALPHA_BITS))
    {
        return false;
    }
    group.used += bytes;
    m_shared += grown;
    queue += bytes;
    return true;
}

bool
SharedBuffer::ChargeLossless(Group& group, uint32_t ingress, uint32_t bytes)
{
    const uint64_t shared = SharedPart(group.used);
    const uint64_t grown = SharedPart(group.used + bytes) - shared;
    const bool allowed = grown == 0 || !group.paused || shared <= GetThreshold();
    if (allowed && grown <= m_pool - m_shared)
    {
        group.used += bytes;
        m_shared += grown;
        return true;
    }
    if (group.headroom + bytes > m_limit[ingress])
    {
        return false;
    }
    group.headroom += bytes;
    NS_LOG_LOGIC("port " << ingress << " uses " << group.headroom << " bytes of its headroom");
    m_maxHeadroom = std::max(m_maxHeadroom, group.headroom);
    return true;
}

void
SharedBuffer::Release(uint32_t ingress, uint32_t egress, uint32_t trafficClass, uint32_t bytes)
{
    NS_LOG_FUNCTION(this << ingress << egress << trafficClass << bytes);
    Group& group = m_groups[ingress * CLASSES + trafficClass];
    NS_ASSERT_MSG(group.used + group.headroom >= bytes, "released more than was charged");
    NS_ASSERT_MSG(m_occupied >= bytes, "released more than was charged");
    const uint64_t fromHeadroom = std::min<uint64_t>(group.headroom, bytes);
    const uint64_t before = SharedPart(group.used);
    group.headroom -= fromHeadroom;
    group.used -= bytes - fromHeadroom;
    m_shared -= before - SharedPart(group.used);
    m_occupied -= bytes;
    if (!IsProtected(ingress, trafficClass))
    {
        uint64_t& queue = m_lossyBytes[egress * CLASSES + trafficClass];
        NS_ASSERT_MSG(queue >= bytes, "released more than was charged");
        queue -= bytes;
    }
}

bool
SharedBuffer::ShouldPause(uint32_t ingress, uint32_t trafficClass) const
{
    if (!IsProtected(ingress, trafficClass))
    {
        return false;
    }
    const Group& group = GetGroup(ingress, trafficClass);
    if (group.paused || group.headroom > 0)
    {
        return !group.paused;
    }
    // Most groups fit into their reserve, which needs no threshold.
    const uint64_t shared = SharedPart(group.used);
    return shared > 0 && shared > GetThreshold();
}

bool
SharedBuffer::ShouldResume(uint32_t ingress, uint32_t trafficClass) const
{
    const Group& group = GetGroup(ingress, trafficClass);
    if (!group.paused || group.headroom > 0)
    {
        return false;
    }
    const uint64_t shared = SharedPart(group.used);
    return m_fixed ? shared <= m_resumeThreshold
                   : shared == 0 || shared + m_resumeOffset <= GetThreshold();
}

void
SharedBuffer::SetPaused(uint32_t ingress, uint32_t trafficClass, bool paused)
{
    NS_LOG_FUNCTION(this << ingress << trafficClass << paused);
    m_groups[ingress * CLASSES + trafficClass].paused = paused;
}

bool
SharedBuffer::IsPaused(uint32_t ingress, uint32_t trafficClass) const
{
    return GetGroup(ingress, trafficClass).paused;
}

bool
SharedBuffer::IsLossless(uint32_t trafficClass) const
{
    return (m_losslessClasses >> trafficClass) & 1U;
}

uint64_t
SharedBuffer::GetThreshold() const
{
    return m_fixed ? m_pauseThreshold : ((m_pool - m_shared) * m_ingressAlpha) >> ALPHA_BITS;
}

uint64_t
SharedBuffer::GetPoolBytes() const
{
    return m_pool;
}

uint64_t
SharedBuffer::GetSharedBytes() const
{
    return m_shared;
}

uint64_t
SharedBuffer::GetOccupiedBytes() const
{
    return m_occupied;
}

uint64_t
SharedBuffer::GetMaxOccupiedBytes() const
{
    return m_maxOccupied;
}

const SharedBuffer::Group&
SharedBuffer::GetGroup(uint32_t ingress, uint32_t trafficClass) const
{
    return m_groups[ingress * CLASSES + trafficClass];
}

uint64_t
SharedBuffer::GetGroupBytes(uint32_t ingress, uint32_t trafficClass) const
{
    const Group& group = GetGroup(ingress, trafficClass);
    return group.used + group.headroom;
}

uint64_t
SharedBuffer::GetGroupSharedBytes(uint32_t ingress, uint32_t trafficClass) const
{
    return SharedPart(GetGroup(ingress, trafficClass).used);
}

uint64_t
SharedBuffer::GetGroupHeadroomBytes(uint32_t ingress, uint32_t trafficClass) const
{
    return GetGroup(ingress, trafficClass).headroom;
}

uint64_t
SharedBuffer::GetMaxHeadroomBytes() const
{
    return m_maxHeadroom;
}

uint64_t
SharedBuffer::GetLossyBytes(uint32_t egress, uint32_t trafficClass) const
{
    return m_lossyBytes[egress * CLASSES + trafficClass];
}

bool
SharedBuffer::IsEmpty() const
{
    const auto isFree = [](const Group& group) { return group.used == 0 && group.headroom == 0; };
    return m_occupied == 0 && m_shared == 0 &&
           std::all_of(m_groups.begin(), m_groups.end(), isFree) &&
           std::all_of(m_lossyBytes.begin(), m_lossyBytes.end(), [](uint64_t bytes) {
               return bytes == 0;
           });
}

} // namespace ns3::rdmacell
