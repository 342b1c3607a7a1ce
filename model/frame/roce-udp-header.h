/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_UDP_HEADER_H
#define ROCE_UDP_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief UDP header of a RoCEv2 packet: 8 bytes (RFC 768; port: RoCEv2 annex A17.3).
 *
 * The checksum is 0, not computed, as the annex allows: the ICRC covers more.
 */
class RoceUdpHeader : public Header
{
  public:
    /// UDP destination port of RoCEv2.
    static constexpr uint16_t PORT = 4791;

    /// @brief Make a header of zeros, to be read into.
    RoceUdpHeader() = default;

    /**
     * @brief Make a header to RoCEv2's port.
     * @param sourcePort source port
     * @param length bytes of the datagram, this header included
     */
    RoceUdpHeader(uint16_t sourcePort, uint16_t length);

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
     * @brief Get the source port.
     * @return port
     */
    uint16_t GetSourcePort() const;

    /**
     * @brief Get the destination port.
     * @return port
     */
    uint16_t GetDestinationPort() const;

    /**
     * @brief Get the length of the datagram.
     * @return bytes, this header included
     */
    uint16_t GetLength() const;

  private:
    uint16_t m_sourcePort{0};      ///< source port
    uint16_t m_destinationPort{0}; ///< destination port
    uint16_t m_length{0};          ///< bytes of the datagram
};

} // namespace ns3::rdmacell

#endif // ROCE_UDP_HEADER_H
