/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SEND_SIDE_H
#define CELL_SEND_SIDE_H

#include "cell-counters.h"
#include "cell-sender.h"
#include "cell-settings.h"
#include "cell-traces.h"
#include "path-info.h"
#include "path-map.h"
#include "qp-directory.h"
#include "qp-group.h"
#include "rdma-endpoint.h"
#include "recycling-map.h"

#include "ns3/flow.h"
#include "ns3/work-completion.h"

#include <cstdint>
#include <functional>
#include <unordered_map>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What a host sends with RDMACell: its groups of queue pairs, and what they share.
 */
class CellSendSide
{
  public:
    /// Bits of an address within the token rings of a group; the group's number stands above.
    static constexpr uint32_t RING_ADDRESS_BITS = 32;

    /// Gives the characteristics of the path to a peer.
    using PathQuery = std::function<PathInfo(Ipv4Address peer)>;

    /// Called when all cells of a flow are complete.
    using FlowCallback = std::function<void(uint64_t flowId)>;

    /**
     * @brief Construct a side without groups. All references outlive it.
     * @param endpoint the device; open before the first flow starts
     * @param settings settings; read from the first flow on
     * @param counters what is counted
     * @param traces what is traced
     * @param pathQuery gives path characteristics
     * @param tracer traces routes
     * @param finished called when a flow has finished
     */
    CellSendSide(RdmaEndpoint& endpoint,
                 const CellSettings& settings,
                 CellCounters& counters,
                 const CellTraces& traces,
                 PathQuery pathQuery,
                 RouteTracer tracer,
                 FlowCallback finished);

    // For CellApp

    /**
     * @brief Start a flow over a group of queue pairs of its own, or over the group that all flows
     * to its receiver share.
     * @param flow the flow
     * @param peer address of its receiver
     */
    void StartFlow(const Flow& flow, Ipv4Address peer);

    /**
     * @brief A send request has completed.
     * @param completion the completion
     */
    void OnSendCompletion(const WorkCompletion& completion);

    /**
     * @brief A NAK has arrived; nothing may be posted or modified from here.
     * @param qpNum this side's queue pair
     */
    void OnNak(uint32_t qpNum);

    /**
     * @brief Get when the last timer of a flow expires.
     * @return time steps; 0 if no timer runs
     */
    int64_t GetLastTimer() const;

    /// @brief Forget all groups, without a word to the peers.
    void Clear();

    // For the parts

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
    QpDirectory<QpGroup>& GetQps();

    /**
     * @brief Get the senders: a pool of memory for all groups.
     * @return by flow id
     */
    RecyclingMap<uint64_t, CellSender>& GetSenders();

    /**
     * @brief Get what the host knows of the network.
     * @return the map
     */
    PathMap& GetPathMap();

    /**
     * @brief Get the estimator of all paths of the host that have a base RTT.
     * @param baseRtt steps
     * @return the estimator
     */
    PathEstimator& GetHistory(int64_t baseRtt);

    /**
     * @brief Register memory for the token rings of a group, with OnTokenWritten() on it.
     * @param group number of the group
     * @param bytes first byte of the memory
     * @param length its length, bytes
     * @return the region
     */
    MemoryRegion& RegisterRings(uint32_t group, uint8_t* bytes, std::size_t length);

    /**
     * @brief Bytes of cells have been posted.
     * @param bytes how many
     */
    void AddOutstanding(uint64_t bytes);

    /**
     * @brief Bytes of cells have left the queue pairs: completed, flushed or given up.
     * @param bytes how many
     */
    void RemoveOutstanding(uint64_t bytes);

    /**
     * @brief Get the bytes of cells on all queue pairs of the host.
     * @return bytes
     */
    uint64_t GetOutstandingBytes() const;

    /**
     * @brief Report that all cells of a flow are complete.
     * @param flowId the flow
     */
    void ReportFinished(uint64_t flowId) const;

  private:
    /**
     * @brief Create a group of queue pairs.
     * @param peer address of the other end
     * @return the group
     */
    QpGroup& CreateGroup(Ipv4Address peer);

    /**
     * @brief A token was written.
     * @param address of its slot in a ring
     * @param length its bytes
     */
    void OnTokenWritten(uint64_t address, uint32_t length);

    /**
     * @brief Read a token: the scheduler of RDMACell looks at the rings.
     * @param address of its slot in a ring
     */
    void ReadToken(uint64_t address);

    /**
     * @brief Recover from a NAK.
     * @param qpNum this side's queue pair
     */
    void RecoverFromNak(uint32_t qpNum);

    /**
     * @brief Release what a group no longer needs, and the group if its flow has ended.
     * @param group the group
     */
    void Release(QpGroup& group);

    RdmaEndpoint& m_endpoint;                               ///< the device
    const CellSettings& m_settings;                         ///< settings
    CellCounters& m_counters;                               ///< what is counted
    const CellTraces& m_traces;                             ///< what is traced
    PathQuery m_pathQuery;                                  ///< gives path characteristics
    FlowCallback m_finished;                                ///< called when a flow has finished
    MemoryRegion::WriteCallback m_ringCallback;             ///< OnTokenWritten(), made once
    uint64_t m_outstandingBytes{0};                         ///< of cells on all queue pairs
    uint32_t m_nextGroup{0};                                ///< number of the next group
    std::unordered_map<int64_t, PathEstimator> m_histories; ///< by base RTT, steps
    PathMap m_pathMap;                                      ///< what the host knows
    RecyclingMap<uint64_t, CellSender> m_senders;           ///< by flow id
    QpDirectory<QpGroup> m_qps;                             ///< this side's queue pairs
    RecyclingMap<uint32_t, QpGroup> m_groups;               ///< by number
    /// Groups that all flows to a peer share, by its address (3.48 deprecates Ipv4AddressHash).
    std::unordered_map<uint32_t, QpGroup*> m_sharedGroups;
};

} // namespace ns3::rdmacell

#endif // CELL_SEND_SIDE_H
