/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_SET_H
#define PATH_SET_H

#include "cell-path.h"
#include "cell-window.h"
#include "path-info.h"
#include "path-table.h"
#include "tracking-queue.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/work-completion.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

class CellSender;
class CellSendSide;
class QpGroup;

/**
 * @ingroup rdmacell
 * @brief The paths of a group, each a queue pair: posts cells, finds out which have completed, and
 * isolates and resets queue pairs.
 *
 * The queue pairs differ in their UDP source ports only. If connecting takes no time, each is
 * connected when it is first used, which is the same as in advance but costs less.
 */
class PathSet
{
  public:
    /**
     * @brief Construct a set of paths that are not connected.
     * @param side what the groups of a host share; outlives it
     * @param group the group; outlives it
     * @param peer address of the other end
     * @param info characteristics of the paths
     * @param cellBytes bytes of a full cell
     */
    PathSet(CellSendSide& side,
            QpGroup& group,
            Ipv4Address peer,
            const PathInfo& info,
            uint32_t cellBytes);

    /// @brief Cancel all events. Close() releases what the device and the peer hold.
    ~PathSet();
    PathSet(const PathSet&) = delete;
    PathSet& operator=(const PathSet&) = delete;

    /// @brief Request the connection of all paths, if connecting takes time.
    void ConnectInAdvance();

    /// @brief Destroy all queue pairs here and at the peer.
    void Close();

    /**
     * @brief Post a cell.
     * @param sender its flow
     * @param cell the cell; Cell::path says on which path
     */
    void Post(CellSender& sender, const TrackingQueue::Cell& cell);

    /**
     * @brief Find out when a cell can leave at line rate, after what was given to its path before,
     * and take that time on the line.
     * @param path the path
     * @param now the current time, steps
     * @param bytes of the cell
     * @return time steps, not before now
     */
    int64_t TakeLine(uint16_t path, int64_t now, uint32_t bytes);

    /**
     * @brief A send request has completed.
     * @param path on which path
     * @param completion the completion
     */
    void OnCompletion(uint16_t path, const WorkCompletion& completion);

    /**
     * @brief A NAK has arrived: isolate the path, if that may help.
     * @param path the path
     */
    void OnNak(uint16_t path);

    /**
     * @brief The peer has replied to a connection request.
     * @param path which path
     * @param reply the reply
     * @return true if the path was not in use before
     */
    bool OnConnected(uint16_t path, const ConnectionReply& reply);

    /**
     * @brief Isolate a path on which a token or a completion is late, if that may help.
     * @param path the path
     * @param now the current time, steps
     * @return false if it may not be isolated now
     */
    bool Recover(uint16_t path, int64_t now);

    /**
     * @brief A cell's token has arrived: all that was posted before it on the same queue pair is
     * complete, as RC executes in order.
     * @param sender flow of the cell
     * @param cell the cell
     */
    void CompleteEarlier(const CellSender& sender, const TrackingQueue::Cell& cell);

    /**
     * @brief Get what is known of the paths.
     * @return the table
     */
    PathTable& GetTable();

    /**
     * @brief Get what a window needs to know of the paths.
     * @return base RTT and time of a cell
     */
    CellWindow::PathProperties GetProperties() const;

    /**
     * @brief Ask whether no path is isolated or yet to be connected.
     * @return true if all paths are in use
     */
    bool AreAllHealthy() const;

    /**
     * @brief Get the bytes of a full cell.
     * @return bytes
     */
    uint32_t GetCellBytes() const;

    /**
     * @brief Get a limit of the time of a cell, which is longer where a cell takes long.
     * @param limit the limit as it is set
     * @return steps
     */
    int64_t GetLimit(const Time& limit) const;

    /**
     * @brief Get the longest time from the token of a cell to its completion.
     * @return steps; 0 for no limit
     */
    int64_t GetCompletionTimeout() const;

    /**
     * @brief Compute how long bytes take at line rate.
     * @param bytes how many
     * @return steps
     */
    int64_t GetSerializationTime(uint64_t bytes) const;

    /**
     * @brief Get the bytes of cells on a path that have not completed.
     * @param path the path
     * @return bytes
     */
    uint64_t GetOutstandingBytes(uint16_t path) const;

  private:
    /**
     * @brief Make the settings of the estimators.
     * @return the settings
     */
    PathEstimator::Settings MakeEstimatorSettings() const;

    /**
     * @brief Request the connection of a path; its queue pair is created if there is none.
     * @param path the path
     */
    void Connect(uint16_t path);

    /**
     * @brief Take a path out of use, move its cells to others, and reset it.
     * @param path the path
     */
    void Isolate(uint16_t path);

    /**
     * @brief The time that a reset takes is over.
     * @param path the path
     */
    void Reset(uint16_t path);

    CellSendSide& m_side;                                ///< what groups share
    QpGroup& m_group;                                    ///< the group
    Ipv4Address m_peer;                                  ///< the other end
    uint32_t m_cellBytes;                                ///< of a full cell
    int64_t m_baseRtt;                                   ///< steps
    uint64_t m_bitRate;                                  ///< of the paths, bit/s
    int64_t m_leastLimit;                                ///< of the time of a cell, steps
    uint64_t m_nextWrId{0};                              ///< of the next cell
    PathTable m_table;                                   ///< what is known of the paths
    boost::container::small_vector<CellPath, 8> m_paths; ///< paths
    std::vector<EventId> m_resets; ///< by path: end of its reset; empty before any
};

} // namespace ns3::rdmacell

#endif // PATH_SET_H
