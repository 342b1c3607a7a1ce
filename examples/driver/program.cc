/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program.h"

#include "ns3/input-error.h"

#include <csignal>
#include <iostream>
#include <new>

namespace ns3::rdmacell
{

int
RunProgram(const std::string& name, const std::function<int()>& body)
{
    // A file above the limit of the process (ulimit -f) is an error like a full file system.
    std::signal(SIGXFSZ, SIG_IGN);
    try
    {
        const int status = body();
        std::cout.flush();
        if (!std::cout)
        {
            throw InputError("standard output: cannot be written");
        }
        return status;
    }
    catch (const InputError& error)
    {
        std::cerr << name << ": " << error.what() << std::endl;
    }
    catch (const std::bad_alloc&)
    {
        std::cerr << name << ": expected a smaller run, found too little memory" << std::endl;
    }
    return STATUS_BAD_INPUT;
}

} // namespace ns3::rdmacell
