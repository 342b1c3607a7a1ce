/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "work-completion.h"

namespace ns3::rdmacell
{

std::ostream&
operator<<(std::ostream& os, WcStatus status)
{
    switch (status)
    {
    case WcStatus::SUCCESS:
        return os << "SUCCESS";
    case WcStatus::LOC_LEN_ERR:
        return os << "LOC_LEN_ERR";
    case WcStatus::LOC_PROT_ERR:
        return os << "LOC_PROT_ERR";
    case WcStatus::WR_FLUSH_ERR:
        return os << "WR_FLUSH_ERR";
    case WcStatus::REM_INV_REQ_ERR:
        return os << "REM_INV_REQ_ERR";
    case WcStatus::REM_ACCESS_ERR:
        return os << "REM_ACCESS_ERR";
    case WcStatus::REM_OP_ERR:
        return os << "REM_OP_ERR";
    case WcStatus::RETRY_EXC_ERR:
        return os << "RETRY_EXC_ERR";
    case WcStatus::RNR_RETRY_EXC_ERR:
        return os << "RNR_RETRY_EXC_ERR";
    }
    return os << static_cast<int>(status);
}

} // namespace ns3::rdmacell
