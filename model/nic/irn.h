/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IRN_H
#define IRN_H

#include "loss-recovery.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Selective repeat of IRN (R. Mittal et al., Revisiting Network Support for RDMA, SIGCOMM
 * 2018, section 3): out-of-order packets are kept, NACKs tell which, and only lost packets are
 * retransmitted. Packets in flight are limited to one bandwidth-delay product (BDP-FC).
 */
class Irn : public LossRecovery
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From LossRecovery
    bool UsesPath() const override;
    RequesterLimits GetLimits(const QpAttr& attr, uint64_t lineRate) const override;
    std::unique_ptr<RequesterRecovery> CreateRequester(QpRequester& requester) const override;
    std::unique_ptr<ResponderRecovery> CreateResponder(QpResponder& responder) const override;

  private:
    double m_bdpCap{1};          ///< packets in flight at most, BDPs
    Time m_rtoHigh;              ///< retransmission timeout
    Time m_rtoLow;               ///< the same while few packets are in flight
    uint32_t m_fewPackets{3};    ///< packets in flight up to which m_rtoLow holds
    uint32_t m_ackInterval{1};   ///< packets between two that request an ACK
    uint32_t m_bitmapSize{4096}; ///< PSNs that a responder keeps
};

} // namespace ns3::rdmacell

#endif // IRN_H
