/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_NIC_STATS_H
#define ROCE_NIC_STATS_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Counters of a NIC, from its construction on.
 */
struct RoceNicStats
{
    uint64_t dataFramesSent{0};      ///< requests and READ responses, retransmitted ones included
    uint64_t dataBytesSent{0};       ///< their payload
    uint64_t retransmittedFrames{0}; ///< request packets retransmitted
    uint64_t retransmittedBytes{0};  ///< their payload
    uint64_t bytesPlaced{0};         ///< payload placed in memory, each byte once
    uint64_t acksSent{0};            ///< positive acknowledgments sent
    uint64_t naksSent{0};            ///< NAKs of PSN sequence errors sent
    uint64_t naksReceived{0};        ///< NAKs of PSN sequence errors received
    uint64_t rnrNaksSent{0};         ///< receiver-not-ready NAKs sent
    uint64_t rnrNaksReceived{0};     ///< receiver-not-ready NAKs received
    uint64_t errorNaksSent{0};       ///< NAKs sent that end the connection
    uint64_t timeouts{0};            ///< local ACK timeouts
    uint64_t cnpsSent{0};            ///< congestion notifications sent
    uint64_t cnpsReceived{0};        ///< congestion notifications received
    uint64_t ceFrames{0};            ///< frames received with a congestion mark
    uint64_t duplicates{0};          ///< duplicate request packets received
    uint64_t outOfOrderDrops{0};     ///< out-of-order request packets dropped
    uint64_t outOfOrderHeld{0};      ///< out-of-order request packets kept
    uint64_t strayFrames{0};         ///< frames dropped that are for no queue pair of the NIC
    uint64_t queuePairErrors{0};     ///< queue pairs that went to the error state without Modify()
};

} // namespace ns3::rdmacell

#endif // ROCE_NIC_STATS_H
