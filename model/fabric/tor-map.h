/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOR_MAP_H
#define TOR_MAP_H

#include "address-map.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which ToR switch each host is connected to. All switches of a network share one.
 *
 * Hosts are known by their IPv4 addresses, in host byte order, ToR switches by their numbers, which
 * begin at 0.
 */
class TorMap
{
  public:
    static constexpr uint32_t NO_TOR = UINT32_MAX; ///< of an address that is no known host's

    /**
     * @brief Enter a host.
     * @param address its IPv4 address, host byte order; not entered before
     * @param tor number of its ToR switch
     */
    void Add(uint32_t address, uint32_t tor);

    /**
     * @brief Find the ToR switch of a host.
     * @param address IPv4 address, host byte order
     * @return its number, or NO_TOR
     */
    uint32_t GetTor(uint32_t address) const
    {
        return m_tors.Get(address);
    }

    /**
     * @brief Find the position of a host among the hosts of its ToR switch.
     * @param address IPv4 address, host byte order
     * @return from 0, in the order in which they were entered; 0 for an address that was not
     */
    uint32_t GetSlice(uint32_t address) const
    {
        return m_slices.Get(address);
    }

    /**
     * @brief List the hosts of a ToR switch.
     * @param tor its number
     * @return their addresses in the order in which they were entered; none for an unknown number
     */
    const std::vector<uint32_t>& GetHosts(uint32_t tor) const;

  private:
    AddressMap<uint32_t> m_tors{NO_TOR};        ///< by address
    AddressMap<uint32_t> m_slices{0};           ///< by address
    std::vector<std::vector<uint32_t>> m_hosts; ///< by ToR switch: addresses
};

} // namespace ns3::rdmacell

#endif // TOR_MAP_H
