/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-ledger.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <string>

namespace ns3::rdmacell
{

FlowLedger::FlowLedger(const std::vector<Flow>& flows,
                       const std::vector<Ptr<HostApp>>& apps,
                       const NetworkGraph& graph,
                       Findings& findings)
    : m_flows(flows),
      m_links(graph.hosts),
      m_findings(findings),
      m_books(flows.size())
{
    for (const NetworkGraph::Link& link : graph.links)
    {
        if (graph.IsHost(link.a) || graph.IsHost(link.b))
        {
            m_links[graph.IsHost(link.a) ? link.a : link.b] = link;
        }
    }
    for (uint32_t host = 0; host < apps.size(); ++host)
    {
        Watch(host, apps[host]);
    }
}

void
FlowLedger::Watch(uint32_t host, Ptr<HostApp> app)
{
    app->TraceConnectWithoutContext("FlowStarted",
                                    Callback<void, const Flow&>([this, host](const Flow& flow) {
                                        ++m_books.at(flow.id).started;
                                        ExpectHost(host, flow.src, flow.id);
                                        if (Simulator::Now() != m_flows[flow.id].start)
                                        {
                                            m_findings.Add("flows",
                                                           "flow " + std::to_string(flow.id) +
                                                               " starts at a wrong time");
                                        }
                                    }));
    app->TraceConnectWithoutContext("FlowPlaced",
                                    Callback<void, uint64_t>([this, host](uint64_t flow) {
                                        ++m_books.at(flow).placed;
                                        ExpectHost(host, m_flows[flow].dst, flow);
                                    }));
    app->TraceConnectWithoutContext(
        "FlowFinished",
        Callback<void, uint64_t>([this, host](uint64_t flow) { OnFinished(host, flow); }));
    app->TraceConnectWithoutContext("FlowFailed",
                                    Callback<void, uint64_t>([this, host](uint64_t flow) {
                                        ++m_books.at(flow).failed;
                                        ExpectHost(host, m_flows[flow].src, flow);
                                    }));
    m_hasCells = app->TraceConnectWithoutContext(
        "CellCompleted",
        Callback<void, uint64_t, uint64_t, uint32_t>(
            [this](uint64_t flow, uint64_t cell, uint32_t bytes) {
                FlowBooks& books = m_books.at(flow);
                books.cellBytes += bytes;
                if (++books.cells[cell] > 1)
                {
                    m_findings.Add("cells",
                                   "flow " + std::to_string(flow) + " completes cell " +
                                       std::to_string(cell) + " twice");
                }
            }));
}

void
FlowLedger::ExpectHost(uint32_t host, uint32_t expected, uint64_t flow)
{
    m_findings.ExpectEqual("flows",
                           "flow " + std::to_string(flow) + ", host that reports",
                           host,
                           expected);
}

Time
FlowLedger::GetLeastTime(const Flow& flow) const
{
    const NetworkGraph::Link& first = m_links[flow.src];
    const NetworkGraph::Link& last = m_links[flow.dst];
    const DataRate slower = std::min(first.rate, last.rate);
    const auto bytes = static_cast<uint32_t>(flow.sizeBytes);
    return slower.CalculateBytesTxTime(bytes) + 2 * (first.delay + last.delay);
}

void
FlowLedger::OnFinished(uint32_t host, uint64_t flow)
{
    FlowBooks& books = m_books.at(flow);
    ++books.finished;
    ExpectHost(host, m_flows[flow].src, flow);
    if (books.placed == 0)
    {
        m_findings.Add("flows",
                       "flow " + std::to_string(flow) + " finishes before its bytes are placed");
    }
    if (Simulator::Now() - m_flows[flow].start < GetLeastTime(m_flows[flow]))
    {
        m_findings.Add("flow ends", "flow " + std::to_string(flow) + " is faster than its link");
    }
    if (m_hasCells)
    {
        m_findings.ExpectEqual("cells",
                               "flow " + std::to_string(flow) + ", bytes of completed cells",
                               books.cellBytes,
                               m_flows[flow].sizeBytes);
    }
}

void
FlowLedger::CheckEnd(bool unfinished)
{
    for (const Flow& flow : m_flows)
    {
        const FlowBooks& books = m_books[flow.id];
        const std::string name = "flow " + std::to_string(flow.id);
        m_findings.ExpectEqual("flows", name + ", starts", books.started, 1);
        if (books.placed > 1 || books.finished > 1 || books.failed > 1)
        {
            m_findings.Add("flows", name + " is placed, finishes or fails more than once");
        }
        if (books.finished + books.failed != 1 && !unfinished)
        {
            m_findings.Add("flow ends", name + " neither finishes nor fails");
        }
    }
}

uint64_t
FlowLedger::GetFailed() const
{
    uint64_t failed = 0;
    for (const FlowBooks& books : m_books)
    {
        failed += books.failed;
    }
    return failed;
}

} // namespace ns3::rdmacell
