/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * One run of a load balancing scheme on a fat tree (or any network from a file).
 *
 *                core  x (K/2)^2
 *               /    \
 *     aggregation     aggregation     K/2 a pod
 *         |      \   /      |
 *        ToR      \ /      ToR        K/2 a pod
 *      / | \               / | \
 *       hosts               hosts     K/2 a ToR
 *
 * Flows are drawn from a distribution of sizes (AliCloud storage, Solar) at a load, or replayed
 * from a file. At the end there is a table on standard output and, with --outputDir, fct.csv and
 * meta.json (doc/output.md).
 *
 *     rdmacell-fat-tree --scheme=ecmp --workload=alicloud --load=0.8 --duration=1ms
 *         --outputDir=results/one
 *
 * With these options some 31,000 flows start within the window. Expect an average slowdown of a
 * few and a 99th percentile of some tens, growing with the length of the window: at 80 % load the
 * network is far from a steady state after 1 ms. See README.md for figures.
 */

#include "driver/driver-trace.h"
#include "driver/experiment-options.h"
#include "driver/experiment.h"
#include "driver/program.h"
#include "driver/rank-run.h"

#include "ns3/congestion-registry.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/mpi-process.h"
#include "ns3/network-partition.h"
#include "ns3/nstime.h"
#include "ns3/recovery-registry.h"
#include "ns3/scheme-registry.h"
#include "ns3/string.h"

#include <iostream>
#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Name of the program in messages.
const char* const PROGRAM = "rdmacell-fat-tree";

/**
 * @brief Print the names of a registry, one a line.
 * @tparam T type of its entries
 * @param entries the registry
 * @return exit status
 */
template <typename T>
int
PrintNames(const std::vector<T>& entries)
{
    for (const T& entry : entries)
    {
        std::cout << entry.name << '\n';
    }
    return 0;
}

/**
 * @brief Say what was passed over.
 * @param experiment the run
 */
void
PrintNotes(const Experiment& experiment)
{
    for (const std::string& note : experiment.GetNotes())
    {
        std::cerr << PROGRAM << ": " << note << '\n';
    }
}

/**
 * @brief Run the experiment, together with the other ranks if there are some.
 * @param options the command line
 * @return exit status
 */
int
Simulate(const ExperimentOptions& options)
{
    std::unique_ptr<Experiment> experiment;
    try
    {
        experiment = std::make_unique<Experiment>(options);
    }
    catch (...)
    {
        RankRun::Agree(false);
        throw;
    }
    if (!RankRun::Agree(true))
    {
        return STATUS_BAD_INPUT; // another rank says why
    }
    if (RankRun::IsFirst())
    {
        PrintNotes(*experiment);
    }
    if (options.check)
    {
        if (RankRun::IsFirst())
        {
            std::cout << experiment->GetParameters().ToString() << '\n';
        }
        return 0;
    }
    const RunReport report = experiment->Run();
    if (RankRun::IsFirst())
    {
        experiment->Write(report);
        report.Print(std::cout);
    }
    RankRun::Print(std::cout);
    if (const StallReport* stall = experiment->GetStall())
    {
        if (RankRun::IsOneOfSeveral())
        {
            throw InputError("nothing moves any more; a run in one process says why");
        }
        std::cout.flush();
        std::cerr << PROGRAM << ": ";
        stall->Print(std::cerr);
        return STATUS_STUCK;
    }
    return 0;
}

/**
 * @brief Do what the command line asks for.
 * @param options the command line
 * @return exit status
 */
int
Run(const ExperimentOptions& options)
{
    const bool isQuery = options.listControls || options.listSchemes || options.listTraces ||
                         options.partition > 0 || options.describe;
    if (isQuery && !RankRun::IsFirst())
    {
        return 0;
    }
    if (options.listControls)
    {
        return PrintNames(GetCongestionControls());
    }
    if (options.listRecoveries)
    {
        return PrintNames(GetRecoveries());
    }
    if (options.listSchemes)
    {
        return PrintNames(GetSchemes());
    }
    if (options.listTraces)
    {
        for (const DriverTrace& trace : GetDriverTraces())
        {
            std::cout << trace.name << ": " << trace.header << "\n    " << trace.GetHelp() << '\n';
        }
        return 0;
    }
    if (options.partition > 0)
    {
        const NetworkGraph graph = options.topology->Build();
        std::cout << NetworkPartition(graph, options.partition).Describe();
        return 0;
    }
    if (options.describe)
    {
        const NetworkGraph graph = options.topology->Build();
        std::cout << graph.Describe();
        if (!graph.note.empty())
        {
            std::cerr << PROGRAM << ": " << graph.note << '\n';
        }
        return 0;
    }
    return Simulate(options);
}

} // namespace

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    // The fastest ones; --SimulatorImplementationType and --SchedulerType take others.
    GlobalValue::Bind("SchedulerType", StringValue("ns3::rdmacell::TimingWheelScheduler"));
    return RunProgram(PROGRAM, [&]() {
        MpiProcess::Begin();
        GlobalValue::Bind("SimulatorImplementationType",
                          StringValue(RankRun::IsOneOfSeveral()
                                          ? "ns3::rdmacell::MpiSimulatorImpl"
                                          : "ns3::rdmacell::SequentialSimulatorImpl"));
        return RankRun::Guard(PROGRAM, [&]() { return Run(ParseExperimentOptions(argc, argv)); });
    });
}
