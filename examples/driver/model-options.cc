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
#include "ns3/congestion-registry.h"
#include "ns3/option-values.h"

#include <string>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// The attribute that --cc is another name for.
const std::string CONGESTION_OPS = "ns3::rdmacell::RoceNic::CongestionOpsType";

/**
 * @brief Find a congestion control.
 * @param text a name in the registry, or a TypeId
 * @return the TypeId
 */
std::string
FindControl(const std::string& text)
{
    if (text.find("::") == std::string::npos)
    {
        return FindCongestionControl(text).type;
    }
    CheckDerived("cc", text, CongestionOps::GetTypeId());
    return text;
}

/**
 * @brief Find the name of a congestion control.
 * @param type TypeId
 * @return its name in the registry, or the TypeId if there is none
 */
std::string
NameControl(const std::string& type)
{
    for (const CongestionControl& control : GetCongestionControls())
    {
        if (control.type == type)
        {
            return control.name;
        }
    }
    return type;
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
         "Congestion control (--listControls lists all), or a TypeId",
         nullptr,
         [](J j) { j.Add("cc", NameControl(GetAttributeDefault(CONGESTION_OPS))); },
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
