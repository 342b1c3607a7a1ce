/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MP_RDMA_H
#define MP_RDMA_H

#include "loss-recovery.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Loss recovery of MP-RDMA (Lu et al., "Multi-Path Transport for RDMA in Datacenters", NSDI
 * 2018): each packet has an ACK of its own, and a packet beyond the responder's bitmap shows that
 * the expected one is lost.
 */
class MpRdma : public LossRecovery
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    bool HandlesAllRequests() const override;
    RequesterLimits GetLimits(const QpAttr& attr, uint64_t lineRate) const override;
    std::unique_ptr<RequesterRecovery> CreateRequester(QpRequester& requester) const override;
    std::unique_ptr<ResponderRecovery> CreateResponder(QpResponder& responder) const override;

  private:
    uint32_t m_bitmapSize;    ///< PSNs
    Time m_retransmitTimeout; ///< retransmission timeout
};

} // namespace ns3::rdmacell

#endif // MP_RDMA_H
