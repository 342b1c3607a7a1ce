/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVER_TRACE_H
#define DRIVER_TRACE_H

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A trace source of the models that --trace writes as CSV.
 */
struct DriverTrace
{
    std::string name;   ///< as on the command line
    std::string type;   ///< TypeId that declares the source
    std::string path;   ///< Config path of the objects that have it
    std::string source; ///< name of the trace source
    std::string header; ///< columns of the file, with commas between

    /// Connects the source of an object; each time it fires, a row goes to the stream, which begins
    /// with the time and the text that is given.
    std::function<bool(Ptr<Object>, std::ostream&, const std::string&)> connect;

    /**
     * @brief Get the help of the trace source.
     * @return the help text in its TypeId
     */
    std::string GetHelp() const;
};

/**
 * @brief List all traces: the one place where a new one is added.
 * @return the traces, from the link upwards
 */
const std::vector<DriverTrace>& GetDriverTraces();

/**
 * @brief Find a trace.
 * @param name its name
 * @return the trace
 * @throws InputError that lists the names
 */
const DriverTrace& FindDriverTrace(const std::string& name);

} // namespace ns3::rdmacell

#endif // DRIVER_TRACE_H
