/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "text-table.h"

#include "input-error.h"

#include <sstream>

namespace ns3::rdmacell
{

namespace
{

std::string
Trim(const std::string& text)
{
    constexpr auto SPACE = " \t\r";
    const auto first = text.find_first_not_of(SPACE);
    if (first == std::string::npos)
    {
        return "";
    }
    return text.substr(first, text.find_last_not_of(SPACE) - first + 1);
}

} // namespace

TextTable::TextTable(const std::string& path)
    : m_path(path),
      m_in(path)
{
    if (!m_in)
    {
        throw InputError(path + ": cannot be opened for reading");
    }
}

bool
TextTable::Next()
{
    std::string line;
    while (std::getline(m_in, line))
    {
        ++m_line;
        m_row = Trim(line.substr(0, line.find('#')));
        if (!m_row.empty())
        {
            return true;
        }
    }
    // A directory can be opened, but not read.
    if (m_in.bad())
    {
        throw InputError(m_path + ": cannot be read");
    }
    return false;
}

const std::string&
TextTable::GetRow() const
{
    return m_row;
}

std::vector<std::string>
TextTable::GetWords() const
{
    std::istringstream in(m_row);
    std::vector<std::string> words;
    for (std::string word; in >> word;)
    {
        words.push_back(word);
    }
    return words;
}

std::vector<std::string>
TextTable::GetCells() const
{
    std::vector<std::string> cells;
    std::size_t begin = 0;
    for (auto comma = m_row.find(','); comma != std::string::npos; comma = m_row.find(',', begin))
    {
        cells.push_back(Trim(m_row.substr(begin, comma - begin)));
        begin = comma + 1;
    }
    cells.push_back(Trim(m_row.substr(begin)));
    return cells;
}

uint64_t
TextTable::GetLine() const
{
    return m_line;
}

std::string
TextTable::SkipRest(const std::string& where)
{
    if (!Next())
    {
        return "";
    }
    const uint64_t first = m_line;
    uint64_t rows = 1;
    while (Next())
    {
        ++rows;
    }
    return m_path + ":" + std::to_string(first) + ": note: " + std::to_string(rows) +
           (rows == 1 ? " row " : " rows ") + where + " passed over";
}

void
TextTable::Fail(const std::string& message) const
{
    if (m_line == 0)
    {
        throw InputError(m_path + ": " + message);
    }
    throw InputError(m_path, m_line, message);
}

} // namespace ns3::rdmacell
