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
 * half-written looks whole. Devices, pipes and the like are written directly; symbolic links are
 * followed.
 * @param path the file
 * @param write writes the content
 * @throws InputError if it cannot be written
 */
void WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write);

/**
 * @brief Check that WriteWholeFile() can begin, without changing the file.
 * @param path the file
 * @throws InputError if it is a directory, or its directory cannot be written
 */
void CheckWholeFile(const std::string& path);

} // namespace ns3::rdmacell

#endif // WHOLE_FILE_H
