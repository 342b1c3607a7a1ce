/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BTH_HEADER_H
#define BTH_HEADER_H

#include "roce-opcode.h"

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Base transport header: 12 bytes that start every RoCEv2 packet (IBTA vol. 1, 9.2).
 *
 * The header version and MigReq are 0 and the partition key is the default one, 0xffff.
 */
class BthHeader : public Header
{
  public:
    /// Default partition key (IBTA vol. 1, 10.9.1.2): full member of the default partition.
    static constexpr uint16_t DEFAULT_PARTITION_KEY = 0xffff;

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
     * @brief Set the opcode.
     * @param opcode the opcode
     */
    void SetOpcode(RoceOpcode opcode);

    /**
     * @brief Get the opcode.
     * @return the opcode; any 8-bit value after Deserialize()
     */
    RoceOpcode GetOpcode() const;

    /**
     * @brief Set the solicited event bit.
     * @param solicited true to ask for an event at the receiver
     */
    void SetSolicited(bool solicited);

    /**
     * @brief Get the solicited event bit.
     * @return the bit
     */
    bool IsSolicited() const;

    /**
     * @brief Set how many bytes of padding follow the payload.
     * @param bytes 0..3
     */
    void SetPadCount(uint8_t bytes);

    /**
     * @brief Get how many bytes of padding follow the payload.
     * @return 0..3
     */
    uint8_t GetPadCount() const;

    /**
     * @brief Get the header version.
     * @return 0 in every packet of today's standard
     */
    uint8_t GetVersion() const;

    /**
     * @brief Set the backward congestion bit, which a CNP carries (RoCEv2 annex A17.9.3).
     * @param becn the bit
     */
    void SetBecn(bool becn);

    /**
     * @brief Get the backward congestion bit.
     * @return the bit
     */
    bool IsBecn() const;

    /**
     * @brief Set the bit that an extension header of loss recovery follows: the lowest of the
     * reserved bits beside the congestion bits.
     * @param extended the bit
     */
    void SetExtended(bool extended);

    /**
     * @brief Get the bit that an extension header of loss recovery follows.
     * @return the bit
     */
    bool IsExtended() const;

    /**
     * @brief Set the destination queue pair.
     * @param qp queue pair number, 24 bits
     */
    void SetDestQp(uint32_t qp);

    /**
     * @brief Get the destination queue pair.
     * @return queue pair number, 24 bits
     */
    uint32_t GetDestQp() const;

    /**
     * @brief Set the acknowledge request bit.
     * @param request true to ask for an acknowledgement
     */
    void SetAckRequest(bool request);

    /**
     * @brief Get the acknowledge request bit.
     * @return the bit
     */
    bool IsAckRequest() const;

    /**
     * @brief Set the packet sequence number.
     * @param psn 24 bits
     */
    void SetPsn(uint32_t psn);

    /**
     * @brief Get the packet sequence number.
     * @return 24 bits
     */
    uint32_t GetPsn() const;

  private:
    RoceOpcode m_opcode{RoceOpcode::SEND_FIRST}; ///< opcode
    bool m_solicited{false};                     ///< solicited event
    uint8_t m_padCount{0};                       ///< bytes of padding
    uint8_t m_version{0};                        ///< header version
    bool m_becn{false};                          ///< backward congestion
    bool m_extended{false};                      ///< extension of loss recovery
    uint32_t m_destQp{0};                        ///< destination queue pair
    bool m_ackRequest{false};                    ///< acknowledge request
    uint32_t m_psn{0};                           ///< packet sequence number
};

} // namespace ns3::rdmacell

#endif // BTH_HEADER_H
