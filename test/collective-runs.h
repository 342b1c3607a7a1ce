/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_RUNS_H
#define COLLECTIVE_RUNS_H

#include "fabric-run.h"

#include "ns3/collective-helper.h"
#include "ns3/collective-run.h"
#include "ns3/collective-spec.h"

#include <functional>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Run collectives.
 * @param topology the network
 * @param jobs the collectives
 * @param scheme name of the scheme
 * @param prepare called before the run; may be empty
 * @param check called after the run
 */
inline void
RunCollectives(const std::string& topology,
               const std::string& jobs,
               const std::string& scheme,
               const std::function<void(FabricRun&, CollectiveRun&)>& prepare,
               const std::function<void(FabricRun&, CollectiveRun&)>& check)
{
    FabricRun run(MakeTopology(topology), {}, scheme);
    run.Build();
    const auto collectives = CollectiveHelper::Install(run, ParseCollectives(jobs), 3000);
    if (prepare)
    {
        prepare(run, *collectives);
    }
    collectives->OnAllDone([]() { Simulator::Stop(MilliSeconds(20)); });
    run.Run(Seconds(10));
    check(run, *collectives);
}

} // namespace ns3::rdmacell

#endif // COLLECTIVE_RUNS_H
