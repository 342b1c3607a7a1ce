/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "whole-file.h"

#include "input-error.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace ns3::rdmacell
{

namespace
{

/// What the name of a file ends with until it is whole.
const char* const PARTIAL = ".partial";

/**
 * @brief Refuse a file that cannot be written.
 * @param path the file
 */
[[noreturn]] void
Reject(const std::string& path)
{
    throw InputError(path + ": expected a file that can be written");
}

} // namespace

void
WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    const std::string partial = path + PARTIAL;
    std::ofstream out(partial, std::ios::binary);
    write(out);
    out.close();
    if (!out || std::rename(partial.c_str(), path.c_str()) != 0)
    {
        std::remove(partial.c_str());
        Reject(path);
    }
}

void
CheckWholeFile(const std::string& path)
{
    const std::string partial = path + PARTIAL;
    std::error_code error;
    const bool isDirectory = std::filesystem::is_directory(path, error);
    const bool isOpen = !isDirectory && std::ofstream(partial).is_open();
    std::remove(partial.c_str());
    if (!isOpen)
    {
        Reject(path);
    }
}

} // namespace ns3::rdmacell
