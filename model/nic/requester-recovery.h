/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REQUESTER_RECOVERY_H
#define REQUESTER_RECOVERY_H

#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Loss recovery of one requester: decides which packets are retransmitted.
 *
 * PSNs have 64 bits.
 */
class RequesterRecovery
{
  public:
    virtual ~RequesterRecovery() = default;

    /**
     * @brief A NAK of a PSN sequence error has arrived; what it acknowledges is acknowledged.
     * @param frame the NAK
     * @param psn PSN that the responder expects
     * @param now the current time, steps
     */
    virtual void OnNak(const RoceFrame& frame, int64_t psn, int64_t now) = 0;

    /**
     * @brief An ACK has arrived that also acknowledges the packet that it answers; what it
     * acknowledges is acknowledged.
     * @param frame the ACK
     */
    virtual void OnSelectiveAck([[maybe_unused]] const RoceFrame& frame)
    {
    }

    /**
     * @brief A NAK has arrived that a later ACK or NAK has overtaken.
     * @param frame the NAK
     */
    virtual void OnLateNak([[maybe_unused]] const RoceFrame& frame)
    {
    }

    /**
     * @brief The retransmission timer has expired.
     * @param now the current time, steps
     */
    virtual void OnTimeout(int64_t now) = 0;

    /// @brief The oldest unacknowledged PSN is a later one now.
    virtual void OnProgress()
    {
    }

    /// @brief The requester goes back: all packets from some PSN on will be sent again.
    virtual void OnGoBack()
    {
    }

    /**
     * @brief Take the next packet to retransmit; called after
     * QpRequester::SetRetransmitting(true).
     * @return its PSN
     */
    virtual int64_t TakeRetransmission()
    {
        return 0;
    }
};

} // namespace ns3::rdmacell

#endif // REQUESTER_RECOVERY_H
