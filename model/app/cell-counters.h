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
 * @brief Counters of the two sides of RDMACell at a host.
 */
struct CellCounters
{
    uint64_t flows{0};                ///< finished by this sender
    uint64_t pathsUsed{0};            ///< paths that these flows have used, summed up
    uint64_t cells{0};                ///< cells sent for the first time
    uint64_t pathChanges{0};          ///< of these: on another path than the flow's cell before
    uint64_t payloadWrites{0};        ///< payload WRITEs posted, retransmissions included
    uint64_t retransmittedCells{0};   ///< cells posted again
    uint64_t retransmittedBytes{0};   ///< bytes of these
    uint64_t softExpiries{0};         ///< T_soft expired without a token
    uint64_t softExpiriesTrue{0};     ///< of these: the cell's head had not been placed
    uint64_t softExpiriesSpurious{0}; ///< of these: the head had been placed, or was only late
    uint64_t softExpiriesUnknown{0};  ///< of these: no token was left to tell
    uint64_t completionExpiries{0};   ///< no completion in time after the token
    uint64_t naksSeen{0};             ///< NAKs that the application was notified of
    uint64_t reroutes{0};             ///< recoveries: a path isolated, its cells moved to others
    uint64_t queuePairErrors{0};      ///< of these: because the queue pair had failed
    uint64_t resets{0};               ///< queue pairs reset after an isolation
    uint64_t tokensReceived{0};       ///< tokens that this sender has read
    uint64_t tokensLate{0};           ///< of these: for an earlier attempt
    uint64_t tokensSent{0};           ///< tokens that this receiver has written
    uint64_t tokensRefused{0};        ///< tokens that could not be posted: queue pair down or full
    uint64_t receiveCompletions{0};   ///< completions of heads of cells at this receiver
    uint64_t deliveredBytes{0};       ///< bytes placed at this receiver for the first time
    uint64_t duplicateBytes{0};       ///< bytes placed again
    uint64_t tracedPorts{0};          ///< UDP source ports whose paths were traced
    uint64_t traceProbes{0};          ///< probes for that: one to each switch on the way

    /**
     * @brief List all counters.
     * @return name -> number
     */
    std::map<std::string, uint64_t> ToMap() const;
};

} // namespace ns3::rdmacell

#endif // CELL_COUNTERS_H
