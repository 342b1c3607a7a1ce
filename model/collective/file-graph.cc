/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-graph.h"

#include "ns3/decimal.h"

#include <algorithm>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/// Columns of the file.
const std::string COLUMNS = "step,after,src,dst,bytes";

/// Columns of a file with computation.
const std::string COLUMNS_WITH_COMPUTATION = COLUMNS + ",compute_ns";

/// Ranks are below this.
constexpr uint64_t RANK_LIMIT = 1U << 20;

/// Bytes of a message are below this, as of any flow.
constexpr uint64_t BYTES_LIMIT = uint64_t{1} << 40;

/**
 * @brief Read a number.
 * @param table at the row
 * @param column its name
 * @param text its text
 * @param limit upper bound, excluded
 * @return the number
 */
uint64_t
ParseColumn(const TextTable& table,
            const std::string& column,
            const std::string& text,
            uint64_t limit)
{
    const auto value = ParseWhole(text);
    if (!value || *value >= limit)
    {
        table.Fail(column + ": expected a whole number below " + std::to_string(limit) +
                   ", found \"" + text + "\"");
    }
    return *value;
}

} // namespace

FileGraph::FileGraph(const std::string& path)
{
    TextTable table(path);
    if (!table.Next() || (table.GetRow() != COLUMNS && table.GetRow() != COLUMNS_WITH_COMPUTATION))
    {
        table.Fail("expected \"" + COLUMNS + "\" or \"" + COLUMNS_WITH_COMPUTATION + "\"");
    }
    const std::size_t columns = table.GetCells().size();
    while (table.Next())
    {
        ReadRow(table, columns);
    }
    if (m_ranks < 2)
    {
        table.Fail("expected steps of at least two ranks");
    }
}

void
FileGraph::ReadRow(TextTable& table, std::size_t columns)
{
    const auto cells = table.GetCells();
    if (cells.size() != columns)
    {
        table.Fail("expected " + std::to_string(columns) + " columns, found \"" + table.GetRow() +
                   "\"");
    }
    const uint64_t number = ParseColumn(table, "step", cells[0], UINT64_MAX);
    Entry entry;
    CollectiveStep& step = entry.step;
    step.src = static_cast<uint32_t>(ParseColumn(table, "src", cells[2], RANK_LIMIT));
    step.dst = static_cast<uint32_t>(ParseColumn(table, "dst", cells[3], RANK_LIMIT));
    step.bytes = ParseColumn(table, "bytes", cells[4], BYTES_LIMIT);
    if (step.src == step.dst && step.bytes > 0)
    {
        table.Fail("bytes: expected 0 where src and dst are the same rank, found \"" + cells[4] +
                   "\"");
    }
    if (columns > 5)
    {
        const auto ps = ParseDecimal(cells[5], 3);
        if (!ps)
        {
            table.Fail("compute_ns: expected a decimal number without sign, found \"" + cells[5] +
                       "\"");
        }
        step.compute = PicoSeconds(*ps);
    }
    if (!m_indexes.emplace(number, static_cast<uint32_t>(m_entries.size())).second)
    {
        table.Fail("step: expected a number that no other step has, found \"" + cells[0] + "\"");
    }
    m_ranks = std::max({m_ranks, step.src + 1, step.dst + 1});
    m_entries.push_back(std::move(entry));
    ReadInputs(table, cells[1]);
}

void
FileGraph::ReadInputs(TextTable& table, const std::string& after)
{
    const auto own = static_cast<uint32_t>(m_entries.size() - 1);
    CollectiveStep& step = m_entries.back().step;
    std::istringstream words(after);
    for (std::string word; words >> word;)
    {
        const auto number = ParseWhole(word);
        const auto found = number ? m_indexes.find(*number) : m_indexes.end();
        if (found == m_indexes.end() || found->second == own)
        {
            table.Fail("after: expected steps of earlier lines, found \"" + word + "\"");
        }
        Entry& input = m_entries[found->second];
        if (input.step.dst != step.src && input.step.src != step.src)
        {
            table.Fail("after: expected steps that end or begin at rank " +
                       std::to_string(step.src) + ", found \"" + word + "\"");
        }
        const bool arrives = input.step.dst == step.src;
        (arrives ? input.afterArrival : input.afterSending).push_back(own);
        ++m_entries.back().inputs;
        step.round = std::max(step.round, input.step.round + 1);
    }
}

uint32_t
FileGraph::CountRanks() const
{
    return m_ranks;
}

uint64_t
FileGraph::CountBytes() const
{
    uint64_t bytes = 0;
    for (const Entry& entry : m_entries)
    {
        bytes += entry.step.bytes;
    }
    return bytes;
}

uint64_t
FileGraph::CountSteps() const
{
    return m_entries.size();
}

CollectiveStep
FileGraph::GetStep(uint64_t step) const
{
    return m_entries[step].step;
}

uint32_t
FileGraph::CountInputs(uint64_t step) const
{
    return m_entries[step].inputs;
}

void
FileGraph::ListFirst(StepList& steps) const
{
    for (uint64_t step = 0; step < m_entries.size(); ++step)
    {
        if (m_entries[step].inputs == 0)
        {
            steps.push_back(step);
        }
    }
}

void
FileGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    const auto& list = m_entries[step].afterArrival;
    steps.insert(steps.end(), list.begin(), list.end());
}

void
FileGraph::ListAfterSending(uint64_t step, StepList& steps) const
{
    const auto& list = m_entries[step].afterSending;
    steps.insert(steps.end(), list.begin(), list.end());
}

} // namespace ns3::rdmacell
