/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BALANCER_TRAILER_H
#define BALANCER_TRAILER_H

#include "roce-frame.h"

#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What follows a RoCEv2 packet in its Ethernet frame: a load balancer's fields, then zeros.
 *
 * Behind the end of the IPv4 packet, where Ethernet has its padding, switches can add and take away
 * bytes without touching the packet or its ICRC, and Wireshark shows them as a trailer.
 */
class BalancerTrailer : public Trailer
{
  public:
    /// Room for a load balancer's fields.
    using Scratch = decltype(RoceFrame::scratch);

    /**
     * @brief Make a trailer.
     * @param bytes how long it is
     * @param scratch what it starts with; where it is longer, zeros follow
     */
    explicit BalancerTrailer(uint32_t bytes = 0, const Scratch& scratch = {});

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
     * @brief Get the load balancer's fields.
     * @return as many as the trailer has bytes, then zeros
     */
    const Scratch& GetScratch() const;

  private:
    uint32_t m_bytes;  ///< length
    Scratch m_scratch; ///< fields
};

} // namespace ns3::rdmacell

#endif // BALANCER_TRAILER_H
