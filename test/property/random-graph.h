/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "dice.h"

#include "ns3/network-graph.h"

namespace ns3::rdmacell
{

/**
 * @brief Make a small network: one of the regular topologies, with equal links or with some of
 * another rate and delay, or a random connected one with parallel links.
 * @param dice random choices
 * @return the network, of 2 to 16 hosts
 */
NetworkGraph MakeRandomGraph(Dice& dice);

} // namespace ns3::rdmacell

#endif // RANDOM_GRAPH_H
