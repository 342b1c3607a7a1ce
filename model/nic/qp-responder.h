/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_RESPONDER_H
#define QP_RESPONDER_H

#include "held-packets.h"
#include "receive-queue.h"
#include "responder-recovery.h"

#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

class MemoryRegion;
class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The responder of a queue pair: executes requests in order of PSN (IBTA vol. 1, 9.7).
 *
 * A packet with the expected PSN is executed. An out-of-order one is left to the loss recovery. A
 * duplicate was executed before: it is acknowledged again, or, if it is a READ, executed again.
 */
class QpResponder
{
  public:
    /**
     * @brief Make a responder without receive requests.
     * @param qp the queue pair
     */
    explicit QpResponder(QueuePair& qp);
    ~QpResponder() = default;
    QpResponder(const QpResponder&) = delete;
    QpResponder& operator=(const QpResponder&) = delete;

    /// @brief The queue pair goes to RTR: start with its attributes.
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
     * @param traits RoceOpcodeTraits of its opcode
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
     * @brief Get the PSN that is expected.
     * @return 24-bit PSN
     */
    uint32_t GetExpected() const
    {
        return m_expected;
    }

    /**
     * @brief Have ResponderRecovery::OnExpected() called for expected packets, or no more.
     * @param holding true if out-of-order packets are held
     */
    void SetHolding(bool holding)
    {
        m_isHolding = holding;
    }

    /**
     * @brief Execute the expected packet.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param isPlaced Place() has placed its payload
     * @param now the current time
     */
    void Execute(const RoceFrame& frame, uint16_t traits, bool isPlaced, int64_t now);

    /**
     * @brief Place the payload of an out-of-order packet, if it is a WRITE that tells its address
     * and may write there. A WRITE that may not is refused when its turn comes.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @return true if it is placed
     */
    bool Place(const RoceFrame& frame, uint16_t traits);

    /// @brief Send no ACKs until SendDeferredAck().
    void DeferAcks();

    /**
     * @brief Send one ACK of all before the expected packet if one was requested since DeferAcks().
     * @param wanted false if a NAK has acknowledged them
     * @param now the current time
     */
    void SendDeferredAck(bool wanted, int64_t now);

    /**
     * @brief Count an out-of-order packet that is dropped.
     * @param frame the frame
     */
    void Drop(const RoceFrame& frame);

    /**
     * @brief Count an out-of-order packet.
     * @param frame the frame
     * @param result what became of it
     */
    void Count(const RoceFrame& frame, HeldPackets::Result result);

    /**
     * @brief Ask whether the gap before the out-of-order packets may cause a NAK.
     * @param now the current time
     * @return false within RoceNic::NakInterval of the last one, and while the requester waits for
     * a receive request
     */
    bool MayNak(int64_t now) const
    {
        return now >= m_nextNak;
    }

    /**
     * @brief Send a NAK for the expected packet.
     * @param now the current time
     */
    void SendNak(int64_t now);

    /**
     * @brief Send an ACK of all before the expected packet that also acknowledges the packet that
     * it answers.
     * @param answered the packet
     * @param now the current time
     */
    void SendSelectiveAck(const RoceFrame& answered, int64_t now);

    /**
     * @brief Send a NAK for the expected packet that acknowledges another one.
     * @param psn PSN of the other one
     * @param now the current time
     */
    void SendSelectiveNak(uint32_t psn, int64_t now);

  private:
    /// The message whose first packet was executed, but not yet its last.
    enum class Message : uint8_t
    {
        NONE,  ///< the next packet starts a message
        SEND,  ///< a SEND
        WRITE, ///< a WRITE
    };

    /// A READ with responses to send.
    struct Read
    {
        uint32_t psn;  ///< PSN of the next response
        uint32_t left; ///< bytes not sent yet
        bool isFirst;  ///< the next response is the first
    };

    /**
     * @brief Get the loss recovery.
     * @return it; made if this is the first time
     */
    ResponderRecovery& GetRecovery();

    /**
     * @brief Handle a duplicate request.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param now the current time
     */
    void OnDuplicate(const RoceFrame& frame, uint16_t traits, int64_t now);

    /**
     * @brief Check that a packet may follow the one before it (IBTA vol. 1, 9.7.4.1.2).
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @return true if the opcode may follow and the payload is as long as the opcode implies
     */
    bool IsInSequence(const RoceFrame& frame, uint16_t traits) const;

    /**
     * @brief Execute a packet of a SEND or WRITE.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param isPlaced its payload is placed
     * @param now the current time
     */
    void OnData(const RoceFrame& frame, uint16_t traits, bool isPlaced, int64_t now);

    /**
     * @brief Check a packet of a WRITE against the length and memory in its RETH.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @return AethSyndrome::ACK, or the syndrome of the NAK
     */
    uint8_t CheckWrite(const RoceFrame& frame, uint16_t traits);

    /**
     * @brief Check a packet of a SEND against the receive request, which fails if it does not fit.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @return AethSyndrome::ACK, or the syndrome of the NAK
     */
    uint8_t CheckSend(const RoceFrame& frame, uint16_t traits);

    /**
     * @brief Finish a message: count it, complete the receive request, call back if it is a WRITE.
     * @param frame its last packet
     * @param traits RoceOpcodeTraits of its opcode
     */
    void EndMessage(const RoceFrame& frame, uint16_t traits);

    /**
     * @brief Execute a READ request.
     * @param frame the frame
     * @param now the current time
     * @return AethSyndrome::ACK, or the syndrome of the NAK
     */
    uint8_t OnRead(const RoceFrame& frame, int64_t now);

    /**
     * @brief Find the memory region of a range.
     * @param key key of the region
     * @param address first address
     * @param length bytes
     * @return the region, or nullptr if the range is not in it
     */
    MemoryRegion* FindMemory(uint32_t key, uint64_t address, uint32_t length) const;

    /**
     * @brief Check the range that a request reads or writes.
     * @param reth address, key and length of the request
     * @return true if the range is registered or empty
     */
    bool IsAllowed(const RoceFrame::Reth& reth) const;

    /**
     * @brief Count and trace an ACK.
     * @param psn PSN of the last packet that all are acknowledged up to
     */
    void CountAck(uint32_t psn) const;

    /**
     * @brief Send an ACK.
     * @param psn PSN of the last packet that it acknowledges
     * @param now the current time
     */
    void Acknowledge(uint32_t psn, int64_t now);

    /**
     * @brief Count and trace a NAK of a PSN sequence error.
     */
    void CountNak() const;

    /**
     * @brief Send a receiver-not-ready NAK.
     * @param psn PSN of the packet that needs a receive request
     * @param now the current time
     */
    void SendRnrNak(uint32_t psn, int64_t now);

    /**
     * @brief Send a NAK that ends the connection, and go to the error state.
     * @param syndrome syndrome of the NAK
     * @param now the current time
     */
    void Refuse(uint8_t syndrome, int64_t now);

    QueuePair& m_qp;                               ///< owner
    uint32_t m_expected{0};                        ///< PSN expected
    uint32_t m_msn{0};                             ///< messages executed, 24 bits
    int64_t m_nextNak{0};                          ///< when the current gap may cause a NAK, steps
    bool m_defersAcks{false};                      ///< ACKs wait for SendDeferredAck()
    bool m_ackIsDue{false};                        ///< one does
    bool m_isHolding{false};                       ///< the loss recovery gets expected packets
    Message m_message{Message::NONE};              ///< message that has started and not ended
    uint32_t m_received{0};                        ///< bytes of the message so far
    RoceFrame::Reth m_write{};                     ///< RETH of the current WRITE
    ReceiveQueue m_receives;                       ///< receive requests
    boost::circular_buffer<Read> m_reads;          ///< READs with responses to send, oldest first
    std::unique_ptr<ResponderRecovery> m_recovery; ///< loss recovery; null until the first gap
};

} // namespace ns3::rdmacell

#endif // QP_RESPONDER_H
