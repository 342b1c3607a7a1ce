/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRESS_WATCH_HELPER_H
#define PROGRESS_WATCH_HELPER_H

#include "fabric.h"

#include "ns3/node-container.h"
#include "ns3/progress-watch.h"
#include "ns3/ptr.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Watches that a network makes progress: its switches, NICs and applications.
 *
 * @verbatim
   Ptr<ProgressWatch> watch = ProgressWatchHelper::Install(hosts);
   Simulator::Run();
   if (watch->GetReport())
   {
       watch->GetReport()->Print(std::cerr);
   }
   @endverbatim
 */
class ProgressWatchHelper
{
  public:
    /**
     * @brief Watch the network that hosts are connected to, after their applications are installed.
     * @param hosts all its hosts; those without a NIC and a HostApp are not watched
     * @return the watch; keep it until the simulation is destroyed
     * @throws InputError as Fabric::Discover() does
     */
    static Ptr<ProgressWatch> Install(const NodeContainer& hosts);

    /**
     * @brief Watch a network, after applications are installed on its hosts.
     * @param fabric the network
     * @return the watch; keep it until the simulation is destroyed
     */
    static Ptr<ProgressWatch> Install(Ptr<Fabric> fabric);
};

} // namespace ns3::rdmacell

#endif // PROGRESS_WATCH_HELPER_H
