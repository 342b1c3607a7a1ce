/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RNR_TIMER_H
#define RNR_TIMER_H

#include <cstdint>

namespace ns3::rdmacell
{

/// Value of QpAttr::rnrRetry: retry without limit.
constexpr uint8_t NO_RNR_LIMIT = 7;

/**
 * @brief Decode the timer field of a receiver-not-ready NAK.
 * @param code the field, 0 to 31
 * @return time that the requester waits, microseconds (IBTA vol. 1, table 45)
 */
constexpr uint32_t
RnrTimerMicroseconds(uint8_t code)
{
    constexpr uint32_t TABLE[32] = {655360, 10,    20,    30,     40,     60,     80,     120,
                                    160,    240,   320,   480,    640,    960,    1280,   1920,
                                    2560,   3840,  5120,  7680,   10240,  15360,  20480,  30720,
                                    40960,  61440, 81920, 122880, 163840, 245760, 327680, 491520};
    return TABLE[code & 0x1f];
}

} // namespace ns3::rdmacell

#endif // RNR_TIMER_H
