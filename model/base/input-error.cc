/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "input-error.h"

namespace ns3::rdmacell
{

InputError::InputError(const std::string& message)
    : std::runtime_error(message)
{
}

InputError::InputError(const std::string& file, uint64_t line, const std::string& message)
    : std::runtime_error(file + ":" + std::to_string(line) + ": " + message)
{
}

} // namespace ns3::rdmacell
