/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_RECEIVE_SIDE_H
#define CELL_RECEIVE_SIDE_H

#include "cell-counters.h"
#include "cell-messages.h"
#include "cell-receiver.h"
#include "cell-settings.h"
#include "cell-traces.h"
#include "qp-directory.h"
#include "rdma-endpoint.h"
#include "recycling-map.h"

#include "ns3/work-completion.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What a host receives with RDMACell: a receiver for each group of queue pairs of other
 * hosts, and what they share.
 */
class CellReceiveSide
{
  public:
    /// Called when all bytes of a flow have been placed.
    using FlowCallback = std::function<void(uint64_t flowId)>;

    /**
     * @brief Construct a side without receivers. All references outlive it.
     * @param endpoint the device
     * @param settings settings
     * @param counters what is counted
     * @param traces what is traced
     * @param placed called when all bytes of a flow have been placed
     */
    CellReceiveSide(RdmaEndpoint& endpoint,
                    const CellSettings& settings,
                    CellCounters& counters,
                    const CellTraces& traces,
                    FlowCallback placed);

    // For CellApp

    /// @brief Prepare for the first connection: the endpoint is open, the settings are there.
    void Open();

    /**
     * @brief Connect a path of a group, or connect it again after a reset.
     * @param request of the sender
     * @return the reply
     */
    ConnectionReply OnConnect(const ConnectionRequest& request);

    /**
     * @brief The sender has closed a path.
     * @param qpNum this side's queue pair
     */
    void OnDisconnect(uint32_t qpNum);

    /**
     * @brief Register memory for a flow.
     * @param sender address of the sender
     * @param request of the sender
     * @return where to write
     */
    CellFlowReply OnFlowRequest(Ipv4Address sender, const CellFlowRequest& request);

    /**
     * @brief A flow has ended. The sender closes all paths of a group before it ends the last flow.
     * @param end of the sender
     */
    void OnFlowEnd(const CellFlowEnd& end);

    /**
     * @brief A receive request has completed: the head of a cell has been placed.
     * @param completion the completion
     */
    void OnReceiveCompletion(const WorkCompletion& completion);

    /**
     * @brief A WRITE has been placed in the memory of a flow.
     * @param flowNumber CellFlowReply::flowNumber
     * @param offset first byte in the flow
     * @param length bytes
     */
    void OnFlowBytesPlaced(uint32_t flowNumber, uint64_t offset, uint32_t length);

    /// @brief Forget all receivers.
    void Clear();

    // For receivers

    /**
     * @brief Get the device.
     * @return the endpoint
     */
    RdmaEndpoint& GetEndpoint() const;

    /**
     * @brief Get the settings.
     * @return the settings
     */
    const CellSettings& GetSettings() const;

    /**
     * @brief Get the counters.
     * @return the counters
     */
    CellCounters& GetCounters() const;

    /**
     * @brief Get the trace sources.
     * @return the trace sources
     */
    const CellTraces& GetTraces() const;

    /**
     * @brief Get the directory of this side's queue pairs.
     * @return the directory
     */
    QpDirectory<CellReceiver>& GetQps();

    /**
     * @brief Get the receive requests of a new queue pair.
     * @return as many as settings say, as a list
     */
    const std::vector<RecvWr>& GetReceiveRequests() const;

    /**
     * @brief Report that all bytes of a flow have been placed.
     * @param flowId the flow
     */
    void ReportPlaced(uint64_t flowId) const;

  private:
    /// A group of queue pairs of another host.
    struct RemoteGroup
    {
        Ipv4Address address; ///< of the host
        uint32_t group;      ///< the host's number for the group

        /**
         * @brief Compare.
         * @param other another group
         * @return true if it is the same
         */
        bool operator==(const RemoteGroup& other) const;
    };

    /// Hashes groups of other hosts.
    struct RemoteGroupHash
    {
        /**
         * @brief Hash.
         * @param key the group
         * @return its hash
         */
        std::size_t operator()(const RemoteGroup& key) const;
    };

    /// A flow that is being received.
    struct IncomingFlow
    {
        RemoteGroup group;      ///< over which it arrives
        CellReceiver* receiver; ///< of the group
        uint16_t slot;          ///< its slot
    };

    /**
     * @brief Find the receiver of a group, which is created if there is none.
     * @param group the group
     * @return the receiver
     */
    CellReceiver& GetReceiver(const RemoteGroup& group);

    /**
     * @brief Choose the number of an incoming flow.
     * @return a number that no other incoming flow has
     */
    uint32_t ChooseFlowNumber();

    RdmaEndpoint& m_endpoint;        ///< the device
    const CellSettings& m_settings;  ///< settings
    CellCounters& m_counters;        ///< what is counted
    const CellTraces& m_traces;      ///< what is traced
    FlowCallback m_placed;           ///< called when all bytes of a flow have been placed
    std::vector<RecvWr> m_receives;  ///< receive requests of a new queue pair, a list
    uint32_t m_nextFlowNumber{0};    ///< where to look for a free one
    QpDirectory<CellReceiver> m_qps; ///< this side's queue pairs
    RecyclingMap<RemoteGroup, CellReceiver, RemoteGroupHash> m_receivers; ///< by group
    RecyclingMap<uint32_t, IncomingFlow> m_flows;                         ///< by number
};

} // namespace ns3::rdmacell

#endif // CELL_RECEIVE_SIDE_H
