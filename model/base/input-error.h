/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_INPUT_ERROR_H
#define RDMACELL_INPUT_ERROR_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Something that the user gave cannot be used: a file, a value, a name.
 *
 * The text is one line that says what was expected; control characters in it are written as \\x0a
 * and the like. Programs print it and exit with status 2.
 */
class InputError : public std::runtime_error
{
  public:
    /**
     * @brief An error that belongs to no line of a file.
     *
     * @param message what is wrong and what was expected
     */
    explicit InputError(const std::string& message);

    /**
     * @brief An error in a line of a file; the text becomes "file:line: message".
     *
     * @param file path of the file, as the user gave it
     * @param line the line, counted from 1
     * @param message what is wrong and what was expected
     */
    InputError(const std::string& file, uint64_t line, const std::string& message);
};

} // namespace ns3::rdmacell

#endif // RDMACELL_INPUT_ERROR_H
