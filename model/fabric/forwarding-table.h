/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FORWARDING_TABLE_H
#define FORWARDING_TABLE_H

#include "address-map.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3::rdmacell
{

/// Ports of equal cost, in ascending order: a view into a ForwardingTable until it is changed.
struct PortSet
{
    const uint16_t* ports{nullptr}; ///< the ports
    uint32_t count{0};              ///< how many

    /**
     * @brief Get a port.
     * @param i below count
     * @return its number
     */
    uint16_t operator[](std::size_t i) const
    {
        return ports[i];
    }

    /**
     * @brief Get the first port.
     * @return iterator
     */
    const uint16_t* begin() const
    {
        return ports;
    }

    /**
     * @brief Get the end.
     * @return iterator
     */
    const uint16_t* end() const
    {
        return ports + count;
    }
};

/**
 * @ingroup rdmacell
 * @brief Which ports lead to a host on a shortest path.
 *
 * Hosts are known by their IPv4 addresses, in host byte order. An address has the number of a set
 * of ports. Each set is stored once, with its ports in ascending order, so that nothing depends on
 * the order in which routes are entered.
 */
class ForwardingTable
{
  public:
    static constexpr uint32_t NO_TOR = UINT32_MAX; ///< of a host whose ToR switch is not known

    /// @brief Make a table without routes.
    ForwardingTable();

    /**
     * @brief Set the ports that lead to a host, replacing those set before.
     * @param address its IPv4 address, host byte order
     * @param ports the ports, in any order; parallel links are members like others; none to
     * take the route away
     */
    void SetRoute(uint32_t address, std::vector<uint16_t> ports);

    /**
     * @brief Take a port out of all sets, or put it back into those it belongs to.
     * @param port the port
     * @param usable false to take it out
     */
    void SetUsable(uint16_t port, bool usable);

    /**
     * @brief Set the ToR switch that a host is connected to.
     * @param address its IPv4 address, host byte order
     * @param tor number of the switch among the ToR switches
     */
    void SetTor(uint32_t address, uint32_t tor);

    /**
     * @brief Find the usable ports that lead to an address.
     * @param address IPv4 address, host byte order
     * @return the ports; none if there is no route
     */
    PortSet Lookup(uint32_t address) const
    {
        return m_usable[m_sets.Get(address)];
    }

    /**
     * @brief Find the ToR switch of an address.
     * @param address IPv4 address, host byte order
     * @return its number, or NO_TOR
     */
    uint32_t GetTor(uint32_t address) const
    {
        return m_tors.Get(address);
    }

    /**
     * @brief Count the different sets, the empty one included.
     * @return sets
     */
    std::size_t GetSetCount() const;

  private:
    /// @brief Compute m_usable anew.
    void Refresh();

    std::vector<PortSet> m_usable;                     ///< by set: its usable ports
    AddressMap<uint16_t> m_sets{0};                    ///< by address: number of the set
    AddressMap<uint32_t> m_tors{NO_TOR};               ///< by address: number of the ToR switch
    std::vector<std::vector<uint16_t>> m_ports;        ///< by set: all its ports; 0 is empty
    std::vector<uint16_t> m_members;                   ///< what m_usable points into
    std::vector<bool> m_unusable;                      ///< by port; may be shorter than the ports
    std::map<std::vector<uint16_t>, uint32_t> m_known; ///< set -> its number
};

} // namespace ns3::rdmacell

#endif // FORWARDING_TABLE_H
