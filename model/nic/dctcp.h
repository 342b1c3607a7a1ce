/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DCTCP_H
#define DCTCP_H

#include "congestion-ops.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief DCTCP for RDMA, as in the HPCC simulator: on a rate, with a window of one bandwidth-delay
 * product at line rate that follows the rate.
 */
class Dctcp : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    bool NotifiesByAck() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

  private:
    double m_gain;               ///< g
    DataRate m_additiveIncrease; ///< in each round trip
    DataRate m_minRate;          ///< lower limit of the rate
    double m_windowBdp;          ///< window at line rate, BDPs
};

} // namespace ns3::rdmacell

#endif // DCTCP_H
