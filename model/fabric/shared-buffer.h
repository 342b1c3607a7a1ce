/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SHARED_BUFFER_H
#define SHARED_BUFFER_H

#include "ns3/prefetch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Counts the bytes in a switch's shared buffer and decides which frames fit.
 *
 * The buffer is divided into a reserve for each group (ingress port and class), headroom for each
 * lossless group, and a pool that the groups share. A group may hold alpha times what is free in
 * the pool (dynamic thresholds: Choudhury and Hahne, IEEE/ACM ToN 6(2), 1998); above that it
 * should be paused. Once it is paused, frames that do not fit go to its headroom, which holds what
 * was in flight when it was paused. Classes that are not lossless have no headroom; there a frame
 * is dropped if its egress queue (port and class) would exceed its own alpha times what is free.
 *
 * A frame is charged when it is admitted and released when its last bit has left. What a group
 * holds is freed in reverse order of use: headroom, pool, reserve.
 *
 * The frame with which a group exceeds its threshold still goes to the pool: headroom holds exactly
 * what arrives after the decision to pause.
 */
class SharedBuffer
{
  public:
    static constexpr uint32_t CLASSES = 8; ///< traffic classes

    /// How the buffer is divided. All sizes in bytes.
    struct Config
    {
        uint64_t totalBytes{0};         ///< the whole buffer
        uint64_t reserveBytes{0};       ///< for each ingress port and class
        uint8_t losslessClasses{0};     ///< bitmask of classes
        double ingressAlpha{0.125};     ///< lossless group's share of what is free
        double egressAlpha{1.0};        ///< lossy egress queue's share of what is free
        uint64_t resumeOffset{0};       ///< how far below its threshold a group resumes
        uint64_t pauseThreshold{0};     ///< fixed threshold of a lossless group; 0: dynamic
        uint64_t resumeThreshold{0};    ///< resume at or below this if the threshold is fixed
        std::vector<uint64_t> headroom; ///< by ingress port: for each of its lossless groups
    };

    /**
     * @brief Divide a buffer.
     * @param config how; its headroom has one entry per port
     * @throws InputError if reserves and headroom take all of it, or the fixed resume
     * threshold is above the pause threshold
     */
    explicit SharedBuffer(const Config& config);

    /**
     * @brief Get the ingress port to which a switch charges frames of its own.
     * @return number of the port after the last
     */
    uint32_t GetOwnPort() const;

    /**
     * @brief Charge a frame if it fits.
     * @param ingress ingress port
     * @param egress egress port
     * @param trafficClass 0..7
     * @param bytes its bytes
     * @return false if it must be dropped
     */
    bool Admit(uint32_t ingress, uint32_t egress, uint32_t trafficClass, uint32_t bytes);

    /**
     * @brief Release a frame that was admitted.
     * @param ingress ingress port
     * @param egress egress port
     * @param trafficClass 0..7
     * @param bytes its bytes
     */
    void Release(uint32_t ingress, uint32_t egress, uint32_t trafficClass, uint32_t bytes);

    /**
     * @brief Load the memory in which a group is counted.
     * @param ingress ingress port
     * @param trafficClass 0..7
     */
    void PrefetchGroup(uint32_t ingress, uint32_t trafficClass) const
    {
        PrefetchLines(&m_groups[ingress * CLASSES + trafficClass]);
    }

    /**
     * @brief Ask whether a group that is not paused should be.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return true if it is lossless, not paused, and above its threshold or in its headroom
     */
    bool ShouldPause(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Ask whether a paused group may resume.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return true if its headroom is empty and it is far enough below its threshold
     */
    bool ShouldResume(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Note that a group was paused or resumed: only a paused one uses headroom.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @param paused true if paused
     */
    void SetPaused(uint32_t ingress, uint32_t trafficClass, bool paused);

    /**
     * @brief Ask whether a group is paused.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return true if SetPaused() has paused it
     */
    bool IsPaused(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Ask whether a class is lossless.
     * @param trafficClass 0..7
     * @return true if it is
     */
    bool IsLossless(uint32_t trafficClass) const;

    /**
     * @brief Get how many bytes a lossless group may hold in the pool now.
     * @return bytes
     */
    uint64_t GetThreshold() const;

    /**
     * @brief Get the size of the pool.
     * @return bytes
     */
    uint64_t GetPoolBytes() const;

    /**
     * @brief Count what is charged to the pool.
     * @return bytes
     */
    uint64_t GetSharedBytes() const;

    /**
     * @brief Count all bytes held.
     * @return bytes
     */
    uint64_t GetOccupiedBytes() const;

    /**
     * @brief Get the largest number of bytes ever held.
     * @return bytes
     */
    uint64_t GetMaxOccupiedBytes() const;

    /**
     * @brief Count the bytes of a group.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return bytes, headroom included
     */
    uint64_t GetGroupBytes(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Count the bytes of a group in the pool.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return bytes
     */
    uint64_t GetGroupSharedBytes(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Count the bytes of a group in its headroom.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return bytes
     */
    uint64_t GetGroupHeadroomBytes(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Get the largest number of bytes that any group ever held in its headroom.
     * @return bytes
     */
    uint64_t GetMaxHeadroomBytes() const;

    /**
     * @brief Count the bytes of an egress queue in frames that may be dropped, the one being sent
     * included: of a class that is not lossless, and the switch's own.
     * @param egress egress port
     * @param trafficClass 0..7
     * @return bytes
     */
    uint64_t GetLossyBytes(uint32_t egress, uint32_t trafficClass) const;

    /**
     * @brief Ask whether every single counter is zero.
     * @return true if so
     */
    bool IsEmpty() const;

  private:
    /// The bytes of an ingress port and class.
    struct Group
    {
        uint64_t used{0};     ///< bytes in reserve and pool
        uint64_t headroom{0}; ///< bytes in headroom
        bool paused{false};   ///< set by SetPaused()
    };

    /**
     * @brief Find a group.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @return the group
     */
    const Group& GetGroup(uint32_t ingress, uint32_t trafficClass) const;

    /**
     * @brief Compute what part of a group's bytes is in the pool.
     * @param used its bytes in reserve and pool
     * @return bytes
     */
    uint64_t SharedPart(uint64_t used) const
    {
        return used > m_reserve ? used - m_reserve : 0;
    }

    /**
     * @brief Ask whether PFC keeps frames from being dropped.
     * @param ingress their ingress port
     * @param trafficClass 0..7
     * @return false if their egress queue is limited instead
     */
    bool IsProtected(uint32_t ingress, uint32_t trafficClass) const
    {
        return IsLossless(trafficClass) && ingress < m_ports;
    }

    /**
     * @brief Charge a frame that may be dropped.
     * @param group its group
     * @param queue bytes of such frames in its egress queue
     * @param bytes bytes
     * @return false if it must be dropped
     */
    bool ChargeLossy(Group& group, uint64_t& queue, uint32_t bytes);

    /**
     * @brief Charge a frame of a lossless group.
     * @param group the group
     * @param ingress its ingress port
     * @param bytes bytes
     * @return false if not even headroom is left
     */
    bool ChargeLossless(Group& group, uint32_t ingress, uint32_t bytes);

    // The members that each frame needs come first, so that they are in few cache lines.
    uint64_t m_reserve;                 ///< of each group
    uint64_t m_pool;                    ///< size of the pool
    uint64_t m_shared{0};               ///< bytes in the pool
    uint64_t m_occupied{0};             ///< all bytes
    uint64_t m_maxOccupied{0};          ///< most bytes ever
    uint64_t m_ingressAlpha;            ///< in units of 2^-16
    uint32_t m_ports;                   ///< ingress ports
    uint8_t m_losslessClasses;          ///< bitmask
    bool m_fixed;                       ///< thresholds are fixed
    std::vector<Group> m_groups;        ///< by ingress port and class
    std::vector<uint64_t> m_lossyBytes; ///< by egress port and class: see GetLossyBytes()

    uint64_t m_egressAlpha;        ///< in units of 2^-16
    uint64_t m_resumeOffset;       ///< bytes
    uint64_t m_pauseThreshold;     ///< fixed, in the pool
    uint64_t m_resumeThreshold;    ///< fixed, in the pool
    std::vector<uint64_t> m_limit; ///< by ingress port: headroom of each lossless group
    uint64_t m_maxHeadroom{0};     ///< most bytes of a group in headroom ever
};

} // namespace ns3::rdmacell

#endif // SHARED_BUFFER_H
