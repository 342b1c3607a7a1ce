/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GBN_RESPONDER_H
#define GBN_RESPONDER_H

#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

class MemoryRegion;
class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The receiving half of a queue pair: executes requests in order of PSN (IBTA vol. 1, 9.7).
 *
 * The expected request is executed, one beyond it is dropped and answered by one NAK for each gap,
 * one before it was executed already: it is acknowledged again, or, for a READ, executed again.
 */
class GbnResponder
{
  public:
    /**
     * @brief Make the receiving half.
     * @param qp the queue pair
     */
    explicit GbnResponder(QueuePair& qp);
    ~GbnResponder();
    GbnResponder(const GbnResponder&) = delete;
    GbnResponder& operator=(const GbnResponder&) = delete;

    /// @brief The queue pair is ready to receive: take over its attributes.
    void Start();

    /**
     * @brief Append a receive request.
     * @param wr the request
     * @return false if the queue is full
     */
    bool Post(const RecvWr& wr);

    /**
     * @brief Handle a request packet.
     * @param frame the frame
     * @param traits of its opcode
     * @param now the current time, steps
     */
    void OnRequest(const RoceFrame& frame, uint16_t traits, int64_t now);

    /**
     * @brief Ask whether there are READ responses to send.
     * @return true if so
     */
    bool HasWork() const
    {
        return !m_reads.empty();
    }

    /**
     * @brief Make the next READ response; there must be one.
     * @return the frame
     */
    RoceFramePtr NextFrame();

    /// @brief Complete all receive requests with WR_FLUSH_ERR.
    void Flush();

    /// @brief Forget all requests.
    void Reset();

  private:
    /// What a request in the middle of which the responder is does.
    enum class Message : uint8_t
    {
        NONE,  ///< no message has started
        SEND,  ///< a SEND has started and not ended
        WRITE, ///< a WRITE has started and not ended
    };

    /// A READ that is being answered.
    struct Read
    {
        uint32_t psn;  ///< of the next response
        uint32_t left; ///< bytes to send
        bool isFirst;  ///< the next response is the first
    };

    /**
     * @brief Handle a request that was executed already.
     * @param frame the frame
     * @param traits of its opcode
     * @param now the current time
     */
    void OnDuplicate(const RoceFrame& frame, uint16_t traits, int64_t now);

    /**
     * @brief Check that a packet continues what was there before it.
     * @param frame the frame
     * @param traits of its opcode
     * @return true if the opcode may follow and the payload is as long as the opcode implies
     */
    bool IsInSequence(const RoceFrame& frame, uint16_t traits) const;

    /**
     * @brief Execute a packet of a SEND or WRITE.
     * @param frame the frame
     * @param traits of its opcode
     * @param now the current time
     */
    void OnData(const RoceFrame& frame, uint16_t traits, int64_t now);

    /**
     * @brief Prepare for the first packet of a WRITE.
     * @param frame the frame
     * @return AethSyndrome::ACK, or why it cannot be executed
     */
    uint8_t StartWrite(const RoceFrame& frame);

    /**
     * @brief Check a packet of a SEND against the receive request.
     * @param frame the frame
     * @param traits of its opcode
     * @return AethSyndrome::ACK, or why it cannot be executed; then the request is completed
     */
    uint8_t CheckReceive(const RoceFrame& frame, uint16_t traits);

    /**
     * @brief Finish a message: count it, complete the receive request, tell the watch.
     * @param frame its last packet
     * @param traits of its opcode
     */
    void EndMessage(const RoceFrame& frame, uint16_t traits);

    /**
     * @brief Execute a READ request.
     * @param frame the frame
     * @param now the current time
     * @return AethSyndrome::ACK, or why it cannot be executed
     */
    uint8_t OnRead(const RoceFrame& frame, int64_t now);

    /**
     * @brief Find the memory of a range.
     * @param key its key
     * @param address first address
     * @param length bytes
     * @return the region, or nullptr if the range is not in it
     */
    MemoryRegion* FindMemory(uint32_t key, uint64_t address, uint32_t length) const;

    /**
     * @brief Check the range that a request reads or writes.
     * @param reth what the request says
     * @return true if it is in registered memory, or empty
     */
    bool IsAllowed(const RoceFrame::Reth& reth) const;

    /**
     * @brief Send a NAK and go to the error state.
     * @param syndrome why
     * @param now the current time
     */
    void Refuse(uint8_t syndrome, int64_t now);

    /**
     * @brief Complete the oldest receive request.
     * @param completion its status and more; gets the rest
     */
    void CompleteReceive(WorkCompletion completion);

    QueuePair& m_qp;                           ///< owner
    uint32_t m_expected{0};                    ///< PSN expected
    uint32_t m_msn{0};                         ///< messages executed, 24 bits
    bool m_nakSent{false};                     ///< what is missing has been asked for
    Message m_message{Message::NONE};          ///< what the responder is in the middle of
    uint32_t m_received{0};                    ///< bytes of the message so far
    RoceFrame::Reth m_write{};                 ///< what the current WRITE writes
    boost::circular_buffer<RecvWr> m_receives; ///< receive requests, oldest first
    boost::circular_buffer<Read> m_reads;      ///< READs to answer, oldest first
};

} // namespace ns3::rdmacell

#endif // GBN_RESPONDER_H
