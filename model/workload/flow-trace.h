/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_FLOW_TRACE_H
#define RDMACELL_FLOW_TRACE_H

#include "flow.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Files of flows, to replay runs of this or of another simulator.
 *
 * Two formats are read; the first line tells which it is:
 *  - the project's own CSV: the header "start_ns,src,dst,size_bytes", then a flow a line;
 *  - the list of the HPCC family of simulators: the number of flows, then lines
 *    "src dst pg size_bytes start_seconds", or "src dst pg dport size_bytes start_seconds" as HPCC
 *    itself writes them. Lines after the last flow, where the format's files have remarks, are not
 *    read. The port dport is checked and not used.
 *
 * The CSV has indexes of hosts; the list has the numbers that the nodes have in the file of the
 * network. The class of a flow, pg in the list, must be that of the run.
 *
 * Sizes are exact to 64 bits and starts to 1 ps, whatever their number of digits; finer digits are
 * rounded. Where ns-3's resolution is coarser than 1 ps, starts are cut to it. Flows may come in
 * any order.
 */
class FlowTrace
{
  public:
    /// The run that a file is read for.
    struct Run
    {
        uint32_t hosts{0}; ///< Number of hosts.
        Time origin{0};    ///< Subtracted from every start: the HPCC family's lists begin at 2 s.

        /// By host: its number in a list of the HPCC family; empty if that is its index.
        std::vector<uint32_t> listNumbers;

        std::optional<uint32_t> trafficClass; ///< Class of all flows, if it is known.
        std::string trafficClassName;         ///< How a user sets that class, for messages.
    };

    /**
     * @brief Reads a file of flows.
     *
     * @param path the file, not compressed
     * @param run what it is read for
     * @param note gets a text that says what was passed over, or nothing; may be null
     * @return the flows, sorted by start and numbered; those that start together in the file's
     * order
     * @throws InputError if the file cannot be read, a line is malformed, a host does not exist, a
     *         flow goes from a host to itself, has another class than the run, or starts before the
     *         origin, or the file ends before the announced number of flows
     */
    static std::vector<Flow> Read(const std::string& path, const Run& run, std::string* note);

    /**
     * @brief Reads a file of flows whose hosts are all given by their index.
     *
     * @param path the file, not compressed
     * @param hosts number of hosts; indexes in the file are below it
     * @param origin subtracted from every start
     * @return as above
     * @throws InputError as above
     */
    static std::vector<Flow> Read(const std::string& path, uint32_t hosts, Time origin = Time(0));

    /**
     * @brief Writes flows as CSV, which Read() gives back exactly.
     *
     * The file appears under its name only when it is whole.
     *
     * @param path the file
     * @param flows the flows
     * @throws InputError if the file cannot be written
     */
    static void Write(const std::string& path, const std::vector<Flow>& flows);
};

} // namespace ns3::rdmacell

#endif // RDMACELL_FLOW_TRACE_H
