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
#include "ns3/loss-recovery.h"
#include "ns3/option-values.h"
#include "ns3/recovery-registry.h"

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

/// The attribute that --recovery is another name for.
const std::string LOSS_RECOVERY = "ns3::rdmacell::RoceNic::LossRecoveryType";

/**
 * @brief Find the type of a loss recovery.
 * @param text a name in the registry, or a TypeId
 * @return the TypeId
 */
std::string
FindRecoveryType(const std::string& text)
{
    if (text.find("::") == std::string::npos)
    {
        return FindRecovery(text).type;
    }
    CheckDerived("recovery", text, LossRecovery::GetTypeId());
    return text;
}

/**
 * @brief Make the help of --recovery.
 * @return the names and what they are
 */
std::string
DescribeRecoveries()
{
    std::string text = "Loss recovery of the NICs (--listRecoveries lists all): ";
    for (const Recovery& recovery : GetRecoveries())
    {
        text += recovery.name + " (" + recovery.description + "), ";
    }
    return text + "or a TypeId";
}

/**
 * @brief Choose whether there is PFC, where no one says so.
 * @return off if the loss recovery is meant for networks without; empty: the default
 */
std::string
ChoosePfc()
{
    const Recovery* recovery = FindRecoveryOfType(GetAttributeDefault(LOSS_RECOVERY));
    return !recovery || recovery->pfc ? "" : "off";
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
        {"recovery",
         "gbn",
         DescribeRecoveries(),
         nullptr,
         [](J j) {
             const std::string type = GetAttributeDefault(LOSS_RECOVERY);
             const Recovery* recovery = FindRecoveryOfType(type);
             j.Add("recovery", recovery ? recovery->name : type);
         },
         {LOSS_RECOVERY},
         FindRecoveryType,
         nullptr},
        {"pfc",
         "on",
         "Priority flow control (off with --recovery=irn)",
         nullptr,
         nullptr,
         {"ns3::rdmacell::FabricSwitch::Pfc"},
         SwitchToBoolean,
         nullptr,
         ChoosePfc},
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
