/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_IPV4_HEADER_H
#define ROCE_IPV4_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief IPv4 header of a RoCEv2 packet: 20 bytes with a right checksum (RFC 791, RFC 1071).
 *
 * ns3::Ipv4Header is part of ns-3's internet module, which this one does not need. Identification
 * is 0 and "don't fragment" is set (RFC 6864).
 */
class RoceIpv4Header : public Header
{
  public:
    /// @brief Make a header of zeros, to be read into.
    RoceIpv4Header() = default;

    /**
     * @brief Make a header.
     * @param source source address, host byte order
     * @param destination destination address, host byte order
     * @param trafficClass DSCP and ECN, as in the second byte of the header
     * @param timeToLive time to live
     * @param totalLength bytes of the packet, this header included
     */
    RoceIpv4Header(uint32_t source,
                   uint32_t destination,
                   uint8_t trafficClass,
                   uint8_t timeToLive,
                   uint16_t totalLength);

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
     * @brief Ask whether what was read can be a RoCEv2 packet.
     * @return true for version 4, no options, no fragment, UDP and a right checksum
     */
    bool IsValid() const;

    /**
     * @brief Get the source address.
     * @return address, host byte order
     */
    uint32_t GetSource() const;

    /**
     * @brief Get the destination address.
     * @return address, host byte order
     */
    uint32_t GetDestination() const;

    /**
     * @brief Get DSCP and ECN.
     * @return second byte of the header
     */
    uint8_t GetTrafficClass() const;

    /**
     * @brief Get the time to live.
     * @return routers yet to pass
     */
    uint8_t GetTimeToLive() const;

    /**
     * @brief Get the length of the packet.
     * @return bytes, this header included
     */
    uint16_t GetTotalLength() const;

  private:
    uint32_t m_source{0};      ///< source address
    uint32_t m_destination{0}; ///< destination address
    uint8_t m_trafficClass{0}; ///< DSCP and ECN
    uint8_t m_timeToLive{0};   ///< time to live
    uint16_t m_totalLength{0}; ///< bytes of the packet
    bool m_valid{false};       ///< what was read is as it should be
};

} // namespace ns3::rdmacell

#endif // ROCE_IPV4_HEADER_H
