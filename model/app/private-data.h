/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PRIVATE_DATA_H
#define PRIVATE_DATA_H

#include "ns3/assert.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Bytes that one application sends to another over the connection manager, which does not
 * read them: rdma_conn_param.private_data of librdmacm.
 *
 * Each application has structures of its own for them. Both ends run the same application, so
 * a structure is sent as its bytes in memory.
 */
class PrivateData
{
  public:
    /// Bytes at most: what rdma_connect() takes for RC over InfiniBand.
    static constexpr std::size_t CAPACITY = 56;

    /// @brief Construct empty private data.
    PrivateData() = default;

    /**
     * @brief Make private data of a structure.
     * @tparam T the structure: trivially copyable, CAPACITY bytes at most
     * @param value the structure
     * @return its bytes
     */
    template <typename T>
    static PrivateData Encode(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= CAPACITY);
        PrivateData data;
        std::memcpy(data.m_bytes.data(), &value, sizeof(T));
        data.m_size = sizeof(T);
        return data;
    }

    /**
     * @brief Read a structure.
     * @tparam T the structure that the other end has encoded
     * @return the structure
     */
    template <typename T>
    T Decode() const
    {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= CAPACITY);
        NS_ASSERT_MSG(m_size == sizeof(T),
                      "expected " << sizeof(T) << " bytes of private data, found " << +m_size);
        T value;
        std::memcpy(&value, m_bytes.data(), sizeof(T));
        return value;
    }

    /**
     * @brief Get the length.
     * @return bytes
     */
    std::size_t GetSize() const
    {
        return m_size;
    }

  private:
    std::array<uint8_t, CAPACITY> m_bytes; ///< the first m_size of them are valid
    uint8_t m_size{0};                     ///< bytes
};

} // namespace ns3::rdmacell

#endif // PRIVATE_DATA_H
