/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-registry.h"

#include "ns3/input-error.h"

namespace ns3::rdmacell
{

const std::vector<CongestionControl>&
GetCongestionControls()
{
    static const std::vector<CongestionControl> controls{
        {"dcqcn",
         "DCQCN of the ConWeave evaluation (SIGCOMM 2023)",
         "ns3::rdmacell::DcqcnConWeave",
         {}},
        {"dcqcn-connectx",
         "DCQCN of ConnectX NICs, with their default parameters",
         "ns3::rdmacell::DcqcnConnectX",
         {}},
        {"dcqcn-paper", "DCQCN of its paper (SIGCOMM 2015)", "ns3::rdmacell::DcqcnSigcomm", {}},
        {"hpcc",
         "HPCC (SIGCOMM 2019): windows by in-band telemetry",
         "ns3::rdmacell::Hpcc",
         {{"ns3::rdmacell::FrameNetDevice::Mtu", "4300"}}},
        {"timely", "TIMELY (SIGCOMM 2015): rates by RTT gradients", "ns3::rdmacell::Timely", {}},
        {"swift", "Swift (SIGCOMM 2020): windows by a target delay", "ns3::rdmacell::Swift", {}},
        {"dctcp",
         "DCTCP for RDMA, with the marking threshold of the HPCC simulator",
         "ns3::rdmacell::Dctcp",
         {{"ns3::rdmacell::EcnMarker::Kmin", "300000"},
          {"ns3::rdmacell::EcnMarker::Kmax", "300000"},
          {"ns3::rdmacell::EcnMarker::Pmax", "1"}}},
        {"window", "A window of one bandwidth-delay product", "ns3::rdmacell::WindowControl", {}},
        {"none", "No congestion control", "ns3::rdmacell::NoCongestionControl", {}},
    };
    return controls;
}

const CongestionControl&
FindCongestionControl(const std::string& name)
{
    std::string known;
    for (const CongestionControl& control : GetCongestionControls())
    {
        if (control.name == name)
        {
            return control;
        }
        known += (known.empty() ? "" : ", ") + control.name;
    }
    throw InputError("expected one of " + known + ", found '" + name + "'");
}

} // namespace ns3::rdmacell
