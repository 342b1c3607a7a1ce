/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pause-ledger.h"

#include "ns3/fabric-switch.h"

#include <string>

namespace ns3::rdmacell
{

PauseLedger::PauseLedger(Ptr<Fabric> fabric, Findings& findings)
    : m_fabric(fabric),
      m_findings(findings)
{
    for (size_t i = 0; i < fabric->GetSwitches().size(); ++i)
    {
        const Ptr<FabricSwitch>& fabricSwitch = fabric->GetSwitches()[i];
        m_switches.emplace_back(fabricSwitch->GetPortCount());
        fabricSwitch->TraceConnectWithoutContext(
            "PfcSent",
            Callback<void, uint32_t, uint8_t, uint16_t>(
                [this, i](uint32_t port, uint8_t classes, uint16_t quanta) {
                    OnPfc(i, port, classes, quanta);
                }));
    }
}

void
PauseLedger::OnPfc(size_t number, uint32_t port, uint8_t classes, uint16_t quanta)
{
    PortBooks& books = m_switches[number][port];
    for (uint32_t c = 0; c < books.pauses.size(); ++c)
    {
        const auto bit = static_cast<uint8_t>(1U << c);
        if (!(classes & bit))
        {
            continue;
        }
        if (quanta > 0)
        {
            books.pauses[c] += (books.paused & bit) ? 0 : 1; // otherwise it is refreshed
            books.paused |= bit;
            continue;
        }
        if (!(books.paused & bit))
        {
            m_findings.Add("pauses",
                           "switch " + std::to_string(number) + " resumes class " +
                               std::to_string(c) + " of port " + std::to_string(port) +
                               ", which is not paused");
        }
        ++books.resumes[c];
        books.paused = static_cast<uint8_t>(books.paused & ~bit);
    }
}

void
PauseLedger::CheckDrained()
{
    uint64_t pauses = 0;
    uint64_t resumes = 0;
    for (size_t i = 0; i < m_switches.size(); ++i)
    {
        const Ptr<FabricSwitch>& fabricSwitch = m_fabric->GetSwitches()[i];
        for (uint32_t port = 0; port < m_switches[i].size(); ++port)
        {
            const PortBooks& books = m_switches[i][port];
            const std::string where =
                "switch " + std::to_string(i) + ", port " + std::to_string(port);
            for (uint32_t c = 0; c < books.pauses.size(); ++c)
            {
                m_findings.ExpectEqual("pauses",
                                       where + ", class " + std::to_string(c) + ", resumes",
                                       books.resumes[c],
                                       books.pauses[c]);
                pauses += books.pauses[c];
                resumes += books.resumes[c];
            }
            const EgressPort& egress = fabricSwitch->GetDevice(port)->GetEgress();
            m_findings.ExpectEqual("pauses",
                                   where + ", bitmask of the classes that cannot send",
                                   egress.GetPausedClasses(),
                                   0);
        }
    }
    const FabricSwitchStats stats = m_fabric->GetSwitchStats();
    m_findings.ExpectEqual("pauses", "counter of pauses", stats.pfcPauses, pauses);
    m_findings.ExpectEqual("pauses", "counter of resumes", stats.pfcResumes, resumes);
}

bool
PauseLedger::IsDeadlocked() const
{
    const NetworkGraph& graph = m_fabric->GetGraph();
    std::vector<std::vector<uint32_t>> waitsFor(graph.switches);
    for (size_t link = 0; link < graph.links.size(); ++link)
    {
        const uint32_t ends[] = {graph.links[link].a, graph.links[link].b};
        for (size_t end = 0; end < 2; ++end)
        {
            if (graph.IsHost(ends[0]) || graph.IsHost(ends[1]))
            {
                continue;
            }
            const auto device =
                DynamicCast<FrameNetDevice>(m_fabric->GetChannels()[link]->GetDevice(end));
            const EgressPort& egress = device->GetEgress();
            for (uint32_t c = 0; c < EgressPort::CLASSES; ++c)
            {
                if (((egress.GetPausedClasses() >> c) & 1U) && egress.GetClassBytes(c) > 0)
                {
                    waitsFor[ends[end] - graph.hosts].push_back(ends[1 - end] - graph.hosts);
                }
            }
        }
    }
    // A switch that waits for none that waits is in no cycle; what is left when all such are taken
    // out waits in cycles.
    std::vector<bool> waits(graph.switches, true);
    for (uint32_t round = 0; round < graph.switches; ++round)
    {
        for (uint32_t i = 0; i < graph.switches; ++i)
        {
            bool any = false;
            for (uint32_t other : waitsFor[i])
            {
                any = any || waits[other];
            }
            waits[i] = waits[i] && any;
        }
    }
    for (bool still : waits)
    {
        if (still)
        {
            return true;
        }
    }
    return false;
}

} // namespace ns3::rdmacell
