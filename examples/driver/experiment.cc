/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment.h"

#include "collective-output.h"
#include "huge-pages.h"
#include "outage-options.h"
#include "peak-memory.h"
#include "progress-line.h"
#include "rank-run.h"
#include "value-text.h"

#include "ns3/collective-helper.h"
#include "ns3/collective-report.h"
#include "ns3/flow-trace.h"
#include "ns3/input-error.h"
#include "ns3/mpi-process.h"
#include "ns3/network-partition.h"
#include "ns3/option-values.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Simulated time between the end of the last flow and the end of the run: enough for ACKs, CNPs
/// and PFC frames in flight to arrive.
const char* const SETTLING_TIME = "1ms";

/// The longest time that collectives take if no --duration is given.
const char* const COLLECTIVE_LIMIT = "100s";

/// First random stream of collectives; those of the network and of traffic are below it.
constexpr int64_t COLLECTIVE_STREAMS = 3'000'000;

/// Checks of the clock for the progress line within a measurement window.
constexpr int64_t PROGRESS_CHECKS = 1000;

} // namespace

Experiment::Experiment(const ExperimentOptions& options)
    : m_options(options),
      m_graph(options.topology->Build()),
      m_traffic(MakeTraffic(options, m_graph, m_attributes))
{
    RankRun::Check(options);
    CheckFlows();
    if (!m_options.flows.empty())
    {
        m_options.parameters.Replace("duration", TimeText(m_windowEnd - m_options.warmup));
    }
    Build();
    CollectAttributes();
    m_traces = std::make_unique<TraceRecorder>(m_options.traces);
    m_output = std::make_unique<RunOutput>(m_options);
    if (m_options.check)
    {
        return;
    }
    if (RankRun::IsFirst())
    {
        m_output->Open();
    }
    StartRecording();
    UseHugePages();
}

Experiment::~Experiment() = default;

const JsonObject&
Experiment::GetParameters() const
{
    return m_options.parameters;
}

std::vector<std::string>
Experiment::GetNotes() const
{
    std::vector<std::string> notes;
    for (const std::string& note : {m_graph.note, m_traffic.note})
    {
        if (!note.empty())
        {
            notes.push_back(note);
        }
    }
    return notes;
}

void
Experiment::CheckFlows()
{
    const std::vector<Flow>& flows = m_traffic.flows;
    for (const Flow& flow : flows)
    {
        CheckFlowSize("flow " + std::to_string(flow.id), flow.sizeBytes);
    }
    const bool replayed = !m_options.flows.empty();
    const bool collective = !m_options.collectives.empty();
    const Time longest = ParseTime(collective ? COLLECTIVE_LIMIT : DEFAULT_DURATION);
    m_windowEnd = m_options.warmup + (m_options.duration.IsZero() ? longest : m_options.duration);
    m_limit = m_windowEnd + m_options.drain;
    if (!replayed && collective)
    {
        return;
    }
    if (flows.empty() && (replayed || !m_options.check))
    {
        throw InputError("expected at least one flow: a longer --duration, a higher --load, or "
                         "another file");
    }
    if (replayed && m_options.duration.IsZero())
    {
        const Time last = flows.back().start;
        m_windowEnd = last + TimeStep(1);
        if (m_windowEnd <= m_options.warmup)
        {
            throw InputError("--warmup: expected less than the time of the last flow, " +
                             std::to_string(last.GetNanoSeconds()) + " ns");
        }
        m_limit = collective ? m_limit : m_windowEnd + m_options.drain;
        return;
    }
    const bool measured = std::any_of(flows.begin(), flows.end(), [this](const Flow& flow) {
        return flow.start >= m_options.warmup && flow.start < m_windowEnd;
    });
    if (!measured && (replayed || !m_options.check))
    {
        throw InputError("expected at least one flow that starts in the measurement window: "
                         "another --warmup or --duration");
    }
}

void
Experiment::Build()
{
    m_scenario = std::make_unique<FabricScenario>(m_graph, m_traffic.flows, m_options.scheme);
    m_scenario->SetWindow(m_options.warmup, m_windowEnd);
    if (RankRun::IsOneOfSeveral())
    {
        m_scenario->GetFabricHelper().SetRanks(
            NetworkPartition(m_graph, MpiProcess::GetRanks()).GetRanks());
    }
    m_scenario->Build();
    m_scenario->ContinueTraffic(std::move(m_traffic.later), m_windowEnd, GetTrafficEnd());
    m_scenario->Start();
    m_watch = m_scenario->WatchProgress();
    ScheduleOutages(m_options.outages, *m_scenario, *m_watch);
    BuildCollectives();
}

void
Experiment::BuildCollectives()
{
    if (m_options.collectives.empty())
    {
        return;
    }
    try
    {
        m_collectives =
            CollectiveHelper::Install(*m_scenario, m_options.collectives, COLLECTIVE_STREAMS);
    }
    catch (const InputError& error)
    {
        throw InputError(std::string("--collective: ") + error.what());
    }
    m_watch->SetFlowLister([this]() {
        std::vector<Flow> active = m_scenario->GetFct()->ListActive();
        const std::vector<Flow> messages = m_collectives->ListActive();
        active.insert(active.end(), messages.begin(), messages.end());
        return active;
    });
}

void
Experiment::StopIfDone() const
{
    const Ptr<FctRecorder> fct = m_scenario->GetFct();
    if (fct->GetFinished() + fct->GetFailed() == fct->GetFlows() &&
        (!m_collectives || m_collectives->CountRunning() == 0))
    {
        Simulator::Stop(ParseTime(SETTLING_TIME));
    }
}

Time
Experiment::GetTrafficEnd() const
{
    return m_windowEnd + Min(m_options.cooldown, m_options.drain);
}

void
Experiment::CollectAttributes()
{
    m_attributes.VisitScenario(*m_scenario);
    m_attributes.Visit(m_options.topology);
    m_attributes.Visit(m_watch);
    m_attributes.CheckPresent(m_options.givenAttributes);
}

void
Experiment::StartRecording()
{
    StatsHelper& stats = m_scenario->GetStats();
    if (m_options.recordLinks)
    {
        stats.EnableLinks(m_options.recordInterval);
    }
    if (m_options.recordQueues)
    {
        stats.EnableQueues(m_options.recordInterval);
    }
    if (m_options.recordPfc)
    {
        stats.EnablePfc();
    }
    m_traces->Start(m_output->GetDirectory());
    if (!m_options.pcap.empty())
    {
        m_pcap.Start(m_options.pcap);
    }
    // Only this one replaces a file at once, so it comes last.
    if (!m_options.saveFlows.empty() && RankRun::IsFirst())
    {
        FlowTrace::Write(m_options.saveFlows, m_traffic.flows);
    }
    RankRun::StopAfterFlows(m_scenario->GetFct(), ParseTime(SETTLING_TIME).GetTimeStep());
    if (m_options.cooldown.IsZero())
    {
        m_scenario->GetFct()->OnAllDone([this]() { StopIfDone(); });
    }
    else
    {
        m_scenario->GetFct()->OnMeasuredDone([]() { Simulator::Stop(); });
    }
    if (m_collectives)
    {
        m_collectives->OnAllDone([this]() { StopIfDone(); });
    }
}

void
Experiment::SaveAllFlows()
{
    // Made again, so that the run does not have to keep them.
    AttributeRecord attributes;
    ExperimentTraffic traffic = MakeTraffic(m_options, m_graph, attributes);
    const Time end = Min(GetTrafficEnd(), Simulator::Now() + TimeStep(1));
    const std::vector<Flow> later = traffic.later.TakeUntil(end);
    traffic.flows.insert(traffic.flows.end(), later.begin(), later.end());
    FlowTrace::Write(m_options.saveFlows, traffic.flows);
}

uint64_t
Experiment::CountPlacedBytes() const
{
    uint64_t bytes = 0;
    for (const auto& nic : m_scenario->GetNics())
    {
        bytes += nic->GetStats().bytesPlaced;
    }
    return bytes;
}

RunReport
Experiment::Run()
{
    Simulator::Schedule(m_options.warmup, [this]() { m_placedBefore = CountPlacedBytes(); });
    Simulator::Schedule(m_windowEnd, [this]() { m_placedAfter = CountPlacedBytes(); });
    Simulator::Stop(m_limit);

    std::unique_ptr<ProgressLine> progress;
    if (RankRun::IsFirst() && (m_options.progress || isatty(STDERR_FILENO)))
    {
        progress = std::make_unique<ProgressLine>(
            m_scenario->GetFct(),
            Max(TimeStep(m_windowEnd.GetTimeStep() / PROGRESS_CHECKS), TimeStep(1)));
    }
    const auto begin = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    progress.reset();
    m_watch->Conclude();
    RankRun::Merge(*m_scenario->GetFct());
    m_scenario->GetStats().GatherRows();
    if (Simulator::Now() < m_windowEnd)
    {
        m_placedAfter = CountPlacedBytes();
        m_windowEnd =
            m_collectives ? Max(Simulator::Now(), m_options.warmup + TimeStep(1)) : m_windowEnd;
    }
    for (uint64_t* placed : {&m_placedBefore, &m_placedAfter})
    {
        *placed = static_cast<uint64_t>(MpiProcess::Sum(static_cast<int64_t>(*placed)));
    }
    RunReport report = MakeReport(wall.count());
    RankRun::Merge(report);
    report.setupSeconds = std::chrono::duration<double>(begin - m_begin).count();
    return report;
}

const StallReport*
Experiment::GetStall() const
{
    return m_watch->GetReport();
}

std::string
Experiment::GetEnd() const
{
    std::ostringstream text;
    if (GetStall())
    {
        text << GetStall()->GetKind();
    }
    else
    {
        const Ptr<FctRecorder> fct = m_scenario->GetFct();
        const bool all = fct->GetFinished() + fct->GetFailed() == fct->GetFlows();
        const bool flows = m_options.cooldown.IsZero() ? all : fct->IsMeasuredDone();
        const bool done = flows && (!m_collectives || m_collectives->CountRunning() == 0);
        text << (done ? "done" : "drain");
    }
    return text.str();
}

RunReport
Experiment::MakeReport(double wallSeconds) const
{
    RunReport report;
    const Ptr<Fabric> fabric = m_scenario->GetFabric();
    report.command = m_options.command;
    report.schemeName = m_options.scheme.name;
    report.workloadName = m_options.flows.empty() ? m_options.workloadName : m_options.flows;
    if (m_collectives)
    {
        report.workloadName = m_options.collectiveText;
        report.AddCollectives(*m_collectives);
    }
    report.seed = RngSeedManager::GetRun();
    report.parameters = m_options.parameters;
    report.attributes = m_attributes.ToJson();
    report.ended = GetEnd();
    report.fct = m_scenario->GetFct()->GetSummary();
    report.failed = m_scenario->GetFct()->GetFailed();
    report.flowsAfterWindow = m_scenario->GetFct()->GetBackgroundFlows();
    double bitRate = 0;
    for (const DataRate& rate : GetLoadRates(m_options, m_graph))
    {
        bitRate += static_cast<double>(rate.GetBitRate());
    }
    const double capacity = bitRate / 8 * (m_windowEnd - m_options.warmup).GetSeconds();
    report.offeredLoad = static_cast<double>(m_scenario->GetFct()->GetOfferedBytes()) / capacity;
    report.carriedLoad = static_cast<double>(m_placedAfter - m_placedBefore) / capacity;
    // A window in which a link cannot even send the average flow is too short for a share of it.
    const double mostLoad =
        static_cast<double>(report.fct.flows) / static_cast<double>(m_graph.hosts);
    if (m_windowEnd - m_options.warmup <= TimeStep(1) || report.offeredLoad > mostLoad)
    {
        report.offeredLoad = std::numeric_limits<double>::quiet_NaN();
        report.carriedLoad = std::numeric_limits<double>::quiet_NaN();
    }
    const FabricSwitchStats switches = fabric->GetSwitchStats();
    report.drops = switches.GetDrops();
    report.losslessDrops = switches.GetDrops(SwitchDrop::LOSSLESS);
    report.pfcPause = switches.pfcPauses;
    report.pfcResume = switches.pfcResumes;
    report.ecnMarks = switches.ecnMarks;
    for (const auto& nic : m_scenario->GetNics())
    {
        const RoceNicStats& stats = nic->GetStats();
        report.cnps += stats.cnpsSent;
        report.outOfOrder += stats.outOfOrderDrops + stats.outOfOrderHeld;
        report.naks += stats.naksSent + stats.rnrNaksSent + stats.errorNaksSent;
        report.retransmittedBytes += stats.retransmittedBytes;
        report.timeouts += stats.timeouts;
    }
    report.scheme = m_scenario->GetSchemeCounters();
    report.events = Simulator::GetEventCount();
    report.frameHops = fabric->GetFrameHops();
    report.simulatedSeconds = Simulator::Now().GetSeconds();
    report.wallSeconds = wallSeconds;
    report.peakRssBytes = GetPeakRss();
    return report;
}

void
Experiment::Write(const RunReport& report)
{
    m_pcap.Finish();
    if (!m_options.saveFlows.empty() && !m_options.cooldown.IsZero())
    {
        SaveAllFlows();
    }
    if (m_options.outputDir.empty())
    {
        return;
    }
    m_output->Write([&](const std::string& directory) { WriteFiles(directory, report); });
    m_output->Publish();
}

void
Experiment::WriteFiles(const std::string& directory, const RunReport& report)
{
    WriteWholeFile(directory + "/fct.csv",
                   [this](std::ostream& out) { m_scenario->GetFct()->WriteCsv(out); });
    if (m_options.fctFormat == FctFormat::HPCC)
    {
        WriteWholeFile(directory + "/fct.txt", [this](std::ostream& out) {
            m_scenario->GetFct()->WriteHpcc(out, *m_scenario->GetFabric()->GetAddresses());
        });
    }
    if (m_collectives)
    {
        WriteCollectiveFiles(directory, *m_collectives, m_graph);
    }
    m_scenario->GetStats().Write(directory);
    if (const StallReport* stall = GetStall())
    {
        WriteWholeFile(directory + "/stall.txt", [stall](std::ostream& out) { stall->Print(out); });
    }
    m_traces->Finish();
    RunReport whole = report;
    whole.files = m_output->ListFiles();
    WriteWholeFile(directory + "/meta.json",
                   [&whole](std::ostream& out) { out << whole.ToJson().ToString() << '\n'; });
}

} // namespace ns3::rdmacell
