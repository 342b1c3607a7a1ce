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
#include <unistd.h>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Refuse a file that cannot be written.
 * @param path the file
 */
[[noreturn]] void
Reject(const std::string& path)
{
    throw InputError(path + ": expected a file that can be written");
}

/// Where to write a file.
struct Place
{
    std::string target;  ///< the file, where symbolic links lead to it
    std::string partial; ///< its name until it is whole; the same for devices, pipes and the like
};

/**
 * @brief Find out where to write a file: only a regular one is replaced by another.
 * @param path the file
 * @return names
 * @throws InputError if it is a directory
 */
Place
FindPlace(const std::string& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status))
    {
        Reject(path);
    }
    // Also /dev/stdout, wherever that leads.
    const bool isSpecial =
        path == "/dev/stdout" || path == "/dev/stderr" || path.rfind("/dev/fd/", 0) == 0 ||
        (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
    if (isSpecial)
    {
        return {path, path};
    }
    const std::string target =
        std::filesystem::exists(status) ? std::filesystem::canonical(path, error).string() : path;
    return {target, target + ".partial"};
}

} // namespace

void
WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    const Place place = FindPlace(path);
    const bool isReplaced = place.partial != place.target;
    std::ofstream out(place.partial, std::ios::binary);
    write(out);
    out.close();
    if (!out || (isReplaced && std::rename(place.partial.c_str(), place.target.c_str()) != 0))
    {
        if (isReplaced)
        {
            std::remove(place.partial.c_str());
        }
        Reject(path);
    }
}

void
CheckWholeFile(const std::string& path)
{
    const Place place = FindPlace(path);
    if (place.partial == place.target)
    {
        if (access(path.c_str(), W_OK) != 0)
        {
            Reject(path);
        }
        return;
    }
    const bool isOpen = std::ofstream(place.partial).is_open();
    std::remove(place.partial.c_str());
    if (!isOpen)
    {
        Reject(path);
    }
}

} // namespace ns3::rdmacell
