/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ICRC_TRAILER_H
#define ICRC_TRAILER_H

#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The four bytes of invariant CRC that end a RoCEv2 packet; see ComputeIcrc().
 */
class IcrcTrailer : public Trailer
{
  public:
    /// @brief Make a trailer of zeros, to be read into.
    IcrcTrailer() = default;

    /**
     * @brief Make a trailer.
     * @param icrc what ComputeIcrc() returned
     */
    explicit IcrcTrailer(uint32_t icrc);

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From Trailer
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator end) const override;
    uint32_t Deserialize(Buffer::Iterator end) override;
    void Print(std::ostream& os) const override;

    /**
     * @brief Get the CRC.
     * @return as ComputeIcrc() returns it
     */
    uint32_t GetIcrc() const;

  private:
    uint32_t m_icrc{0}; ///< the CRC
};

} // namespace ns3::rdmacell

#endif // ICRC_TRAILER_H
