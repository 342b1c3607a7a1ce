/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FORWARDING_TABLE_H
#define FORWARDING_TABLE_H

#include "address-map.h"
#include "tor-map.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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
 * Hosts are known by their IPv4 addresses, in host byte order. A route leads to a ToR switch, and
 * so to all of its hosts, or to one host; of the two, the one entered last counts. Which hosts a
 * ToR switch has is in a TorMap that all switches share, so that a table grows with the number of
 * ToR switches, not with that of hosts. Each set of ports is stored once, with its ports in
 * ascending order, so that nothing depends on the order in which routes are entered.
 */
class ForwardingTable
{
  public:
    static constexpr uint32_t NO_TOR = TorMap::NO_TOR; ///< of a host whose ToR switch is not known

    /// @brief Make a table without routes.
    ForwardingTable();

    ForwardingTable(const ForwardingTable&) = delete;
    ForwardingTable& operator=(const ForwardingTable&) = delete;

    /**
     * @brief Set which hosts the ToR switches have.
     * @param tors the ToR switch of each host; not null
     */
    void SetTorMap(std::shared_ptr<const TorMap> tors);

    /**
     * @brief Set the ports that lead to a host, replacing those set before.
     * @param address its IPv4 address, host byte order
     * @param ports the ports, in any order; parallel links are members like others; none to
     * take the route away
     */
    void SetRoute(uint32_t address, std::vector<uint16_t> ports);

    /**
     * @brief Set the ports that lead to all hosts of some ToR switches, replacing those set before.
     * @param tors numbers of the ToR switches
     * @param ports the ports, in any order; parallel links are members like others; none to
     * take the routes away
     */
    void SetTorRoutes(const std::vector<uint32_t>& tors, std::vector<uint16_t> ports);

    /**
     * @brief Take a port out of all sets, or put it back into those it belongs to.
     * @param port the port
     * @param usable false to take it out
     */
    void SetUsable(uint16_t port, bool usable);

    /**
     * @brief Find the usable ports that lead to an address.
     * @param address IPv4 address, host byte order
     * @return the ports; none if there is no route
     */
    PortSet Lookup(uint32_t address) const
    {
        const uint32_t tor = m_tors->GetTor(address);
        const uint16_t set = tor < m_torSets.size() ? m_torSets[tor] : BY_HOST;
        return m_usable[set != BY_HOST ? set : m_hostSets.Get(address)];
    }

    /**
     * @brief Find the ToR switch of an address.
     * @param address IPv4 address, host byte order
     * @return its number, or NO_TOR
     */
    uint32_t GetTor(uint32_t address) const
    {
        return m_tors->GetTor(address);
    }

    /**
     * @brief Get the hosts of the ToR switches.
     * @return the map
     */
    const TorMap& GetTorMap() const
    {
        return *m_tors;
    }

    /**
     * @brief Count the different sets, the empty one included.
     * @return sets
     */
    std::size_t GetSetCount() const;

  private:
    static constexpr uint16_t BY_HOST = UINT16_MAX; ///< the hosts of the ToR switch have own routes

    /**
     * @brief Find a set of ports; enter it if it is new.
     * @param ports the ports, in any order
     * @return number of the set
     */
    uint16_t FindSet(std::vector<uint16_t> ports);

    /**
     * @brief Append the usable ports of a set to m_members.
     * @param set number of the set
     */
    void Append(std::size_t set);

    /// @brief Compute m_usable anew.
    void Refresh();

    std::vector<PortSet> m_usable;        ///< by set: its usable ports
    std::shared_ptr<const TorMap> m_tors; ///< ToR switches of the hosts; not null
    std::vector<uint16_t> m_torSets;      ///< by ToR switch: number of the set, or BY_HOST
    AddressMap<uint16_t> m_hostSets{0};   ///< by address: number of the set
    std::vector<const std::vector<uint16_t>*> m_ports; ///< by set: all its ports; 0 is empty
    std::vector<uint16_t> m_members; ///< what m_usable points into; has room for m_portSum ports
    std::size_t m_portSum{0};        ///< ports of all sets
    std::vector<bool> m_unusable;    ///< by port; may be shorter than the ports
    std::map<std::vector<uint16_t>, uint16_t> m_known; ///< set -> its number
};

} // namespace ns3::rdmacell

#endif // FORWARDING_TABLE_H
