/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_PAIR_H
#define QUEUE_PAIR_H

#include "qp-congestion.h"
#include "qp-requester.h"
#include "qp-responder.h"
#include "qp-scheduler.h"
#include "qp-timers.h"

#include "ns3/qp-attr.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/verbs-context.h"
#include "ns3/work-completion.h"

#include <cstdint>

namespace ns3::rdmacell
{

class CongestionOps;
class NicResources;

/**
 * @ingroup rdmacell
 * @brief An RC queue pair: its state machine, and the frames and attributes that its requester and
 * its responder share.
 *
 * Light, as applications make one when a flow starts and destroy it when the flow ends.
 */
class QueuePair final : public VerbsQp, public QpScheduler::Entry, public QpTimers::Entry
{
  public:
    /**
     * @brief Make a queue pair in state RESET.
     * @param nic the parts of the NIC that queue pairs share; outlive it
     * @param congestion the congestion control scheme; outlives it
     * @param qpNum its number
     * @param init queues and limits
     */
    QueuePair(NicResources& nic,
              const CongestionOps& congestion,
              uint32_t qpNum,
              const QpInitAttr& init);
    ~QueuePair() override;
    QueuePair(const QueuePair&) = delete;
    QueuePair& operator=(const QueuePair&) = delete;

    /**
     * @brief Compute the length of the longest IPv4 packet, a WRITE with immediate data.
     * @param pathMtu payload of a full packet, bytes
     * @return bytes; without those that a load balancer adds
     */
    static uint32_t GetMaxPacketBytes(uint32_t pathMtu);

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
     * @return true if NextFrame() may be called as soon as congestion control allows
     */
    bool HasWork() const
    {
        return m_requester.HasWork() || m_responder.HasWork();
    }

    /**
     * @brief Tell what it waits for, for reports.
     * @return the reason that comes first: its requester's, unless that has nothing to do
     */
    QpWait GetWait() const;

    /**
     * @brief Compute when all that it may wait for by itself will be over if nothing arrives: the
     * last expiry of its timer, and its pacing.
     * @return time steps; 0 if it waits for none of them
     */
    int64_t GetLastExpiry() const;

    /**
     * @brief Make the next frame; HasWork() is true.
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

    // For its parts

    /**
     * @brief Get the parts of the NIC that queue pairs share.
     * @return the parts
     */
    NicResources& GetNic() const
    {
        return m_nic;
    }

    /**
     * @brief Get the attributes that Modify() has set.
     * @return the attributes
     */
    const QpAttr& GetAttr() const
    {
        return m_attr;
    }

    /**
     * @brief Get the UDP source port.
     * @return the port, from RTR on
     */
    uint16_t GetSourcePort() const
    {
        return m_sourcePort;
    }

    /**
     * @brief Get the attributes that the queue pair was made with.
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
     * @brief Send an ACK that also acknowledges the packet that it answers, and leaves from the UDP
     * source port of that packet.
     * @param psn PSN of the last packet that all are acknowledged up to
     * @param answered the packet
     * @param msn AETH message sequence number
     * @param now the current time, steps
     */
    void SendSelectiveAck(uint32_t psn, const RoceFrame& answered, uint32_t msn, int64_t now);

    /**
     * @brief Send a NAK of a PSN sequence error that acknowledges one packet after the gap.
     * @param expected PSN expected
     * @param selective PSN of the packet
     * @param msn AETH message sequence number
     * @param now the current time, steps
     */
    void SendSelectiveNak(uint32_t expected, uint32_t selective, uint32_t msn, int64_t now);

    /**
     * @brief Send a CNP to the peer.
     * @param now the current time, steps
     */
    void SendCnp(int64_t now);

    /**
     * @brief Tell congestion control that the requester goes back to a packet that is lost.
     * @param sign by what it has detected that
     * @param now the current time, steps
     */
    void OnLoss(LossSign sign, int64_t now);

    /**
     * @brief Schedule the queue pair if its requester or responder has something to send.
     * @param now the current time, steps
     */
    void Wake(int64_t now);

    /// @brief Go to the error state because of an error of a request: flush both queues.
    void Fail();

  private:
    /**
     * @brief Have the requester, the responder or congestion control handle a frame.
     * @param frame the frame
     * @param now the current time, steps
     */
    void Handle(const RoceFrame& frame, int64_t now);

    /**
     * @brief Handle a frame that carries telemetry: the ACK or NAK that answers it carries it back.
     * @param frame the frame
     * @param now the current time, steps
     */
    [[gnu::noinline]] void HandleTelemetry(const RoceFrame& frame, int64_t now);

    /**
     * @brief Have congestion control handle an ACK or NAK, then the requester.
     * @param frame the frame
     * @param now the current time, steps
     */
    [[gnu::noinline]] void HandleFeedback(const RoceFrame& frame, int64_t now);

    /**
     * @brief Have congestion control delay the next frame, and a request carry telemetry.
     * @param frame the frame, whose transmission starts now
     * @param response it is a READ response
     * @param now the current time, steps
     */
    void ApplyCongestion(RoceFrame& frame, bool response, int64_t now);

    /**
     * @brief Copy the telemetry of the packet that is being handled into its ACK or NAK.
     * @param frame the ACK or NAK
     */
    [[gnu::noinline]] void EchoTelemetry(RoceFrame& frame) const;

    /// @brief Let the requester have congestion control's window, if it has one.
    void UpdateWindow();

    /**
     * @brief Handle a frame with a congestion mark.
     * @param frame the frame
     * @param now the current time, steps
     */
    [[gnu::noinline]] void HandleMarked(const RoceFrame& frame, int64_t now);

    /**
     * @brief Go to a state, and fire the trace source if it is another one.
     * @param newState the state
     */
    void SetState(QpState newState);

    /**
     * @brief Check the attributes of a transition to RTR.
     * @param attr the attributes
     * @return true if they are in range, and a full packet fits into the MTU of the device
     */
    bool IsValidForRtr(const QpAttr& attr) const;

    /**
     * @brief Check the attributes of a transition to RTS.
     * @param attr the attributes
     * @return true if they are in range
     */
    static bool IsValidForRts(const QpAttr& attr);

    /**
     * @brief Take over the attributes of a transition to RTR.
     * @param attr the attributes
     */
    void EnterRtr(const QpAttr& attr);

    /**
     * @brief Take over the attributes of a transition to RTS.
     * @param attr the attributes
     */
    void EnterRts(const QpAttr& attr);

    /// @brief Flush both queues into their completion queues.
    void EnterErr();

    /// @brief Forget all requests without completing them.
    void EnterReset();

    /**
     * @brief Make a frame to the peer without class and ECN.
     * @param opcode BTH opcode
     * @param psn PSN
     * @param payloadBytes payload
     * @return the frame
     */
    RoceFramePtr MakeBareFrame(RoceOpcode opcode, uint32_t psn, uint32_t payloadBytes) const;

    /**
     * @brief Make an ACK or NAK to the peer.
     * @param syndrome AETH syndrome
     * @param psn PSN
     * @param msn AETH message sequence number
     * @return the frame
     */
    RoceFramePtr MakeAck(uint8_t syndrome, uint32_t psn, uint32_t msn);

    /**
     * @brief Fire PacketSent.
     * @param frame the frame
     */
    void TraceSent(const RoceFrame& frame) const;

    static constexpr uint8_t TIME_TO_LIVE = 64; ///< of IPv4 packets: the default of Linux

    NicResources& m_nic;                  ///< parts of the NIC that queue pairs share
    uint32_t m_qpNum;                     ///< own number
    QpState m_state{QpState::RESET};      ///< state
    bool m_responseTurn{false};           ///< the next frame is a READ response if there is one
    uint16_t m_sourcePort{0};             ///< UDP source port
    QpInitAttr m_init;                    ///< queues and limits
    QpAttr m_attr;                        ///< attributes that Modify() has set
    QpRequester m_requester;              ///< sends requests
    QpResponder m_responder;              ///< executes the peer's requests
    QpCongestion m_congestion;            ///< congestion control
    const RoceFrame* m_answered{nullptr}; ///< the request that is being handled, if with telemetry
};

} // namespace ns3::rdmacell

#endif // QUEUE_PAIR_H
