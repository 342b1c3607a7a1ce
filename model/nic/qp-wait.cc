/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-wait.h"

namespace ns3::rdmacell
{

std::ostream&
operator<<(std::ostream& os, QpWait wait)
{
    switch (wait)
    {
    case QpWait::NOTHING:
        return os << "nothing to send";
    case QpWait::TURN:
        return os << "waiting for its turn";
    case QpWait::PACING:
        return os << "paced by congestion control";
    case QpWait::PAUSE:
        return os << "paused by PFC";
    case QpWait::WINDOW:
        return os << "at the limit of outstanding packets";
    case QpWait::ACK:
        return os << "waiting for an acknowledgment";
    case QpWait::RECEIVER:
        return os << "waiting for the receiver (RNR)";
    }
    return os << static_cast<int>(wait);
}

} // namespace ns3::rdmacell
