/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_PAIR_H
#define QUEUE_PAIR_H

#include "cnp-generator.h"
#include "gbn-requester.h"
#include "gbn-responder.h"
#include "qp-scheduler.h"
#include "qp-timers.h"
#include "rate-controller.h"

#include "ns3/qp-attr.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/verbs-context.h"
#include "ns3/work-completion.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

class CongestionOps;
class NicEngine;

/**
 * @ingroup rdmacell
 * @brief An RC queue pair: its state, and what its sending and its receiving half share.
 *
 * Light: it is made when a flow starts and destroyed when it ends.
 */
class QueuePair final : public VerbsQp, public QpScheduler::Entry, public QpTimers::Entry
{
  public:
    /**
     * @brief Make a queue pair in state RESET.
     * @param engine the NIC's engine, which outlives it
     * @param congestion makes its rate controller; outlives it
     * @param qpNum its number
     * @param init queues and limits
     */
    QueuePair(NicEngine& engine,
              const CongestionOps& congestion,
              uint32_t qpNum,
              const QpInitAttr& init);
    ~QueuePair() override;
    QueuePair(const QueuePair&) = delete;
    QueuePair& operator=(const QueuePair&) = delete;

    // From VerbsQp
    uint32_t GetQpNum() const override;
    QpState GetState() const override;
    bool Modify(const QpAttr& attr) override;
    const SendWr* PostSend(const SendWr& wr) override;
    const RecvWr* PostRecv(const RecvWr& wr) override;
    uint32_t GetSendSlots() const override;

    // From QpTimers::Entry
    void OnTimer(int64_t now) override;

    /**
     * @brief Handle a frame that arrived for this queue pair.
     * @param frame the frame
     * @param now the current time, steps
     */
    void Receive(const RoceFrame& frame, int64_t now);

    /**
     * @brief Load the memory that Receive() will need.
     * @param frame the frame that will arrive soon
     */
    void Prefetch(const RoceFrame& frame) const;

    /**
     * @brief Ask whether there is something to send.
     * @return true if NextFrame() gives a frame, congestion control aside
     */
    bool HasWork() const
    {
        return m_requester.HasWork() || m_responder.HasWork();
    }

    /**
     * @brief Make the next frame; there must be work.
     * @param now the current time, steps
     * @return the frame
     */
    RoceFramePtr NextFrame(int64_t now);

    /**
     * @brief Get the rate that congestion control allows.
     * @param now the current time, steps
     * @return bits per second
     */
    double GetRate(int64_t now) const;

    // For the two halves

    /**
     * @brief Get the engine of the NIC.
     * @return the engine
     */
    NicEngine& GetEngine()
    {
        return m_engine;
    }

    /**
     * @brief Get what Modify() has set.
     * @return the attributes
     */
    const QpAttr& GetAttr() const
    {
        return m_attr;
    }

    /**
     * @brief Get what the queue pair was made with.
     * @return queues and limits
     */
    const QpInitAttr& GetInit() const
    {
        return m_init;
    }

    /**
     * @brief Make a data frame to the peer.
     * @param opcode BTH opcode
     * @param psn PSN
     * @param payloadBytes payload
     * @return the frame
     */
    RoceFramePtr MakeFrame(RoceOpcode opcode, uint32_t psn, uint32_t payloadBytes) const;

    /**
     * @brief Send an ACK or NAK to the peer.
     * @param syndrome AETH syndrome
     * @param psn PSN
     * @param msn AETH message sequence number
     * @param now the current time, steps
     */
    void SendAck(uint8_t syndrome, uint32_t psn, uint32_t msn, int64_t now);

    /**
     * @brief Say that one of the halves may have something to send.
     * @param now the current time, steps
     */
    void Wake(int64_t now);

    /// @brief Go to the error state by itself: flush both queues.
    void Fail();

  private:
    /**
     * @brief Check the values of a transition to RTR.
     * @param attr the values
     * @return true if they are in range
     */
    static bool IsValidForRtr(const QpAttr& attr);

    /**
     * @brief Check the values of a transition to RTS.
     * @param attr the values
     * @return true if they are in range
     */
    static bool IsValidForRts(const QpAttr& attr);

    /**
     * @brief Take over the values of a transition to RTR.
     * @param attr the values
     */
    void EnterRtr(const QpAttr& attr);

    /**
     * @brief Take over the values of a transition to RTS.
     * @param attr the values
     */
    void EnterRts(const QpAttr& attr);

    /// @brief Flush both queues into their completion queues.
    void EnterErr();

    /// @brief Forget all requests.
    void EnterReset();

    /**
     * @brief Make a rate controller for this queue pair.
     * @return the controller, or null if the scheme never limits
     */
    std::unique_ptr<RateController> MakeController() const;

    /**
     * @brief Make a frame to the peer without class and ECN.
     * @param opcode BTH opcode
     * @param psn PSN
     * @param payloadBytes payload
     * @return the frame
     */
    RoceFramePtr MakeBareFrame(RoceOpcode opcode, uint32_t psn, uint32_t payloadBytes) const;

    /**
     * @brief A frame with a congestion mark has arrived.
     * @param now the current time
     */
    void OnMarked(int64_t now);

    NicEngine& m_engine;                    ///< of the NIC
    const CongestionOps& m_congestion;      ///< scheme of the NIC
    uint32_t m_qpNum;                       ///< own number
    QpState m_state{QpState::RESET};        ///< state
    bool m_responseTurn{false};             ///< a READ response goes before a request
    uint16_t m_sourcePort{0};               ///< UDP source port
    QpInitAttr m_init;                      ///< queues and limits
    QpAttr m_attr;                          ///< what Modify() has set
    GbnRequester m_requester;               ///< sending half
    GbnResponder m_responder;               ///< receiving half
    CnpGenerator m_cnp;                     ///< notification point
    std::unique_ptr<RateController> m_rate; ///< reaction point; null as long as none is needed
};

} // namespace ns3::rdmacell

#endif // QUEUE_PAIR_H
