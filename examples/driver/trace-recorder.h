/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_RECORDER_H
#define TRACE_RECORDER_H

#include "driver-trace.h"

#include "ns3/config.h"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Writes trace sources as CSV while a run goes on: a file trace-NAME.csv for each.
 */
class TraceRecorder
{
  public:
    /**
     * @brief Find the objects that have the sources.
     * @param names of traces
     * @throws InputError if a run has none, or a name is not that of a trace
     */
    explicit TraceRecorder(const std::vector<std::string>& names);

    /// @brief Remove files that are not whole.
    ~TraceRecorder();
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    /**
     * @brief Open the files and connect the sources.
     * @param directory where to
     * @throws InputError if a file cannot be written
     */
    void Start(const std::string& directory);

    /**
     * @brief End the files; only then they have their names.
     * @throws InputError if one could not be written
     */
    void Finish();

    /**
     * @brief Get the name of the file of a trace.
     * @param name of the trace
     * @return the file's name, without directory
     */
    static std::string GetFileName(const std::string& name);

  private:
    /// A trace that is recorded.
    struct Recording
    {
        const DriverTrace* trace;           ///< which
        Config::MatchContainer objects;     ///< that have the source
        std::string path;                   ///< of the file
        std::unique_ptr<std::ofstream> out; ///< the file under its temporary name, if it is open
    };

    std::vector<Recording> m_recordings; ///< in the order in which they were given
};

} // namespace ns3::rdmacell

#endif // TRACE_RECORDER_H
