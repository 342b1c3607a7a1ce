/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_ADDRESS_H
#define HOST_ADDRESS_H

#include <cstdint>

namespace ns3::rdmacell
{

/// The IPv4 addresses that the tests give to hosts: host 0 has 10.0.0.1, and so on.
struct HostAddress
{
    static constexpr uint32_t FIRST = 0x0a000001; ///< address of host 0, host byte order

    /**
     * @brief Get the address of a host.
     * @param host number of the host
     * @return IPv4 address, host byte order
     */
    static constexpr uint32_t Of(uint32_t host)
    {
        return FIRST + host;
    }

    /**
     * @brief Get the host of an address.
     * @param address IPv4 address, host byte order
     * @return number of the host; very large for an address that no host has
     */
    static constexpr uint32_t ToHost(uint32_t address)
    {
        return address - FIRST;
    }
};

} // namespace ns3::rdmacell

#endif // HOST_ADDRESS_H
