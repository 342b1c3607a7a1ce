/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_NIC_H
#define ROCE_NIC_H

#include "congestion-ops.h"
#include "nic-engine.h"
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
 * @brief The RoCEv2 NIC of a host: an RDMA device to programs, source and sink of frames to its
 * port. Aggregated to the node.
 *
 * Changed attributes take effect when the next queue pair is made.
 */
class RoceNic : public Object,
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
     * @brief Signature of the trace source NakReceived.
     * @param qpNum number of the queue pair
     * @param psn PSN that the peer expects, 24 bits
     */
    using NakTracedCallback = void (*)(uint32_t qpNum, uint32_t psn);

    /**
     * @brief Connect the NIC to its port. The congestion control scheme is made, too.
     * @param device the port; it is in its node
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
     * @return the scheme; its attributes take effect for queue pairs that become ready later
     */
    Ptr<CongestionOps> GetCongestionOps() const;

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

    // From VerbsContext
    uint32_t GetIpAddress() const override;
    uint32_t GetPathMtu() const override;
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

    /// @brief Stop, and destroy all objects that programs have made.
    void Clear();

    NicEngine m_engine;                                  ///< what queue pairs share
    Ptr<CongestionOps> m_congestion;                     ///< congestion control scheme
    SlotTable<QueuePair> m_qps;                          ///< queue pairs by number
    std::vector<std::unique_ptr<CompletionQueue>> m_cqs; ///< completion queues
    FrameWire m_pipeline;                                ///< frames on their way in
    Ptr<FrameNetDevice> m_device;                        ///< the port
    NicEngine::PsnTrace m_nakReceived;                   ///< trace source
    uint32_t m_pathMtu;                                  ///< default of queue pairs
    uint32_t m_ackInterval;                              ///< packets between requests for an ACK
    uint8_t m_controlClass;                              ///< class of ACKs, NAKs and CNPs
    bool m_ecn;                                          ///< data frames are ECN capable
    uint32_t m_linkOverhead; ///< bytes of link time beside a frame's own
    Time m_latency;          ///< of the pipeline
    TypeId m_congestionType; ///< congestion control scheme
};

} // namespace ns3::rdmacell

#endif // ROCE_NIC_H
