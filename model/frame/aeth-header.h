/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AETH_HEADER_H
#define AETH_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Acknowledge extended transport header: in a responder's answers, 4 bytes (IBTA vol. 1,
 * 9.3.5).
 */
class AethHeader : public Header
{
  public:
    /// @brief Make a header of zeros.
    AethHeader() = default;

    /**
     * @brief Make a header.
     * @param syndrome kind of acknowledgement, and its credit, timer or error code
     * @param msn message sequence number, 24 bits
     */
    AethHeader(uint8_t syndrome, uint32_t msn);

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
     * @brief Get the kind of acknowledgement.
     * @return syndrome
     */
    uint8_t GetSyndrome() const;

    /**
     * @brief Get how many messages the responder has completed.
     * @return message sequence number, 24 bits
     */
    uint32_t GetMsn() const;

  private:
    uint8_t m_syndrome{0}; ///< syndrome
    uint32_t m_msn{0};     ///< message sequence number
};

} // namespace ns3::rdmacell

#endif // AETH_HEADER_H
