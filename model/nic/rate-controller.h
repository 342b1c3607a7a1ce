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

/**
 * @ingroup rdmacell
 * @brief Congestion control of one queue pair: how fast it may send.
 *
 * It has no events: what its timers would have done is made up for when it is asked.
 */
class RateController
{
  public:
    virtual ~RateController() = default;

    /**
     * @brief A frame starts to be sent.
     * @param wireBytes bytes of link time that it takes
     * @param now the current time, steps
     * @return time steps until the next frame may start; 0 if nothing but the line limits
     */
    virtual int64_t OnSend(uint32_t wireBytes, int64_t now) = 0;

    /**
     * @brief A congestion notification has arrived.
     * @param now the current time, steps
     */
    virtual void OnCnp(int64_t now) = 0;

    /**
     * @brief Get the rate.
     * @param now the current time, steps
     * @return bits per second, at most the line rate
     */
    virtual double GetRate(int64_t now) = 0;
};

} // namespace ns3::rdmacell

#endif // RATE_CONTROLLER_H
