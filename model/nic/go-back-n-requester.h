/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GO_BACK_N_REQUESTER_H
#define GO_BACK_N_REQUESTER_H

#include "requester-recovery.h"

namespace ns3::rdmacell
{

class QpRequester;

/**
 * @ingroup rdmacell
 * @brief Go-Back-N of one requester: a NAK or a timeout has it retransmit all from the oldest
 * unacknowledged packet on (IBTA vol. 1, 9.7.5.1).
 *
 * A NAK for the packet that the last one has asked for costs no retry, as it does not mean that the
 * packet was lost once more: responders repeat NAKs (RoceNic::NakInterval) while the packet is on
 * its way. It leaves the timer alone, so that a packet that is lost each time ends in an error.
 */
class GoBackNRequester final : public RequesterRecovery
{
  public:
    /**
     * @brief Make it.
     * @param requester the requester
     */
    explicit GoBackNRequester(QpRequester& requester);

    // From RequesterRecovery
    void OnNak(const RoceFrame& frame, int64_t psn, int64_t now) override;
    void OnTimeout(int64_t now) override;

  private:
    QpRequester& m_requester; ///< owner
};

} // namespace ns3::rdmacell

#endif // GO_BACK_N_REQUESTER_H
