/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-run.h"

#include "attribute-default.h"
#include "program.h"

#include "ns3/cell-app.h"
#include "ns3/input-error.h"
#include "ns3/mpi-process.h"
#include "ns3/mpi-simulator-impl.h"
#include "ns3/nstime.h"
#include "ns3/option-values.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <new>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// Attributes of the connection manager.
const std::string MANAGER = "ns3::rdmacell::RdmaConnectionManager::";

/**
 * @brief Refuse an option.
 * @param option its name
 * @param text what was expected
 */
[[noreturn]] void
Refuse(const std::string& option, const std::string& text)
{
    throw InputError("--" + option + ": " + text + " over several ranks");
}

/**
 * @brief Ask whether the counter of a name is a peak.
 * @param name its name
 * @return true if the largest is wanted, not the sum
 */
bool
IsPeak(const std::string& name)
{
    const std::string end = "_peak";
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

/**
 * @brief Get the simulator of this rank.
 * @return the simulator, or null in a process alone
 */
Ptr<MpiSimulatorImpl>
GetSimulator()
{
    return DynamicCast<MpiSimulatorImpl>(Simulator::GetImplementation());
}

} // namespace

bool RankRun::s_isRunning = false;

bool
RankRun::IsOneOfSeveral()
{
    return MpiProcess::GetRanks() > 1;
}

bool
RankRun::IsFirst()
{
    return MpiProcess::GetRank() == 0;
}

void
RankRun::Check(const ExperimentOptions& options)
{
    if (!IsOneOfSeveral())
    {
        return;
    }
    const std::string simulator = "SimulatorImplementationType";
    if (!GetSimulator())
    {
        Refuse(simulator, "expected ns3::rdmacell::MpiSimulatorImpl");
    }
    const std::vector<std::pair<std::string, bool>> refused{
        {"trace", !options.traces.empty()},
        {"pcap", !options.pcap.empty()},
        {"collective", !options.collectives.empty()},
        {"cooldown", !options.cooldown.IsZero()}};
    for (const auto& [name, isGiven] : refused)
    {
        if (isGiven)
        {
            Refuse(name, "has no effect yet");
        }
    }
    const bool atOnce = ParseTime(GetAttributeDefault(MANAGER + "Delay")).IsZero();
    const TypeId app = TypeId::LookupByName(options.scheme.hostApp);
    if (atOnce && (app == CellApp::GetTypeId() || app.IsChildOf(CellApp::GetTypeId())))
    {
        Refuse("scheme",
               "expected --" + MANAGER + "Delay above 0 for " + options.scheme.name +
                   ", which connects queue pairs during flows,");
    }
    if (atOnce && ParseTime(GetAttributeDefault(MANAGER + "CloseDelay")).IsZero())
    {
        Refuse(MANAGER + "CloseDelay", "expected a time above 0");
    }
}

bool
RankRun::Agree(bool isReady)
{
    std::vector<int64_t> ready{isReady ? 1 : 0};
    MpiProcess::Minimize(ready);
    s_isRunning = ready.front() == 1;
    return s_isRunning;
}

int
RankRun::Guard(const std::string& name, const std::function<int()>& body)
{
    if (!IsOneOfSeveral())
    {
        const int status = body();
        MpiProcess::End();
        return status;
    }
    std::string trouble;
    try
    {
        const int status = body();
        std::cout.flush();
        MpiProcess::End();
        return status;
    }
    catch (const InputError& error)
    {
        trouble = error.what();
    }
    catch (const std::bad_alloc&)
    {
        trouble = "expected a smaller run, found too little memory";
    }
    if (IsFirst() || s_isRunning)
    {
        std::cerr << name << ": " << trouble << std::endl;
    }
    if (s_isRunning)
    {
        MpiProcess::Abort(STATUS_BAD_INPUT);
    }
    MpiProcess::End();
    return STATUS_BAD_INPUT;
}

void
RankRun::StopAfterFlows(Ptr<FctRecorder> fct, int64_t settling)
{
    if (const auto simulator = GetSimulator())
    {
        simulator->StopAfter([fct]() { return fct->GetOwnEnd(); }, settling);
    }
}

void
RankRun::Merge(FctRecorder& fct)
{
    if (!IsOneOfSeveral())
    {
        return;
    }
    const std::vector<MpiProcess::Bytes> all = MpiProcess::Gather(fct.MakeRecords());
    for (std::size_t rank = 1; rank < all.size(); ++rank)
    {
        fct.TakeRecords(all[rank]);
    }
}

void
RankRun::Merge(RunReport& report)
{
    if (!IsOneOfSeveral())
    {
        return;
    }
    for (uint64_t* counter : {&report.drops,
                              &report.losslessDrops,
                              &report.pfcPause,
                              &report.pfcResume,
                              &report.ecnMarks,
                              &report.cnps,
                              &report.outOfOrder,
                              &report.naks,
                              &report.retransmittedBytes,
                              &report.timeouts,
                              &report.events,
                              &report.frameHops})
    {
        *counter = static_cast<uint64_t>(MpiProcess::Sum(static_cast<int64_t>(*counter)));
    }
    std::ostringstream text;
    for (const auto& [name, count] : report.scheme)
    {
        text << name << ' ' << count << '\n';
    }
    const std::string own = text.str();
    const std::vector<MpiProcess::Bytes> all =
        MpiProcess::Gather(MpiProcess::Bytes(own.begin(), own.end()));
    for (std::size_t rank = 1; rank < all.size(); ++rank)
    {
        std::istringstream lines(std::string(all[rank].begin(), all[rank].end()));
        std::string name;
        for (uint64_t count = 0; lines >> name >> count;)
        {
            uint64_t& sum = report.scheme[name];
            sum = IsPeak(name) ? std::max(sum, count) : sum + count;
        }
    }
}

void
RankRun::Print(std::ostream& out)
{
    const auto simulator = GetSimulator();
    if (!simulator)
    {
        return;
    }
    const MpiSimulatorImpl::Statistics& all = simulator->GetStatistics();
    const auto messages =
        static_cast<uint64_t>(MpiProcess::Sum(static_cast<int64_t>(all.messages)));
    const auto bytes = static_cast<uint64_t>(MpiProcess::Sum(static_cast<int64_t>(all.bytes)));
    const auto calls = static_cast<uint64_t>(MpiProcess::Sum(static_cast<int64_t>(all.calls)));
    const int64_t waited = MpiProcess::Sum(static_cast<int64_t>(all.seconds * 1e9));
    if (!IsFirst())
    {
        return;
    }
    const auto windows = static_cast<double>(all.windows);
    const auto ranks = static_cast<double>(MpiProcess::GetRanks());
    out << "ranks " << MpiProcess::GetRanks() << ": " << all.windows << " windows of "
        << TimeStep(simulator->GetWindow()).GetNanoSeconds() << " ns, per window and rank "
        << std::fixed << std::setprecision(1) << static_cast<double>(messages) / windows / ranks
        << " messages of " << static_cast<double>(bytes) / static_cast<double>(messages)
        << " bytes, " << static_cast<double>(calls) / windows / ranks << " calls, "
        << static_cast<double>(waited) / 1000 / windows / ranks << " us in exchanges\n";
}

} // namespace ns3::rdmacell
