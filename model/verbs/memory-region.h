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
 * @brief Registered memory (ibv_mr): a range of addresses, and real bytes where a program has some.
 *
 * A program that polls memory for what a WRITE puts there is modelled without an event for each
 * poll: it sets a watch, which the NIC calls when a WRITE has been placed in full.
 */
class MemoryRegion
{
  public:
    /**
     * @brief Told of each WRITE that has been placed in full: first address, length in bytes.
     *
     * Called when the NIC has finished with what it was doing, like a completion notification.
     */
    using Watch = Callback<void, uint64_t, uint32_t>;

    /**
     * @brief Make a region.
     * @param key its local and remote key
     * @param address virtual address of its first byte
     * @param length bytes
     * @param bytes the real bytes, which outlive it; nullptr if there are none
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
     * @brief Reach the real bytes.
     * @param address virtual address in the region
     * @return the byte there, or nullptr if there are none
     */
    uint8_t* At(uint64_t address);

    /**
     * @brief Set the watch.
     * @param watch whom to tell; a null callback removes it
     */
    void SetWatch(Watch watch);

    /**
     * @brief Get the watch; for the NIC.
     * @return the callback, null if there is none
     */
    const Watch& GetWatch() const;

  private:
    uint32_t m_key;     ///< lkey and rkey
    uint64_t m_address; ///< first address
    uint64_t m_length;  ///< bytes
    uint8_t* m_bytes;   ///< or nullptr
    Watch m_watch;      ///< null if none
};

} // namespace ns3::rdmacell

#endif // MEMORY_REGION_H
