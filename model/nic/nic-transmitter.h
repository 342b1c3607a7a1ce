/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_TRANSMITTER_H
#define NIC_TRANSMITTER_H

#include "qp-scheduler.h"
#include "roce-nic-stats.h"

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"
#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

class EgressPort;
class FrameNetDevice;
class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The sending side of a NIC: its port, and which queue pair sends next.
 *
 * ACKs, NAKs and CNPs are put into the port's queues at once. Data frames are made when the port
 * asks for them, as no later frame can be in front of them in a queue then.
 */
class NicTransmitter
{
  public:
    /**
     * @brief Make a transmitter without a port.
     * @param stats counters of the NIC; outlive it
     */
    explicit NicTransmitter(RoceNicStats& stats);
    ~NicTransmitter();
    NicTransmitter(const NicTransmitter&) = delete;
    NicTransmitter& operator=(const NicTransmitter&) = delete;

    /**
     * @brief Connect to the device that frames are sent by.
     * @param device the device
     * @param context node id
     */
    void Attach(FrameNetDevice& device, uint32_t context);

    /**
     * @brief Get the line rate.
     * @return bits per second, 0 if there is no device
     */
    uint64_t GetLineRate() const;

    /**
     * @brief Get the MTU of the device.
     * @return bytes of an IPv4 packet, 0 if there is no device
     */
    uint32_t GetDeviceMtu() const;

    /**
     * @brief Ask whether PFC keeps a class from being sent.
     * @param trafficClass 0..7
     * @return true if it is paused
     */
    bool IsPaused(uint32_t trafficClass) const;

    /**
     * @brief Send an ACK, NAK or CNP.
     * @param frame the frame
     * @param now the current time, steps
     */
    void SendControl(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Schedule a queue pair if it has something to send and is not scheduled yet.
     * @param qp the queue pair
     * @param now the current time, steps
     */
    void Wake(QueuePair& qp, int64_t now);

    /**
     * @brief Remove a queue pair from the schedule.
     * @param qp the queue pair
     */
    void Remove(QueuePair& qp);

    /**
     * @brief Take the next data frame.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @return a frame, or null if no queue pair may send now
     */
    RoceFramePtr PullFrame(uint8_t pausedClasses, int64_t now);

    /**
     * @brief Ask whether a queue pair may send when the line is free again.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @param when end of the transmission, steps
     * @return true if so; otherwise the port is woken up when the first one may
     */
    bool HasFrame(uint8_t pausedClasses, int64_t now, int64_t when);

    /// @brief Stop, and forget the device.
    void Dispose();

  private:
    /**
     * @brief Wake up the port: the first paced queue pair may send.
     * @param now the current time
     */
    void OnPaceTimer(int64_t now);

    /**
     * @brief Set the pace timer to when the first paced queue pair may send.
     * @param now the current time
     */
    void ArmPaceTimer(int64_t now);

    using PaceTimer = PersistentEvent<NicTransmitter, &NicTransmitter::OnPaceTimer>; ///< event type

    RoceNicStats& m_stats;             ///< counters of the NIC
    FrameNetDevice* m_device{nullptr}; ///< device
    EgressPort* m_port{nullptr};       ///< its sending half
    QpScheduler m_scheduler;           ///< order of the queue pairs
    Ptr<PaceTimer> m_paceTimer;        ///< when the first paced queue pair may send
};

} // namespace ns3::rdmacell

#endif // NIC_TRANSMITTER_H
