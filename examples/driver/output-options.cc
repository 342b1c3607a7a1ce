/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "output-options.h"

#include "driver-trace.h"
#include "value-text.h"

#include "ns3/option-values.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Formats of completion times, as the command line names them.
const std::vector<std::pair<std::string, FctFormat>> FORMATS{{"csv", FctFormat::CSV},
                                                             {"hpcc", FctFormat::HPCC}};

/// Files that --record names, and where the options have them.
const std::vector<std::pair<std::string, bool ExperimentOptions::*>> RECORDS{
    {"link", &ExperimentOptions::recordLinks},
    {"queue", &ExperimentOptions::recordQueues},
    {"pfc", &ExperimentOptions::recordPfc}};

/**
 * @brief Read the list of files to record.
 * @param text names with commas between, or nothing
 * @param o gets them
 */
void
ParseRecords(const std::string& text, ExperimentOptions& o)
{
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');)
    {
        o.*ParseName(name, RECORDS) = true;
    }
    if (!text.empty() && text.back() == ',')
    {
        ParseName("", RECORDS);
    }
}

/**
 * @brief List the files to record.
 * @param o has them
 * @return names with commas between, or nothing
 */
std::string
RecordNames(const ExperimentOptions& o)
{
    std::string names;
    for (const auto& [name, member] : RECORDS)
    {
        if (o.*member)
        {
            names += (names.empty() ? "" : ",") + name;
        }
    }
    return names;
}

/**
 * @brief Read the list of traces.
 * @param text names with commas between, or nothing, or list
 * @param o gets them
 */
void
ParseTraces(const std::string& text, ExperimentOptions& o)
{
    o.listTraces = text == "list";
    std::istringstream names(o.listTraces ? "" : text);
    for (std::string name; std::getline(names, name, ',');)
    {
        FindDriverTrace(name);
        if (std::find(o.traces.begin(), o.traces.end(), name) != o.traces.end())
        {
            RejectValue("different names", text);
        }
        o.traces.push_back(name);
    }
    if (!text.empty() && text.back() == ',')
    {
        FindDriverTrace("");
    }
}

/**
 * @brief List the options that print something and exit; they are no parameters of a run.
 * @param o gets their values
 * @return the options
 */
std::vector<DriverOption>
QueryOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    return {
        {"listControls",
         "off",
         "Print the congestion controls and exit",
         [&o](S v) { o.listControls = ParseSwitch(v); },
         nullptr,
         {},
         nullptr,
         nullptr},
        {"listRecoveries",
         "off",
         "Print the loss recoveries and exit",
         [&o](S v) { o.listRecoveries = ParseSwitch(v); },
         nullptr,
         {},
         nullptr,
         nullptr},
        {"listSchemes",
         "off",
         "Print the names of the schemes, one a line, and exit",
         [&o](S v) { o.listSchemes = ParseSwitch(v); },
         nullptr,
         {},
         nullptr,
         nullptr},
        {"describe",
         "off",
         "Print the network and exit",
         [&o](S v) { o.describe = ParseSwitch(v); },
         nullptr,
         {},
         nullptr,
         nullptr},
        {"partition",
         "0",
         "Print how so many ranks (mpirun -n) share out the network and exit; 0: no",
         [&o](S v) { o.partition = static_cast<uint32_t>(ParseNumber(v, 0, 1'000'000)); },
         nullptr,
         {},
         nullptr,
         nullptr},
        {"check",
         "off",
         "Check all arguments and files, print the parameters that meta.json would have, and exit",
         [&o](S v) { o.check = ParseSwitch(v); },
         nullptr,
         {},
         nullptr,
         nullptr},
    };
}

} // namespace

std::vector<DriverOption>
OutputOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    const auto written = [&o]() { return o.outputDir.empty() ? "without --outputDir" : ""; };
    std::vector<DriverOption> options{
        {"outputDir",
         "",
         "Directory for the results; none = table only",
         [&o](S v) { o.outputDir = v; },
         [&o](J j) { j.AddOptional("outputDir", o.outputDir); },
         {},
         nullptr,
         nullptr},
        {"fctFormat",
         "csv",
         "csv; hpcc: also fct.txt in the eight columns of the HPCC family",
         [&o](S v) { o.fctFormat = ParseName(v, FORMATS); },
         [&o](J j) { j.Add("fctFormat", NameOf(o.fctFormat, FORMATS)); },
         {},
         nullptr,
         written},
        {"record",
         "",
         "Further files, with commas between: link, queue, pfc",
         [&o](S v) { ParseRecords(v, o); },
         [&o](J j) { j.AddOptional("record", RecordNames(o)); },
         {},
         nullptr,
         written},
        {"recordInterval",
         "10us",
         "Time between samples of link.csv and queue.csv",
         [&o](S v) { o.recordInterval = ParseDuration(v); },
         [&o](J j) { j.Add("recordInterval", TimeText(o.recordInterval)); },
         {},
         nullptr,
         [&o]() {
             return o.recordLinks || o.recordQueues ? "" : "without --record=link or queue";
         }},
        {"trace",
         "",
         "Trace sources to write as trace-NAME.csv, with commas between; list: print them and exit",
         [&o](S v) { ParseTraces(v, o); },
         [&o](J j) {
             std::string names;
             for (const std::string& name : o.traces)
             {
                 names += (names.empty() ? "" : ",") + name;
             }
             j.AddOptional("trace", names);
         },
         {},
         nullptr,
         [&o]() { return o.outputDir.empty() && !o.listTraces ? "without --outputDir" : ""; }},
        {"pcap",
         "",
         "Write a pcap file of each port, named PREFIX-NODE-DEVICE.pcap",
         [&o](S v) { o.pcap = v; },
         [&o](J j) { j.AddOptional("pcap", o.pcap); },
         {},
         nullptr,
         nullptr},
        {"progress",
         "off",
         "Show a progress line even without a terminal",
         [&o](S v) { o.progress = ParseSwitch(v); },
         [&o](J j) { j.Add("progress", o.progress); },
         {},
         nullptr,
         nullptr},
    };
    for (DriverOption& option : QueryOptions(o))
    {
        options.push_back(std::move(option));
    }
    return options;
}

} // namespace ns3::rdmacell
