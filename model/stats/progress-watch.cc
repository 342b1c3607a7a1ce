/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "progress-watch.h"

#include "ns3/frame-channel.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ProgressWatch");

NS_OBJECT_ENSURE_REGISTERED(ProgressWatch);

namespace
{

/// Checks within StallTimeout: the last progress is known to this fraction of it.
constexpr int64_t CHECKS = 4;

/**
 * @brief Compute how long a frame of the largest size takes over a link.
 * @param device the device that sends it
 * @return serialization time and propagation delay
 */
Time
GetLinkTime(const FrameNetDevice& device)
{
    const auto channel = DynamicCast<FrameChannel>(device.GetChannel());
    const uint32_t bytes =
        device.GetMtu() + WireSize::ETHERNET + WireSize::FCS + WireSize::PREAMBLE_GAP;
    return device.GetDataRate().CalculateBytesTxTime(bytes) + channel->GetDelay();
}

/**
 * @brief Get the latency of a switch or NIC.
 * @param object the switch or NIC
 * @return its attribute Latency
 */
Time
GetLatency(const Object& object)
{
    TimeValue latency;
    object.GetAttribute("Latency", latency);
    return latency.Get();
}

} // namespace

TypeId
ProgressWatch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::ProgressWatch")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<ProgressWatch>()
            .AddAttribute("StallTimeout",
                          "Time without any progress after which a run with unfinished flows is "
                          "examined and, if it is deadlocked or stalled, ended; 0 never to do so "
                          "(10 ms: twice the local ACK timeout of 4.19 ms, 30 times the longest "
                          "PFC pause at 100 Gb/s, 335 us; a fifth of the time that the driver "
                          "gives flows to finish. Longer timers that run are waited for). A change "
                          "takes effect with the next flow that starts in an idle network.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&ProgressWatch::m_timeout),
                          MakeTimeChecker(Time(0)));
    return tid;
}

ProgressWatch::ProgressWatch() = default;

ProgressWatch::~ProgressWatch()
{
    m_check.Cancel();
}

void
ProgressWatch::AddSwitch(Ptr<FabricSwitch> node)
{
    NS_LOG_FUNCTION(this << node);
    m_switches.push_back(node);
}

void
ProgressWatch::AddHost(Ptr<RoceNic> nic, Ptr<HostApp> app)
{
    NS_LOG_FUNCTION(this << nic << app);
    m_nics.push_back(nic);
    m_apps.push_back(app);
    app->TraceConnectWithoutContext("FlowStarted", MakeCallback(&ProgressWatch::NoteStarted, this));
    app->TraceConnectWithoutContext("FlowFinished",
                                    MakeCallback(&ProgressWatch::NoteFinished, this));
    app->TraceConnectWithoutContext("FlowFailed", MakeCallback(&ProgressWatch::NoteFailed, this));
}

void
ProgressWatch::ExpectChange(Time at)
{
    NS_LOG_FUNCTION(this << at);
    m_changeAt = std::max(m_changeAt, at);
}

void
ProgressWatch::SetFlowLister(FlowLister lister)
{
    m_lister = std::move(lister);
}

void
ProgressWatch::SetFileNumbers(std::vector<uint32_t> numbers)
{
    m_fileNumbers = std::move(numbers);
}

void
ProgressWatch::NoteStarted(const Flow& /* flow */)
{
    ++m_started;
    if (!m_check.IsExpired() || m_timeout.IsZero() || m_report)
    {
        return;
    }
    // The network was idle: what has moved is counted from here.
    m_link = RankLink::Get();
    m_longestPath = ComputeLongestPath();
    m_placed = CountPlacedBytes();
    SumUp();
    m_finishedBefore = m_allFinished;
    m_moved = Simulator::Now();
    m_areTimersNoted = false;
    m_sentBefore = NOT_NOTED;
    m_check =
        Simulator::Schedule(std::max(m_timeout / CHECKS, TimeStep(1)), &ProgressWatch::Check, this);
}

void
ProgressWatch::NoteFinished(uint64_t /* flowId */)
{
    ++m_finished;
}

void
ProgressWatch::NoteFailed(uint64_t /* flowId */)
{
    ++m_failed;
    m_lastFailed = Simulator::Now();
}

int64_t
ProgressWatch::CountPlacedBytes() const
{
    int64_t bytes = 0;
    for (const auto& nic : m_nics)
    {
        bytes += static_cast<int64_t>(nic->GetStats().bytesPlaced);
    }
    for (const auto& app : m_apps)
    {
        bytes -= static_cast<int64_t>(app->GetDuplicateBytes());
    }
    return m_link ? m_link->Sum(bytes) : bytes;
}

uint64_t
ProgressWatch::CountSentFrames() const
{
    uint64_t frames = 0;
    for (const auto& nic : m_nics)
    {
        frames += nic->GetStats().dataFramesSent;
    }
    return m_link ? static_cast<uint64_t>(m_link->Sum(static_cast<int64_t>(frames))) : frames;
}

Time
ProgressWatch::ComputeLongestPath() const
{
    Time hop(0);
    for (const auto& node : m_switches)
    {
        const Time latency = GetLatency(*node);
        for (uint32_t port = 0; port < node->GetPortCount(); ++port)
        {
            hop = std::max(hop, latency + GetLinkTime(*node->GetDevice(port)));
        }
    }
    for (const auto& nic : m_nics)
    {
        hop = std::max(hop, GetLatency(*nic) + GetLinkTime(*nic->GetDevice()));
    }
    // A path has a link more than switches; there and back.
    return hop * static_cast<int64_t>(2 * (m_switches.size() + 1));
}

bool
ProgressWatch::UpdateProgress()
{
    const int64_t placed = CountPlacedBytes();
    const bool hasChanged = m_changeAt > m_moved && m_changeAt <= Simulator::Now();
    if (placed <= m_placed && m_allFinished == m_finishedBefore && !hasChanged)
    {
        return false;
    }
    m_placed = std::max(m_placed, placed);
    m_finishedBefore = m_allFinished;
    m_moved = Simulator::Now();
    m_areTimersNoted = false;
    m_sentBefore = NOT_NOTED;
    return true;
}

void
ProgressWatch::Check()
{
    NS_LOG_FUNCTION(this);
    SumUp();
    if (GetActiveFlows() == 0)
    {
        return; // the next flow that starts begins again
    }
    const bool isEventPending = !Simulator::IsFinished();
    const bool hasMoved = UpdateProgress();
    if (!hasMoved && m_sentBefore == NOT_NOTED)
    {
        m_sentBefore = CountSentFrames();
    }
    if ((!hasMoved || !isEventPending) && Judge(isEventPending))
    {
        Simulator::Stop();
        return;
    }
    m_check =
        Simulator::Schedule(std::max(m_timeout / CHECKS, TimeStep(1)), &ProgressWatch::Check, this);
}

bool
ProgressWatch::Conclude()
{
    NS_LOG_FUNCTION(this);
    SumUp();
    if (m_report || m_timeout.IsZero() || GetActiveFlows() + m_allFailed == 0)
    {
        return m_report != nullptr;
    }
    UpdateProgress();
    auto report = std::make_unique<StallReport>(m_switches, m_nics);
    const bool isStill = IsStill(GetActiveFlows() > 0 ? Simulator::Now() : m_lastFailed);
    if (HasCycles(*report))
    {
        report->isRestMoving = !isStill;
    }
    else if (GetActiveFlows() > 0 && (!isStill || IsFirstTimerRunning(*report)))
    {
        return false;
    }
    else if (GetActiveFlows() == 0 && !isStill && m_allFinished > 0)
    {
        return false; // some have failed, the others have not
    }
    Keep(std::move(report));
    return true;
}

bool
ProgressWatch::Judge(bool isEventPending)
{
    if (isEventPending && !IsStill(Simulator::Now()))
    {
        return false;
    }
    auto report = std::make_unique<StallReport>(m_switches, m_nics);
    if (isEventPending && !HasCycles(*report) && HasTimers(*report))
    {
        return false;
    }
    Keep(std::move(report));
    return true;
}

bool
ProgressWatch::IsStill(Time until) const
{
    return until >= m_changeAt && until - m_moved >= std::max(m_timeout, m_longestPath);
}

Time
ProgressWatch::GetLongestWait() const
{
    Time longest(0);
    for (const auto& app : m_apps)
    {
        longest = std::max(longest, app->GetLongestWait());
    }
    return m_link ? TimeStep(m_link->Max(longest.GetTimeStep())) : longest;
}

bool
ProgressWatch::HasTimers(const StallReport& report)
{
    const Time now = Simulator::Now();
    if (!m_areTimersNoted)
    {
        m_areTimersNoted = true;
        const Time timers = std::max(GetLastExpiry(report), now);
        m_timersEnd = timers + GetLongestWait() + m_longestPath;
    }
    NS_LOG_LOGIC("nothing has moved since " << m_moved << ", timers run up to " << m_timersEnd);
    return now < m_timersEnd;
}

bool
ProgressWatch::IsFirstTimerRunning(const StallReport& report) const
{
    if (m_sentBefore != NOT_NOTED && CountSentFrames() > m_sentBefore)
    {
        return false; // what timers have had sent since then has moved nothing
    }
    const Time now = Simulator::Now();
    return now < GetLastExpiry(report) || now - m_moved < GetLongestWait();
}

void
ProgressWatch::Keep(std::unique_ptr<StallReport> report)
{
    report->since = m_moved;
    report->flows = GetActiveFlows();
    report->failed = m_allFailed;
    report->fileNumbers = m_fileNumbers;
    if (m_lister)
    {
        report->flowList = m_lister();
    }
    NS_LOG_INFO(report->GetHeadline());
    m_report = std::move(report);
}

const StallReport*
ProgressWatch::GetReport() const
{
    return m_report.get();
}

uint64_t
ProgressWatch::GetActiveFlows() const
{
    return m_started - m_allFinished - m_allFailed;
}

void
ProgressWatch::SumUp()
{
    const auto sum = [this](uint64_t own) {
        return m_link ? static_cast<uint64_t>(m_link->Sum(static_cast<int64_t>(own))) : own;
    };
    m_allFinished = sum(m_finished);
    m_allFailed = sum(m_failed);
}

bool
ProgressWatch::HasCycles(const StallReport& report) const
{
    return !m_link && !report.GetCycles().empty();
}

Time
ProgressWatch::GetLastExpiry(const StallReport& report) const
{
    const int64_t own = report.GetQps().GetLastExpiry();
    return TimeStep(m_link ? m_link->Max(own) : own);
}

void
ProgressWatch::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_check.Cancel();
    m_report.reset();
    m_switches.clear();
    m_nics.clear();
    m_apps.clear();
    m_lister = nullptr;
    Object::DoDispose();
}

} // namespace ns3::rdmacell
