/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MEMORY_REGION_H
#define MEMORY_REGION_H

#include "ns3/callback.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Registered memory (ibv_mr): a range of addresses, with real bytes if the application has
 * some.
 *
 * The write callback stands for an application that polls memory until a WRITE has changed it, and
 * saves the event of each poll. It is a deferred callback, like a completion notification.
 */
class MemoryRegion
{
  public:
    /// Called when the last packet of a WRITE is in memory: first address, length in bytes.
    using WriteCallback = Callback<void, uint64_t, uint32_t>;

    /**
     * @brief Make a region.
     * @param key its local and remote key
     * @param address virtual address of its first byte
     * @param length bytes
     * @param bytes the real bytes, which outlive the region; nullptr if there are none
     */
    MemoryRegion(uint32_t key, uint64_t address, uint64_t length, uint8_t* bytes);

    /**
     * @brief Get the key (lkey and rkey are equal, as on most devices).
     * @return the key
     */
    uint32_t GetKey() const;

    /**
     * @brief Get the address of the first byte.
     * @return virtual address
     */
    uint64_t GetAddress() const;

    /**
     * @brief Get the length.
     * @return bytes
     */
    uint64_t GetLength() const;

    /**
     * @brief Ask whether a range lies in the region.
     * @param address first address
     * @param length bytes; 0 is allowed at any address of the region and at its end
     * @return true if it does
     */
    bool Contains(uint64_t address, uint64_t length) const;

    /**
     * @brief Get the real byte at an address.
     * @param address virtual address in the region
     * @return the byte, or nullptr if the region has no real bytes
     */
    uint8_t* At(uint64_t address);

    /**
     * @brief Set the write callback.
     * @param callback the callback; null for none
     */
    void SetWriteCallback(WriteCallback callback);

    /**
     * @brief Get the write callback; for the NIC.
     * @return the callback, null if there is none
     */
    const WriteCallback& GetWriteCallback() const;

  private:
    uint32_t m_key;                ///< lkey and rkey
    uint64_t m_address;            ///< first address
    uint64_t m_length;             ///< bytes
    uint8_t* m_bytes;              ///< real bytes, or nullptr
    WriteCallback m_writeCallback; ///< null if none
};

} // namespace ns3::rdmacell

#endif // MEMORY_REGION_H
