/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "placement-report.h"

#include "collective-placement.h"
#include "rank-partition.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

void
WritePlacementCsv(const NetworkGraph& graph, const CollectiveRun& run, std::ostream& out)
{
    std::vector<std::size_t> rackOf(graph.hosts);
    const Racks racks = FindRacks(graph);
    for (std::size_t rack = 0; rack < racks.size(); ++rack)
    {
        for (const uint32_t host : racks[rack])
        {
            rackOf[host] = rack;
        }
    }
    const std::vector<uint32_t> zoneOf = FindZones(graph);
    out << "job,rank,host,rack,zone\n";
    for (std::size_t job = 0; job < run.CountJobs(); ++job)
    {
        const std::vector<uint32_t>& hosts = run.GetJob(job).GetHosts();
        for (std::size_t rank = 0; rank < hosts.size(); ++rank)
        {
            out << job << ',' << rank << ',' << hosts[rank] << ',' << rackOf[hosts[rank]] << ','
                << zoneOf[hosts[rank]] << '\n';
        }
    }
}

void
WriteTrafficCsv(const CollectiveRun& run, std::ostream& out)
{
    constexpr uint64_t MOST_PAIRS = 1'000'000;
    out << "job,rank,peer,bytes\n";
    for (std::size_t job = 0; job < run.CountJobs(); ++job)
    {
        const CollectiveSpec& spec = run.GetJob(job).GetSpec();
        if (uint64_t{spec.ranks} * (spec.ranks - 1) / 2 > MOST_PAIRS)
        {
            continue;
        }
        for (const RankTraffic& pair : CollectTraffic(spec, spec.ranks))
        {
            out << job << ',' << pair.a << ',' << pair.b << ',' << static_cast<uint64_t>(pair.bytes)
                << '\n';
        }
    }
}

} // namespace ns3::rdmacell
