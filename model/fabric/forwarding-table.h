/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FORWARDING_TABLE_H
#define FORWARDING_TABLE_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3::rdmacell
{

/// Hosts and their IPv4 addresses: 10.0.0.1 is host 0, and so on.
struct HostAddress
{
    static constexpr uint32_t FIRST = 0x0a000001; ///< address of host 0, host byte order

    /**
     * @brief Get a host's address.
     * @param host number of the host
     * @return IPv4 address, host byte order
     */
    static constexpr uint32_t Of(uint32_t host)
    {
        return FIRST + host;
    }

    /**
     * @brief Get an address's host.
     * @param address IPv4 address, host byte order
     * @return number of the host; very large for an address that is no host's
     */
    static constexpr uint32_t ToHost(uint32_t address)
    {
        return address - FIRST;
    }
};

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
 * Dense: host number -> number of a set of ports. Each set is held once, with its ports in
 * ascending order, so that nothing depends on the order in which routes are entered.
 */
class ForwardingTable
{
  public:
    static constexpr uint32_t NO_TOR = UINT32_MAX; ///< of a host whose ToR switch is not known

    /// @brief Make a table without routes.
    ForwardingTable();

    /**
     * @brief Set the ports that lead to a host, replacing those set before.
     * @param host number of the host
     * @param ports the ports, in any order; parallel links are members like others; none to
     * take the route away
     */
    void SetRoute(uint32_t host, std::vector<uint16_t> ports);

    /**
     * @brief Take a port out of all sets, or put it back into those it belongs to.
     * @param port the port
     * @param usable false to take it out
     */
    void SetUsable(uint16_t port, bool usable);

    /**
     * @brief Say which ToR switch a host is connected to.
     * @param host number of the host
     * @param tor number of the switch among the ToR switches
     */
    void SetTor(uint32_t host, uint32_t tor);

    /**
     * @brief Find the usable ports that lead to an address.
     * @param address IPv4 address, host byte order
     * @return the ports; none if there is no route
     */
    PortSet Lookup(uint32_t address) const
    {
        const uint32_t host = HostAddress::ToHost(address);
        return host < m_setOfHost.size() ? m_usable[m_setOfHost[host]] : PortSet{};
    }

    /**
     * @brief Find the ToR switch of an address.
     * @param address IPv4 address, host byte order
     * @return its number, or NO_TOR
     */
    uint32_t GetTor(uint32_t address) const
    {
        const uint32_t host = HostAddress::ToHost(address);
        return host < m_torOfHost.size() ? m_torOfHost[host] : NO_TOR;
    }

    /**
     * @brief Count the different sets, the empty one included.
     * @return sets
     */
    std::size_t GetSetCount() const;

  private:
    /// @brief Compute m_usable anew.
    void Refresh();

    std::vector<uint16_t> m_setOfHost;                 ///< by host: number of the set
    std::vector<uint32_t> m_torOfHost;                 ///< by host: number of the ToR switch
    std::vector<PortSet> m_usable;                     ///< by set: its usable ports
    std::vector<std::vector<uint16_t>> m_sets;         ///< by set: all its ports; 0 is empty
    std::vector<uint16_t> m_members;                   ///< what m_usable points into
    std::vector<bool> m_unusable;                      ///< by port; may be shorter than the ports
    std::map<std::vector<uint16_t>, uint32_t> m_known; ///< set -> its number
};

} // namespace ns3::rdmacell

#endif // FORWARDING_TABLE_H
