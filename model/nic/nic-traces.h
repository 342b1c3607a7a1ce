/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_TRACES_H
#define NIC_TRACES_H

#include "ns3/nstime.h"
#include "ns3/qp-attr.h"
#include "ns3/roce-frame.h"
#include "ns3/traced-callback.h"
#include "ns3/work-completion.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Trace sources of a NIC, which its queue pairs fire.
 *
 * RoceNic registers them under the members' names with a capital. PSNs have 24 bits, as in packets.
 * A sink is called in the middle of what the NIC does: it must not post, modify or destroy.
 */
struct NicTraces
{
    /**
     * @brief Signature of the trace source QpRate.
     * @param qpNum number of the queue pair
     * @param bitRate rate that congestion control allows, bits per second
     */
    using RateTracedCallback = void (*)(uint32_t qpNum, double bitRate);

    /**
     * @brief Signature of the trace source QpAlpha.
     * @param qpNum number of the queue pair
     * @param alpha estimate of congestion, 0 to 1
     */
    using AlphaTracedCallback = void (*)(uint32_t qpNum, double alpha);

    /**
     * @brief Signature of the trace source QpWindow.
     * @param qpNum number of the queue pair
     * @param bytes payload that congestion control allows in flight
     */
    using WindowTracedCallback = void (*)(uint32_t qpNum, double bytes);

    /**
     * @brief Signature of the trace source QpRtt.
     * @param qpNum number of the queue pair
     * @param rtt from the start of the transmission of a packet to the arrival of its ACK
     */
    using RttTracedCallback = void (*)(uint32_t qpNum, Time rtt);

    /**
     * @brief Signature of the trace source QpStateChange.
     * @param qpNum number of the queue pair
     * @param oldState state before
     * @param newState state after
     */
    using StateTracedCallback = void (*)(uint32_t qpNum, QpState oldState, QpState newState);

    /**
     * @brief Signature of the trace sources CnpSent and CnpReceived.
     * @param qpNum number of the queue pair
     */
    using CnpTracedCallback = void (*)(uint32_t qpNum);

    /**
     * @brief Signature of the trace sources of ACKs and NAKs.
     * @param qpNum number of the queue pair
     * @param psn PSN in the packet: of an ACK the last one acknowledged, of a NAK for a PSN
     * sequence error the expected one, of an RNR NAK that of the request
     */
    using PsnTracedCallback = void (*)(uint32_t qpNum, uint32_t psn);

    /**
     * @brief Signature of the trace sources of NAKs that end the connection.
     * @param qpNum number of the queue pair
     * @param psn PSN of the request
     * @param syndrome AETH syndrome (AethSyndrome)
     */
    using ErrorNakTracedCallback = void (*)(uint32_t qpNum, uint32_t psn, uint32_t syndrome);

    /**
     * @brief Signature of the trace source Retransmission.
     * @param qpNum number of the queue pair
     * @param psn PSN of the packet
     * @param bytes payload
     */
    using RetransmissionTracedCallback = void (*)(uint32_t qpNum, uint32_t psn, uint32_t bytes);

    /**
     * @brief Signature of the trace source Timeout.
     * @param qpNum number of the queue pair
     * @param psn oldest PSN not acknowledged
     * @param retries retries since a packet was last acknowledged, before this one; if it is the
     * queue pair's retryCnt, the request fails
     */
    using TimeoutTracedCallback = void (*)(uint32_t qpNum, uint32_t psn, uint32_t retries);

    /**
     * @brief Signature of the trace source Completion.
     * @param completion the completion queue entry; it tells the queue pair, too
     */
    using CompletionTracedCallback = void (*)(const WorkCompletion& completion);

    /**
     * @brief Signature of the trace sources PacketSent and PacketReceived.
     * @param qpNum number of the local queue pair
     * @param frame the frame with the packet
     */
    using PacketTracedCallback = void (*)(uint32_t qpNum, const RoceFrame& frame);

    // Those that are looked at for each packet come first: they share a cache line.
    TracedCallback<uint32_t, const RoceFrame&> packetSent;         ///< a packet was sent
    TracedCallback<uint32_t, const RoceFrame&> packetReceived;     ///< a packet arrived
    TracedCallback<uint32_t, double> qpRate;                       ///< a rate changed
    TracedCallback<uint32_t, double> qpAlpha;                      ///< an alpha changed
    TracedCallback<uint32_t, double> qpWindow;                     ///< a window changed
    TracedCallback<uint32_t, Time> qpRtt;                          ///< an RTT was measured
    TracedCallback<uint32_t, uint32_t> ackSent;                    ///< an ACK was sent
    TracedCallback<uint32_t, uint32_t> ackReceived;                ///< an ACK arrived
    TracedCallback<uint32_t, uint32_t> nakSent;                    ///< a sequence NAK was sent
    TracedCallback<uint32_t, uint32_t> nakReceived;                ///< a sequence NAK arrived
    TracedCallback<uint32_t, uint32_t> rnrNakSent;                 ///< an RNR NAK was sent
    TracedCallback<uint32_t, uint32_t> rnrNakReceived;             ///< an RNR NAK arrived
    TracedCallback<uint32_t, uint32_t, uint32_t> errorNakSent;     ///< an error NAK was sent
    TracedCallback<uint32_t, uint32_t, uint32_t> errorNakReceived; ///< an error NAK arrived
    TracedCallback<uint32_t> cnpSent;                              ///< a CNP was sent
    TracedCallback<uint32_t> cnpReceived;                          ///< a CNP arrived
    TracedCallback<uint32_t, uint32_t, uint32_t>
        retransmission;                                   ///< a request packet was retransmitted
    TracedCallback<uint32_t, uint32_t, uint32_t> timeout; ///< a local ACK timeout
    TracedCallback<uint32_t, QpState, QpState> qpStateChange; ///< a queue pair changed state
    TracedCallback<const WorkCompletion&> completion;         ///< a completion was generated
};

} // namespace ns3::rdmacell

#endif // NIC_TRACES_H
