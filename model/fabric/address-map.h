/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADDRESS_MAP_H
#define ADDRESS_MAP_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A value for each IPv4 address: an array where addresses are dense, a hash table otherwise.
 *
 * The array covers the span of the addresses that were entered, for as long as the span is not much
 * larger than their number. Addresses that would make it so go into the hash table.
 *
 * @tparam T type of the values
 */
template <typename T>
class AddressMap
{
  public:
    /**
     * @brief Make a map without addresses.
     * @param none the value of an address that was not entered
     */
    explicit AddressMap(T none)
        : m_none(none)
    {
    }

    /**
     * @brief Get the value of an address.
     * @param address IPv4 address, host byte order
     * @return its value, or that of an address that was not entered
     */
    T Get(uint32_t address) const
    {
        const uint32_t index = address - m_first;
        return index < m_dense.size() ? m_dense[index] : GetSparse(address);
    }

    /**
     * @brief Get the value of an address for writing; enter the address if it is new.
     * @param address IPv4 address, host byte order
     * @return its value, valid until the next call
     */
    T& At(uint32_t address)
    {
        const uint32_t index = address - m_first;
        return index < m_dense.size() ? m_dense[index] : Enter(address);
    }

    /**
     * @brief Count the addresses that the array covers.
     * @return addresses, those that were not entered included
     */
    std::size_t GetSpan() const
    {
        return m_dense.size();
    }

  private:
    /// The array covers this many addresses in any case, and so many for each that was entered.
    static constexpr uint64_t FREE_SPAN = 4096;
    static constexpr uint64_t SPAN_PER_ADDRESS = 64; ///< see FREE_SPAN

    /**
     * @brief Get the value of an address that the array does not cover.
     * @param address the address
     * @return its value
     */
    [[gnu::cold, gnu::noinline]] T GetSparse(uint32_t address) const
    {
        const auto it = m_sparse.find(address);
        return it == m_sparse.end() ? m_none : it->second;
    }

    /**
     * @brief Enter an address that the array does not cover.
     * @param address the address
     * @return its value
     */
    [[gnu::noinline]] T& Enter(uint32_t address)
    {
        const auto sparse = m_sparse.find(address);
        if (sparse != m_sparse.end())
        {
            return sparse->second;
        }
        ++m_entered;
        const uint32_t first = m_dense.empty() ? address : std::min(m_first, address);
        const uint64_t end = std::max<uint64_t>(m_first + uint64_t{m_dense.size()}, address + 1ULL);
        const uint64_t span = (m_dense.empty() ? address + 1ULL : end) - first;
        if (span > FREE_SPAN + SPAN_PER_ADDRESS * m_entered)
        {
            return m_sparse.emplace(address, m_none).first->second;
        }
        m_dense.insert(m_dense.begin(), m_dense.empty() ? 0 : m_first - first, m_none);
        m_dense.resize(span, m_none);
        m_first = first;
        MoveIntoArray();
        return m_dense[address - m_first];
    }

    /// @brief Move the addresses that the array covers now out of the hash table.
    void MoveIntoArray()
    {
        for (auto it = m_sparse.begin(); it != m_sparse.end();)
        {
            const uint32_t index = it->first - m_first;
            if (index < m_dense.size())
            {
                m_dense[index] = it->second;
                it = m_sparse.erase(it);
            }
            else
            {
                ++it;
            }
        }
    }

    uint32_t m_first{0};                      ///< first address that the array covers
    T m_none;                                 ///< value of an address that was not entered
    std::vector<T> m_dense;                   ///< by address, from m_first on
    std::unordered_map<uint32_t, T> m_sparse; ///< addresses that the array does not cover
    uint64_t m_entered{0};                    ///< calls of Enter() with a new address
};

} // namespace ns3::rdmacell

#endif // ADDRESS_MAP_H
