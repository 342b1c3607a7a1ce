/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HEX_BYTES_H
#define HEX_BYTES_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Read bytes written as hexadecimal digits.
 * @param digits two digits a byte
 * @return the bytes
 */
inline std::vector<uint8_t>
FromHex(const std::string& digits)
{
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/**
 * @brief Copy the bytes of a packet.
 * @param packet the packet
 * @return the bytes
 */
inline std::vector<uint8_t>
ToBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/**
 * @brief Make a packet of bytes.
 * @param bytes the bytes
 * @return the packet
 */
inline Ptr<Packet>
ToPacketOf(const std::vector<uint8_t>& bytes)
{
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

/**
 * @brief Write the bytes of a packet as hexadecimal digits.
 * @param packet the packet
 * @return two digits a byte
 */
inline std::string
ToHex(Ptr<const Packet> packet)
{
    static const char digit[] = "0123456789abcdef";
    std::string digits;
    for (const uint8_t byte : ToBytes(packet))
    {
        digits += digit[byte >> 4];
        digits += digit[byte & 0xf];
    }
    return digits;
}

} // namespace ns3::rdmacell

#endif // HEX_BYTES_H
