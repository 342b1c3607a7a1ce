/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RETH_HEADER_H
#define RETH_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief RDMA extended transport header: where a WRITE goes or a READ comes from, 16 bytes
 * (IBTA vol. 1, 9.3.3).
 */
class RethHeader : public Header
{
  public:
    /// @brief Make a header of zeros.
    RethHeader() = default;

    /**
     * @brief Make a header.
     * @param virtualAddress where at the responder
     * @param rkey remote key of the memory region
     * @param dmaLength bytes of the whole message
     */
    RethHeader(uint64_t virtualAddress, uint32_t rkey, uint32_t dmaLength);

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /**
     * @brief Get where at the responder.
     * @return virtual address
     */
    uint64_t GetVirtualAddress() const;

    /**
     * @brief Get the remote key of the memory region.
     * @return the key
     */
    uint32_t GetRkey() const;

    /**
     * @brief Get the length of the whole message.
     * @return bytes
     */
    uint32_t GetDmaLength() const;

  private:
    uint64_t m_virtualAddress{0}; ///< where at the responder
    uint32_t m_rkey{0};           ///< remote key
    uint32_t m_dmaLength{0};      ///< bytes of the whole message
};

} // namespace ns3::rdmacell

#endif // RETH_HEADER_H
