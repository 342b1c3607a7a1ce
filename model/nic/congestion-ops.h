/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_OPS_H
#define CONGESTION_OPS_H

#include "rate-controller.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A congestion control scheme: holds its parameters, and makes a controller for each queue
 * pair.
 *
 * There is one for each NIC, of the type RoceNic::CongestionOpsType, as its attribute
 * CongestionOps.
 */
class CongestionOps : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Make the controller of a queue pair: when it goes to RTR, or, if StartsWithCnp(), when
     * its first CNP arrives.
     * @param lineRate line rate of the NIC, bits per second
     * @return the controller, or null if the scheme never limits the rate
     */
    virtual std::unique_ptr<RateController> CreateController(uint64_t lineRate) const = 0;

    /**
     * @brief Ask whether queue pairs send at line rate until their first CNP. They have no
     * controller before, and most never need one.
     * @return true if so; the default is false
     */
    virtual bool StartsWithCnp() const;

    /**
     * @brief Ask whether receivers answer congestion marks by CNPs.
     * @return true if so
     */
    virtual bool SendsCnps() const = 0;

    /**
     * @brief Get the least time between two CNPs of a queue pair.
     * @return the interval; 0: each marked frame is answered by a CNP
     */
    virtual Time GetCnpInterval() const = 0;

    /**
     * @brief Ask whether the ACK or NAK that answers a marked packet carries the notification, in
     * its BECN bit. Packets that are not answered get a CNP.
     * @return true if so; false, the default: a CNP is a packet of its own
     */
    virtual bool NotifiesByAck() const;

    /**
     * @brief Ask whether losses limit the rate.
     * @param sign by what a loss is detected
     * @return true if RateController::OnLoss() is to be called; the default is false
     */
    virtual bool ReactsTo(LossSign sign) const;
};

} // namespace ns3::rdmacell

#endif // CONGESTION_OPS_H
