/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_APP_H
#define FLOW_APP_H

#include "host-app.h"
#include "recycling-map.h"

#include "ns3/completion-queue.h"
#include "ns3/memory-region.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Carries each flow as RDMA WRITEs over a queue pair of its own, fresh at line rate.
 *
 * What the evaluations of switch load balancers call a flow. Flows above 2^31 bytes, the largest
 * message, are several WRITEs on the one queue pair. Only the last one is signalled. Queue pairs,
 * memory regions and records are freed when the flow ends.
 */
class FlowApp : public HostApp
{
  public:
    FlowApp();
    ~FlowApp() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Compute the longest WRITE that a flow is cut into: whole packets only, so that a flow
     * of several messages takes no more packets than one would.
     * @param mtu payload bytes in a full packet
     * @return bytes
     */
    static uint32_t GetLongestMessage(uint32_t mtu);

    // From ConnectionListener
    ConnectionReply OnConnect(const ConnectionRequest& request) override;
    void OnDisconnect(uint32_t qpNum) override;

  protected:
    void StartFlow(const Flow& flow) override;
    void DoDispose() override;

  private:
    /// A flow that this host is sending.
    struct Sending
    {
        Flow flow;            ///< the flow
        VerbsQp* qp;          ///< its queue pair
        uint32_t remoteQpNum; ///< the receiver's queue pair
    };

    /// A flow that this host is receiving.
    struct Receiving
    {
        VerbsQp* qp;      ///< its queue pair
        MemoryRegion* mr; ///< where it goes
        uint64_t flowId;  ///< the flow
        uint64_t size;    ///< its bytes
    };

    /// @brief Make the queues and the region that all flows share, at the first use.
    void OpenDevice();

    /**
     * @brief Bring a queue pair to RTS.
     * @param qp the queue pair, in RESET
     * @param address IPv4 address of the peer
     * @param qpNum its queue pair
     * @param psn first PSN that it sends
     * @param trafficClass class of the requests
     */
    void BringUp(VerbsQp& qp,
                 Ipv4Address address,
                 uint32_t qpNum,
                 uint32_t psn,
                 uint8_t trafficClass);

    /**
     * @brief The receiver has answered: send the flow.
     * @param qpNum this side's queue pair
     * @param reply the answer
     */
    void OnConnected(uint32_t qpNum, const ConnectionReply& reply);

    /**
     * @brief Post a flow's WRITEs.
     * @param sending the flow
     * @param remoteAddress where they go
     * @param rkey key of the memory there
     */
    void PostWrites(const Sending& sending, uint64_t remoteAddress, uint32_t rkey);

    /**
     * @brief Send completions have arrived.
     * @param cq the queue
     */
    void OnSendCompletion(CompletionQueue* cq);

    /**
     * @brief A WRITE has been placed.
     * @param address where it begins
     * @param length its bytes
     */
    void OnPlaced(uint64_t address, uint32_t length);

    uint8_t m_trafficClass;                        ///< class of the requests
    uint8_t m_timeout;                             ///< local ACK timeout code
    uint8_t m_retryCount;                          ///< transport retries
    CompletionQueue* m_sendCq{nullptr};            ///< of all queue pairs
    CompletionQueue::Notification m_notification;  ///< OnSendCompletion(), made once
    MemoryRegion::WriteCallback m_watch;           ///< OnPlaced(), made once
    MemoryRegion* m_source{nullptr};               ///< where all flows' data comes from
    RecyclingMap<uint32_t, Sending> m_sending;     ///< by this side's queue pair number
    RecyclingMap<uint32_t, Receiving> m_receiving; ///< by this side's queue pair number
};

} // namespace ns3::rdmacell

#endif // FLOW_APP_H
