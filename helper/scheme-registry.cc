/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scheme-registry.h"

#include "ns3/input-error.h"

namespace ns3::rdmacell
{

const std::vector<Scheme>&
GetSchemes()
{
    static const std::vector<Scheme> schemes{
        {"ecmp",
         "Equal-cost multipath: a hash of the 5-tuple at each switch",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"eecmp",
         "Enhanced ECMP: the destination queue pair is hashed, too",
         "ns3::rdmacell::EEcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"spray",
         "Random packet spraying: each packet takes a random port",
         "ns3::rdmacell::SprayBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"drill",
         "DRILL: each packet takes the shortest of a few queues",
         "ns3::rdmacell::DrillBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"letflow",
         "LetFlow: each flowlet takes a random port at each switch",
         "ns3::rdmacell::LetFlowBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"conga",
         "CONGA: each flowlet takes the least congested path between ToR switches",
         "ns3::rdmacell::CongaBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"hula",
         "HULA: each flowlet takes the next hop that probes have found to be least utilized",
         "ns3::rdmacell::HulaBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"conweave",
         "ConWeave: flows are rerouted from slow paths, and the last ToR switch restores their "
         "order",
         "ns3::rdmacell::ConWeaveBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"rdmacell",
         "RDMACell: hosts send cells over several queue pairs, and avoid those whose tokens are "
         "late",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         {}},
        {"rdmacell-roundrobin",
         "RDMACell that sends the cells of a flow over all healthy queue pairs in turn",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         {{"ns3::rdmacell::CellApp::SchedulerType", "ns3::rdmacell::RoundRobinCellScheduler"}}},
        {"rdmacell-minrtt",
         "RDMACell that sends each cell over the queue pair with the least average round-trip time",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         {{"ns3::rdmacell::CellApp::SchedulerType", "ns3::rdmacell::MinRttCellScheduler"}}},
        {"rdmacell-conservative",
         "RDMACell with a conservative timeout: reroutes for faults, hardly ever for congestion",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         {{"ns3::rdmacell::CellApp::RttStart", "FirstBit"},
          {"ns3::rdmacell::CellApp::History", "Host"},
          {"ns3::rdmacell::CellApp::SoftFloor", "20"}}},
    };
    return schemes;
}

const Scheme&
FindScheme(const std::string& name)
{
    std::string known;
    for (const Scheme& scheme : GetSchemes())
    {
        if (scheme.name == name)
        {
            return scheme;
        }
        known += (known.empty() ? "" : ", ") + scheme.name;
    }
    throw InputError("expected one of " + known + ", found '" + name + "'");
}

} // namespace ns3::rdmacell
