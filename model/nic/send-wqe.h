/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_WQE_H
#define SEND_WQE_H

#include "ns3/work-request.h"

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A request in a send queue (WQE), and the PSNs of its packets.
 *
 * PSNs have 64 bits here; the low 24 are in packets.
 */
struct SendWqe
{
    int64_t firstPsn;                                   ///< PSN of its first packet
    uint64_t wrId;                                      ///< identifier of the work request
    uint64_t remoteAddress;                             ///< virtual address at the responder
    uint32_t length;                                    ///< bytes
    uint32_t packets;                                   ///< PSNs, at least 1
    uint32_t rkey;                                      ///< remote key
    uint32_t immData;                                   ///< immediate data
    WrOpcode opcode;                                    ///< what to do
    bool signaled;                                      ///< completes with a completion
    bool solicited;                                     ///< solicited event bit
    uint8_t inlineBytes;                                ///< bytes in inlineData
    std::array<uint8_t, SendWr::MAX_INLINE> inlineData; ///< data of a SEND_INLINE request

    /**
     * @brief Get the PSN after the last one.
     * @return PSN
     */
    int64_t EndPsn() const
    {
        return firstPsn + packets;
    }
};

} // namespace ns3::rdmacell

#endif // SEND_WQE_H
