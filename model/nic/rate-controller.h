/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RATE_CONTROLLER_H
#define RATE_CONTROLLER_H

#include <cstdint>

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
 * @brief Limits the rate of one queue pair.
 *
 * It has no events: its timers are evaluated lazily, by the methods that are given the time.
 */
class RateController
{
  public:
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
