/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <functional>
#include <iosfwd>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Write a file under a temporary name and rename it when it is whole, so that nothing
 * half-written looks whole.
 * @param path the file
 * @param write writes the content
 * @throws InputError if it cannot be written
 */
void WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write);

} // namespace ns3::rdmacell

#endif // WHOLE_FILE_H
