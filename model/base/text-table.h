/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_TEXT_TABLE_H
#define RDMACELL_TEXT_TABLE_H

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Reads a text file of rows, one a line, and reports errors by file and line.
 *
 * Empty lines and text after a '#' are skipped. Lines may end in LF or CR LF.
 *
 * ns3::CsvReader is not used: it takes a file that cannot be opened or read for an empty one, "5x"
 * for 5, and each of several spaces for a delimiter.
 */
class TextTable
{
  public:
    /**
     * @brief Opens a file.
     *
     * @param path the file
     * @throws InputError if it cannot be opened
     */
    explicit TextTable(const std::string& path);

    /**
     * @brief Moves on to the next row.
     *
     * @return false at the end of the file
     * @throws InputError if the file cannot be read
     */
    bool Next();

    /**
     * @brief The current row, without comment and without space around it.
     *
     * @return the text
     */
    const std::string& GetRow() const;

    /**
     * @brief The fields of the current row, split at white space.
     *
     * @return the fields, none of them empty
     */
    std::vector<std::string> GetWords() const;

    /**
     * @brief The fields of the current row, split at each comma.
     *
     * @return the fields, possibly empty, without space around them
     */
    std::vector<std::string> GetCells() const;

    /**
     * @brief The number of the line that was read last.
     *
     * @return the line, counted from 1; 0 before the first
     */
    uint64_t GetLine() const;

    /**
     * @brief Passes over the rows that are left.
     *
     * @param where what they come after, such as "after the 2 links"
     * @return a note with file, line and number of rows, or nothing if there are none
     */
    std::string SkipRest(const std::string& where);

    /**
     * @brief Rejects the current line, or the file if it has none.
     *
     * @param message what is wrong and what was expected
     * @throws InputError always
     */
    [[noreturn]] void Fail(const std::string& message) const;

  private:
    std::string m_path; ///< The file, as the user gave it.
    std::ifstream m_in; ///< The open file.
    std::string m_row;  ///< The current row, trimmed.
    uint64_t m_line{0}; ///< Its line, counted from 1.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_TEXT_TABLE_H
