/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORK_REQUEST_H
#define WORK_REQUEST_H

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/// What a send work request does (ibv_wr_opcode).
enum class WrOpcode : uint8_t
{
    RDMA_WRITE,          ///< place data at the responder; no completion there
    RDMA_WRITE_WITH_IMM, ///< the same, and complete a receive request there
    SEND,                ///< place data where the receive request at the responder says
    SEND_WITH_IMM,       ///< the same with immediate data
    RDMA_READ,           ///< fetch data from the responder
};

/**
 * @brief Print an opcode.
 * @param os the stream
 * @param opcode the opcode
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, WrOpcode opcode);

/// Flags of a send work request (ibv_send_flags), to be or-ed.
enum SendFlags : uint8_t
{
    SEND_SIGNALED = 1 << 0,  ///< a completion follows even if QpInitAttr::sqSigAll is false
    SEND_SOLICITED = 1 << 1, ///< the solicited event bit is set
    SEND_INLINE = 1 << 2,    ///< the data is SendWr::inlineData, copied when posted
};

/**
 * @ingroup rdmacell
 * @brief A send work request (ibv_send_wr) with one scatter/gather element.
 */
struct SendWr
{
    /// Bytes that SEND_INLINE can carry.
    static constexpr uint32_t MAX_INLINE = 16;

    /// Largest message: 2^31 bytes (IBTA vol. 1, 9.2).
    static constexpr uint32_t MAX_MESSAGE = 1U << 31;

    uint64_t wrId{0};                             ///< identifier, returned in the completion
    SendWr* next{nullptr};                        ///< next request of the list, or nullptr
    WrOpcode opcode{WrOpcode::RDMA_WRITE};        ///< what to do
    uint8_t sendFlags{0};                         ///< SendFlags
    uint32_t length{0};                           ///< bytes, 0 to MAX_MESSAGE
    uint64_t localAddress{0};                     ///< source of the data; destination for RDMA_READ
    uint32_t lkey{0};                             ///< local key of the memory region
    uint64_t remoteAddress{0};                    ///< address at the responder
    uint32_t rkey{0};                             ///< remote key
    uint32_t immData{0};                          ///< immediate data
    std::array<uint8_t, MAX_INLINE> inlineData{}; ///< data of a SEND_INLINE request
};

/**
 * @ingroup rdmacell
 * @brief A receive work request (ibv_recv_wr) with one scatter/gather element.
 */
struct RecvWr
{
    uint64_t wrId{0};         ///< identifier, returned in the completion
    uint64_t localAddress{0}; ///< destination of a SEND's data
    uint32_t length{0};       ///< bytes of room for it
    uint32_t lkey{0};         ///< local key of the memory region
    RecvWr* next{nullptr};    ///< next request of the list, or nullptr
};

} // namespace ns3::rdmacell

#endif // WORK_REQUEST_H
