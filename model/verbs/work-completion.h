/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORK_COMPLETION_H
#define WORK_COMPLETION_H

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/// How a work request ended (ibv_wc_status).
enum class WcStatus : uint8_t
{
    SUCCESS,           ///< no error
    LOC_LEN_ERR,       ///< message longer than the receive request
    LOC_PROT_ERR,      ///< local range not in the memory region of its key
    WR_FLUSH_ERR,      ///< the queue pair went to the error state first
    REM_INV_REQ_ERR,   ///< NAK: invalid request
    REM_ACCESS_ERR,    ///< NAK: remote access error
    REM_OP_ERR,        ///< NAK: remote operational error
    RETRY_EXC_ERR,     ///< transport retries used up
    RNR_RETRY_EXC_ERR, ///< receiver-not-ready retries used up
};

/**
 * @brief Print a status.
 * @param os the stream
 * @param status the status
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, WcStatus status);

/// What completed (ibv_wc_opcode).
enum class WcOpcode : uint8_t
{
    SEND,               ///< a SEND was acknowledged
    RDMA_WRITE,         ///< a WRITE was acknowledged
    RDMA_READ,          ///< a READ's data has arrived
    RECV,               ///< a SEND arrived
    RECV_RDMA_WITH_IMM, ///< a WRITE_WITH_IMM arrived
};

/**
 * @ingroup rdmacell
 * @brief A completion queue entry (ibv_wc).
 *
 * After an error status only wrId, status and qpNum are valid.
 */
struct WorkCompletion
{
    uint64_t wrId{0};                   ///< identifier of the work request
    WcStatus status{WcStatus::SUCCESS}; ///< how it ended
    WcOpcode opcode{WcOpcode::SEND};    ///< kind of request
    bool withImm{false};                ///< immData is valid (IBV_WC_WITH_IMM)
    uint32_t byteLen{0};                ///< bytes received; of the whole WRITE for WITH_IMM
    uint32_t immData{0};                ///< immediate data
    uint32_t qpNum{0};                  ///< local queue pair number
};

} // namespace ns3::rdmacell

#endif // WORK_COMPLETION_H
