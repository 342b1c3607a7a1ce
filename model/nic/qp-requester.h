/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_REQUESTER_H
#define QP_REQUESTER_H

#include "qp-wait.h"
#include "requester-recovery.h"
#include "send-queue.h"

#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The requester of a queue pair: sends requests, and retransmits what its loss recovery
 * chooses (IBTA vol. 1, 9.7).
 *
 * PSNs have 64 bits here, so that they can be compared, and the low 24 of them are in packets. A
 * retransmitted packet equals the first one, opcode included; only a retransmitted READ request is
 * for the missing responses alone.
 *
 * ACKs may overtake READ responses, as they have a class of their own. So an ACK of a request that
 * follows a READ is remembered until the READ is complete; it does not mean that responses are
 * lost.
 *
 * With a window (QpAttr::window), packets request an ACK often enough that it opens smoothly.
 *
 * READ responses are recovered by going back, whatever the loss recovery: at a gap, the READ is
 * requested again from the first missing response on, and so are the requests after it.
 *
 * The local ACK timer runs while a packet with the AckReq bit is unacknowledged, from when the
 * first such packet was sent or a packet was last acknowledged. Packets without the bit do not
 * start it: with a long AckInterval, a slow sender would time out before it requests an ACK.
 */
class QpRequester
{
  public:
    /// Outstanding PSNs that stop further requests without a window. One READ may add as many
    /// again: together half of the 24-bit space, the most that can be compared (IBTA vol.
    /// 1, 9.7.2).
    static constexpr uint32_t MAX_OUTSTANDING = 1U << 22;

    /**
     * @brief Make a requester without requests.
     * @param qp the queue pair
     */
    explicit QpRequester(QueuePair& qp);
    ~QpRequester() = default;
    QpRequester(const QpRequester&) = delete;
    QpRequester& operator=(const QpRequester&) = delete;

    /// @brief The queue pair goes to RTS: start with its attributes.
    void Start();

    /**
     * @brief Limit the packets in flight, below the limit of QpAttr::window; after Start().
     * @param packets at least 1
     */
    void SetWindow(uint32_t packets)
    {
        m_window = std::min(packets, m_largestWindow);
    }

    /**
     * @brief Have packets request ACKs more often, for congestion control; after Start().
     * @param packets from one that does to the next at most, at least 1
     */
    void SetAckLimit(uint32_t packets)
    {
        m_ackLimit = std::min(m_ackLimit, packets);
    }

    /**
     * @brief Append a request.
     * @param wr the request
     * @return false if the queue is full or the request is malformed (IBTA: immediate error)
     */
    bool Post(const SendWr& wr);

    /**
     * @brief Count the free slots of the send queue.
     * @return requests that Post() accepts
     */
    uint32_t GetFreeSlots() const;

    /**
     * @brief Ask whether a packet can be sent.
     * @return true if so
     */
    bool HasWork() const
    {
        return (m_current < m_queue.GetSize() && !m_waitsForReceiver &&
                m_next - m_unacked < m_window) ||
               m_isRetransmitting;
    }

    /**
     * @brief Tell what keeps it from sending, for reports.
     * @return NOTHING, WINDOW, ACK or RECEIVER; TURN if it has work
     */
    QpWait GetWait() const;

    /**
     * @brief Compute when its timer will have expired for the last time if nothing arrives: after
     * all retries that are left, or once if they are not limited.
     * @return time steps; 0 if no timer runs
     */
    int64_t GetLastExpiry() const;

    /**
     * @brief Make the next packet; there must be work.
     * @param now the current time, steps
     * @return the frame
     */
    RoceFramePtr NextFrame(int64_t now);

    /**
     * @brief Handle an ACK or NAK.
     * @param frame the frame
     * @param now the current time, steps
     */
    void OnAcknowledge(const RoceFrame& frame, int64_t now);

    /**
     * @brief Handle a READ response.
     * @param frame the frame
     * @param now the current time, steps
     */
    void OnReadResponse(const RoceFrame& frame, int64_t now);

    /**
     * @brief The local ACK timer or the RNR timer has expired.
     * @param now the current time, steps
     */
    void OnTimer(int64_t now);

    /// @brief Complete all requests with WR_FLUSH_ERR.
    void Flush();

    /// @brief Forget all requests without completing them.
    void Reset();

    // For its loss recovery

    /**
     * @brief Get the queue pair.
     * @return the owner
     */
    QueuePair& GetQp() const
    {
        return m_qp;
    }

    /**
     * @brief Get the oldest PSN that is not acknowledged.
     * @return 64-bit PSN
     */
    int64_t GetUnacked() const
    {
        return m_unacked;
    }

    /**
     * @brief Get the end of the PSNs ever sent.
     * @return 64-bit PSN
     */
    int64_t GetSentEnd() const
    {
        return m_sentEnd;
    }

    /**
     * @brief Ask whether the oldest request is a READ.
     * @return true if so
     */
    bool IsReadFirst() const;

    /**
     * @brief Extend a 24-bit PSN to the 64-bit one that is nearest to the oldest unacknowledged.
     * @param psn 24-bit PSN
     * @return 64-bit PSN
     */
    int64_t Extend(uint32_t psn) const;

    /**
     * @brief Have RequesterRecovery::TakeRetransmission() called for each next packet, or no more.
     * @param retransmitting true if there are packets to retransmit
     */
    void SetRetransmitting(bool retransmitting)
    {
        m_isRetransmitting = retransmitting;
    }

    /**
     * @brief The responder lacks a packet: retransmit from it on. If the requester has gone back to
     * it already, that costs no retry.
     * @param psn its PSN
     * @param now the current time
     */
    void GoBack(int64_t psn, int64_t now);

    /**
     * @brief Retransmit from a PSN on; fail if no retries are left.
     * @param psn the PSN
     * @param now the current time
     */
    void Retry(int64_t psn, int64_t now);

    /**
     * @brief Use up a retry, unless LossRecovery::RequesterLimits::retryPeriod has not passed since
     * the last one; fail if none is left.
     * @param now the current time
     * @return true if the queue pair lives on
     */
    bool UseRetry(int64_t now);

    /**
     * @brief Get the end of the PSNs that a packet takes.
     * @param psn its PSN, sent and not acknowledged
     * @return the PSN after it; of a READ request, the end of its responses
     */
    int64_t GetPacketEnd(int64_t psn) const;

    /**
     * @brief Start the retransmission timer, if there is a timeout and it does not run.
     * @param now the current time
     */
    void EnsureTimer(int64_t now);

  private:
    /**
     * @brief The responder has executed all requests before a PSN.
     * @param end the PSN
     * @param now the current time
     */
    void Acknowledge(int64_t end, int64_t now);

    /**
     * @brief Complete the requests that are acknowledged, oldest first.
     * @param now the current time
     * @param progressed the caller has acknowledged a PSN
     */
    void CompleteFinished(int64_t now, bool progressed);

    /**
     * @brief A PSN was acknowledged: restore the retry counts, restart or stop the timer.
     * @param now the current time
     */
    void OnProgress(int64_t now);

    /**
     * @brief Get the loss recovery.
     * @return it; made if this is the first time
     */
    RequesterRecovery& GetRecovery();

    /**
     * @brief Make the next packet that the loss recovery retransmits.
     * @param now the current time
     * @return the frame
     */
    [[gnu::noinline]] RoceFramePtr Retransmit(int64_t now);

    /**
     * @brief Find the request that a PSN belongs to.
     * @param psn the PSN, not before the oldest unacknowledged one
     * @return index in m_queue
     */
    std::size_t FindRequest(int64_t psn) const;

    /**
     * @brief Get the retransmission timeout.
     * @return steps; 0 = none
     */
    int64_t GetTimeout() const
    {
        return m_sentEnd - m_unacked <= m_fewPackets ? m_lowTimeout : m_timeout;
    }

    /**
     * @brief Start the retransmission timer anew; there is a timeout.
     * @param now the current time
     */
    void StartTimer(int64_t now);

    /**
     * @brief Count and trace a retransmitted packet.
     * @param frame the frame
     */
    void OnRetransmission(const RoceFrame& frame);

    /**
     * @brief Handle a NAK.
     * @param frame the frame
     * @param psn its PSN
     * @param now the current time
     */
    void OnNak(const RoceFrame& frame, int64_t psn, int64_t now);

    /**
     * @brief Make a PSN the next one to send.
     * @param psn the PSN, not before the oldest unacknowledged one
     */
    void SetNext(int64_t psn);

    /**
     * @brief Make a PSN the next one to send; the timer stops if no ACK is awaited before it.
     * @param psn the PSN, not before the oldest unacknowledged one
     */
    void Rewind(int64_t psn);

    /**
     * @brief Wait, then retransmit from a PSN on; fail if no RNR retries are left.
     * @param timerCode code of the time to wait
     * @param psn the PSN
     * @param now the current time
     */
    void WaitForReceiver(uint8_t timerCode, int64_t psn, int64_t now);

    /**
     * @brief Fail the oldest request; the queue pair goes to the error state.
     * @param status status of its completion
     */
    void Fail(WcStatus status);

    QueuePair& m_qp;                ///< owner
    int64_t m_next{0};              ///< PSN to send next
    int64_t m_unacked{0};           ///< oldest PSN not acknowledged
    std::size_t m_current{0};       ///< request that m_next belongs to: index in m_queue
    int64_t m_window{0};            ///< PSNs outstanding that stop further requests
    uint32_t m_largestWindow{0};    ///< m_window at most: by QpAttr::window
    uint32_t m_ackLimit{0};         ///< packets between two that request an ACK, beside AckInterval
    uint32_t m_sinceAckRequest{0};  ///< packets since the last one with the AckReq bit
    bool m_waitsForReceiver{false}; ///< the RNR timer runs
    bool m_isRetransmitting{false}; ///< the loss recovery has packets to retransmit
    bool m_addressesAll{false};     ///< each packet of a WRITE has an RETH
    uint8_t m_retriesLeft{0};       ///< transport retries
    uint8_t m_rnrRetriesLeft{0};    ///< receiver-not-ready retries
    SendQueue m_queue;              ///< requests that are not completed
    int64_t m_sentEnd{0};           ///< end of the PSNs ever sent
    int64_t m_askedEnd{0};          ///< end of the PSNs that an ACK was requested for
    int64_t m_executedEnd{0};       ///< end of the PSNs that the responder has executed
    int64_t m_missing{-1};          ///< PSN that a retry for a lost packet has gone back to
    int64_t m_readGapAt{-1};        ///< lost READ response that was already requested again
    int64_t m_readAgainAt{0};       ///< when it may be requested once more, steps
    int64_t m_timeout{0};           ///< retransmission timeout, steps; 0 = none
    int64_t m_lowTimeout{0};        ///< the same while few packets are outstanding, steps
    int64_t m_fewPackets{0};        ///< m_lowTimeout holds up to so many packets
    int64_t m_retryPeriod{0};       ///< retries within this time count as one, steps
    int64_t m_retryAt{0};           ///< from when on a retry counts, steps
    int64_t m_timerStart{0};        ///< when the timer was started last, steps
    std::unique_ptr<RequesterRecovery> m_recovery; ///< loss recovery; null until the first loss
};

} // namespace ns3::rdmacell

#endif // QP_REQUESTER_H
