/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-report.h"

#include "rdmacell-version.h"

#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

double
RunReport::GetNsPerFrameHop() const
{
    return frameHops > 0 ? wallSeconds * 1e9 / static_cast<double>(frameHops) : 0;
}

JsonObject
RunReport::ToJson() const
{
    JsonObject json;
    json.Add("command", command);
    json.Add("version", GetVersion());
    json.Add("ns3_version", GetNs3Version());
    json.Add("seed", seed);
    json.Add("scheme_name", schemeName);
    json.Add("workload", workloadName);
    json.Add("parameters", parameters);
    json.Add("attributes", attributes);
    json.Add("ended", ended);
    json.Add("flows", fct.flows);
    json.Add("finished", fct.finished);
    json.Add("unfinished", fct.unfinished);
    json.Add("failed", failed);
    json.Add("flows_after_window", flowsAfterWindow);
    json.Add("slowdown_avg", fct.average);
    json.Add("slowdown_p50", fct.p50);
    json.Add("slowdown_p95", fct.p95);
    json.Add("slowdown_p99", fct.p99);
    json.Add("slowdown_p999", fct.p999);
    json.Add("slowdown_min", fct.minimum);
    json.Add("offered_load", offeredLoad);
    json.Add("carried_load", carriedLoad);
    json.Add("drops", drops);
    json.Add("lossless_drops", losslessDrops);
    json.Add("pfc_pause", pfcPause);
    json.Add("pfc_resume", pfcResume);
    json.Add("ecn_marks", ecnMarks);
    json.Add("cnps", cnps);
    json.Add("out_of_order", outOfOrder);
    json.Add("naks", naks);
    json.Add("retransmitted_bytes", retransmittedBytes);
    json.Add("timeouts", timeouts);
    json.Add("events", events);
    json.Add("frame_hops", frameHops);
    json.Add("simulated_s", simulatedSeconds);
    json.Add("setup_s", setupSeconds);
    json.Add("wall_s", wallSeconds);
    json.Add("ns_per_frame_hop", GetNsPerFrameHop());
    json.Add("peak_rss_bytes", peakRssBytes);
    JsonObject counters;
    for (const auto& [name, value] : scheme)
    {
        counters.Add(name, value);
    }
    json.Add("scheme", counters);
    json.Add("files", files);
    return json;
}

void
RunReport::Print(std::ostream& out) const
{
    const auto number = [](double value, int digits) {
        std::ostringstream text;
        text << std::fixed << std::setprecision(digits) << value;
        return text.str();
    };
    const auto percent = [&number](double share) {
        return std::isfinite(share) ? number(100 * share, 2) + " %" : "-";
    };
    const double finished = static_cast<double>(fct.finished);
    std::vector<std::pair<std::string, std::string>> rows{
        {"ended", ended},
        {"flows measured", std::to_string(fct.flows)},
        {"finished", std::to_string(fct.finished)},
        {"unfinished", std::to_string(fct.unfinished)},
        {"failed", std::to_string(failed)},
        {"slowdown average", finished > 0 ? number(fct.average, 3) : "-"},
        {"slowdown p50", finished > 0 ? number(fct.p50, 3) : "-"},
        {"slowdown p99", finished > 0 ? number(fct.p99, 3) : "-"},
        {"slowdown p99.9", finished > 0 ? number(fct.p999, 3) : "-"},
        {"offered load", percent(offeredLoad)},
        {"carried load", percent(carriedLoad)},
        {"PFC pauses / resumes", std::to_string(pfcPause) + " / " + std::to_string(pfcResume)},
        {"ECN marks", std::to_string(ecnMarks)},
        {"CNPs", std::to_string(cnps)},
        {"drops", std::to_string(drops)},
        {"out of order", std::to_string(outOfOrder)},
        {"NAKs", std::to_string(naks)},
        {"retransmitted bytes", std::to_string(retransmittedBytes)},
        {"timeouts", std::to_string(timeouts)},
        {"events", std::to_string(events)},
        {"frame-hops", std::to_string(frameHops)},
        {"events per frame-hop",
         number(frameHops > 0 ? static_cast<double>(events) / static_cast<double>(frameHops) : 0,
                3)},
        {"set-up time", number(setupSeconds, 2) + " s"},
        {"wall time", number(wallSeconds, 2) + " s"},
        {"ns per frame-hop", number(GetNsPerFrameHop(), 0)},
        {"peak memory", number(static_cast<double>(peakRssBytes) / 1e6, 0) + " MB"},
    };
    if (losslessDrops > 0)
    {
        rows.emplace_back("MODEL ERROR: drops of the lossless class",
                          std::to_string(losslessDrops));
    }
    for (const auto& [name, value] : scheme)
    {
        rows.emplace_back(name, std::to_string(value));
    }
    out << schemeName << ", " << workloadName << ", seed " << seed << '\n';
    for (const auto& [name, value] : rows)
    {
        out << "  " << std::left << std::setw(24) << name << ' ' << value << '\n';
    }
}

} // namespace ns3::rdmacell
