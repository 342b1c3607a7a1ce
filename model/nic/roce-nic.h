/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_NIC_H
#define ROCE_NIC_H

#include "congestion-ops.h"
#include "loss-recovery.h"
#include "nic-resources.h"
#include "nic-settings.h"
#include "nic-traces.h"
#include "queue-pair.h"
#include "roce-nic-stats.h"
#include "slot-table.h"

#include "ns3/completion-queue.h"
#include "ns3/frame-net-device.h"
#include "ns3/frame-wire.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/verbs-context.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The RoCEv2 NIC of a host: an RDMA device to applications, source and sink of frames to its
 * port. Aggregated to the node.
 *
 * The help of each attribute says when a changed value takes effect. Members of NicSettings are
 * attributes and members of NicTraces are trace sources; both are bases because ns-3 reaches
 * attributes and trace sources through pointers to members of the object.
 */
class RoceNic : public Object,
                public NicSettings,
                public NicTraces,
                public VerbsContext,
                public FrameSink,
                public FrameSource,
                private FrameReceiver
{
  public:
    RoceNic();
    ~RoceNic() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Connect the NIC to its port, make the congestion control scheme and the loss recovery.
     * @param device the port; it is in a node
     * @throws InputError if a packet of PathMtu exceeds the MTU of the device, or if
     * CongestionOpsType or LossRecoveryType cannot be made
     */
    void SetDevice(Ptr<FrameNetDevice> device);

    /**
     * @brief Get the port.
     * @return the port
     */
    Ptr<FrameNetDevice> GetDevice() const;

    /**
     * @brief Set the address of the port.
     * @param address IPv4 address
     */
    void SetIpAddress(Ipv4Address address);

    /**
     * @brief Get the congestion control scheme.
     * @return the scheme, also the attribute CongestionOps; null before SetDevice()
     */
    Ptr<CongestionOps> GetCongestionOps() const;

    /**
     * @brief Get the loss recovery.
     * @return its parameters, also the attribute LossRecovery; null before SetDevice()
     */
    Ptr<LossRecovery> GetLossRecovery() const;

    /**
     * @brief Get the counters.
     * @return the counters
     */
    const RoceNicStats& GetStats() const;

    /**
     * @brief Find a queue pair.
     * @param qpNum its number
     * @return the queue pair, or nullptr
     */
    QueuePair* FindQp(uint32_t qpNum) const;

    /**
     * @brief List the queue pairs, for reports.
     * @return queue pairs by ascending number
     */
    std::vector<const QueuePair*> GetQps() const;

    // From VerbsContext
    uint32_t GetIpAddress() const override;
    uint32_t GetPathMtu() const override;
    bool UsesPath() const override;
    CompletionQueue* CreateCq(uint32_t entries) override;
    void DestroyCq(CompletionQueue* cq) override;
    MemoryRegion* RegMr(uint64_t address, uint64_t length, uint8_t* bytes) override;
    void DeregMr(MemoryRegion* mr) override;
    VerbsQp* CreateQp(const QpInitAttr& attr) override;
    void DestroyQp(VerbsQp* qp) override;

    // From FrameSink
    [[gnu::flatten]] void Accept(uint32_t port, RoceFramePtr&& frame, int64_t now) override;
    void OnLinkChange(uint32_t port, bool up) override;
    void Prefetch(uint32_t port, const RoceFrame& frame) const override;

    // From FrameSource
    RoceFramePtr PullFrame(uint8_t pausedClasses, int64_t now) override;
    bool HasFrame(uint8_t pausedClasses, int64_t now, int64_t when) override;

  protected:
    void DoDispose() override;

  private:
    // From FrameReceiver: a frame has passed the pipeline
    void Arrive(RoceFramePtr&& frame, int64_t now) override;
    void Prefetch(const RoceFrame& frame) const override;

    /**
     * @brief Hand a frame to its queue pair.
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
     * @brief Make the congestion control scheme.
     * @return an object of the type CongestionOpsType
     */
    Ptr<CongestionOps> MakeCongestionOps() const;

    /**
     * @brief Make the loss recovery.
     * @return an object of the type LossRecoveryType
     */
    Ptr<LossRecovery> MakeLossRecovery() const;

    /// @brief Stop, and destroy all objects that applications have made.
    void Clear();

    NicResources m_resources;                            ///< parts that queue pairs share
    Ptr<CongestionOps> m_congestion;                     ///< congestion control scheme
    SlotTable<QueuePair> m_qps;                          ///< queue pairs by number
    std::vector<std::unique_ptr<CompletionQueue>> m_cqs; ///< completion queues
    FrameWire m_pipeline;         ///< frames that arrived Latency ago or less
    bool m_isPipelined{false};    ///< frames go through the pipeline
    Ptr<FrameNetDevice> m_device; ///< port
    Time m_latency;               ///< time in the pipeline
    TypeId m_congestionType;      ///< type of the congestion control scheme
    TypeId m_recoveryType;        ///< type of the loss recovery
};

} // namespace ns3::rdmacell

#endif // ROCE_NIC_H
