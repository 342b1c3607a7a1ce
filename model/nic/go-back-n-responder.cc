/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "go-back-n-responder.h"

#include "qp-responder.h"

namespace ns3::rdmacell
{

GoBackNResponder::GoBackNResponder(QpResponder& responder)
    : m_responder(responder)
{
}

void
GoBackNResponder::OnOutOfOrder(const RoceFrame& frame,
                               uint16_t /* traits */,
                               uint32_t /* ahead */,
                               int64_t now)
{
    m_responder.Drop(frame);
    if (m_responder.MayNak(now))
    {
        m_responder.SendNak(now);
    }
}

} // namespace ns3::rdmacell
