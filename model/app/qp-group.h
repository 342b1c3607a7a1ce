/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_GROUP_H
#define QP_GROUP_H

#include "flow-slots.h"
#include "path-info.h"
#include "path-set.h"

#include "ns3/flow.h"
#include "ns3/ipv4-address.h"
#include "ns3/work-completion.h"

#include <cstdint>

namespace ns3::rdmacell
{

class CellSendSide;
struct CellSettings;

/**
 * @ingroup rdmacell
 * @brief A group of queue pairs to one host: its paths (PathSet), and the flow or flows that use
 * them (FlowSlots).
 */
class QpGroup
{
  public:
    /**
     * @brief Construct a group without flows.
     * @param side what the groups of a host share; outlives it
     * @param id number of the group, unique at this host
     * @param peer address of the other end
     * @param info characteristics of the path to it
     */
    QpGroup(CellSendSide& side, uint32_t id, Ipv4Address peer, const PathInfo& info);
    QpGroup(const QpGroup&) = delete;
    QpGroup& operator=(const QpGroup&) = delete;

    /**
     * @brief Compute the size of a cell: a whole number of full packets, and no longer than a
     * message may be.
     * @param settings settings
     * @param info characteristics of the path
     * @param mtu payload of a full packet, bytes
     * @return bytes
     */
    static uint32_t ComputeCellBytes(const CellSettings& settings,
                                     const PathInfo& info,
                                     uint32_t mtu);

    /**
     * @brief Get the number of the group.
     * @return number
     */
    uint32_t GetId() const;

    /**
     * @brief Start a flow, or let it wait for a slot.
     * @param flow the flow
     */
    void AddFlow(const Flow& flow);

    /**
     * @brief A send request has completed.
     * @param path on which path
     * @param completion the completion
     */
    void OnCompletion(uint16_t path, const WorkCompletion& completion);

    /**
     * @brief A token is in memory.
     * @param address of its slot
     */
    void ReadToken(uint64_t address);

    /**
     * @brief A NAK has arrived.
     * @param path on which path
     */
    void OnNak(uint16_t path);

    /**
     * @brief The peer has replied to a connection request.
     * @param path which path
     * @param reply the reply
     */
    void OnConnected(uint16_t path, const ConnectionReply& reply);

    /**
     * @brief A path is isolated: its cells go over other paths.
     * @param path the path
     */
    void OnIsolated(uint16_t path);

    /// @brief Give the slots of flows that have ended to those that wait.
    void ReleaseFinished();

    /**
     * @brief Ask whether all flows have ended.
     * @return true if so
     */
    bool IsDone() const;

    /// @brief Destroy all queue pairs here and at the peer, and the token rings.
    void Close();

  private:
    uint32_t m_id;     ///< number
    PathSet m_paths;   ///< paths
    FlowSlots m_flows; ///< flows
};

} // namespace ns3::rdmacell

#endif // QP_GROUP_H
