/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_CONGESTION_H
#define QP_CONGESTION_H

#include "cnp-generator.h"
#include "congestion-ops.h"
#include "rate-controller.h"

#include "ns3/roce-frame.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @ingroup rdmacell
 * @brief Congestion control of one queue pair: answers marked frames by CNPs, and limits the rate.
 *
 * Rate controllers evaluate their timers lazily, so QpRate and QpAlpha are fired when a frame is
 * sent or a CNP arrives, with what the timers did until then.
 */
class QpCongestion
{
  public:
    /**
     * @brief Make it without limit.
     * @param qp the queue pair
     * @param ops the scheme of the NIC; outlives it
     */
    QpCongestion(QueuePair& qp, const CongestionOps& ops);

    /// @brief The queue pair goes to RTR: forget the rate.
    void Start();

    /// @brief The queue pair goes to RTS: make the controller, unless the first CNP makes it.
    void StartSending();

    /**
     * @brief Ask whether ACKs and NAKs tell the controller something.
     * @return true if OnAck() must be called for each
     */
    bool UsesAcks() const
    {
        return (m_capabilities & CongestionOps::ACKS) != 0;
    }

    /**
     * @brief Ask whether request packets carry time stamps or telemetry.
     * @return true if AddTelemetry() must be called for each
     */
    bool UsesTelemetry() const
    {
        return (m_capabilities & (CongestionOps::TIME_STAMPS | CongestionOps::TELEMETRY)) != 0;
    }

    /**
     * @brief Ask whether the controller limits the bytes in flight.
     * @return true if so
     */
    bool HasWindow() const
    {
        return (m_capabilities & CongestionOps::WINDOW) != 0;
    }

    /**
     * @brief Ask whether the controller chooses the UDP source port of each request packet.
     * @return true if ChoosePort() must be called
     */
    bool ChoosesPorts() const
    {
        return (m_capabilities & CongestionOps::PORTS) != 0;
    }

    /**
     * @brief Choose the UDP source port of a request packet; ChoosesPorts() is true.
     * @return the port
     */
    uint16_t ChoosePort();

    /**
     * @brief Get the window; HasWindow() is true.
     * @return packets, at least 1
     */
    uint32_t GetWindow() const;

    /**
     * @brief Get how often packets must request an ACK.
     * @return packets from one that does to the next, at least 1
     */
    uint32_t GetAckInterval() const;

    /**
     * @brief Have a request packet carry a time stamp, and telemetry if the scheme needs it.
     * @param frame the frame, whose transmission starts now
     * @param now the current time, steps
     */
    void AddTelemetry(RoceFrame& frame, int64_t now) const;

    /**
     * @brief Handle an ACK or NAK for the controller; UsesAcks() is true.
     * @param frame the frame
     * @param feedback with the PSNs that it tells
     * @param now the current time, steps
     */
    void OnAck(const RoceFrame& frame, AckFeedback feedback, int64_t now);

    /// @brief The queue pair goes to RESET: forget the last CNP sent.
    void Reset();

    /**
     * @brief A frame with a congestion mark has arrived: send a CNP if a notification is due, or
     * leave it to the ACK or NAK that answers the frame, if the scheme has them carry it.
     * @param now the current time, steps
     */
    void OnMarked(int64_t now);

    /**
     * @brief Take the notification that an ACK or NAK is to carry.
     * @return true if there is one; it is counted as sent
     */
    bool TakeNotification();

    /**
     * @brief The frame with a congestion mark was handled: send a CNP if nothing has carried the
     * notification.
     * @param now the current time, steps
     */
    void OnMarkedHandled(int64_t now);

    /**
     * @brief Handle a CNP, or an ACK or NAK that carries a notification.
     * @param now the current time, steps
     */
    void OnCnp(int64_t now);

    /**
     * @brief The requester goes back to a packet that is lost.
     * @param sign by what it has detected that
     * @param now the current time, steps
     */
    void OnLoss(LossSign sign, int64_t now);

    /**
     * @brief Ask whether the rate may be limited.
     * @return true if OnSend() must be called for each frame
     */
    bool IsLimited() const
    {
        return m_controller != nullptr;
    }

    /**
     * @brief A frame is being sent; IsLimited() is true.
     * @param wireBytes link time of the frame, bytes
     * @param now the current time, steps
     * @return least time from this frame's start to the next one's, steps
     */
    int64_t OnSend(uint32_t wireBytes, int64_t now);

    /**
     * @brief Get the rate that congestion control allows.
     * @param now the current time, steps
     * @return bits per second
     */
    double GetRate(int64_t now) const;

  private:
    /// What trace sources report of a controller.
    struct Reading
    {
        double rate{0};  ///< bits per second
        double alpha{0}; ///< estimate of congestion
    };

    /// @brief Make the controller.
    void MakeController();

    /**
     * @brief Ask for the controller of an event that may limit the rate.
     * @return the controller, or null if the scheme never limits the rate
     */
    RateController* GetController();

    /// @brief Count and trace a notification that is sent.
    void CountNotification() const;

    /// @brief Count and trace a notification that has arrived.
    void CountReceived() const;

    /**
     * @brief Ask whether sinks are connected to QpRate or QpAlpha.
     * @return true if so
     */
    bool IsTraced() const;

    /**
     * @brief Read the controller, without evaluating its timers.
     * @return the rate and alpha of its last evaluation; zeros if nobody traces them
     */
    Reading Read() const;

    /**
     * @brief Fire the trace sources of what has changed.
     * @param before what Read() returned before the evaluation
     */
    void Report(const Reading& before) const;

    QueuePair& m_qp;                              ///< owner
    const CongestionOps& m_ops;                   ///< scheme of the NIC
    std::unique_ptr<RateController> m_controller; ///< reaction point; null while it limits nothing
    CnpGenerator m_cnpGenerator;                  ///< notification point
    int64_t m_acknowledged{0};                    ///< end of the PSNs that ACKs have acknowledged
    uint32_t m_capabilities{0};                   ///< of the scheme, from RTS on
    uint16_t m_telemetryBytes{0};                 ///< of request packets
    uint8_t m_telemetryRoom{0};                   ///< records in them
    bool m_isDue{false}; ///< the answer to the frame that is being handled carries a notification
};

} // namespace ns3::rdmacell

#endif // QP_CONGESTION_H
