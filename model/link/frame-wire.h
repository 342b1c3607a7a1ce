/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_WIRE_H
#define FRAME_WIRE_H

#include "frame-receiver.h"

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"
#include "ns3/rank-link.h"
#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief One direction of a channel: the frames in flight and the one event for the next arrival.
 */
class alignas(64) FrameWire // all but the count of lost frames is in one cache line
{
  public:
    FrameWire();
    ~FrameWire();
    FrameWire(const FrameWire&) = delete;
    FrameWire& operator=(const FrameWire&) = delete;

    /**
     * @brief Set the far end.
     * @param receiver the far end
     * @param context node id of the far end
     */
    void SetReceiver(FrameReceiver* receiver, uint32_t context);

    /**
     * @brief Number the wire among all, which decides the order of arrivals of equal time: they
     * come before other events, by number. Without a number, the order is that of insertion.
     * @param number number of the wire, unique in the network
     */
    void SetNumber(uint32_t number);

    /**
     * @brief Set the propagation delay; frames in flight keep theirs.
     * @param delay time steps, not negative
     */
    void SetDelay(int64_t delay);

    /**
     * @brief Carry a frame to the far end, where it arrives when its last bit does.
     * @param frame the frame
     * @param now the current time, steps
     * @param txEnd when its last bit leaves, steps; never before that of the frame before it
     */
    void Carry(RoceFramePtr&& frame, int64_t now, int64_t txEnd);

    /**
     * @brief Cut the wire: its ends belong to different ranks, or both to others. After
     * SetNumber(), SetDelay() and SetReceiver().
     * @param link to the other ranks
     * @param sender rank of the sender
     * @param receiver rank of the receiver
     */
    void Cut(RankLink& link, uint32_t sender, uint32_t receiver);

    /**
     * @brief Take the wire down or up. While it is down, all frames are lost; those in flight are
     * lost when it goes down.
     * @param up false to take it down
     */
    void SetUp(bool up);

    /**
     * @brief Ask whether the wire carries frames.
     * @return false while it is down
     */
    bool IsUp() const;

    /**
     * @brief Count the frames put on the wire, those lost because the wire was down included.
     * @return frames
     */
    uint64_t GetFrames() const;

    /**
     * @brief Count the bytes put on the wire, preambles and gaps included.
     * @return bytes
     */
    uint64_t GetBytes() const;

    /**
     * @brief Count the frames lost because the wire was down.
     * @return frames
     */
    uint64_t GetLost() const;

    /// @brief Release all frames and never call the receiver again.
    void Dispose();

  private:
    /**
     * @brief Hand the first frame to the receiver.
     * @param now the current time
     */
    void HandOver(int64_t now);

    /**
     * @brief Carry a frame that does not simply arrive: the wire is down or cut.
     * @param frame the frame
     * @param txEnd when its last bit leaves, steps
     */
    [[gnu::noinline]] void CarryElsewhere(RoceFramePtr&& frame, int64_t txEnd);

    /**
     * @brief Append a frame to those in flight.
     * @param frame the frame
     * @param now the current time
     * @param arrival when its last bit arrives
     */
    void Append(RoceFramePtr&& frame, int64_t now, int64_t arrival);

    /**
     * @brief Take a frame that the sender's rank has posted.
     * @param bytes as CarryElsewhere() writes them
     * @param length their number
     */
    void TakePosted(const uint8_t* bytes, std::size_t length);

    /// @brief Release all frames in flight.
    void Clear();

    /// The arrival of the first frame.
    class ArrivalEvent final : public PersistentEvent<FrameWire, &FrameWire::HandOver>
    {
      public:
        using PersistentEvent::PersistentEvent;
        void PrefetchEarly() const override;
        void PrefetchLate() const override;
    };

    // A list like FrameQueue's, without its counters.
    RoceFrame* m_first{nullptr};        ///< next to arrive
    RoceFrame* m_last{nullptr};         ///< last to arrive; meaningless if there is none
    FrameReceiver* m_receiver{nullptr}; ///< far end
    int64_t m_delay{0};                 ///< propagation delay, steps
    uint64_t m_frames{0};               ///< frames sent
    uint64_t m_bytes{0};                ///< bytes sent
    Ptr<ArrivalEvent> m_arrival;        ///< arrival of the first frame
    bool m_up{true};                    ///< it carries frames
    bool m_isPlain{true};               ///< it is up and not cut
    bool m_isOwn{true};                 ///< the sender is of this rank
    uint32_t m_changes{0};              ///< how often it went down or up
    uint64_t m_lost{0};                 ///< frames lost because it was down
    RankLink* m_link{nullptr};          ///< if it is cut: to the other ranks
    uint32_t m_number{0};               ///< number of the wire
    uint32_t m_receiverRank{0};         ///< if it is cut: rank of the receiver
};

} // namespace ns3::rdmacell

#endif // FRAME_WIRE_H
