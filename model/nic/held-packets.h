/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HELD_PACKETS_H
#define HELD_PACKETS_H

#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3::rdmacell
{

class QpResponder;

/**
 * @ingroup rdmacell
 * @brief The out-of-order packets of a responder, which wait for the expected one.
 *
 * The payload of a WRITE is placed in memory when it arrives, as each packet tells its address.
 * Everything else happens in the order of PSNs when the packets before have arrived: checks,
 * completions, write callbacks, READs, and the payload of SENDs, whose receive request is not known
 * earlier. So a packet that arrived out of order has the effect that it has in order, once.
 */
class HeldPackets
{
  public:
    /// What became of a packet.
    enum class Result : uint8_t
    {
        HELD,      ///< it is held
        DUPLICATE, ///< its PSN is held already
        BEYOND,    ///< it is too far after the expected one
    };

    /**
     * @brief Make it without packets.
     * @param responder the responder; outlives it
     * @param window PSNs from the expected one on that may be held
     */
    HeldPackets(QpResponder& responder, uint32_t window);

    /**
     * @brief Hold an out-of-order packet.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param ahead PSNs that it is after the expected one, at least 1
     * @param now the current time, steps
     * @return what became of it
     */
    Result Hold(const RoceFrame& frame, uint16_t traits, uint32_t ahead, int64_t now);

    /**
     * @brief Execute the expected packet, and those after it up to the next gap, without ACKs.
     * @param frame the expected packet
     * @param now the current time, steps
     * @return false if a NAK has answered the last one
     */
    bool Execute(const RoceFrame& frame, int64_t now);

    /**
     * @brief Execute the expected packet, and those after it up to the next gap. One ACK answers
     * all of them, if one requests it.
     * @param frame the expected packet
     * @param now the current time, steps
     */
    void ExecuteAndAcknowledge(const RoceFrame& frame, int64_t now);

    /**
     * @brief Ask whether nothing is held.
     * @return true if so
     */
    bool IsEmpty() const
    {
        return m_slots.empty();
    }

    /**
     * @brief Get the distance of the newest packet.
     * @return PSNs from the expected one to the last one that is held; 0 if nothing is held
     */
    uint32_t GetDistance() const
    {
        return m_slots.empty() ? 0 : static_cast<uint32_t>(m_slots.size()) - 1;
    }

    /**
     * @brief Get when the packet behind the first gap arrived; there is one.
     * @return steps
     */
    int64_t GetGapStart() const;

    /// @brief Forget all packets.
    void Clear();

    /**
     * @brief Count the frames of the pool that are held, and so not in the network.
     * @return copies of frames that all responders hold
     */
    static std::size_t GetCopies();

  private:
    /// Returns a copy of a frame to the pool.
    struct CopyRecycler
    {
        /**
         * @brief Return the copy to the pool.
         * @param copy the copy, not nullptr
         */
        void operator()(RoceFrame* copy) const;
    };

    using CopyPtr = std::unique_ptr<RoceFrame, CopyRecycler>; ///< the owner of a copy of a frame

    /**
     * @brief Copy a frame without its telemetry, which was for the answer to its arrival.
     * @param frame the frame
     * @return the copy
     */
    static CopyPtr Copy(const RoceFrame& frame);

    /// A PSN from the expected one on.
    struct Slot
    {
        CopyPtr frame;        ///< a copy of its frame; null: it is missing
        int64_t arrival{0};   ///< when it arrived, steps
        bool isPlaced{false}; ///< its payload is in memory
    };

    /**
     * @brief Execute one packet.
     * @param frame the expected packet
     * @param isPlaced its payload is in memory
     * @param now the current time, steps
     * @return true if it was executed, false if the responder waits for it or has failed
     */
    bool ExecuteOne(const RoceFrame& frame, bool isPlaced, int64_t now);

    static std::size_t s_copies; ///< copies that are held, by all responders

    QpResponder& m_responder; ///< owner
    uint32_t m_window;        ///< PSNs that may be held
    std::deque<Slot> m_slots; ///< by PSN, from the expected one to the newest
};

} // namespace ns3::rdmacell

#endif // HELD_PACKETS_H
