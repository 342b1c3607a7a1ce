/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-report.h"

#include "rdmacell-version.h"

#include "ns3/collective-report.h"

#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// Average slowdown that grows by more than this factor within the window is that of an overload.
constexpr double OVERLOAD = 1.25;
/// Fewer finished flows say nothing about its growth.
constexpr uint64_t FEWEST_FLOWS = 200;

/**
 * @brief Format a number.
 * @param value the number
 * @param digits digits after the point
 * @return the text
 */
std::string
Digits(double value, int digits)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << value;
    return text.str();
}

} // namespace

double
RunReport::GetNsPerFrameHop() const
{
    return frameHops > 0 ? wallSeconds * 1e9 / static_cast<double>(frameHops) : 0;
}

void
RunReport::AddCollectives(const CollectiveRun& run)
{
    for (std::size_t index = 0; index < run.CountJobs(); ++index)
    {
        const CollectiveJob& job = run.GetJob(index);
        const CollectiveSummary summary = SummarizeCollective(job);
        JsonObject one;
        one.Add("collective", job.GetSpec().text);
        one.Add("ranks", uint64_t{job.GetSpec().ranks});
        one.Add("size_bytes", job.GetSpec().bytes);
        one.Add("status", std::string(NameStatus(job)));
        one.Add("iterations", summary.finished);
        one.Add("time_ns", summary.averageNs);
        one.Add("time_max_ns", summary.longestNs);
        one.Add("bound_ns", summary.boundNs);
        one.Add("ratio", summary.ratio);
        one.Add("algbw_gbps", summary.algorithmGbps);
        one.Add("busbw_gbps", summary.busGbps);
        one.Add("exposed_ns", summary.exposedNs);
        one.Add("straggler_ratio", summary.straggling);
        one.Add("uplink_mmr", summary.uplinkBalance);
        collectives.Add(std::to_string(index), one);
        const std::string name = "job " + std::to_string(index) + ' ';
        collectiveRows.emplace_back(name + "iterations",
                                    std::to_string(summary.finished) + " of " +
                                        std::to_string(job.GetSpec().iterations));
        if (summary.finished == 0)
        {
            continue;
        }
        collectiveRows.emplace_back(name + "time", Digits(summary.averageNs / 1e3, 1) + " us");
        collectiveRows.emplace_back(name + "time over bound", Digits(summary.ratio, 4));
        collectiveRows.emplace_back(name + "bus bandwidth", Digits(summary.busGbps, 2) + " Gb/s");
    }
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
    json.Add("collectives", collectives);
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

std::vector<std::string>
RunReport::GetWarnings() const
{
    std::vector<std::string> warnings;
    const auto add = [&warnings](uint64_t count, const std::string& meaning) {
        if (count > 0)
        {
            warnings.push_back(std::to_string(count) + ' ' + meaning);
        }
    };
    const auto counter = [this](const char* name) {
        const auto found = scheme.find(name);
        return found == scheme.end() ? 0 : found->second;
    };
    add(losslessDrops, "drops of the lossless class: an error of the model");
    add(failed, "flows failed: given up after all retries");
    add(fct.unfinished,
        "of " + std::to_string(fct.flows) +
            " flows have not finished: no average or percentile contains them (--drain)");
    if (fct.finished >= FEWEST_FLOWS && fct.secondHalf > OVERLOAD * fct.firstHalf)
    {
        warnings.push_back("overload, or a short warm-up: slowdown is " + Digits(fct.firstHalf, 2) +
                           " in the first half of the window, " + Digits(fct.secondHalf, 2) +
                           " in the second");
    }
    add(drops - losslessDrops, "drops: each costs a retransmission or a timeout");
    add(timeouts, "timeouts: each takes far longer than a flow's ideal time");
    add(counter("early_resumes"),
        "early resumes: reorder queues released before the TAIL, so packets came out of order");
    return warnings;
}

void
RunReport::Print(std::ostream& out) const
{
    const auto percent = [](double share) {
        return std::isfinite(share) ? Digits(100 * share, 2) + " %" : "-";
    };
    const double finished = static_cast<double>(fct.finished);
    std::vector<std::pair<std::string, std::string>> rows{
        {"ended", ended},
        {"flows measured", std::to_string(fct.flows)},
        {"finished", std::to_string(fct.finished)},
        {"unfinished", std::to_string(fct.unfinished)},
        {"failed", std::to_string(failed)},
        {"slowdown average", finished > 0 ? Digits(fct.average, 3) : "-"},
        {"slowdown p50", finished > 0 ? Digits(fct.p50, 3) : "-"},
        {"slowdown p99", finished > 0 ? Digits(fct.p99, 3) : "-"},
        {"slowdown p99.9", finished > 0 ? Digits(fct.p999, 3) : "-"},
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
         Digits(frameHops > 0 ? static_cast<double>(events) / static_cast<double>(frameHops) : 0,
                3)},
        {"set-up time", Digits(setupSeconds, 2) + " s"},
        {"wall time", Digits(wallSeconds, 2) + " s"},
        {"ns per frame-hop", Digits(GetNsPerFrameHop(), 0)},
        {"peak memory", Digits(static_cast<double>(peakRssBytes) / 1e6, 0) + " MB"},
    };
    if (losslessDrops > 0)
    {
        rows.emplace_back("MODEL ERROR: drops of the lossless class",
                          std::to_string(losslessDrops));
    }
    rows.insert(rows.begin() + 1, collectiveRows.begin(), collectiveRows.end());
    for (const auto& [name, value] : scheme)
    {
        rows.emplace_back(name, std::to_string(value));
    }
    out << schemeName << ", " << workloadName << ", seed " << seed << '\n';
    for (const auto& [name, value] : rows)
    {
        out << "  " << std::left << std::setw(24) << name << ' ' << value << '\n';
    }
    for (const std::string& warning : GetWarnings())
    {
        out << "  look at: " << warning << '\n';
    }
}

} // namespace ns3::rdmacell
