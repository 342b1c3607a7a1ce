/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IMM_DT_HEADER_H
#define IMM_DT_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Immediate data: 4 bytes that reach the receiver's completion (IBTA vol. 1, 9.3.6).
 */
class ImmDtHeader : public Header
{
  public:
    /// @brief Make a header of zeros.
    ImmDtHeader() = default;

    /**
     * @brief Make a header.
     * @param immediate the data
     */
    explicit ImmDtHeader(uint32_t immediate);

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
     * @brief Get the data.
     * @return immediate data
     */
    uint32_t GetImmediate() const;

  private:
    uint32_t m_immediate{0}; ///< immediate data
};

} // namespace ns3::rdmacell

#endif // IMM_DT_HEADER_H
