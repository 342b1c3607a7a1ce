/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_APP_H
#define FLOW_APP_H

#include "recycling-map.h"
#include "verbs-app.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Carries each flow as RDMA WRITEs over a queue pair of its own, fresh at line rate.
 *
 * This is a flow in the evaluations of switch load balancers. A flow above 2^31 bytes, the largest
 * message, is several WRITEs on the one queue pair. Only the last one is signaled. Queue pairs,
 * memory regions and records are released when the flow ends.
 */
class FlowApp : public VerbsApp
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
    void OnSendCompletion(const WorkCompletion& completion) override;
    void OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length) override;
    void DoDispose() override;

  private:
    /// A flow that this host sends.
    struct OutgoingFlow
    {
        Flow flow;                 ///< the flow
        Ipv4Address receiver;      ///< address of its receiver
        VerbsQp* qp;               ///< its queue pair
        ConnectionRequest request; ///< what the receiver was sent
        uint32_t remoteQpNum;      ///< the receiver's queue pair
    };

    /// A flow that this host receives.
    struct IncomingFlow
    {
        VerbsQp* qp;      ///< its queue pair
        MemoryRegion* mr; ///< where it is placed
        uint64_t flowId;  ///< Flow::id
        uint64_t size;    ///< bytes
    };

    /**
     * @brief The receiver has replied: send the flow.
     * @param qpNum this side's queue pair
     * @param reply the reply
     */
    void OnConnected(uint32_t qpNum, const ConnectionReply& reply);

    /**
     * @brief Post a flow's WRITEs.
     * @param outgoing the flow
     * @param remoteAddress where they go
     * @param rkey key of the memory there
     */
    void PostWrites(const OutgoingFlow& outgoing, uint64_t remoteAddress, uint32_t rkey);

    /**
     * @brief Compute the window of a flow's queue pair.
     * @param receiver address of the flow's receiver
     * @return payload bytes in flight at most; 0: no limit
     */
    uint32_t ComputeWindow(Ipv4Address receiver) const;

    double m_windowBdp{0};                           ///< window in BDPs; 0: none
    RecyclingMap<uint32_t, OutgoingFlow> m_outgoing; ///< by this side's QPN
    RecyclingMap<uint32_t, IncomingFlow> m_incoming; ///< by this side's QPN
};

} // namespace ns3::rdmacell

#endif // FLOW_APP_H
