/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_GROUP_H
#define QP_GROUP_H

#include "cell-context.h"
#include "cell-path.h"
#include "cell-scheduler.h"
#include "cell-sender.h"
#include "path-info.h"
#include "token-ring.h"

#include "ns3/event-id.h"
#include "ns3/flow.h"
#include "ns3/memory-region.h"
#include "ns3/work-completion.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <list>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The queue pairs to one host that a flow, or all flows to it, may use: posts cells, tells
 * apart what completes, isolates and resets queue pairs.
 *
 * The queue pairs differ in their UDP source ports only. If connecting takes no time, each is
 * connected when it is used first, which is the same as in advance but for the cost of making it.
 */
class QpGroup
{
  public:
    /**
     * @brief Make a group without flows.
     * @param context what the host's flows share; outlives it
     * @param id number of the group, unique at this host
     * @param address address of the peer
     * @param info what is known of the way
     */
    QpGroup(CellContext& context, uint32_t id, Ipv4Address address, const PathInfo& info);

    /// @brief Forget flows and cancel all events. Close() releases what the device and peer hold.
    ~QpGroup();
    QpGroup(const QpGroup&) = delete;
    QpGroup& operator=(const QpGroup&) = delete;

    /**
     * @brief Compute the size of a cell: a whole number of full packets.
     * @param settings knobs
     * @param info what is known of the way
     * @param mtu payload of a full packet, bytes
     * @return bytes
     */
    static uint32_t ComputeCellBytes(const CellSettings& settings,
                                     const PathInfo& info,
                                     uint32_t mtu);

    /**
     * @brief Start a flow, or let it wait for room.
     * @param flow the flow
     */
    void AddFlow(const Flow& flow);

    /// @brief Take back the room of flows that have ended.
    void ReleaseFinished();

    /// @brief Destroy all queue pairs here and at the peer, and the token rings.
    void Close();

    /**
     * @brief Ask whether there are flows.
     * @return true if not
     */
    bool IsEmpty() const;

    /**
     * @brief A send completion has come.
     * @param path which queue pair
     * @param completion the completion
     */
    void OnCompletion(uint16_t path, const WorkCompletion& completion);

    /**
     * @brief A token is in memory.
     * @param address of its slot
     */
    void ReadToken(uint64_t address);

    /**
     * @brief A NAK has come.
     * @param path which queue pair
     */
    void OnNak(uint16_t path);

    /**
     * @brief The peer has answered for a queue pair.
     * @param path which one
     * @param reply the answer
     */
    void OnConnected(uint16_t path, const ConnectionReply& reply);

    // For CellSender

    /**
     * @brief Post a cell.
     * @param sender its flow
     * @param cell the cell; path says over which queue pair
     */
    void Post(CellSender& sender, const TrackingQueue::Cell& cell);

    /**
     * @brief Isolate a queue pair whose token or completion is missing, if that helps.
     * @param path the queue pair
     * @param now the current time, steps
     * @return false if it may not be isolated now
     */
    bool Recover(uint16_t path, int64_t now);

    /**
     * @brief Get the number of the group.
     * @return number
     */
    uint32_t GetId() const;

    /**
     * @brief Get the scheduler.
     * @return the scheduler
     */
    CellScheduler& GetScheduler();

    /**
     * @brief Get the base RTT.
     * @return steps
     */
    int64_t GetBaseRtt() const;

    /**
     * @brief Get the time that bytes take at line rate.
     * @param bytes how many
     * @return steps
     */
    int64_t GetLineTime(uint64_t bytes) const;

    /**
     * @brief Add up the cells on a queue pair that have not completed.
     * @param path the queue pair
     * @return bytes
     */
    uint64_t GetPostedBytes(uint16_t path) const;

  private:
    /// Room for a flow.
    struct Place
    {
        CellSender* sender{nullptr}; ///< the flow, or nullptr
        uint16_t nextSlot{0};        ///< slot of the next flow here
    };

    /**
     * @brief Find room for a flow.
     * @return a place without a flow, or nullptr if there is none
     */
    Place* FindRoom();

    /**
     * @brief Ask the peer to connect a queue pair, which is made if there is none.
     * @param path which one
     */
    void Connect(uint16_t path);

    /**
     * @brief Take a queue pair out of use, send its cells over others, reset it.
     * @param path the queue pair
     */
    void Isolate(uint16_t path);

    /**
     * @brief The time that a reset takes is over.
     * @param path the queue pair
     */
    void Reset(uint16_t path);

    /**
     * @brief Tell the receiver that a flow has ended.
     * @param sender the flow
     */
    void EndFlow(const CellSender& sender) const;

    /// @brief Let all flows send what they may.
    void PumpAll();

    /**
     * @brief A token proves that all that was posted before its cell on the same queue pair is
     * complete: RC executes in order.
     * @param sender flow of the cell
     * @param cell the cell
     */
    void ProveEarlier(const CellSender& sender, const TrackingQueue::Cell& cell);

    /**
     * @brief Start a flow.
     * @param flow the flow
     * @param place where there is room; its token ring is the flow's
     */
    void StartFlow(const Flow& flow, Place& place);

    using RingBytes = boost::container::small_vector<uint8_t, 1024>; ///< one ring of 64 tokens

    CellContext& m_context;                              ///< shared
    uint32_t m_id;                                       ///< number
    Ipv4Address m_address;                               ///< of the peer
    uint32_t m_cellBytes;                                ///< of a full cell
    int64_t m_baseRtt;                                   ///< steps
    uint64_t m_bitRate;                                  ///< of the way, bit/s
    uint64_t m_nextWrId{0};                              ///< of the next cell
    CellScheduler m_scheduler;                           ///< which queue pair
    boost::container::small_vector<CellPath, 8> m_paths; ///< queue pairs
    std::vector<EventId> m_resets; ///< by queue pair: end of its reset; empty before any
    boost::container::small_vector<Place, 1> m_places; ///< one, or as many as flows share the group
    std::list<Flow> m_waiting;                         ///< flows for which there is no room
    RingBytes m_ringBytes;                             ///< token rings of all places
    MemoryRegion* m_rings;                             ///< registers these
};

} // namespace ns3::rdmacell

#endif // QP_GROUP_H
