/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISOLATED_RUN_H
#define ISOLATED_RUN_H

#include <functional>
#include <string>

namespace ns3::rdmacell
{

/// What came of a function that ran in a process of its own.
struct IsolatedResult
{
    std::string output;  ///< what the function returned
    std::string trouble; ///< how the process ended if it ended otherwise, or empty
};

/**
 * @brief Run a function in a process of its own, so that it may crash, hang, and change defaults.
 * @param function what to run
 * @param seconds longest time it may take
 * @return the text it returned, or how it ended
 */
IsolatedResult RunIsolated(const std::function<std::string()>& function, int seconds);

} // namespace ns3::rdmacell

#endif // ISOLATED_RUN_H
