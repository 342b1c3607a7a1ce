/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFC_HEADER_H
#define PFC_HEADER_H

#include "ns3/header.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief MAC control payload of priority flow control: 20 bytes behind the Ethernet header (IEEE
 * 802.1Qbb, figure 36-1; IEEE 802.3, clause 31).
 */
class PfcHeader : public Header
{
  public:
    /// MAC control opcode of priority flow control; 0x0001 would be a plain PAUSE.
    static constexpr uint16_t OPCODE = 0x0101;

    /// Length of the header, bytes; zeros follow up to the smallest Ethernet frame.
    static constexpr uint32_t SIZE = 20;

    /// Pause time of each class in units of 512 bit times.
    using Quanta = std::array<uint16_t, 8>;

    /// @brief Make a header that names no class.
    PfcHeader() = default;

    /**
     * @brief Make a header.
     * @param classEnable bitmask of the classes whose times count
     * @param quanta pause time of each class, 0 to resume it
     */
    PfcHeader(uint8_t classEnable, const Quanta& quanta);

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
     * @brief Ask whether what was read is priority flow control.
     * @return false if the opcode is another one or the reserved half of the vector is not zero
     */
    bool IsValid() const;

    /**
     * @brief Get the classes whose times count.
     * @return bitmask of classes
     */
    uint8_t GetClassEnable() const;

    /**
     * @brief Get the pause times.
     * @return time of each class in units of 512 bit times
     */
    const Quanta& GetQuanta() const;

  private:
    uint16_t m_opcode{OPCODE}; ///< MAC control opcode
    uint16_t m_classEnable{0}; ///< class-enable vector; the upper half is reserved
    Quanta m_quanta{};         ///< pause times
};

} // namespace ns3::rdmacell

#endif // PFC_HEADER_H
