/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STALL_REPORT_H
#define STALL_REPORT_H

#include "pause-graph.h"
#include "qp-census.h"

#include "ns3/fabric-switch.h"
#include "ns3/flow.h"
#include "ns3/frame-net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/roce-nic.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// Why a run in which nothing moves cannot go on.
enum class StallKind : uint8_t
{
    DEADLOCK, ///< ports that PFC has paused wait for each other in a cycle
    STALL,    ///< ports or queue pairs wait, but not in a cycle
    IDLE,     ///< nothing in the network waits: the flows wait for their applications
    FAILED,   ///< no flow is left: those that could not move have been given up after all retries
};

/**
 * @brief Print a kind in lower case, as meta.json has it.
 * @param os the stream
 * @param kind the kind
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, StallKind kind);

/**
 * @ingroup rdmacell
 * @brief Who waits for whom in a network in which nothing moves, at the time when it is made.
 */
class StallReport
{
  public:
    /// A link that is down or may lose frames.
    struct BadLink
    {
        uint32_t nodes[2]; ///< ns-3 nodes of its ends
        bool areHosts[2];  ///< they are hosts
        bool isUp;         ///< false if it is down
        double errorRate;  ///< largest frame error rate of an end; NaN with another error model
    };

    /**
     * @brief Read the state of a network.
     * @param switches all switches
     * @param nics all NICs
     */
    StallReport(const std::vector<Ptr<FabricSwitch>>& switches,
                const std::vector<Ptr<RoceNic>>& nics);

    /**
     * @brief Get why nothing moves.
     * @return the kind
     */
    StallKind GetKind() const;

    /**
     * @brief Get the waits that PFC causes.
     * @return the graph
     */
    const PauseGraph& GetPauses() const;

    /**
     * @brief Get the cycles of waits.
     * @return indexes of ports of GetPauses(); empty if there is no deadlock
     */
    const std::vector<std::vector<uint32_t>>& GetCycles() const;

    /**
     * @brief Get the queue pairs.
     * @return by state and by what they wait for
     */
    const QpCensus& GetQps() const;

    /**
     * @brief Get the links that are down or may lose frames.
     * @return links, in the order of switches and ports
     */
    const std::vector<BadLink>& GetBadLinks() const;

    /**
     * @brief Say in one line what has happened and why.
     * @return the line, without its end
     */
    std::string GetHeadline() const;

    /**
     * @brief Print all: the headline, cycles, paused ports, links, queue pairs and flows. Of long
     * lists, the first entries.
     * @param out the stream
     */
    void Print(std::ostream& out) const;

    // Set by who makes the report

    Time since;                        ///< when something has moved last, or a little later
    uint64_t flows{0};                 ///< flows that have started and neither finished nor failed
    uint64_t failed{0};                ///< flows that have failed
    bool isRestMoving{false};          ///< only a part of the network is stuck
    std::vector<Flow> flowList;        ///< of these, those that are known
    std::vector<uint32_t> fileNumbers; ///< NetworkGraph::fileNumbers, or empty

  private:
    /**
     * @brief Note a link if it is down or may lose frames.
     * @param device its device at a switch
     */
    void NoteLink(const FrameNetDevice& device);

    /**
     * @brief Name a node.
     * @param node ns-3 node
     * @param isHost it is a host
     * @return such as "switch 12"; with its number in the file of the network, if there is one
     */
    std::string NameNode(uint32_t node, bool isHost) const;

    /**
     * @brief Name a port.
     * @param index of the port in the graph
     * @return such as "switch 12 port 3"
     */
    std::string NamePort(uint32_t index) const;

    /**
     * @brief Name a link.
     * @param link the link
     * @return its ends
     */
    std::string NameLink(const BadLink& link) const;

    /**
     * @brief Name the ports of a cycle.
     * @param cycle indexes of ports
     * @return such as "class 3: switch 12 port 3 -> switch 13 port 3 -> switch 12 port 3"
     */
    std::string NameCycle(const std::vector<uint32_t>& cycle) const;

    /**
     * @brief Name the first links that are down or may lose frames.
     * @return a list that begins with a semicolon, or nothing
     */
    std::string NameBadLinks() const;

    /**
     * @brief Say why nothing moves where there is no cycle.
     * @return the reason
     */
    std::string GetReason() const;

    /**
     * @brief Print a list of ports, links and the like.
     * @param out the stream
     * @param title heading of the list
     * @param lines its entries; nothing is printed without any
     */
    static void PrintList(std::ostream& out,
                          const std::string& title,
                          const std::vector<std::string>& lines);

    /**
     * @brief List the ports that are paused or whose queues are blocked.
     * @return a line each
     */
    std::vector<std::string> DescribePorts() const;

    /**
     * @brief List the queue pairs that wait.
     * @return a line each
     */
    std::vector<std::string> DescribeQps() const;

    PauseGraph m_pauses;                         ///< waits that PFC causes
    std::vector<std::vector<uint32_t>> m_cycles; ///< cycles of them
    QpCensus m_qps;                              ///< queue pairs
    std::vector<BadLink> m_badLinks;             ///< links that are down or may lose frames
};

} // namespace ns3::rdmacell

#endif // STALL_REPORT_H
