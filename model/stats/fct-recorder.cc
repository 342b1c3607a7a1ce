/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fct-recorder.h"

#include "percentile.h"

#include "ns3/log.h"
#include "ns3/nanosecond-text.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <iomanip>
#include <ostream>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FctRecorder");

namespace
{

/// The times of a flow, for another rank.
struct SentRecord
{
    uint64_t flowId;  ///< Flow::id
    int64_t finished; ///< completion time, steps, or -1
    int64_t placed;   ///< time to the placement, steps, or -1
    int64_t ideal;    ///< ideal completion time, steps
    uint64_t failed;  ///< 1 if it failed
};

/**
 * @brief Append an integer.
 * @param text the text
 * @param number the integer
 */
void
AppendInteger(std::string& text, uint64_t number)
{
    std::array<char, 20> digits; // of the largest one
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

/**
 * @brief Append a number with six decimals.
 * @param text the text
 * @param number the number, not negative
 */
void
AppendDecimal(std::string& text, double number)
{
    std::array<char, 330> digits; // of the largest number
    // Not by a stream, whose locale could put a comma into a column.
    const auto end = std::to_chars(digits.data(),
                                   digits.data() + digits.size(),
                                   number,
                                   std::chars_format::fixed,
                                   6)
                         .ptr;
    text.append(digits.data(), end);
}

} // namespace

FctRecorder::FctRecorder(const std::vector<Flow>& flows,
                         Ideal ideal,
                         Time windowStart,
                         Time windowEnd)
    : m_ideal(std::move(ideal)),
      m_windowStart(windowStart),
      m_windowEnd(windowEnd)
{
    m_records.reserve(flows.size());
    for (const Flow& flow : flows)
    {
        m_records.push_back(Record{flow});
        m_measuredLeft += IsMeasured(m_records.back()) ? 1 : 0;
    }
}

void
FctRecorder::Connect(Ptr<HostApp> app)
{
    if (app->GetNode() && !RankLink::IsOwn(app->GetNode()->GetId()))
    {
        m_otherFlows += app->GetFlowCount();
    }
    app->TraceConnectWithoutContext("FlowPlaced", MakeCallback(&FctRecorder::NotePlaced, this));
    app->TraceConnectWithoutContext("FlowFinished", MakeCallback(&FctRecorder::NoteFinished, this));
    app->TraceConnectWithoutContext("FlowFailed", MakeCallback(&FctRecorder::NoteFailed, this));
}

void
FctRecorder::AddBackground(const std::vector<Flow>& flows)
{
    for (const Flow& flow : flows)
    {
        m_background.emplace_hint(m_background.end(), flow.id, flow);
    }
    m_backgroundFlows += flows.size();
}

void
FctRecorder::OnAllDone(std::function<void()> done)
{
    m_allDone = std::move(done);
}

void
FctRecorder::OnMeasuredDone(std::function<void()> done)
{
    m_measuredDone = std::move(done);
}

int64_t
FctRecorder::GetOwnEnd() const
{
    return m_finished + m_failed + m_otherFlows == m_records.size() ? m_lastEnd : -1;
}

std::vector<uint8_t>
FctRecorder::MakeRecords() const
{
    std::vector<uint8_t> bytes;
    for (const Record& record : m_records)
    {
        if (record.finished >= 0 || record.placed >= 0 || record.failed)
        {
            const SentRecord sent{record.flow.id,
                                  record.finished,
                                  record.placed,
                                  record.ideal,
                                  record.failed ? 1U : 0U};
            const auto* begin = reinterpret_cast<const uint8_t*>(&sent);
            bytes.insert(bytes.end(), begin, begin + sizeof(sent));
        }
    }
    return bytes;
}

void
FctRecorder::TakeRecords(const std::vector<uint8_t>& bytes)
{
    for (std::size_t at = 0; at + sizeof(SentRecord) <= bytes.size(); at += sizeof(SentRecord))
    {
        SentRecord sent{};
        std::memcpy(&sent, bytes.data() + at, sizeof(sent));
        Record& record = m_records.at(sent.flowId);
        record.placed = std::max(record.placed, sent.placed);
        if (sent.finished < 0 && sent.failed == 0)
        {
            continue; // only its receiver is of that rank
        }
        record.finished = sent.finished;
        record.ideal = sent.ideal;
        record.failed = sent.failed != 0;
        m_finished += record.failed ? 0 : 1;
        m_failed += record.failed ? 1 : 0;
        m_measuredLeft -= IsMeasured(record) ? 1 : 0;
    }
}

bool
FctRecorder::IsMeasuredDone() const
{
    return m_measuredLeft == 0;
}

void
FctRecorder::NotePlaced(uint64_t flowId)
{
    if (flowId >= m_records.size())
    {
        return; // a background flow
    }
    Record& record = m_records.at(flowId);
    record.placed = (Simulator::Now() - record.flow.start).GetTimeStep();
}

bool
FctRecorder::ForgetBackground(uint64_t flowId)
{
    // Others above those that are recorded are messages of collectives.
    return m_background.erase(flowId) > 0 || flowId >= m_records.size();
}

void
FctRecorder::NoteFinished(uint64_t flowId)
{
    if (ForgetBackground(flowId))
    {
        return;
    }
    Record& record = m_records.at(flowId);
    record.finished = (Simulator::Now() - record.flow.start).GetTimeStep();
    record.ideal = m_ideal(record.flow);
    ++m_finished;
    NS_LOG_LOGIC("flow " << flowId << " has finished, slowdown "
                         << static_cast<double>(record.finished) / record.ideal);
    CountEnd(record);
}

void
FctRecorder::NoteFailed(uint64_t flowId)
{
    NS_LOG_INFO("flow " << flowId << " has failed");
    if (ForgetBackground(flowId))
    {
        return;
    }
    Record& record = m_records.at(flowId);
    record.failed = true;
    ++m_failed;
    CountEnd(record);
}

void
FctRecorder::CountEnd(const Record& record)
{
    m_lastEnd = Simulator::Now().GetTimeStep();
    m_measuredLeft -= IsMeasured(record) ? 1 : 0;
    if (m_measuredDone && m_measuredLeft == 0 && IsMeasured(record))
    {
        m_measuredDone();
    }
    if (m_allDone && m_finished + m_failed == m_records.size())
    {
        m_allDone();
    }
}

uint64_t
FctRecorder::GetFinished() const
{
    return m_finished;
}

uint64_t
FctRecorder::GetFlows() const
{
    return m_records.size();
}

uint64_t
FctRecorder::GetBackgroundFlows() const
{
    return m_backgroundFlows;
}

uint64_t
FctRecorder::GetFailed() const
{
    return m_failed;
}

bool
FctRecorder::IsMeasured(const Record& record) const
{
    return record.flow.start >= m_windowStart && record.flow.start < m_windowEnd;
}

std::vector<Flow>
FctRecorder::ListActive() const
{
    std::vector<Flow> active;
    for (const Record& record : m_records)
    {
        if (record.finished < 0 && !record.failed && record.flow.start <= Simulator::Now())
        {
            active.push_back(record.flow);
        }
    }
    for (const auto& [id, flow] : m_background)
    {
        if (flow.start <= Simulator::Now())
        {
            active.push_back(flow);
        }
    }
    return active;
}

uint64_t
FctRecorder::GetOfferedBytes() const
{
    uint64_t bytes = 0;
    for (const Record& record : m_records)
    {
        bytes += IsMeasured(record) ? record.flow.sizeBytes : 0;
    }
    return bytes;
}

FctSummary
FctRecorder::GetSummary() const
{
    FctSummary summary;
    std::vector<double> slowdowns;
    const Time middle = m_windowStart + (m_windowEnd - m_windowStart) / 2;
    std::array<double, 2> halfSums{};
    std::array<uint64_t, 2> halfCounts{};
    for (const Record& record : m_records)
    {
        if (!IsMeasured(record))
        {
            continue;
        }
        ++summary.flows;
        if (record.finished >= 0)
        {
            const double slowdown = static_cast<double>(record.finished) / record.ideal;
            slowdowns.push_back(slowdown);
            const std::size_t half = record.flow.start >= middle ? 1 : 0;
            halfSums[half] += slowdown;
            ++halfCounts[half];
        }
    }
    if (halfCounts[0] > 0 && halfCounts[1] > 0)
    {
        summary.firstHalf = halfSums[0] / static_cast<double>(halfCounts[0]);
        summary.secondHalf = halfSums[1] / static_cast<double>(halfCounts[1]);
    }
    summary.finished = slowdowns.size();
    summary.unfinished = summary.flows - summary.finished;
    if (!slowdowns.empty())
    {
        std::sort(slowdowns.begin(), slowdowns.end());
        double sum = 0;
        for (const double slowdown : slowdowns)
        {
            sum += slowdown;
        }
        summary.average = sum / slowdowns.size();
        summary.p50 = Percentile(slowdowns, 50);
        summary.p95 = Percentile(slowdowns, 95);
        summary.p99 = Percentile(slowdowns, 99);
        summary.p999 = Percentile(slowdowns, 99.9);
        summary.minimum = slowdowns.front();
    }
    return summary;
}

void
FctRecorder::WriteCsv(std::ostream& out) const
{
    out << "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status\n";
    std::string row; // formatting into a string takes a fraction of the time of stream operators
    for (const Record& record : m_records)
    {
        if (!IsMeasured(record))
        {
            continue;
        }
        const Flow& flow = record.flow;
        const int64_t start = flow.start.GetTimeStep();
        row.clear();
        for (const uint64_t number :
             {flow.id, uint64_t{flow.src}, uint64_t{flow.dst}, flow.sizeBytes})
        {
            AppendInteger(row, number);
            row += ',';
        }
        AppendNanoseconds(row, start);
        row += ',';
        if (record.finished >= 0)
        {
            AppendNanoseconds(row, record.finished);
        }
        row += ',';
        if (record.placed >= 0)
        {
            AppendNanoseconds(row, start + record.placed);
        }
        row += ',';
        if (record.finished >= 0)
        {
            AppendNanoseconds(row, record.ideal);
            row += ',';
            AppendDecimal(row, static_cast<double>(record.finished) / record.ideal);
        }
        row += record.finished >= 0 ? ",finished\n" : ",,unfinished\n";
        out << row;
    }
}

void
FctRecorder::WriteHpcc(std::ostream& out, const std::vector<uint32_t>& addresses) const
{
    const int64_t stepsPerNanosecond = NanoSeconds(1).GetTimeStep();
    for (const Record& record : m_records)
    {
        if (!IsMeasured(record) || record.finished < 0)
        {
            continue;
        }
        const Flow& flow = record.flow;
        // The scripts that read this group flows by address and size only. The simulators count
        // ports from 10000 at the source and from 100 at the destination.
        out << std::hex << std::setfill('0') << std::setw(8) << addresses.at(flow.src) << ' '
            << std::setw(8) << addresses.at(flow.dst) << std::dec << std::setfill(' ') << ' '
            << 10000 + flow.id % 50000 << ' ' << 100 << ' ' << flow.sizeBytes << ' '
            << flow.start.GetTimeStep() / stepsPerNanosecond << ' '
            << record.finished / stepsPerNanosecond << ' ' << record.ideal / stepsPerNanosecond
            << '\n';
    }
}

} // namespace ns3::rdmacell
