/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_ADDRESS_HELPER_H
#define HOST_ADDRESS_HELPER_H

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Gives addresses to the NICs of hosts: one after the other, or one by one.
 *
 * Without SetBase() the first host has 10.0.0.1, the next 10.0.0.2, and so on.
 */
class HostAddressHelper
{
  public:
    /**
     * @brief Set the next address.
     * @param first of the next host
     * @param increment from host to host
     */
    void SetBase(Ipv4Address first, uint32_t increment = 1);

    /**
     * @brief Give the next addresses to hosts.
     * @param hosts hosts with NICs
     */
    void Assign(const NodeContainer& hosts);

    /**
     * @brief Give an address of the user's choice to a host.
     * @param host a host with a NIC
     * @param address its address
     */
    static void Assign(Ptr<Node> host, Ipv4Address address);

  private:
    uint32_t m_next{0x0a000001}; ///< next address, host byte order
    uint32_t m_increment{1};     ///< from host to host
};

} // namespace ns3::rdmacell

#endif // HOST_ADDRESS_HELPER_H
