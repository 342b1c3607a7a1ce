/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_COUNTERS_H
#define CELL_COUNTERS_H

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What the two sides of RDMACell at a host have done.
 */
struct CellCounters
{
    uint64_t flows{0};                ///< finished by this sender
    uint64_t pathsUsed{0};            ///< queue pairs that these flows' cells went over, summed up
    uint64_t cells{0};                ///< cells sent for the first time
    uint64_t payloadWrites{0};        ///< second WRITEs posted, resends included
    uint64_t resentCells{0};          ///< cells sent again
    uint64_t resentBytes{0};          ///< bytes of these
    uint64_t softExpiries{0};         ///< T_soft passed without a token
    uint64_t softExpiriesTrue{0};     ///< of these: the cell's head had not come
    uint64_t softExpiriesSpurious{0}; ///< of these: the head had come, or came without a resend
    uint64_t softExpiriesUnknown{0};  ///< of these: no token was left to tell
    uint64_t completionExpiries{0};   ///< no completion in time after the token
    uint64_t naksSeen{0};             ///< NAKs that the program was told of
    uint64_t reroutes{0};             ///< recoveries: a queue pair isolated, its cells moved
    uint64_t queuePairErrors{0};      ///< of these: because the queue pair had failed
    uint64_t resets{0};               ///< queue pairs back in use after a reset
    uint64_t tokensReceived{0};       ///< tokens that this sender has read
    uint64_t tokensLate{0};           ///< of these: for an earlier attempt
    uint64_t tokensSent{0};           ///< tokens that this receiver has written
    uint64_t tokensRefused{0};        ///< tokens that could not be posted: queue pair down or full
    uint64_t receiveCompletions{0};   ///< completions of heads of cells at this receiver
    uint64_t deliveredBytes{0};       ///< bytes that this receiver got for the first time
    uint64_t duplicateBytes{0};       ///< bytes that it got again

    /**
     * @brief List all counters.
     * @return name -> number
     */
    std::map<std::string, uint64_t> ToMap() const;
};

} // namespace ns3::rdmacell

#endif // CELL_COUNTERS_H
