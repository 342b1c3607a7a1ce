/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_H
#define PROGRAM_H

#include <functional>
#include <string>

namespace ns3::rdmacell
{

/// Exit status of a program: bad input, or a file that cannot be written.
constexpr int STATUS_BAD_INPUT = 2;

/// Exit status of a program: nothing could move any more before all flows had finished.
constexpr int STATUS_STUCK = 3;

/**
 * @brief Run a program. Bad input, files and a standard output that cannot be written, and too
 * little memory end it with one line on standard error and status 2.
 * @param name of the program, which the line begins with
 * @param body what the program does
 * @return exit status: what the body returns, or STATUS_BAD_INPUT
 */
int RunProgram(const std::string& name, const std::function<int()>& body);

} // namespace ns3::rdmacell

#endif // PROGRAM_H
