/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "model-options.h"

#include "argument-check.h"
#include "attribute-default.h"
#include "value-text.h"

#include "ns3/congestion-ops.h"
#include "ns3/option-values.h"

#include <string>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// The attribute that --cc is another name for.
const std::string CONGESTION_OPS = "ns3::rdmacell::RoceNic::CongestionOpsType";

/// Congestion control schemes, as the command line names them.
const std::vector<std::pair<std::string, std::string>> CONTROLS{
    {"dcqcn", "ns3::rdmacell::DcqcnConWeave"},
    {"dcqcn-connectx", "ns3::rdmacell::DcqcnConnectX"},
    {"dcqcn-paper", "ns3::rdmacell::DcqcnSigcomm"},
    {"none", "ns3::rdmacell::NoCongestionControl"}};

/**
 * @brief Find a congestion control scheme.
 * @param text one of the names above, or a TypeId
 * @return the TypeId
 */
std::string
FindControl(const std::string& text)
{
    if (text.find("::") == std::string::npos)
    {
        return ParseName(text, CONTROLS);
    }
    CheckDerived("cc", text, CongestionOps::GetTypeId());
    return text;
}

/**
 * @brief Convert on and off to a BooleanValue's text.
 * @param text on or off
 * @return true or false
 */
std::string
SwitchToBoolean(const std::string& text)
{
    return ParseSwitch(text) ? "true" : "false";
}

} // namespace

std::vector<DriverOption>
ModelOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    return {
        {"scheme",
         "ecmp",
         "Load balancing scheme (--listSchemes lists all)",
         [&o](S v) { o.scheme = FindScheme(v); },
         [&o](J j) { j.Add("scheme", o.scheme.name); },
         {},
         nullptr,
         nullptr},
        {"pfc",
         "on",
         "Priority flow control",
         nullptr,
         nullptr,
         {"ns3::rdmacell::FabricSwitch::Pfc"},
         SwitchToBoolean,
         nullptr},
        {"ecn",
         "on",
         "ECN marking at the switches",
         nullptr,
         nullptr,
         {"ns3::rdmacell::FabricSwitch::Ecn"},
         SwitchToBoolean,
         nullptr},
        {"cc",
         "dcqcn",
         "Congestion control: dcqcn (of the ConWeave evaluation), dcqcn-connectx (defaults of the "
         "NIC), dcqcn-paper (SIGCOMM 2015), none, or a TypeId",
         nullptr,
         [](J j) {
             const std::string type = GetAttributeDefault(CONGESTION_OPS);
             const std::string name = NameOf(type, CONTROLS);
             j.Add("cc", name.empty() ? type : name);
         },
         {CONGESTION_OPS},
         FindControl,
         nullptr},
        {"mtu",
         "",
         "Payload bytes in a full packet",
         nullptr,
         nullptr,
         {"ns3::rdmacell::RoceNic::PathMtu"},
         nullptr,
         nullptr},
    };
}

} // namespace ns3::rdmacell
