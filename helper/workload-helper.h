/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORKLOAD_HELPER_H
#define WORKLOAD_HELPER_H

#include "fabric.h"

#include "ns3/connection-manager.h"
#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Puts a program on each host, and gives it the flows that it sends.
 *
 * The hosts have NICs (RoceNicHelper) and are connected by a RdmaConnectionManager.
 */
class WorkloadHelper
{
  public:
    /**
     * @brief Use a program.
     * @param type TypeId of a HostApp
     */
    explicit WorkloadHelper(const std::string& type);

    /**
     * @brief Set an attribute of the programs.
     * @param name its name
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Install the programs; they run from time 0.
     * @param fabric network whose hosts have NICs
     * @param flows sorted, with dense ids; hosts as in the fabric
     * @return the programs by host
     */
    std::vector<Ptr<HostApp>> Install(Ptr<Fabric> fabric, const std::vector<Flow>& flows) const;

  private:
    ObjectFactory m_app; ///< makes programs
};

} // namespace ns3::rdmacell

#endif // WORKLOAD_HELPER_H
