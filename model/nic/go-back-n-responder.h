/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GO_BACK_N_RESPONDER_H
#define GO_BACK_N_RESPONDER_H

#include "responder-recovery.h"

namespace ns3::rdmacell
{

class QpResponder;

/**
 * @ingroup rdmacell
 * @brief Go-Back-N of one responder: drops out-of-order packets; the first of each gap is answered
 * by a NAK, which RoceNic::NakInterval has repeated.
 */
class GoBackNResponder final : public ResponderRecovery
{
  public:
    /**
     * @brief Make it.
     * @param responder the responder
     */
    explicit GoBackNResponder(QpResponder& responder);

    // From ResponderRecovery
    void OnOutOfOrder(const RoceFrame& frame,
                      uint16_t traits,
                      uint32_t ahead,
                      int64_t now) override;

  private:
    QpResponder& m_responder; ///< owner
};

} // namespace ns3::rdmacell

#endif // GO_BACK_N_RESPONDER_H
