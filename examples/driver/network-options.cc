/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-options.h"

#include "value-text.h"

#include "ns3/decimal.h"
#include "ns3/option-values.h"

#include <string>

namespace ns3::rdmacell
{

std::vector<DriverOption>
NetworkOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    const auto fatTree = [&o]() { return o.topology.empty() ? "" : "with --topology"; };
    return {
        {"k",
         "8",
         "Ports of a switch of the fat tree",
         [&o](S v) { o.k = static_cast<uint32_t>(ParseNumber(v, 2, 128)); },
         [&o](J j) { j.Add("k", uint64_t{o.k}); },
         {},
         nullptr,
         fatTree},
        {"oversubscription",
         "1",
         "Hosts per uplink of a ToR switch",
         [&o](S v) {
             const auto ratio = ParseDecimal(v, 9);
             o.oversubscription = ratio ? static_cast<double>(*ratio) / 1e9 : 0;
             if (!(o.oversubscription > 0))
             {
                 RejectValue("a number above 0", v);
             }
         },
         [&o](J j) { j.Add("oversubscription", o.oversubscription); },
         {},
         nullptr,
         fatTree},
        {"rate",
         "100Gbps",
         "Rate of the hosts' links, and of all others",
         [&o](S v) { o.hostRate = o.fabricRate = ParseRate(v); },
         [&o](J j) { j.Add("rate", RateText(o.hostRate)); },
         {},
         nullptr,
         fatTree},
        {"fabricRate",
         "",
         "Rate of the links between switches, where it differs",
         [&o](S v) { o.fabricRate = v.empty() ? o.hostRate : ParseRate(v); },
         [&o](J j) { j.Add("fabricRate", RateText(o.fabricRate)); },
         {},
         nullptr,
         fatTree},
        {"delay",
         "1us",
         "Propagation delay of each link",
         [&o](S v) { o.delay = ParseTime(v); },
         [&o](J j) { j.Add("delay", TimeText(o.delay)); },
         {},
         nullptr,
         fatTree},
        {"topology",
         "",
         "Another network: a file in the HPCC family's format",
         [&o](S v) { o.topology = v; },
         [&o](J j) { j.AddOptional("topology", o.topology); },
         {},
         nullptr,
         nullptr},
    };
}

} // namespace ns3::rdmacell
