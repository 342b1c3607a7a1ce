/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "work-request.h"

namespace ns3::rdmacell
{

std::ostream&
operator<<(std::ostream& os, WrOpcode opcode)
{
    switch (opcode)
    {
    case WrOpcode::RDMA_WRITE:
        return os << "RDMA_WRITE";
    case WrOpcode::RDMA_WRITE_WITH_IMM:
        return os << "RDMA_WRITE_WITH_IMM";
    case WrOpcode::SEND:
        return os << "SEND";
    case WrOpcode::SEND_WITH_IMM:
        return os << "SEND_WITH_IMM";
    case WrOpcode::RDMA_READ:
        return os << "RDMA_READ";
    }
    return os << static_cast<int>(opcode);
}

} // namespace ns3::rdmacell
