/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MP_RDMA_CONTROL_H
#define MP_RDMA_CONTROL_H

#include "congestion-ops.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Congestion control and path selection of MP-RDMA (Lu et al., "Multi-Path Transport for
 * RDMA in Datacenters", NSDI 2018): one window for all paths, by ECN, and paths clocked by ACKs.
 *
 * It needs ACKs that tell which packet they answer: those of the loss recovery MpRdma.
 */
class MpRdmaControl : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    bool SendsCnps() const override;
    bool NotifiesByAck() const override;
    Time GetCnpInterval() const override;

  private:
    double m_initialWindowBdp; ///< BDPs
    uint32_t m_delta;          ///< PSNs
    double m_probeProbability; ///< share of packets
};

} // namespace ns3::rdmacell

#endif // MP_RDMA_CONTROL_H
