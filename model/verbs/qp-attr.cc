/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-attr.h"

namespace ns3::rdmacell
{

std::ostream&
operator<<(std::ostream& os, QpState state)
{
    switch (state)
    {
    case QpState::RESET:
        return os << "RESET";
    case QpState::INIT:
        return os << "INIT";
    case QpState::RTR:
        return os << "RTR";
    case QpState::RTS:
        return os << "RTS";
    case QpState::ERR:
        return os << "ERR";
    }
    return os << static_cast<int>(state);
}

} // namespace ns3::rdmacell
