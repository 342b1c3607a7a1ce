/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scheme-registry.h"

#include "ns3/input-error.h"

namespace ns3::rdmacell
{

namespace
{

/// Attributes that a scheme sets.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/**
 * @brief Get the attributes of rdmacell-adaptive.
 * @return the attributes
 */
Attributes
GetAdaptiveAttributes()
{
    const std::string app = "ns3::rdmacell::CellApp::";
    return {{app + "CellBdp", "0.25"},
            {app + "RttStart", "LineRate"},
            {app + "TokenOfLast", "false"},
            {app + "WindowType", "ns3::rdmacell::AdaptiveCellWindow"},
            {app + "SchedulerType", "ns3::rdmacell::ReroutingCellScheduler"}};
}

/**
 * @brief Get the attributes of rdmacell-single.
 * @return the attributes
 */
Attributes
GetSingleAttributes()
{
    Attributes attributes = GetAdaptiveAttributes();
    attributes.emplace_back("ns3::rdmacell::CellApp::QueuePairs", "1");
    return attributes;
}

} // namespace

const std::vector<Scheme>&
GetSchemes()
{
    static const std::vector<Scheme> schemes{
        {"ecmp",
         "Equal-cost multipath: a hash of the 5-tuple at each switch",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"ecmp-window",
         "Equal-cost multipath, and at most one BDP of a flow in flight",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {{"ns3::rdmacell::FlowApp::WindowBdp", "1"}}},
        {"eecmp",
         "Enhanced ECMP: the destination queue pair is hashed, too",
         "ns3::rdmacell::EEcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"qp-split",
         "QP scaling: messages are split over several queue pairs to each host, with ECMP",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::QpScalingApp",
         {{"ns3::rdmacell::QpScalingApp::Mode", "Split"}}},
        {"qp-split-eecmp",
         "QP scaling: messages are split over several queue pairs to each host, with E-ECMP",
         "ns3::rdmacell::EEcmpBalancer",
         "ns3::rdmacell::QpScalingApp",
         {{"ns3::rdmacell::QpScalingApp::Mode", "Split"}}},
        {"qp-roundrobin",
         "QP scaling: whole messages over one of several queue pairs after the other, with ECMP",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::QpScalingApp",
         {}},
        {"qp-roundrobin-eecmp",
         "QP scaling: whole messages over one of several queue pairs after the other, with E-ECMP",
         "ns3::rdmacell::EEcmpBalancer",
         "ns3::rdmacell::QpScalingApp",
         {}},
        {"pinned",
         "Path pinning: the position of the destination in its rack chooses the path",
         "ns3::rdmacell::PinnedBalancer",
         "ns3::rdmacell::FlowApp",
         {}},
        {"planned",
         "Paths of collectives planned centrally, from all that they are going to send; others "
         "ECMP",
         "ns3::rdmacell::PlannedBalancer",
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
        {"mp-rdma",
         "MP-RDMA: NICs send packets of a queue pair over paths that ACKs clock",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::FlowApp",
         {{"ns3::rdmacell::RoceNic::LossRecoveryType", "ns3::rdmacell::MpRdma"},
          {"ns3::rdmacell::RoceNic::CongestionOpsType", "ns3::rdmacell::MpRdmaControl"}}},
        {"rdmacell",
         "RDMACell: hosts send cells over several queue pairs, and leave those whose tokens are "
         "late",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         {}},
        {"rdmacell-adaptive",
         "RDMACell with small cells and a window that keeps queues short (this module's)",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         GetAdaptiveAttributes()},
        {"rdmacell-single",
         "rdmacell-adaptive with one queue pair: its window without a choice of paths",
         "ns3::rdmacell::EcmpBalancer",
         "ns3::rdmacell::CellApp",
         GetSingleAttributes()},
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
