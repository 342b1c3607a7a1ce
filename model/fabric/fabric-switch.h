/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_H
#define FABRIC_SWITCH_H

#include "deferred-releases.h"
#include "ecn-marker.h"
#include "fabric-switch-stats.h"
#include "load-balancer.h"
#include "pfc-controller.h"
#include "pfc-sender.h"
#include "shared-buffer.h"
#include "switch-base.h"

#include "ns3/egress-listener.h"
#include "ns3/egress-port.h"
#include "ns3/frame-net-device.h"
#include "ns3/frame-receiver.h"
#include "ns3/frame-sink.h"
#include "ns3/frame-wire.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A shared-buffer, store-and-forward switch; aggregated to its node.
 *
 * A frame's way: the scheme's hooks, time to live, forwarding table, the scheme's choice among the
 * ports of equal cost, buffer admission, PFC decision, queue, line. The frame is charged to the
 * buffer when it is admitted and released when its last bit has left. ECN goes by the length of the
 * egress queue of the frame's class.
 *
 * Set-up: AggregateObject(), AddPort() for each connected device, SetRoute(), then Initialize()
 * (the simulator does it at time 0), which cuts the buffer and attaches the load balancer. It
 * throws std::invalid_argument if the buffer is too small for its reserves and headroom, or no load
 * balancer was chosen.
 */
class FabricSwitch final : public SwitchBase,
                           public FrameSink,
                           public FrameReceiver,
                           public EgressListener,
                           public PfcSender
{
  public:
    /// Where a frame is marked. Unscoped, for ns-3's EnumValue.
    enum MarkPoint
    {
        MARK_AT_ENQUEUE, ///< by the queue that the frame finds
        MARK_AT_DEQUEUE, ///< by the queue that the frame leaves behind
    };

    FabricSwitch();
    ~FabricSwitch() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Signature of the Drop trace source.
     * @param frame the frame
     * @param reason why
     */
    using DropTracedCallback = void (*)(const RoceFrame& frame, SwitchDrop reason);

    /**
     * @brief Signature of the EcnMark trace source.
     * @param frame the frame
     * @param port egress port
     * @param queueBytes length of the queue that it was marked for
     */
    using MarkTracedCallback = void (*)(const RoceFrame& frame, uint32_t port, uint64_t queueBytes);

    /**
     * @brief Signature of the PfcSent trace source.
     * @param port through this port
     * @param classes class-enable vector
     * @param quanta pause time, 0 to resume
     */
    using PfcTracedCallback = void (*)(uint32_t port, uint8_t classes, uint16_t quanta);

    /**
     * @brief Add a port, before Initialize().
     * @param device its device, connected to its channel
     * @param role what it faces
     * @return its number: 0, 1, ...
     */
    uint32_t AddPort(Ptr<FrameNetDevice> device, PortRole role = PortRole::HOST);

    /**
     * @brief Get the load balancer.
     * @return the load balancer, or null if no type was set
     */
    Ptr<LoadBalancer> GetLoadBalancer() const
    {
        return m_balancer;
    }

    /**
     * @brief Get what pauses.
     * @return the controller
     */
    Ptr<PfcController> GetPfcController() const
    {
        return m_pfc;
    }

    /**
     * @brief Get what marks.
     * @return the marker
     */
    Ptr<EcnMarker> GetEcnMarker() const
    {
        return m_marker;
    }

    /**
     * @brief Look at the buffer as it is now. Only after Initialize().
     * @return the buffer
     */
    const SharedBuffer& GetBuffer();

    /**
     * @brief Get the headroom of each lossless group of a port.
     * @param port the port
     * @return bytes, 0 without PFC
     */
    uint64_t GetHeadroom(uint32_t port) const
    {
        return m_headroom.at(port);
    }

    /**
     * @brief Get what the switch has done so far.
     * @return counters
     */
    FabricSwitchStats GetStats() const;

    /**
     * @brief Fix all random streams of the switch and its load balancer.
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    // From FrameSink
    [[gnu::flatten]] void Accept(uint32_t port, RoceFramePtr&& frame, int64_t now) override;
    void OnLinkChange(uint32_t port, bool up) override;
    void Prefetch(uint32_t port, const RoceFrame& frame) const override;

    // From FrameReceiver: a frame has passed the pipeline
    void Arrive(RoceFramePtr&& frame, int64_t now) override;
    void Prefetch(const RoceFrame& frame) const override;

    // From EgressListener
    bool OnDequeue(uint32_t port,
                   uint32_t queue,
                   RoceFrame& frame,
                   uint64_t classBytes,
                   int64_t now,
                   bool nothingFollows) override;
    void OnSent(uint32_t port, const SentFrame& sent, int64_t now) override;
    void Prefetch(const SentFrame& sent) const override;

    // From PfcSender
    void SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now) override;

    // From SwitchView
    void Output(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now) override;
    void Route(RoceFramePtr&& frame, int64_t now) override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /**
     * @brief Choose the scheme: make the load balancer.
     * @param type its type; that of LoadBalancer itself for none
     */
    void SetLoadBalancerType(TypeId type);

    /**
     * @brief Get the type of the load balancer.
     * @return its type
     */
    TypeId GetLoadBalancerType() const
    {
        return m_balancer ? m_balancer->GetInstanceTypeId() : LoadBalancer::GetTypeId();
    }

    /**
     * @brief Compute the headroom of a port.
     * @param device its device
     * @return bytes of each lossless group, 0 without PFC
     */
    uint64_t ComputeHeadroom(const FrameNetDevice& device) const;

    /**
     * @brief Let the scheme see a frame, then route it.
     * @param frame the frame
     * @param now the current time
     */
    void Process(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Send a frame through a pipeline that takes time.
     * @param frame the frame
     * @param now the current time
     */
    [[gnu::noinline]] void Delay(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Count, report and release a frame.
     * @param frame the frame
     * @param reason why
     */
    [[gnu::cold, gnu::noinline]] void Drop(RoceFramePtr&& frame, SwitchDrop reason);

    /**
     * @brief Let the marker look at a frame.
     * @param frame the frame
     * @param port its egress port
     * @param queueBytes what waits there in the queues of its class
     */
    void Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes);

    // What each frame meets comes first: it is in few cache lines then.
    Ptr<LoadBalancer> m_balancer;           ///< scheme
    uint32_t m_capabilities{0};             ///< hooks that the scheme wants
    bool m_markAtEnqueue{false};            ///< mark by the queue that a frame finds
    bool m_markAtDequeue{false};            ///< mark by the queue that it leaves behind
    std::unique_ptr<SharedBuffer> m_buffer; ///< counts; made by DoInitialize()
    Ptr<PfcController> m_pfc;               ///< pauses
    Ptr<EcnMarker> m_marker;                ///< marks
    Time m_latency;                         ///< pipeline latency
    DeferredReleases m_deferred;            ///< frames that leave without an event
    FabricSwitchStats m_stats;              ///< what m_pfc and m_buffer do not count

    // Attributes that are looked at once
    bool m_ecnEnabled;          ///< ECN on
    MarkPoint m_markPoint;      ///< where frames are marked
    bool m_pfcEnabled;          ///< PFC on
    bool m_pruneDeadPorts;      ///< leave cut links out of sets of equal cost
    uint8_t m_losslessClasses;  ///< classes that PFC protects
    uint64_t m_bufferPerPort;   ///< bytes
    uint64_t m_reserve;         ///< bytes of each group
    double m_ingressAlpha;      ///< of lossless groups
    double m_egressAlpha;       ///< of lossy egress queues
    uint64_t m_resumeOffset;    ///< bytes
    uint64_t m_pauseThreshold;  ///< fixed, or 0
    uint64_t m_resumeThreshold; ///< fixed

    std::vector<EcnMarker::Thresholds> m_ecn; ///< by port
    std::vector<uint64_t> m_headroom;         ///< by port
    FrameWire m_pipeline;                     ///< what the pipeline latency delays frames in

    TracedCallback<const RoceFrame&, SwitchDrop> m_dropTrace;         ///< Drop
    TracedCallback<const RoceFrame&, uint32_t, uint64_t> m_markTrace; ///< EcnMark
    TracedCallback<uint32_t, uint8_t, uint16_t> m_pfcTrace;           ///< PfcSent
};

} // namespace ns3::rdmacell

#endif // FABRIC_SWITCH_H
