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

/// What the times on a path depend on: all paths of the same rates and delay are one class.
struct PathProfile
{
    /// Of each link, in order; up to eight take no allocation.
    boost::container::small_vector<LineRate, 8> rates;

    /// Sum of the propagation delays, and of the latencies of the nodes that send, steps.
    int64_t delay{0};
};

/// Paths that differ; where all are alike, as in a fat tree, this is one and takes no allocation.
using PathProfiles = boost::container::small_vector<PathProfile, 1>;

} // namespace ns3::rdmacell

#endif // PATH_PROFILE_H
