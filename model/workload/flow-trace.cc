/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-trace.h"

#include "ns3/decimal.h"
#include "ns3/input-error.h"
#include "ns3/text-table.h"
#include "ns3/whole-file.h"

#include <optional>
#include <ostream>
#include <unordered_map>

namespace ns3::rdmacell
{

namespace
{

const std::string CSV_HEADER = "start_ns,src,dst,size_bytes";
const std::string LIST_COLUMNS = "src dst pg [dport] size_bytes start_seconds";

/// Turns the rows of one file into flows.
class FlowReader
{
  public:
    /**
     * @brief Opens the file.
     *
     * @param path the file
     * @param run what it is read for
     */
    FlowReader(const std::string& path, const FlowTrace::Run& run)
        : m_table(path),
          m_run(run),
          m_originPs(run.origin.GetPicoSeconds())
    {
        for (uint32_t host = 0; host < run.listNumbers.size(); ++host)
        {
            m_hostOf.emplace(run.listNumbers[host], host);
        }
    }

    /**
     * @brief Reads the file.
     *
     * @return the flows, in the file's order
     */
    std::vector<Flow> Read()
    {
        if (!m_table.Next())
        {
            m_table.Fail("expected flows, found an empty file");
        }
        if (m_table.GetRow() == CSV_HEADER)
        {
            ReadCsv();
        }
        else if (const auto count = ParseWhole(m_table.GetRow()))
        {
            ReadList(*count);
        }
        else
        {
            m_table.Fail("expected \"" + CSV_HEADER +
                         "\" or the number of flows (a compressed file must be unpacked first)");
        }
        return std::move(m_flows);
    }

    /**
     * @brief Gets what was passed over.
     *
     * @return a text, or nothing
     */
    const std::string& GetNote() const
    {
        return m_note;
    }

  private:
    /// Reads the rows of our CSV.
    void ReadCsv()
    {
        while (m_table.Next())
        {
            const auto cells = m_table.GetCells();
            if (cells.size() != 4)
            {
                m_table.Fail("expected " + CSV_HEADER + ", found \"" + m_table.GetRow() + "\"");
            }
            CheckEnds(cells[1], cells[2]);
            Add(ParseBelow("src", cells[1], m_run.hosts),
                ParseBelow("dst", cells[2], m_run.hosts),
                cells[3],
                ParseStart("start_ns", cells[0], 3));
        }
    }

    /**
     * @brief Reads the rows of a list of the HPCC family.
     *
     * @param count the number of flows in its first line
     */
    void ReadList(uint64_t count)
    {
        const auto announced =
            std::to_string(count) + " flows as line " + std::to_string(m_table.GetLine()) + " says";
        while (m_flows.size() < count && m_table.Next())
        {
            const auto words = m_table.GetWords();
            if (words.size() != 5 && words.size() != 6)
            {
                m_table.Fail("expected " + LIST_COLUMNS + ", found \"" + m_table.GetRow() + "\"");
            }
            CheckClass(words[2]);
            if (words.size() == 6)
            {
                ParseBelow("dport", words[3], 65536);
            }
            const auto last = words.size() - 1;
            CheckEnds(words[0], words[1]);
            Add(ParseListHost("src", words[0]),
                ParseListHost("dst", words[1]),
                words[last - 1],
                ParseStart("start_seconds", words[last], 12));
        }
        if (m_flows.size() < count)
        {
            m_table.Fail("expected " + announced + ", the file ends after " +
                         std::to_string(m_flows.size()));
        }
        m_note = m_table.SkipRest("after the " + announced);
    }

    /**
     * @brief Checks the class of a flow.
     *
     * @param text text of the column pg
     */
    void CheckClass(const std::string& text) const
    {
        const uint32_t found = ParseBelow("pg", text, 8);
        if (m_run.trafficClass && found != *m_run.trafficClass)
        {
            m_table.Fail("pg: expected the class of all flows, " +
                         std::to_string(*m_run.trafficClass) + " (" + m_run.trafficClassName +
                         "), found \"" + text + "\"");
        }
    }

    /**
     * @brief Reads the number of a host in a list.
     *
     * @param column its name
     * @param text its text
     * @return the host's index
     */
    uint32_t ParseListHost(const std::string& column, const std::string& text) const
    {
        if (m_run.listNumbers.empty())
        {
            return ParseBelow(column, text, m_run.hosts);
        }
        const auto number = ParseWhole(text);
        const auto found = number ? m_hostOf.find(*number) : m_hostOf.end();
        if (found == m_hostOf.end())
        {
            m_table.Fail(column +
                         ": expected the number of a host in the network's file, found \"" + text +
                         "\"");
        }
        return found->second;
    }

    /**
     * @brief Checks that a flow does not go from a host to itself.
     *
     * @param src text of the sender
     * @param dst text of the receiver
     */
    void CheckEnds(const std::string& src, const std::string& dst) const
    {
        const auto number = ParseWhole(src);
        if (number && number == ParseWhole(dst))
        {
            m_table.Fail("expected src and dst to differ, found host " + src + " twice");
        }
    }

    /**
     * @brief Adds a flow.
     *
     * @param src the sender's index
     * @param dst the receiver's index
     * @param size text of the size
     * @param start the start, counted from the origin
     */
    void Add(uint32_t src, uint32_t dst, const std::string& size, Time start)
    {
        Flow flow;
        flow.src = src;
        flow.dst = dst;
        const auto bytes = ParseWhole(size);
        if (!bytes)
        {
            m_table.Fail("size_bytes: expected a whole number of at most 64 bits, found \"" + size +
                         "\"");
        }
        flow.sizeBytes = *bytes;
        flow.start = start;
        m_flows.push_back(flow);
    }

    /**
     * @brief Reads a small number.
     *
     * @param column its name
     * @param text its text
     * @param limit upper bound, excluded
     * @return the number
     */
    uint32_t ParseBelow(const std::string& column, const std::string& text, uint32_t limit) const
    {
        const auto value = ParseWhole(text);
        if (!value || *value >= limit)
        {
            m_table.Fail(column + ": expected a whole number below " + std::to_string(limit) +
                         ", found \"" + text + "\"");
        }
        return static_cast<uint32_t>(*value);
    }

    /**
     * @brief Reads a start.
     *
     * @param column its name
     * @param text its text
     * @param places decimal places of its unit down to 1 ps
     * @return the time since the origin
     */
    Time ParseStart(const std::string& column, const std::string& text, unsigned places) const
    {
        const auto ps = ParseScientific(text, places);
        if (!ps)
        {
            m_table.Fail(column + ": expected a decimal number without sign, found \"" + text +
                         "\"");
        }
        if (*ps < m_originPs)
        {
            m_table.Fail(column + ": expected a start not before the origin of " +
                         std::to_string(m_originPs) + " ps, found \"" + text + "\"");
        }
        return PicoSeconds(*ps - m_originPs);
    }

    TextTable m_table;                               ///< The file.
    const FlowTrace::Run& m_run;                     ///< What it is read for.
    int64_t m_originPs;                              ///< Subtracted from every start, in ps.
    std::unordered_map<uint64_t, uint32_t> m_hostOf; ///< Hosts by their number in a list.
    std::vector<Flow> m_flows;                       ///< The flows read so far.
    std::string m_note;                              ///< What was passed over.
};

} // namespace

std::vector<Flow>
FlowTrace::Read(const std::string& path, const Run& run, std::string* note)
{
    FlowReader reader(path, run);
    auto flows = reader.Read();
    if (note)
    {
        *note = reader.GetNote();
    }
    SortFlows(flows);
    return flows;
}

std::vector<Flow>
FlowTrace::Read(const std::string& path, uint32_t hosts, Time origin)
{
    Run run;
    run.hosts = hosts;
    run.origin = origin;
    return Read(path, run, nullptr);
}

void
FlowTrace::Write(const std::string& path, const std::vector<Flow>& flows)
{
    WriteWholeFile(path, [&flows](std::ostream& out) {
        out << CSV_HEADER << '\n';
        for (const auto& flow : flows)
        {
            const int64_t ps = flow.start.GetPicoSeconds();
            out << ps / 1000;
            if (ps % 1000 != 0)
            {
                // 1000 in front of the three digits keeps their leading zeros.
                out << '.' << std::to_string(1000 + ps % 1000).substr(1);
            }
            out << ',' << flow.src << ',' << flow.dst << ',' << flow.sizeBytes << '\n';
        }
    });
}

} // namespace ns3::rdmacell
