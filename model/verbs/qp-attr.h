/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_ATTR_H
#define QP_ATTR_H

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

class CompletionQueue;

/// States of a queue pair (ibv_qp_state).
enum class QpState : uint8_t
{
    RESET, ///< as made; drops all packets
    INIT,  ///< receive requests may be posted
    RTR,   ///< ready to receive
    RTS,   ///< ready to send, too
    ERR,   ///< requests are flushed
};

/**
 * @brief Print a state.
 * @param os the stream
 * @param state the state
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, QpState state);

/**
 * @ingroup rdmacell
 * @brief Attributes that a queue pair is made with (ibv_qp_init_attr). The service type is RC.
 */
struct QpInitAttr
{
    CompletionQueue* sendCq{nullptr}; ///< completions of send requests
    CompletionQueue* recvCq{nullptr}; ///< completions of receive requests
    uint32_t maxSendWr{16};           ///< limit of outstanding send requests
    uint32_t maxRecvWr{16};           ///< limit of outstanding receive requests
    bool sqSigAll{false};             ///< every send request is signaled
};

/**
 * @ingroup rdmacell
 * @brief Attributes that VerbsQp::Modify() sets (ibv_qp_attr).
 *
 * Each transition reads the fields that ibv_modify_qp() requires for it: INIT none; RTR pathMtu,
 * destAddress, destQpNum, rqPsn, minRnrTimer and the address vector (udpSourcePort,
 * trafficClass); RTS sqPsn, timeout, retryCnt, rnrRetry; RESET and ERR none.
 */
struct QpAttr
{
    QpState qpState{QpState::RESET}; ///< state to go to
    uint32_t pathMtu{1000};          ///< payload bytes in a full packet
    uint32_t destAddress{0};         ///< IPv4 address of the peer, host byte order
    uint32_t destQpNum{0};           ///< queue pair number of the peer
    uint32_t rqPsn{0};               ///< first PSN expected, 24 bits
    uint32_t sqPsn{0};               ///< first PSN sent, 24 bits
    uint8_t timeout{10};             ///< local ACK timeout: 4.096 us * 2^timeout; 0 = infinite
    uint8_t retryCnt{7};             ///< transport retries, 0 to 7
    uint8_t rnrRetry{7};             ///< receiver-not-ready retries, 0 to 6; 7 = no limit
    uint8_t minRnrTimer{1};          ///< timer code of RNR NAKs (1 = 10 us)
    uint16_t udpSourcePort{0}; ///< hashed by ECMP; 0 = computed from the two QPNs as Linux does
    uint8_t trafficClass{3};   ///< class 0..7 of requests
    /// Payload bytes of requests in flight at most, rounded up to full packets; 0: no limit. Verbs
    /// have no such attribute: it stands for a NIC with a window, as the HPCC simulator's.
    uint32_t window{0};
    /// What congestion control may know of the path, if VerbsContext::UsesPath() asks for it: the
    /// time from a full packet to its ACK if nothing else is sent, time steps; 0: not known.
    int64_t baseRtt{0};
    uint64_t pathRate{0}; ///< line rate of the path's slowest link, bits/s; 0: that of the NIC
};

} // namespace ns3::rdmacell

#endif // QP_ATTR_H
