/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STATS_HELPER_H
#define STATS_HELPER_H

#include "fabric.h"

#include "ns3/link-recorder.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/pfc-recorder.h"
#include "ns3/ptr.h"
#include "ns3/queue-recorder.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Records links, queues and PFC of a whole network. Recorders that are not enabled cost
 * nothing.
 */
class StatsHelper
{
  public:
    /**
     * @brief Record a network.
     * @param fabric the network
     */
    explicit StatsHelper(Ptr<Fabric> fabric);

    /**
     * @brief Record the network that hosts are connected to.
     * @param hosts all its hosts
     * @throws InputError as Fabric::Discover() does
     */
    explicit StatsHelper(const NodeContainer& hosts);

    /**
     * @brief Sample all links from now on (link.csv).
     * @param interval time between samples
     */
    void EnableLinks(Time interval);

    /**
     * @brief Sample the queues of all switches from now on (queue.csv).
     * @param interval time between samples
     */
    void EnableQueues(Time interval);

    /// @brief Record all PFC frames that switches send from now on (pfc.csv).
    void EnablePfc();

    /// @brief Add what other ranks have recorded, at rank 0, and put all rows in order.
    void GatherRows();

    /**
     * @brief Write the files of the enabled recorders.
     * @param directory a directory that exists
     * @throws InputError if a file cannot be written
     */
    void Write(const std::string& directory) const;

  private:
    Ptr<Fabric> m_fabric;        ///< network
    Ptr<LinkRecorder> m_links;   ///< or null
    Ptr<QueueRecorder> m_queues; ///< or null
    Ptr<PfcRecorder> m_pfc;      ///< or null
};

} // namespace ns3::rdmacell

#endif // STATS_HELPER_H
