/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAFFIC_CLASS_H
#define TRAFFIC_CLASS_H

#include "roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Make the second byte of an IPv4 header.
 * @param priority traffic class 0..7: becomes the DSCP class selector (RFC 2474, 4.2.2)
 * @param ecn ECN code point (RFC 3168)
 * @return DSCP and ECN
 */
constexpr uint8_t
ToTrafficClass(uint8_t priority, EcnCodePoint ecn)
{
    return static_cast<uint8_t>(priority << 5 | static_cast<uint8_t>(ecn));
}

/**
 * @brief Read the traffic class from the second byte of an IPv4 header.
 * @param trafficClass DSCP and ECN
 * @return traffic class 0..7, the upper half of the DSCP
 */
constexpr uint8_t
PriorityOf(uint8_t trafficClass)
{
    return trafficClass >> 5;
}

/**
 * @brief Read the ECN code point from the second byte of an IPv4 header.
 * @param trafficClass DSCP and ECN
 * @return ECN code point
 */
constexpr EcnCodePoint
EcnOf(uint8_t trafficClass)
{
    return static_cast<EcnCodePoint>(trafficClass & 3);
}

} // namespace ns3::rdmacell

#endif // TRAFFIC_CLASS_H
