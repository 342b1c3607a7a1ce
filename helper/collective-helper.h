/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_HELPER_H
#define COLLECTIVE_HELPER_H

#include "fabric-scenario.h"

#include "ns3/collective-run.h"
#include "ns3/collective-spec.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Adds collectives to a scenario.
 */
class CollectiveHelper
{
  public:
    /**
     * @brief Place the ranks of jobs and schedule their starts. The collectives are aggregated to
     * the first host, once in a scenario.
     * @param scenario built, with applications; outlives the collectives
     * @param specs the jobs
     * @param stream first random stream; at most two are used for each job
     * @return the collectives
     * @throws InputError if there are too few hosts
     */
    static Ptr<CollectiveRun> Install(const FabricScenario& scenario,
                                      const std::vector<CollectiveSpec>& specs,
                                      int64_t stream);

    /**
     * @brief Make what gives the times of messages that are alone in a network.
     *
     * Paths are as fast as their hosts' links at least: a scheme may use several at once.
     *
     * @param scenario built; outlives the timer
     * @return the timer
     */
    static MessageTimer MakeTimer(const FabricScenario& scenario);
};

} // namespace ns3::rdmacell

#endif // COLLECTIVE_HELPER_H
