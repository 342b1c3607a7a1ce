/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IRN_REQUESTER_H
#define IRN_REQUESTER_H

#include "requester-recovery.h"
#include "selective-acks.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpRequester;

/**
 * @ingroup rdmacell
 * @brief Selective repeat of one requester (IRN, section 3.1).
 *
 * A NACK or a timeout starts loss recovery. The oldest unacknowledged packet is retransmitted, then
 * each packet that is not acknowledged and precedes one that is; each once. Then new packets are
 * sent, as the window allows. Loss recovery ends when all packets are acknowledged that had been
 * sent at its start. A packet that is lost again is retransmitted after a timeout.
 *
 * If the oldest request is a READ whose responses are lost, the requester goes back to it.
 */
class IrnRequester final : public RequesterRecovery
{
  public:
    /**
     * @brief Make it.
     * @param requester the requester
     */
    explicit IrnRequester(QpRequester& requester);

    // From RequesterRecovery
    void OnNak(const RoceFrame& frame, int64_t psn, int64_t now) override;
    void OnLateNak(const RoceFrame& frame) override;
    void OnTimeout(int64_t now) override;
    void OnProgress() override;
    void OnGoBack() override;
    int64_t TakeRetransmission() override;

  private:
    /**
     * @brief Mark the packet that a NACK acknowledges selectively.
     * @param frame the NACK
     */
    void Mark(const RoceFrame& frame);

    /// @brief Start loss recovery with the oldest unacknowledged packet.
    void Enter();

    /**
     * @brief Find the next packet to retransmit, and tell the requester whether there is one.
     */
    void FindLost();

    QpRequester& m_requester;   ///< owner
    SelectiveAcks m_acks;       ///< selectively acknowledged packets
    int64_t m_scan{0};          ///< next PSN to retransmit if it is lost
    int64_t m_recoveryEnd{0};   ///< end of the PSNs sent at the start of loss recovery
    bool m_isRecovering{false}; ///< loss recovery goes on
    bool m_isFirst{false};      ///< the oldest packet is to be retransmitted anyhow
};

} // namespace ns3::rdmacell

#endif // IRN_REQUESTER_H
