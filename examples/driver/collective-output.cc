/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-output.h"

#include "ns3/collective-report.h"
#include "ns3/placement-report.h"
#include "ns3/whole-file.h"

#include <ostream>

namespace ns3::rdmacell
{

void
WriteCollectiveFiles(const std::string& directory,
                     const CollectiveRun& run,
                     const NetworkGraph& graph)
{
    WriteWholeFile(directory + "/collective.csv",
                   [&run](std::ostream& out) { WriteCollectiveCsv(run, out); });
    WriteWholeFile(directory + "/collective-round.csv",
                   [&run](std::ostream& out) { WriteCollectiveRoundCsv(run, out); });
    WriteWholeFile(directory + "/collective-placement.csv",
                   [&run, &graph](std::ostream& out) { WritePlacementCsv(graph, run, out); });
    WriteWholeFile(directory + "/collective-traffic.csv",
                   [&run](std::ostream& out) { WriteTrafficCsv(run, out); });
}

} // namespace ns3::rdmacell
