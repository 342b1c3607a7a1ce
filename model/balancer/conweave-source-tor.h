/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_SOURCE_TOR_H
#define CONWEAVE_SOURCE_TOR_H

#include "connection-table.h"
#include "conweave-header.h"
#include "path-busy-table.h"

#include "ns3/random-variable-stream.h"
#include "ns3/switch-view.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave at the ToR switch of a sender (Song et al., SIGCOMM 2023, 3.2).
 *
 * Measures the round trip to the destination ToR switch again and again, in epochs, and moves a
 * flow to another path when a reply does not come in time, one is found that is not known to be
 * busy, and the flow's last move has been confirmed. All is decided when a packet of the flow sets
 * out; there are no timers.
 */
class ConWeaveSourceTor
{
  public:
    /// Parameters, times in steps.
    struct Config
    {
        int64_t replyExtra{0};     ///< what a reply may take longer than in an empty network
        int64_t pathBusy{0};       ///< how long a path is avoided after a NOTIFY
        int64_t inactive{0};       ///< a pause longer than this starts a flow afresh
        uint32_t connections{1};   ///< flows to have room for
        bool rerouteToBusy{false}; ///< confirm the path anew if both samples are busy
    };

    /// What was done.
    struct Stats
    {
        uint64_t epochs{0};      ///< round trips measured
        uint64_t reroutes{0};    ///< moves to another path
        uint64_t aborted{0};     ///< moves that were due, but all samples were busy
        uint64_t untracked{0};   ///< packets without room for their flow, sent as with ECMP
        uint64_t headerBytes{0}; ///< bytes added to packets
    };

    /**
     * @brief Start.
     * @param view the switch
     * @param config parameters
     * @param uniform draws
     */
    void Start(SwitchView& view, const Config& config, Ptr<UniformRandomVariable> uniform);

    /**
     * @brief A packet sets out: choose its path, and write header and path into it.
     * @param frame the packet, to a host of another ToR switch; left alone if there is no path that
     * is up or no room for its flow
     * @param now the current time, steps
     */
    void Depart(RoceFrame& frame, int64_t now);

    /**
     * @brief A frame has come from a destination ToR switch.
     * @param frame an RTT_REPLY, CLEAR or NOTIFY
     * @param now the current time, steps
     */
    void OnControl(RoceFrame& frame, int64_t now);

    /**
     * @brief Compute how long a request and its reply take in an empty network.
     * @param path the path of both
     * @param wireBytes of the request
     * @return steps, from the time that the packet sets out
     */
    static int64_t GetBaseRtt(const FabricPath& path, uint32_t wireBytes);

    /**
     * @brief Get what was done so far.
     * @return counters
     */
    const Stats& GetStats() const;

  private:
    static constexpr uint32_t NO_PATH = UINT32_MAX; ///< no path

    /// Where a flow stands in its epoch.
    enum class Phase : uint8_t
    {
        REQUEST_DUE, ///< the next packet carries the request
        WAITING,     ///< for the reply
        REROUTED,    ///< waiting for CLEAR
    };

    /// What is known of a flow.
    struct Connection : ConnectionEntry
    {
        int64_t deadline{0};             ///< of the reply
        uint32_t path{NO_PATH};          ///< current path
        uint16_t tailSent{0};            ///< stamp of the tail
        uint8_t epoch{0};                ///< modulo ConWeaveHeader::EPOCHS
        Phase phase{Phase::REQUEST_DUE}; ///< where it stands
    };

    /**
     * @brief Begin the next epoch.
     * @param connection the flow
     */
    static void Advance(Connection& connection);

    /**
     * @brief Give a path to a flow that is new, has paused, or has lost its path.
     * @param connection the flow
     * @param tor ToR switch of the destination
     * @param ports ports that lead there
     * @param now the current time
     * @return false if no path is up
     */
    bool StartAfresh(Connection& connection, uint32_t tor, const PortSet& ports, int64_t now);

    /**
     * @brief No reply has come in time: move the flow if another path is found. If not, the next
     * packet will try again. The epoch goes on: it ends with its reply or its CLEAR, so that
     * packets on their way are late by one epoch at most, which two bits can tell from a new one.
     * @param connection the flow
     * @param tor ToR switch of the destination
     * @param ports ports that lead there
     * @param now the current time
     * @return true if the packet at hand is the tail
     */
    bool Reroute(Connection& connection, uint32_t tor, const PortSet& ports, int64_t now);

    /**
     * @brief List the paths that could be taken.
     * @param tor ToR switch at their end
     * @param ports ports that lead there
     * @param except a path to leave out, or NO_PATH
     */
    void Collect(uint32_t tor, const PortSet& ports, uint32_t except);

    /**
     * @brief Draw two of the paths listed.
     * @param tor ToR switch at their end
     * @param now the current time
     * @return the first one that is not busy, or NO_PATH
     */
    uint32_t Sample(uint32_t tor, int64_t now);

    SwitchView* m_view{nullptr};               ///< the switch
    Config m_config;                           ///< parameters
    int64_t m_microsecond{1};                  ///< steps of a microsecond
    ConnectionTable<Connection> m_connections; ///< flows
    PathBusyTable m_busy;                      ///< paths to avoid
    std::vector<uint32_t> m_usable;            ///< paths of the decision being made
    Ptr<UniformRandomVariable> m_uniform;      ///< draws
    Stats m_stats;                             ///< what was done
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_SOURCE_TOR_H
