/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-context.h"

#include "ns3/abort.h"

namespace ns3::rdmacell
{

void
CellContext::BringUp(VerbsQp& qp, QpAttr attr) const
{
    attr.pathMtu = verbs->GetPathMtu();
    attr.timeout = settings.timeout;
    attr.retryCnt = settings.retryCount;
    for (const QpState state : {QpState::INIT, QpState::RTR, QpState::RTS})
    {
        attr.qpState = state;
        const bool done = qp.Modify(attr);
        NS_ABORT_MSG_IF(!done, "queue pair " << qp.GetQpNum() << " does not come up");
    }
}

uint32_t
CellContext::GetNextPsn(uint32_t psn, uint32_t packets)
{
    constexpr uint32_t PSNS = 1U << 24;
    constexpr uint32_t GAP = PSNS / 4; // half of what counts as behind
    return (psn + packets + GAP) % PSNS;
}

} // namespace ns3::rdmacell
