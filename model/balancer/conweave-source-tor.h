/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_SOURCE_TOR_H
#define CONWEAVE_SOURCE_TOR_H

#include "conweave-header.h"
#include "flow-table.h"
#include "path-busy-table.h"

#include "ns3/load-balancer.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave at the ToR switch of a sender (Song et al., SIGCOMM 2023, 3.2): it measures the
 * round trip to the destination ToR switch in epochs, and reroutes flows whose reply is late.
 *
 * An epoch of a flow, by its Phase:
 *
 * 1. REQUEST_DUE: the next data packet carries RTT_REQUEST. Its reply is due after theta_reply.
 * 2. WAITING: an RTT_REPLY in time ends the epoch; the next one begins with 1.
 * 3. WAITING, and theta_reply has passed: the path is congested. Of two paths drawn at random the
 *    first one that is not busy is taken. The current packet is sent on the old path, with TAIL;
 *    the following ones are sent on the new path, with REROUTED and the time stamp of the TAIL. If
 *    both paths are busy, the flow keeps its path.
 * 4. REROUTED: a CLEAR says that the flow is in order again, and ends the epoch. Until then the
 *    flow is not rerouted again, so that the destination has at most two paths to put in order.
 *
 * A flow that has paused for longer than theta_inactive begins the next epoch at once, without a
 * TAIL; that makes up for a lost CLEAR, too. A NOTIFY makes a path busy for theta_path_busy.
 *
 * Everything is decided when a data packet departs; there are no timers (as in the ConWeave
 * simulator).
 *
 * Where the model differs:
 * - theta_reply is the round trip of the flow's own path in an empty network, computed from its
 *   links, plus Config::replyExtra, as in the ConWeave simulator. The paper prints 8 us in all,
 *   which is the propagation delay alone between pods of a fat tree with 1 us per link.
 * - The current path is not among the two drawn, since taking it is no reroute.
 * - If both paths are busy, the next packet tries again within the same epoch; the paper aborts the
 *   reroute. So an epoch ends by its reply, its CLEAR or a pause alone, and packets are late by one
 *   epoch at most, which the header's two bits can tell from a new one.
 * - Beyond Config::connections flows are forwarded by ECMP, as in the paper.
 */
class ConWeaveSourceTor
{
  public:
    /// Parameters, times in steps.
    struct Config
    {
        int64_t replyExtra{0};     ///< theta_reply less the round trip in an empty network
        int64_t pathBusy{0};       ///< theta_path_busy
        int64_t inactive{0};       ///< theta_inactive
        uint32_t connections{1};   ///< flows that the table has room for
        bool rerouteToBusy{false}; ///< if both paths are busy, send a TAIL and keep the path
    };

    /// Counters.
    struct Stats
    {
        uint64_t epochs{0};      ///< RTT_REQUEST sent
        uint64_t reroutes{0};    ///< reroutes, each with a TAIL
        uint64_t aborted{0};     ///< reroutes that were due, but both paths drawn were busy
        uint64_t untracked{0};   ///< packets of flows without an entry, forwarded by ECMP
        uint64_t headerBytes{0}; ///< bytes added to packets
    };

    /**
     * @brief Start.
     * @param view the switch
     * @param config parameters
     * @param uniform draws paths
     * @param owner the scheme, whose trace sources fire
     */
    void Start(SwitchView& view,
               const Config& config,
               Ptr<UniformRandomVariable> uniform,
               const LoadBalancer& owner);

    /**
     * @brief A data packet departs: choose its path, and write header and path into it.
     * @param frame the packet, to a host of another ToR switch; unchanged if no path is up or the
     * table has no room for its flow
     * @param now the current time, steps
     */
    void OnData(RoceFrame& frame, int64_t now);

    /**
     * @brief A control frame has arrived from a destination ToR switch.
     * @param frame an RTT_REPLY, CLEAR or NOTIFY
     * @param port port where it has arrived
     * @param now the current time, steps
     */
    void OnControl(RoceFrame& frame, uint32_t port, int64_t now);

    /**
     * @brief Compute the round trip of a request and its reply in an empty network.
     * @param path the path of both
     * @param wireBytes wire bytes of the request
     * @return steps from the departure of the packet
     */
    static int64_t GetBaseRtt(const FabricPath& path, uint32_t wireBytes);

    /**
     * @brief Get the counters.
     * @return counters
     */
    const Stats& GetStats() const;

  private:
    static constexpr uint32_t NO_PATH = LoadBalancer::NO_PATH; ///< no path
    static constexpr uint32_t WAYS =
        16; ///< with an eighth of the table in use, all flows have room

    /// State of a flow within its epoch.
    enum class Phase : uint8_t
    {
        REQUEST_DUE, ///< the next packet carries RTT_REQUEST
        WAITING,     ///< for RTT_REPLY
        REROUTED,    ///< waiting for CLEAR
    };

    /// State of a flow.
    struct Connection : FlowEntry
    {
        int64_t deadline{0};             ///< of the reply, steps
        uint32_t path{NO_PATH};          ///< current path
        uint16_t tailSent{0};            ///< TAIL_TX_TSTAMP
        uint8_t epoch{0};                ///< modulo ConWeaveHeader::EPOCHS
        Phase phase{Phase::REQUEST_DUE}; ///< within the epoch
    };

    /**
     * @brief Begin the next epoch.
     * @param connection the flow
     */
    static void BeginEpoch(Connection& connection);

    /**
     * @brief Give a path to a flow that is new, has paused, or has lost its path, without a TAIL.
     * @param connection the flow
     * @param tor ToR switch of the destination
     * @param ports ports that lead there
     * @param now the current time
     * @return false if no path is up
     */
    bool StartFlow(Connection& connection, uint32_t tor, const PortSet& ports, int64_t now);

    /**
     * @brief The reply of a flow is late: reroute it if another path is found.
     * @param connection the flow
     * @param frame the packet at hand
     * @param tor ToR switch of the destination
     * @param ports ports that lead there
     * @param now the current time
     * @return true if the packet at hand is the TAIL
     */
    bool Reroute(Connection& connection,
                 const RoceFrame& frame,
                 uint32_t tor,
                 const PortSet& ports,
                 int64_t now);

    /**
     * @brief List the paths that are up in m_candidates.
     * @param tor ToR switch at their end
     * @param ports ports that lead there
     * @param except a path to leave out, or NO_PATH
     */
    void ListCandidates(uint32_t tor, const PortSet& ports, uint32_t except);

    /**
     * @brief Draw two of the candidates.
     * @param tor ToR switch at their end
     * @param now the current time
     * @return the first one that is not busy, or NO_PATH
     */
    uint32_t DrawPath(uint32_t tor, int64_t now);

    SwitchView* m_view{nullptr};               ///< the switch
    const LoadBalancer* m_owner{nullptr};      ///< the scheme
    Config m_config;                           ///< parameters
    int64_t m_microsecond{1};                  ///< steps of a microsecond
    FlowTable<Connection, WAYS> m_connections; ///< flows
    PathBusyTable m_busy;                      ///< paths that NOTIFYs were about
    std::vector<uint32_t> m_candidates;        ///< paths of the current decision
    Ptr<UniformRandomVariable> m_uniform;      ///< draws paths
    Stats m_stats;                             ///< counters
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_SOURCE_TOR_H
