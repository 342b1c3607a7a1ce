/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BALANCER_HEADER_H
#define BALANCER_HEADER_H

#include "roce-frame.h"

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What a load balancer's own frame carries between switches: 46 bytes, which just fill the
 * smallest Ethernet frame.
 *
 * A format of this module's, big endian: IPv4 source and destination (4 bytes each), UDP source
 * port (2), DSCP class selector and ECN as in IPv4 (1), TTL (1), BTH opcode (1), number of load
 * balancer bytes (1), BTH destination queue pair (4), PSN (4), and RoceFrame::scratch (24). All but
 * the last are those of the packet that the frame is about, if it is about one.
 */
class BalancerHeader : public Header
{
  public:
    /// Length of the header, bytes.
    static constexpr uint32_t SIZE = 22 + WireSize::SCRATCH;

    /// @brief Make a header of zeros, to be read into.
    BalancerHeader() = default;

    /**
     * @brief Make a header.
     * @param frame where the fields come from
     */
    explicit BalancerHeader(const RoceFrame& frame);

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
     * @brief Hand over the fields.
     * @param frame where they go
     */
    void CopyTo(RoceFrame& frame) const;

  private:
    uint32_t m_source{0};                     ///< IPv4 source address
    uint32_t m_destination{0};                ///< IPv4 destination address
    uint16_t m_sourcePort{0};                 ///< UDP source port
    uint8_t m_trafficClass{0};                ///< DSCP and ECN
    uint8_t m_timeToLive{0};                  ///< TTL
    uint8_t m_opcode{0};                      ///< BTH opcode
    uint8_t m_balancerBytes{0};               ///< RoceFrame::balancerBytes
    uint32_t m_destQp{0};                     ///< BTH destination queue pair
    uint32_t m_psn{0};                        ///< BTH packet sequence number
    decltype(RoceFrame::scratch) m_scratch{}; ///< the load balancer's fields
};

} // namespace ns3::rdmacell

#endif // BALANCER_HEADER_H
