/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STATS_HELPER_H
#define STATS_HELPER_H

#include "fabric.h"

#include "ns3/link-recorder.h"
#include "ns3/nstime.h"
#include "ns3/pfc-recorder.h"
#include "ns3/ptr.h"
#include "ns3/queue-recorder.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Records links, queues and PFC of a whole fabric. What is not enabled costs nothing.
 */
class StatsHelper
{
  public:
    /**
     * @brief Record a fabric, from now on to the end of the simulation.
     * @param fabric the fabric
     */
    explicit StatsHelper(Ptr<Fabric> fabric);

    /**
     * @brief Sample all links (link.csv).
     * @param interval time between samples
     */
    void EnableLinks(Time interval);

    /**
     * @brief Sample the queues of all switches (queue.csv).
     * @param interval time between samples
     */
    void EnableQueues(Time interval);

    /// @brief Record all PFC frames that switches send (pfc.csv).
    void EnablePfc();

    /**
     * @brief Write what is enabled.
     * @param directory where to; exists
     * @throws InputError if a file cannot be written
     */
    void Write(const std::string& directory) const;

  private:
    Ptr<Fabric> m_fabric;        ///< the fabric
    Ptr<LinkRecorder> m_links;   ///< or null
    Ptr<QueueRecorder> m_queues; ///< or null
    Ptr<PfcRecorder> m_pfc;      ///< or null
};

} // namespace ns3::rdmacell

#endif // STATS_HELPER_H
