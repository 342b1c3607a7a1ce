/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_PROFILE_H
#define PATH_PROFILE_H

#include "ns3/line-rate.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

/// One link of a path, and the latency of the node that sends on it.
struct PathHop
{
    LineRate rate;    ///< of the port that sends on the link
    int64_t delay{0}; ///< propagation delay and the sending node's latency, steps
};

/// The links from one host to another, in order; up to eight take no allocation.
using PathProfile = boost::container::small_vector<PathHop, 8>;

/// Paths that differ; where all are alike, as in a fat tree, this is one and takes no allocation.
using PathProfiles = boost::container::small_vector<PathProfile, 1>;

} // namespace ns3::rdmacell

#endif // PATH_PROFILE_H
