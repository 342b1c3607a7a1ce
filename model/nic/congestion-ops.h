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
 * @brief A congestion control scheme: its parameters, and what makes a controller for a queue pair.
 *
 * One object serves all queue pairs of a NIC, which chooses it by its TypeId.
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
     * @brief Make the controller of a queue pair that becomes ready to send, or that has got its
     * first CNP if StartsWithCnp().
     * @param lineRate rate of the NIC's line, bits per second
     * @return the controller, or null if the scheme never limits
     */
    virtual std::unique_ptr<RateController> CreateController(uint64_t lineRate) const = 0;

    /**
     * @brief Ask whether a controller does nothing before the first CNP. Then it is not made
     * before: most queue pairs never get any.
     * @return true if queue pairs send at line rate until their first CNP
     */
    virtual bool StartsWithCnp() const;

    /**
     * @brief Ask whether receivers tell senders of congestion marks.
     * @return true if they send CNPs
     */
    virtual bool SendsCnps() const = 0;

    /**
     * @brief Get the least time between two CNPs of a queue pair.
     * @return the interval; 0 for one on each marked frame
     */
    virtual Time GetCnpInterval() const = 0;
};

} // namespace ns3::rdmacell

#endif // CONGESTION_OPS_H
