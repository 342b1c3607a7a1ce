/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-report.h"

#include "ns3/nanosecond-text.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <locale>
#include <ostream>
#include <sstream>
#include <string>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Convert to nanoseconds.
 * @param steps time steps
 * @return nanoseconds
 */
double
ToNs(int64_t steps)
{
    return static_cast<double>(steps) / static_cast<double>(NanoSeconds(1).GetTimeStep());
}

/**
 * @brief Compute the algorithm bandwidth.
 * @param job the job
 * @param ns completion time, ns
 * @return Gb/s
 */
double
GetAlgorithmGbps(const CollectiveJob& job, double ns)
{
    return static_cast<double>(job.GetSpec().bytes) * 8 / ns;
}

/**
 * @brief Compute bus bandwidth over algorithm bandwidth.
 * @param job the job
 * @return the factor
 */
double
GetBusFactor(const CollectiveJob& job)
{
    return FindCollectiveKind(job.GetSpec().kind).busFactor(job.GetSpec().ranks);
}

/**
 * @brief Write a number for a row.
 * @param number the number
 * @return with four decimals; empty for NaN
 */
std::string
NumberCell(double number)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    if (!std::isnan(number))
    {
        text << std::fixed << std::setprecision(4) << number;
    }
    return text.str();
}

/**
 * @brief Write the columns of results of an iteration that has ended.
 * @param job its job
 * @param iteration the iteration
 * @return columns from time_ns to uplink_mmr_max
 */
std::string
ResultCells(const CollectiveJob& job, const CollectiveIteration& iteration)
{
    const double ns = ToNs(iteration.GetTime());
    const double gbps = GetAlgorithmGbps(job, ns);
    const uint32_t round = iteration.FindStraggling();
    const bool hasRounds = !iteration.rounds.empty();
    std::string row = FormatNanoseconds(iteration.GetTime());
    row += ',' + FormatNanoseconds(iteration.bound);
    row += ',' + NumberCell(ns / ToNs(iteration.bound));
    row += ',' + NumberCell(gbps);
    row += ',' + NumberCell(gbps * GetBusFactor(job));
    row += ',' + FormatNanoseconds(iteration.exposed);
    row += ',' + NumberCell(hasRounds ? iteration.rounds[round].GetStraggling() : std::nan(""));
    row += ',' + (hasRounds ? std::to_string(round) : "");
    row += ',' + NumberCell(iteration.uplinks.mean);
    row += ',' + NumberCell(iteration.uplinks.largest);
    return row;
}

} // namespace

CollectiveSummary
SummarizeCollective(const CollectiveJob& job)
{
    CollectiveSummary summary;
    double time = 0;
    double longest = 0;
    double bound = 0;
    double ratio = 0;
    double exposed = 0;
    double balance = 0;
    double straggling = 0;
    for (const CollectiveIteration& iteration : job.GetIterations())
    {
        if (iteration.end < 0)
        {
            continue;
        }
        ++summary.finished;
        const double ns = ToNs(iteration.GetTime());
        time += ns;
        longest = std::max(longest, ns);
        bound += ToNs(iteration.bound);
        ratio += ns / ToNs(iteration.bound);
        exposed += ToNs(iteration.exposed);
        balance += iteration.uplinks.mean;
        if (!iteration.rounds.empty())
        {
            const uint32_t round = iteration.FindStraggling();
            straggling = std::max(straggling, iteration.rounds[round].GetStraggling());
        }
    }
    if (summary.finished == 0)
    {
        return summary;
    }
    const auto count = static_cast<double>(summary.finished);
    summary.averageNs = time / count;
    summary.longestNs = longest;
    summary.boundNs = bound / count;
    summary.ratio = ratio / count;
    summary.algorithmGbps = GetAlgorithmGbps(job, summary.averageNs);
    summary.busGbps = summary.algorithmGbps * GetBusFactor(job);
    summary.exposedNs = exposed / count;
    summary.straggling = straggling;
    summary.uplinkBalance = balance / count;
    return summary;
}

const char*
NameStatus(const CollectiveJob& job)
{
    switch (job.GetStatus())
    {
    case CollectiveJob::Status::FINISHED:
        return "finished";
    case CollectiveJob::Status::FAILED:
        return "failed";
    default:
        return "unfinished";
    }
}

void
WriteCollectiveCsv(const CollectiveRun& run, std::ostream& out)
{
    out << "job,collective,ranks,size_bytes,iteration,start_ns,end_ns,time_ns,bound_ns,ratio,"
           "algbw_gbps,busbw_gbps,exposed_ns,straggler_ratio,straggler_round,uplink_mmr,"
           "uplink_mmr_max,status\n";
    for (std::size_t index = 0; index < run.CountJobs(); ++index)
    {
        const CollectiveJob& job = run.GetJob(index);
        uint32_t number = 0;
        for (const CollectiveIteration& iteration : job.GetIterations())
        {
            const CollectiveSpec& spec = job.GetSpec();
            const bool ended = iteration.end >= 0;
            std::string row = std::to_string(index) + ',' + spec.kind + ',' +
                              std::to_string(spec.ranks) + ',' + std::to_string(spec.bytes) + ',' +
                              std::to_string(number++) + ',' + FormatNanoseconds(iteration.start) +
                              ',';
            row += ended ? FormatNanoseconds(iteration.end) + ',' + ResultCells(job, iteration)
                         : std::string(",,") + FormatNanoseconds(iteration.bound) + ",,,,,,,,";
            out << row << ',' << (ended ? "finished" : NameStatus(job)) << '\n';
        }
    }
}

void
WriteCollectiveRoundCsv(const CollectiveRun& run, std::ostream& out)
{
    out << "job,iteration,round,messages,start_ns,end_ns,mean_ns,max_ns,slowest_src,slowest_dst\n";
    for (std::size_t index = 0; index < run.CountJobs(); ++index)
    {
        uint32_t number = 0;
        for (const CollectiveIteration& iteration : run.GetJob(index).GetIterations())
        {
            for (std::size_t i = 0; i < iteration.rounds.size(); ++i)
            {
                const CollectiveRound& round = iteration.rounds[i];
                if (round.messages == 0)
                {
                    continue;
                }
                const double mean = ToNs(round.sum) / static_cast<double>(round.messages);
                out << std::to_string(index) + ',' + std::to_string(number) + ',' +
                           std::to_string(i) + ',' + std::to_string(round.messages) + ',' +
                           FormatNanoseconds(round.start) + ',' + FormatNanoseconds(round.end) +
                           ',' + NumberCell(mean) + ',' + FormatNanoseconds(round.longest) + ',' +
                           std::to_string(round.slowestSrc) + ',' +
                           std::to_string(round.slowestDst) + '\n';
            }
            ++number;
        }
    }
}

} // namespace ns3::rdmacell
