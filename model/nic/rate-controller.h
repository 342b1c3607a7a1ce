/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RATE_CONTROLLER_H
#define RATE_CONTROLLER_H

#include "ack-feedback.h"

#include <cstdint>
#include <limits>

namespace ns3::rdmacell
{

/// By what a requester detects that packets were lost.
enum class LossSign : uint8_t
{
    NAK,     ///< a NAK of a PSN sequence error
    TIMEOUT, ///< the local ACK timer
};

/**
 * @ingroup rdmacell
 * @brief Limits the rate of one queue pair, its bytes in flight, or both.
 *
 * It has no events: its timers are evaluated lazily, by the methods that are given the time.
 * OnAck(), OnLoss() and GetWindow() are called only if the scheme asks for them
 * (CongestionOps::GetCapabilities(), CongestionOps::ReactsTo()).
 */
class RateController
{
  public:
    /// ACKs requested for each window that does not change, at least: it opens smoothly.
    static constexpr uint32_t ACKS_OF_WINDOW = 16;

    virtual ~RateController() = default;

    /**
     * @brief The transmission of a frame starts.
     * @param wireBytes link time of the frame, bytes
     * @param now the current time, steps
     * @return time steps until the next frame may start; 0 at line rate
     */
    virtual int64_t OnSend(uint32_t wireBytes, int64_t now) = 0;

    /**
     * @brief A CNP has arrived.
     * @param now the current time, steps
     */
    virtual void OnCnp(int64_t now) = 0;

    /**
     * @brief An ACK or NAK has arrived; called if CongestionOps::ACKS says so, before the requester
     * handles it.
     * @param feedback what it tells
     * @param now the current time, steps
     */
    virtual void OnAck([[maybe_unused]] const AckFeedback& feedback, [[maybe_unused]] int64_t now)
    {
    }

    /**
     * @brief Get the window; asked for if CongestionOps::WINDOW says so: when the queue pair goes
     * to RTS, and after OnAck(), OnCnp() and OnLoss().
     * @return payload bytes in flight at most, above 0; the requester rounds up to full packets
     */
    virtual double GetWindow() const
    {
        return std::numeric_limits<double>::max();
    }

    /**
     * @brief Get how often packets must request an ACK, whatever RoceNic::AckInterval says: asked
     * for when the queue pair goes to RTS. A window that changes needs each packet's.
     * @return packets from one that does to the next, at least 1
     */
    virtual uint32_t GetAckInterval() const
    {
        return std::numeric_limits<uint32_t>::max();
    }

    /**
     * @brief Choose the path of a request packet; called for each one before it is sent, if
     * CongestionOps::PORTS says so.
     * @return its UDP source port
     */
    virtual uint16_t ChoosePort()
    {
        return 0;
    }

    /**
     * @brief A loss was detected; called if CongestionOps::ReactsTo() says so.
     * @param sign by what
     * @param now the current time, steps
     */
    virtual void OnLoss([[maybe_unused]] LossSign sign, [[maybe_unused]] int64_t now)
    {
    }

    /**
     * @brief Evaluate the timers and get the rate.
     * @param now the current time, steps
     * @return bits per second, at most the line rate
     */
    virtual double GetRate(int64_t now) = 0;

    /**
     * @brief Get the rate of the last evaluation.
     * @return bits per second
     */
    virtual double GetLastRate() const = 0;

    /**
     * @brief Get the scheme's estimate of congestion (alpha of DCQCN) of the last evaluation.
     * @return the estimate, 0 to 1; always 0 if the scheme has none
     */
    virtual double GetAlpha() const
    {
        return 0;
    }
};

} // namespace ns3::rdmacell

#endif // RATE_CONTROLLER_H
