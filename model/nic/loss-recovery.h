/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_RECOVERY_H
#define LOSS_RECOVERY_H

#include "requester-recovery.h"
#include "responder-recovery.h"

#include "ns3/object.h"
#include "ns3/qp-attr.h"

#include <cstdint>
#include <limits>
#include <memory>

namespace ns3::rdmacell
{

class QpRequester;
class QpResponder;

/**
 * @ingroup rdmacell
 * @brief A way to recover from losses: holds its parameters, and makes the two ends of a queue pair
 * their parts of it.
 *
 * There is one for each NIC, of the type RoceNic::LossRecoveryType, as its attribute LossRecovery.
 * The parts are made when a queue pair needs them first: the requester's for a NAK or a timeout,
 * the responder's for an out-of-order packet. While packets arrive in order, no method of them is
 * called.
 */
class LossRecovery : public Object
{
  public:
    /// What a requester reads when its queue pair goes to RTS.
    struct RequesterLimits
    {
        static constexpr uint32_t NONE = std::numeric_limits<uint32_t>::max(); ///< no limit

        uint32_t window{NONE};      ///< packets outstanding at most, at least 1
        uint32_t ackInterval{NONE}; ///< packets between two that request an ACK, at most
        int64_t timeout{0};         ///< retransmission timeout, steps; 0: none
        int64_t lowTimeout{0};      ///< the same while few packets are outstanding, steps
        uint32_t fewPackets{0};     ///< lowTimeout holds up to so many packets
        int64_t retryPeriod{0};     ///< retries within this time count as one, steps
        bool addressesAll{false};   ///< each packet of a WRITE has an RETH
    };

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Ask whether GetLimits() uses QpAttr::baseRtt and QpAttr::pathRate.
     * @return true if so; the default is false
     */
    virtual bool UsesPath() const;

    /**
     * @brief Ask whether responders leave all requests to their part, not only out-of-order ones
     * and those that follow.
     * @return true if so; the default is false
     */
    virtual bool HandlesAllRequests() const;

    /**
     * @brief Compute the limits of a requester.
     * @param attr attributes of its queue pair
     * @param lineRate line rate of the NIC, bits per second
     * @return the limits; the default is those of the attributes
     */
    virtual RequesterLimits GetLimits(const QpAttr& attr, uint64_t lineRate) const;

    /**
     * @brief Make the requester's part.
     * @param requester the requester; outlives it
     * @return the part
     */
    virtual std::unique_ptr<RequesterRecovery> CreateRequester(QpRequester& requester) const = 0;

    /**
     * @brief Make the responder's part.
     * @param responder the responder; outlives it
     * @return the part
     */
    virtual std::unique_ptr<ResponderRecovery> CreateResponder(QpResponder& responder) const = 0;
};

} // namespace ns3::rdmacell

#endif // LOSS_RECOVERY_H
