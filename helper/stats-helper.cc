/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stats-helper.h"

#include "ns3/simulator.h"
#include "ns3/whole-file.h"

namespace ns3::rdmacell
{

StatsHelper::StatsHelper(Ptr<Fabric> fabric)
    : m_fabric(fabric)
{
}

StatsHelper::StatsHelper(const NodeContainer& hosts)
    : StatsHelper(Fabric::Discover(hosts))
{
}

void
StatsHelper::EnableLinks(Time interval)
{
    m_links = Create<LinkRecorder>(interval);
    for (const auto& channel : m_fabric->GetChannels())
    {
        m_links->AddChannel(channel);
    }
    m_links->Start(Simulator::Now());
}

void
StatsHelper::EnableQueues(Time interval)
{
    m_queues = Create<QueueRecorder>(interval);
    for (const auto& node : m_fabric->GetSwitches())
    {
        for (uint32_t port = 0; port < node->GetPortCount(); ++port)
        {
            m_queues->AddDevice(node->GetDevice(port));
        }
    }
    m_queues->Start(Simulator::Now());
}

void
StatsHelper::EnablePfc()
{
    m_pfc = Create<PfcRecorder>();
    for (const auto& node : m_fabric->GetSwitches())
    {
        m_pfc->AddSwitch(node);
    }
    m_pfc->Start(Simulator::Now());
}

void
StatsHelper::GatherRows()
{
    if (m_links)
    {
        m_links->GatherRows();
    }
    if (m_queues)
    {
        m_queues->GatherRows();
    }
    if (m_pfc)
    {
        m_pfc->GatherRows();
    }
}

void
StatsHelper::Write(const std::string& directory) const
{
    if (m_links)
    {
        WriteWholeFile(directory + "/link.csv",
                       [this](std::ostream& out) { m_links->WriteCsv(out); });
    }
    if (m_queues)
    {
        WriteWholeFile(directory + "/queue.csv",
                       [this](std::ostream& out) { m_queues->WriteCsv(out); });
    }
    if (m_pfc)
    {
        WriteWholeFile(directory + "/pfc.csv", [this](std::ostream& out) { m_pfc->WriteCsv(out); });
    }
}

} // namespace ns3::rdmacell
