/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peak-memory.h"

#include <fstream>
#include <string>
#include <sys/resource.h>

namespace ns3::rdmacell
{

uint64_t
GetPeakRss()
{
    // getrusage() would count the process that started this one, too, such as a Python interpreter.
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
    {
        if (uint64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
        {
            return kilobytes * 1024;
        }
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<uint64_t>(usage.ru_maxrss) * 1024; // Linux counts in KiB
}

} // namespace ns3::rdmacell
