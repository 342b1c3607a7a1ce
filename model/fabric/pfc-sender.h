/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFC_SENDER_H
#define PFC_SENDER_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell_frame_path
 * @brief What sends the PFC frames that a PfcController decides on: a switch.
 */
class PfcSender
{
  public:
    virtual ~PfcSender() = default;

    /**
     * @brief Send a PFC frame.
     * @param port through this port
     * @param classes class-enable vector
     * @param quanta pause time of these classes in units of 512 bit times, 0 to resume
     * @param now the current time, steps
     */
    virtual void SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now) = 0;
};

} // namespace ns3::rdmacell

#endif // PFC_SENDER_H
