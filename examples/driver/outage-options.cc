/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "outage-options.h"

#include "experiment-options.h"

#include "ns3/fabric-scenario.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Read an outage.
 * @param text LINK:FROM-TO, or LINK:FROM
 * @return the outage
 */
LinkOutage
ParseOutage(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const std::size_t dash = text.find('-', colon);
    if (colon == std::string::npos)
    {
        RejectValue("a link and a time, such as 8:150us-2ms", text);
    }
    LinkOutage outage;
    outage.link = static_cast<uint32_t>(
        ParseNumber(text.substr(0, colon), 0, std::numeric_limits<uint32_t>::max()));
    outage.down = ParseTime(text.substr(colon + 1, dash - colon - 1));
    if (dash != std::string::npos)
    {
        outage.up = ParseTime(text.substr(dash + 1));
        if (outage.up <= outage.down)
        {
            RejectValue("a link that comes up after it goes down", text);
        }
    }
    return outage;
}

} // namespace

std::vector<DriverOption>
OutageOptions(ExperimentOptions& o)
{
    return {{"outages",
             "",
             "Links that go down, and come up: 8:150us-2ms,9:1ms; the numbers are the indexes of "
             "links of the topology. The two ends notice at once, others never",
             [&o](const std::string& text) {
                 o.outageText = text;
                 o.outages.clear();
                 std::istringstream outages(text);
                 for (std::string word; std::getline(outages, word, ',');)
                 {
                     o.outages.push_back(ParseOutage(word));
                 }
             },
             [&o](JsonObject& json) { json.AddOptional("outages", o.outageText); },
             {},
             nullptr,
             nullptr}};
}

void
ScheduleOutages(const std::vector<LinkOutage>& outages,
                FabricScenario& scenario,
                ProgressWatch& watch)
{
    const std::size_t links = scenario.GetFabric()->GetGraph().links.size();
    for (const LinkOutage& outage : outages)
    {
        if (outage.link >= links)
        {
            throw InputError("--outages: expected links below " + std::to_string(links) +
                             ", found " + std::to_string(outage.link));
        }
        const auto set = [&scenario, link = outage.link](bool up) {
            scenario.SetLinkUp(link, up, false);
        };
        Simulator::Schedule(outage.down, [set]() { set(false); });
        if (!outage.up.IsZero())
        {
            Simulator::Schedule(outage.up, [set]() { set(true); });
            watch.ExpectChange(outage.up);
        }
    }
}

} // namespace ns3::rdmacell
