/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HPCC_H
#define HPCC_H

#include "congestion-ops.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief HPCC (Li et al., SIGCOMM 2019): windows by in-band telemetry of the links, which each
 * packet collects and each ACK carries back. The variant with PINT is not modelled.
 */
class Hpcc : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    uint32_t GetTelemetryHops() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

  private:
    double m_targetUtilization; ///< eta
    uint32_t m_maxStage;        ///< maxStage
    double m_additiveIncrease;  ///< W_AI, bytes
    Time m_baseRtt;             ///< T; 0: that of the path
    uint32_t m_telemetryHops;   ///< room for records in packets
};

} // namespace ns3::rdmacell

#endif // HPCC_H
