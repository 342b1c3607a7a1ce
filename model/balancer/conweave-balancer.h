/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_BALANCER_H
#define CONWEAVE_BALANCER_H

#include "conweave-destination-tor.h"
#include "conweave-source-tor.h"

#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave (Song et al., SIGCOMM 2023, section 3 and appendix A): flows are rerouted as soon
 * as their path is slow, and the ToR switch of the receiver puts their packets in order again.
 *
 * The parts are the paper's, each with its steps and differences in its own file:
 * - ConWeaveSourceTor: RTT monitoring in epochs, and rerouting (3.2).
 * - ConWeaveDestinationTor: reordering in blocked queues, CLEAR, NOTIFY, resume timer (3.3,
 *   appendix A), with the queues of ReorderQueuePool.
 * - ConWeaveHeader and ConWeaveControl: header and control frames (3.4).
 *
 * Other switches forward a packet by the SourceRoute that it carries. Headers and routes are on the
 * wire between ToR switches, control frames in a class of their own, of the highest priority, so
 * that they do not wait behind data. Packets of the data class are balanced; ACK, NAK and CNP are
 * forwarded by ECMP, as are flows beyond TableSize.
 */
class ConWeaveBalancer : public LoadBalancer
{
  public:
    ConWeaveBalancer();

    /**
     * @brief Signature of the ReorderQueueAllocated, ReorderQueueResumed and EarlyResume trace
     * sources.
     * @param flow the flow
     * @param port port of its host
     * @param queue number of the reorder queue in the port
     */
    using QueueTracedCallback = void (*)(const FlowKey& flow, uint32_t port, uint32_t queue);

    /**
     * @brief Signature of the ControlSent trace source.
     * @param frame the control frame
     * @param opcode RTT_REPLY, CLEAR or NOTIFY
     */
    using ControlTracedCallback = void (*)(const RoceFrame& frame, ConWeaveOpcode opcode);

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetCapabilities() const override;
    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    uint32_t SelectQueue(RoceFrame& frame, uint32_t port, int64_t now) override;
    void OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now) override;
    void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now) override;
    void OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;
    void DoDispose() override;

  private:
    // Attributes
    Time m_replyExtra;        ///< of ConWeaveSourceTor
    Time m_pathBusy;          ///< of ConWeaveSourceTor
    Time m_inactive;          ///< of both
    Time m_resumeExtra;       ///< of ConWeaveDestinationTor
    Time m_resumeDefault;     ///< of ConWeaveDestinationTor
    uint32_t m_connections;   ///< of both
    uint32_t m_reorderQueues; ///< of ConWeaveDestinationTor
    uint32_t m_dataClass;     ///< class of the packets that are balanced
    uint32_t m_controlClass;  ///< class of control frames
    bool m_rerouteToBusy;     ///< of ConWeaveSourceTor

    uint8_t m_balancedClass{0};           ///< DataClass as read when attached
    uint32_t m_seed{0};                   ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};   ///< number among the ToR switches
    std::vector<uint8_t> m_toFabric;      ///< by port: whether it faces a switch
    Ptr<UniformRandomVariable> m_uniform; ///< draws paths
    ConWeaveSourceTor m_source;           ///< for packets from the hosts
    ConWeaveDestinationTor m_destination; ///< for packets to the hosts

    ConWeaveDestinationTor::QueueTrace m_queueAllocated; ///< ReorderQueueAllocated
    ConWeaveDestinationTor::QueueTrace m_queueResumed;   ///< ReorderQueueResumed
    ConWeaveDestinationTor::QueueTrace m_earlyResume;    ///< EarlyResume
    ConWeaveDestinationTor::ControlTrace m_controlSent;  ///< ControlSent
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_BALANCER_H
