/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OUT_OF_ORDER_REQUESTER_H
#define OUT_OF_ORDER_REQUESTER_H

#include "requester-recovery.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpRequester;

/**
 * @ingroup rdmacell
 * @brief Out-of-order placement, requester: a NAK has it retransmit the missing packet alone, as
 * the responder keeps those after it. After a timeout it goes back, since it does not know what
 * has arrived.
 *
 * As with Go-Back-N, a repeated NAK costs no retry.
 */
class OutOfOrderRequester final : public RequesterRecovery
{
  public:
    /**
     * @brief Make it.
     * @param requester the requester
     */
    explicit OutOfOrderRequester(QpRequester& requester);

    // From RequesterRecovery
    void OnNak(const RoceFrame& frame, int64_t psn, int64_t now) override;
    void OnTimeout(int64_t now) override;
    void OnProgress() override;
    int64_t TakeRetransmission() override;

  private:
    QpRequester& m_requester; ///< owner
    int64_t m_missing{-1};    ///< PSN that the last NAK has asked for
};

} // namespace ns3::rdmacell

#endif // OUT_OF_ORDER_REQUESTER_H
