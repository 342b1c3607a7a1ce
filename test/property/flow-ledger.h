/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_LEDGER_H
#define FLOW_LEDGER_H

#include "findings.h"

#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/network-graph.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Keeps books on flows: each starts at its time, is placed once, and then finishes or fails
 * once, not sooner than the links of its hosts allow. Of RDMACell's cells, each is completed once,
 * and those of a flow have its bytes.
 */
class FlowLedger
{
  public:
    /**
     * @brief Connect to the trace sources of the applications.
     * @param flows flows by id
     * @param apps applications by host
     * @param graph the network
     * @param findings gets the violations; outlives the ledger
     */
    FlowLedger(const std::vector<Flow>& flows,
               const std::vector<Ptr<HostApp>>& apps,
               const NetworkGraph& graph,
               Findings& findings);

    FlowLedger(const FlowLedger&) = delete;
    FlowLedger& operator=(const FlowLedger&) = delete;

    /**
     * @brief Check the flows at the end of a run.
     * @param unfinished true if flows may be neither finished nor failed
     */
    void CheckEnd(bool unfinished);

    /**
     * @brief Get the number of flows that failed.
     * @return flows
     */
    uint64_t GetFailed() const;

  private:
    /// What has happened to a flow.
    struct FlowBooks
    {
        uint32_t started{0};                ///< how often it started
        uint32_t placed{0};                 ///< how often it was placed
        uint32_t finished{0};               ///< how often it finished
        uint32_t failed{0};                 ///< how often it failed
        uint64_t cellBytes{0};              ///< bytes of the cells completed
        std::map<uint64_t, uint32_t> cells; ///< how often each cell was completed
    };

    /**
     * @brief Connect to the trace sources of an application.
     * @param host its number
     * @param app the application
     */
    void Watch(uint32_t host, Ptr<HostApp> app);

    /**
     * @brief Expect an event of a flow at the right host.
     * @param host where it was reported
     * @param expected where it has to be
     * @param flow the flow
     */
    void ExpectHost(uint32_t host, uint32_t expected, uint64_t flow);

    /**
     * @brief Compute how long a flow takes at least: its payload on the slower of the links of its
     * hosts, and the delays of both, there and back.
     * @param flow the flow
     * @return the time
     */
    Time GetLeastTime(const Flow& flow) const;

    /**
     * @brief A flow has finished.
     * @param host where it was reported
     * @param flow the flow
     */
    void OnFinished(uint32_t host, uint64_t flow);

    const std::vector<Flow>& m_flows;        ///< by id
    std::vector<NetworkGraph::Link> m_links; ///< of the hosts, by host
    Findings& m_findings;                    ///< violations
    std::vector<FlowBooks> m_books;          ///< by id
    bool m_hasCells{false};                  ///< the applications send cells
};

} // namespace ns3::rdmacell

#endif // FLOW_LEDGER_H
