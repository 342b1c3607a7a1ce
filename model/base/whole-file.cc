/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "whole-file.h"

#include "input-error.h"

#include <cstdio>
#include <fstream>

namespace ns3::rdmacell
{

void
WriteWholeFile(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    const std::string partial = path + ".partial";
    std::ofstream out(partial, std::ios::binary);
    write(out);
    out.close();
    if (!out || std::rename(partial.c_str(), path.c_str()) != 0)
    {
        std::remove(partial.c_str());
        throw InputError(path + ": expected a file that can be written");
    }
}

} // namespace ns3::rdmacell
