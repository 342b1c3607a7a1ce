/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLACEMENT_REPORT_H
#define PLACEMENT_REPORT_H

#include "ns3/collective-run.h"
#include "ns3/network-graph.h"

#include <ostream>

namespace ns3::rdmacell
{

/**
 * @brief Write a row for each rank of each job: its host, rack and zone.
 * @param graph the network
 * @param run the collectives
 * @param out where to
 */
void WritePlacementCsv(const NetworkGraph& graph, const CollectiveRun& run, std::ostream& out);

/**
 * @brief Write a row for each pair of ranks of each job that exchanges anything: bytes of an
 * iteration, as placements count them. Jobs of more than a million pairs are left out.
 * @param run the collectives
 * @param out where to
 */
void WriteTrafficCsv(const CollectiveRun& run, std::ostream& out);

} // namespace ns3::rdmacell

#endif // PLACEMENT_REPORT_H
