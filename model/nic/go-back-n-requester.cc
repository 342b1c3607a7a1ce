/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "go-back-n-requester.h"

#include "qp-requester.h"

namespace ns3::rdmacell
{

GoBackNRequester::GoBackNRequester(QpRequester& requester)
    : m_requester(requester)
{
}

void
GoBackNRequester::OnNak(const RoceFrame& /* frame */, int64_t psn, int64_t now)
{
    m_requester.GoBack(psn, now);
}

void
GoBackNRequester::OnTimeout(int64_t now)
{
    m_requester.Retry(m_requester.GetUnacked(), now);
}

} // namespace ns3::rdmacell
