/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_TELEMETRY_H
#define FRAME_TELEMETRY_H

#include "ns3/free-list.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/// What a switch knows of an egress port when a frame leaves by it: a record of HPCC's in-band
/// telemetry (Li et al., SIGCOMM 2019, figure 7).
struct TelemetryHop
{
    int64_t time;        ///< when the transmission of the frame starts, steps
    uint64_t txBytes;    ///< bytes that the port has sent before the frame
    uint64_t queueBytes; ///< bytes that wait behind the frame in its class
    uint64_t bitRate;    ///< line rate of the port, bits per second
};

/**
 * @ingroup rdmacell
 * @brief What a packet carries for congestion control: the time stamp of its NIC, and a record of
 * each switch on its path. The ACK that answers the packet carries the same back.
 *
 * On the wire it takes RoceFrame::telemetryBytes: with room for records, 2 bytes and 8 for each of
 * them, as HPCC's header; otherwise TIME_STAMP_BYTES.
 */
struct FrameTelemetry
{
    static constexpr uint32_t MAX_HOPS = 8;         ///< records at most
    static constexpr uint32_t HEADER_BYTES = 2;     ///< number of records, path identifier
    static constexpr uint32_t HOP_BYTES = 8;        ///< of a record
    static constexpr uint32_t TIME_STAMP_BYTES = 8; ///< a time stamp and the number of hops

    /**
     * @brief Compute what telemetry takes on the wire.
     * @param records room for records, at most MAX_HOPS
     * @return bytes
     */
    static constexpr uint32_t GetWireBytes(uint32_t records)
    {
        return records == 0 ? TIME_STAMP_BYTES : HEADER_BYTES + records * HOP_BYTES;
    }

    FrameTelemetry* next; ///< link in the pool's free list
    int64_t sentAt;       ///< when the NIC started to send the packet, steps
    uint8_t room;         ///< records that fit
    uint8_t count;        ///< records that are there
    uint8_t hops;         ///< in an ACK: switches that the packet has passed
    uint16_t pathId;      ///< exclusive or of what identifies the switches' ports

    std::array<TelemetryHop, MAX_HOPS> records; ///< in order of the path
};

/**
 * @ingroup rdmacell
 * @brief The free list that FrameTelemetry comes from. Frames return theirs when they are released.
 */
class FrameTelemetryPool
{
  public:
    /**
     * @brief Take one.
     * @return one without records, whose other fields are not set
     */
    static FrameTelemetry* Get();

    /**
     * @brief Return one.
     * @param telemetry it
     */
    static void Release(FrameTelemetry* telemetry);

    /**
     * @brief Count those that frames have.
     * @return taken and not returned
     */
    static std::size_t GetLive();

  private:
    static FreeList<FrameTelemetry, 256> s_pool; ///< all of it
};

} // namespace ns3::rdmacell

#endif // FRAME_TELEMETRY_H
