/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "huge-pages.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/mman.h>

namespace ns3::rdmacell
{

void
UseHugePages()
{
#ifdef MADV_HUGEPAGE
    constexpr int COLLAPSE = 25; // MADV_COLLAPSE of Linux 6.1, which older headers lack
    constexpr uint64_t HUGE_PAGE = 1U << 21;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
    {
        unsigned long begin = 0;
        unsigned long end = 0;
        if (line.find("[heap]") == std::string::npos ||
            std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2 || end - begin < HUGE_PAGE_HEAP)
        {
            continue;
        }
        begin = (begin + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
        end = end / HUGE_PAGE * HUGE_PAGE;
        // Either may fail, as where such pages are disabled or none is free.
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
        madvise(reinterpret_cast<void*>(begin), end - begin, COLLAPSE);
    }
#endif
}

} // namespace ns3::rdmacell
