/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MP_RDMA_REQUESTER_H
#define MP_RDMA_REQUESTER_H

#include "requester-recovery.h"
#include "selective-acks.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpRequester;

/**
 * @ingroup rdmacell
 * @brief Loss recovery of one requester by MP-RDMA (Lu et al., NSDI 2018, section 3.5).
 *
 * A NAK or a timeout starts recovery mode, which ends when all packets are acknowledged that had
 * been sent at its start. The oldest unacknowledged packet is retransmitted at once; then each ACK
 * clocks out the next one that is not acknowledged, instead of a new packet.
 */
class MpRdmaRequester final : public RequesterRecovery
{
  public:
    /**
     * @brief Make it.
     * @param requester the requester
     */
    explicit MpRdmaRequester(QpRequester& requester);

    // From RequesterRecovery
    void OnNak(const RoceFrame& frame, int64_t psn, int64_t now) override;
    void OnSelectiveAck(const RoceFrame& frame) override;
    void OnTimeout(int64_t now) override;
    void OnProgress() override;
    void OnGoBack() override;
    int64_t TakeRetransmission() override;

  private:
    /// @brief Start recovery mode with the oldest unacknowledged packet.
    void Enter();

    /// @brief Retransmit the next packet that is not acknowledged, if there is one.
    void Clock();

    QpRequester& m_requester;   ///< owner
    SelectiveAcks m_acks;       ///< packets that are acknowledged
    int64_t m_next{0};          ///< snd_retx: PSN to retransmit next
    int64_t m_recoveryEnd{0};   ///< recovery: end of the PSNs sent at the start of recovery mode
    bool m_isRecovering{false}; ///< recovery mode
};

} // namespace ns3::rdmacell

#endif // MP_RDMA_REQUESTER_H
