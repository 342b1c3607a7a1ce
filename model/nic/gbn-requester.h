/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GBN_REQUESTER_H
#define GBN_REQUESTER_H

#include "send-wqe.h"

#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The sending half of a queue pair: segmentation and go-back-N (IBTA vol. 1, 9.7).
 *
 * PSNs are kept in 64 bits here and cut to 24 in frames. A packet that is sent again is the same
 * packet, opcode included; only a READ request that is repeated asks for just what is missing.
 *
 * ACKs may overtake READ responses, as they have a class of their own. So an ACK for a request
 * after a READ is remembered until the READ's data is complete, and is never taken for a loss.
 *
 * The local ACK timer runs while a packet that asked for an ACK is unacknowledged, from when the
 * first such packet was sent or the last progress was made. (A packet that did not ask does not
 * start it, or a slow sender with a long AckInterval would run into it.)
 */
class GbnRequester
{
  public:
    /// PSNs outstanding at most; half of what could be told apart, as a READ takes many at once.
    static constexpr uint32_t MAX_OUTSTANDING = 1U << 22;

    /**
     * @brief Make the sending half.
     * @param qp the queue pair
     */
    explicit GbnRequester(QueuePair& qp);
    ~GbnRequester();
    GbnRequester(const GbnRequester&) = delete;
    GbnRequester& operator=(const GbnRequester&) = delete;

    /// @brief The queue pair is ready to send: take over its attributes.
    void Start();

    /**
     * @brief Append a request.
     * @param wr the request
     * @return false if the queue is full or the request is malformed (IBTA: immediate error)
     */
    bool Post(const SendWr& wr);

    /**
     * @brief Count the free places of the queue.
     * @return requests that Post() would take
     */
    uint32_t GetFreeSlots() const;

    /**
     * @brief Ask whether a packet can be sent.
     * @return true if so
     */
    bool HasWork() const
    {
        return m_current < m_queue.size() && !m_waitsForReceiver &&
               m_next - m_unacked < MAX_OUTSTANDING;
    }

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
     * @brief The local ACK timeout or the wait for a receiver has passed.
     * @param now the current time, steps
     */
    void OnTimer(int64_t now);

    /// @brief Complete all requests with WR_FLUSH_ERR.
    void Flush();

    /// @brief Forget all requests.
    void Reset();

  private:
    /**
     * @brief Check a request.
     * @param wr the request
     * @return true if it can be executed
     */
    bool IsValid(const SendWr& wr) const;

    /**
     * @brief Count the PSNs of a message.
     * @param length bytes
     * @return packets, at least 1
     */
    uint32_t CountPackets(uint32_t length) const;

    /**
     * @brief Extend a 24-bit PSN near the oldest unacknowledged one.
     * @param psn 24-bit PSN
     * @return 64-bit PSN
     */
    int64_t Extend(uint32_t psn) const;

    /**
     * @brief The responder has executed all requests before a PSN.
     * @param end the PSN
     * @param now the current time
     */
    void Acknowledge(int64_t end, int64_t now);

    /**
     * @brief Complete what is finished and move on.
     * @param now the current time
     * @param progressed some PSN has been acknowledged already
     */
    void CompleteFinished(int64_t now, bool progressed);

    /**
     * @brief Some PSN has been acknowledged: restore the retry limits, restart or stop the timer.
     * @param now the current time
     */
    void OnProgress(int64_t now);

    /**
     * @brief Handle a NAK.
     * @param syndrome AETH syndrome
     * @param psn the PSN that it is for
     * @param now the current time
     */
    void OnNak(uint8_t syndrome, int64_t psn, int64_t now);

    /**
     * @brief Send again from a PSN on, if the retry limit allows.
     * @param psn the PSN
     * @param now the current time
     */
    void Retry(int64_t psn, int64_t now);

    /**
     * @brief Go back to a PSN.
     * @param psn the PSN, not before the oldest unacknowledged one
     */
    void Rewind(int64_t psn);

    /**
     * @brief Wait before going back to a PSN, if the limit allows.
     * @param timerCode how long
     * @param psn the PSN
     * @param now the current time
     */
    void WaitForReceiver(uint8_t timerCode, int64_t psn, int64_t now);

    /**
     * @brief Complete the oldest request in error; the queue pair goes to the error state.
     * @param status why
     */
    void Fail(WcStatus status);

    /**
     * @brief Add a completion of the oldest request.
     * @param status how it ended
     */
    void Complete(WcStatus status);

    QueuePair& m_qp;                         ///< owner
    int64_t m_next{0};                       ///< PSN to send next
    int64_t m_unacked{0};                    ///< oldest PSN not acknowledged
    std::size_t m_current{0};                ///< request that m_next is of: index in m_queue
    uint32_t m_sinceAckRequest{0};           ///< packets since one that asked for an ACK
    bool m_waitsForReceiver{false};          ///< an RNR wait runs
    uint8_t m_retriesLeft{0};                ///< transport retries
    uint8_t m_rnrRetriesLeft{0};             ///< receiver-not-ready retries
    boost::circular_buffer<SendWqe> m_queue; ///< unacknowledged requests, oldest first
    int64_t m_sentEnd{0};                    ///< end of the PSNs ever sent
    int64_t m_askedEnd{0};                   ///< end of the PSNs that an ACK was asked for
    int64_t m_executedEnd{0};                ///< end of the PSNs that the responder has executed
    int64_t m_postedEnd{0};                  ///< end of the PSNs of all requests
    int64_t m_readGapAt{-1};                 ///< READ response for whose loss it went back
    int64_t m_timeout{0};                    ///< local ACK timeout, steps; 0 = none
    uint32_t m_unreclaimed{0};               ///< finished requests whose places are not free yet
};

} // namespace ns3::rdmacell

#endif // GBN_REQUESTER_H
