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
#include "ns3/flagged-trace.h"
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
 * A frame passes the scheme's hooks, time to live, forwarding table, the scheme's choice among the
 * equal-cost ports, admission to the buffer, PFC decision, and a queue of the egress port. It is
 * charged to the buffer when it is admitted and released when its last bit has left. ECN marks by
 * the length of the egress queue of the frame's class.
 *
 * Set-up: AggregateObject(), AddPort() for each connected device, SetRoute(), then Initialize()
 * (ns-3 does it at time 0), which divides the buffer and attaches the load balancer. It throws
 * InputError if the buffer is too small for its reserves and headroom, if a threshold is
 * above the one that it must not exceed, or if no load balancer was chosen.
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
     * @brief Signature of the LinkChange trace source.
     * @param port the port
     * @param up false if its link is down
     */
    using LinkTracedCallback = void (*)(uint32_t port, bool up);

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
     * @param role what is at the far end
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
     * @brief Get the PFC controller.
     * @return the controller
     */
    Ptr<PfcController> GetPfcController() const
    {
        return m_pfc;
    }

    /**
     * @brief Get the ECN marker.
     * @return the marker
     */
    Ptr<EcnMarker> GetEcnMarker() const
    {
        return m_marker;
    }

    /**
     * @brief Get the buffer, with the deferred releases made. Only after Initialize().
     * @return the buffer
     */
    const SharedBuffer& GetBuffer();

    /**
     * @brief Ask whether the switch keeps a class of a peer paused. Only after Initialize().
     * @param port the port to the peer
     * @param trafficClass 0..7
     * @return true if the group of the port and class is paused
     */
    bool IsGroupPaused(uint32_t port, uint32_t trafficClass) const
    {
        return m_buffer->IsPaused(port, trafficClass);
    }

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
     * @brief Get the counters.
     * @return counters since the start of the simulation
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
     * @return false if the switch is initialized already
     */
    bool SetLoadBalancerType(TypeId type);

    /**
     * @brief Get the type of the load balancer.
     * @return its type
     */
    TypeId GetLoadBalancerType() const
    {
        return m_balancer ? m_balancer->GetInstanceTypeId() : LoadBalancer::GetTypeId();
    }

    /**
     * @brief Switch ECN on or off.
     * @param enabled true to mark frames
     */
    void SetEcn(bool enabled);

    /**
     * @brief Ask whether ECN is on.
     * @return true if frames are marked
     */
    bool GetEcn() const;

    /**
     * @brief Set where frames are marked.
     * @param point the point
     */
    void SetMarkPoint(MarkPoint point);

    /**
     * @brief Get where frames are marked.
     * @return the point
     */
    MarkPoint GetMarkPoint() const;

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
     * @brief Mark a frame if the marker decides so.
     * @param frame the frame
     * @param port its egress port
     * @param queueBytes what waits there in the queues of its class
     */
    void Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes);

    /**
     * @brief Fire BufferBytes.
     * @param before the bytes in the buffer before the change
     */
    [[gnu::cold, gnu::noinline]] void TraceBufferBytes(uint64_t before) const;

    // The members that each frame needs come first, so that they are in few cache lines.
    Ptr<LoadBalancer> m_balancer;           ///< scheme
    uint32_t m_capabilities{0};             ///< hooks that the scheme wants
    uint32_t m_firstUncharged{UINT32_MAX};  ///< queues from this one on take no shared buffer
    bool m_markAtEnqueue{false};            ///< mark by the queue that a frame finds
    bool m_markAtDequeue{false};            ///< mark by the queue that it leaves behind
    bool m_hasPipeline{false};              ///< the latency is not 0
    bool m_isBufferTraced{false};           ///< BufferBytes is connected
    std::unique_ptr<SharedBuffer> m_buffer; ///< shared buffer; made by DoInitialize()
    Ptr<PfcController> m_pfc;               ///< PFC controller
    Ptr<EcnMarker> m_marker;                ///< ECN marker
    DeferredReleases m_deferred;            ///< frames that leave without an event
    FabricSwitchStats m_stats;              ///< what m_pfc and m_buffer do not count

    MarkPoint m_markPoint{MARK_AT_DEQUEUE}; ///< where frames are marked
    bool m_pruneDeadPorts; ///< remove ports whose link is down from equal-cost sets

    // Attributes that are read by DoInitialize()
    Time m_latency;             ///< pipeline latency
    bool m_pfcEnabled;          ///< PFC on
    uint8_t m_losslessClasses;  ///< classes that PFC protects
    uint64_t m_bufferPerPort;   ///< bytes
    uint64_t m_reserve;         ///< bytes of each group
    double m_ingressAlpha;      ///< of lossless groups
    double m_egressAlpha;       ///< of lossy egress queues
    bool m_chargeReorderQueues; ///< reorder queues take shared buffer
    uint64_t m_resumeOffset;    ///< bytes
    uint64_t m_pauseThreshold;  ///< fixed, or 0
    uint64_t m_resumeThreshold; ///< fixed

    bool m_ecnEnabled{false};         ///< ECN on
    std::vector<uint64_t> m_headroom; ///< by port
    FrameWire m_pipeline;             ///< frames that the pipeline latency delays

    TracedCallback<const RoceFrame&, SwitchDrop> m_dropTrace;         ///< Drop
    TracedCallback<const RoceFrame&, uint32_t, uint64_t> m_markTrace; ///< EcnMark
    TracedCallback<uint32_t, uint8_t, uint16_t> m_pfcTrace;           ///< PfcSent
    TracedCallback<uint32_t, bool> m_linkTrace;                       ///< LinkChange
    FlaggedTrace<uint64_t, uint64_t> m_bufferTrace;                   ///< BufferBytes
};

} // namespace ns3::rdmacell

#endif // FABRIC_SWITCH_H
