/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_WAIT_H
#define QP_WAIT_H

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/// What a queue pair waits for before its requester or responder sends its next packet.
enum class QpWait : uint8_t
{
    NOTHING,  ///< it has nothing to do: no request, no READ to answer
    TURN,     ///< its turn, or the end of the transmission of another frame
    PACING,   ///< the time that congestion control has set
    PAUSE,    ///< the end of a PFC pause of its class
    WINDOW,   ///< an acknowledgment, as the limit of outstanding PSNs is reached
    ACK,      ///< the acknowledgment or READ response of the requests that are sent
    RECEIVER, ///< the RNR timer: the receiver had no receive request
};

/**
 * @brief Print what a queue pair waits for.
 * @param os the stream
 * @param wait the reason
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, QpWait wait);

} // namespace ns3::rdmacell

#endif // QP_WAIT_H
