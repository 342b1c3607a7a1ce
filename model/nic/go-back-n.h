/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GO_BACK_N_H
#define GO_BACK_N_H

#include "loss-recovery.h"

#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Go-Back-N (IBTA vol. 1, 9.7): out-of-order packets are dropped, the first of each gap is
 * answered by a NAK, and the requester retransmits all from the expected packet on.
 *
 * RoceNic::NakInterval has NAKs repeated.
 */
class GoBackN : public LossRecovery
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From LossRecovery
    std::unique_ptr<RequesterRecovery> CreateRequester(QpRequester& requester) const override;
    std::unique_ptr<ResponderRecovery> CreateResponder(QpResponder& responder) const override;
};

} // namespace ns3::rdmacell

#endif // GO_BACK_N_H
