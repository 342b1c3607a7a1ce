/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_APP_HELPER_H
#define HOST_APP_HELPER_H

#include "fabric.h"

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/flow.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/rdma-connection-manager.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Installs an application on each host that sends the host's flows.
 *
 * Hosts have NICs and addresses. Applications of one helper share an RdmaConnectionManager, so
 * those that exchange flows come from the same helper.
 */
class HostAppHelper
{
  public:
    /**
     * @brief Use a kind of application.
     * @param type TypeId of a HostApp, such as ns3::rdmacell::FlowApp
     */
    explicit HostAppHelper(const std::string& type);

    /**
     * @brief Set an attribute of the applications.
     * @param name its name
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set the hosts that the sources and destinations of flows refer to.
     * @param hosts all hosts of the network; host 0 of a flow is the first one
     * @throws InputError as Fabric::Discover() and Fabric::GetAddresses() do
     */
    void SetHosts(const NodeContainer& hosts);

    /**
     * @brief Set the hosts that the sources and destinations of flows refer to.
     * @param fabric the network
     * @throws InputError as Fabric::GetAddresses() does
     */
    void SetHosts(Ptr<Fabric> fabric);

    /**
     * @brief Set the flows. They are sorted by start and numbered from 0 in this order.
     * @param flows all flows; an application gets those whose source is its host
     */
    void SetFlows(std::vector<Flow> flows);

    /**
     * @brief Install an application on a host. SetHosts() comes first.
     * @param host one of the hosts
     * @return the application
     * @throws InputError if a flow names a host that does not exist
     */
    ApplicationContainer Install(Ptr<Node> host);

    /**
     * @brief Install an application on each host.
     * @param hosts the hosts; all hosts of the network if SetHosts() was not called
     * @return the applications, in the same order
     * @throws InputError as SetHosts() does, or if a flow names a host that does not exist
     */
    ApplicationContainer Install(const NodeContainer& hosts);

  private:
    /**
     * @brief Find the number of a host.
     * @param node the host
     * @return its number
     */
    uint32_t GetNumber(Ptr<Node> node) const;

    /// @brief Check the flows and group them by source, once.
    void SplitFlows();

    ObjectFactory m_app;                                         ///< makes applications
    Ptr<RdmaConnectionManager> m_manager;                        ///< shared by the applications
    Ptr<Fabric> m_fabric;                                        ///< network, or null
    std::shared_ptr<const std::vector<Ipv4Address>> m_addresses; ///< by host
    std::shared_ptr<const std::unordered_map<uint32_t, uint32_t>> m_numbers; ///< address -> host
    std::unordered_map<uint32_t, uint32_t> m_numberOf;                       ///< node id -> host
    std::vector<Flow> m_flows;                ///< until they are split
    std::vector<std::vector<Flow>> m_flowsOf; ///< by source
};

} // namespace ns3::rdmacell

#endif // HOST_APP_HELPER_H
