/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_CHANNEL_H
#define FRAME_CHANNEL_H

#include "frame-wire.h"

#include "ns3/channel.h"
#include "ns3/nstime.h"

#include <array>
#include <cstddef>

namespace ns3::rdmacell
{

class FrameNetDevice;

/**
 * @ingroup rdmacell
 * @brief A full-duplex point-to-point link that carries frames: two wires and a delay.
 */
class FrameChannel : public Channel
{
  public:
    FrameChannel();
    ~FrameChannel() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Connect the two ends. Both must be in their nodes.
     * @param a one end
     * @param b the other end
     */
    void Connect(Ptr<FrameNetDevice> a, Ptr<FrameNetDevice> b);

    /**
     * @brief Take the link down or up, in both directions. A link that goes down loses the frames
     * in flight.
     * @param up false to take it down
     */
    void SetUp(bool up);

    /**
     * @brief Ask whether the link carries frames.
     * @return false while it is down
     */
    bool IsUp() const;

    /**
     * @brief Get one direction.
     * @param from 0 or 1: the device that sends on it
     * @return the wire
     */
    const FrameWire& GetWire(std::size_t from) const;

    /**
     * @brief Get the propagation delay.
     * @return the delay
     */
    Time GetDelay() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    Time m_delay;                                 ///< propagation delay
    std::array<FrameWire, 2> m_wires;             ///< by the sending device
    std::array<Ptr<FrameNetDevice>, 2> m_devices; ///< the ends
};

} // namespace ns3::rdmacell

#endif // FRAME_CHANNEL_H
