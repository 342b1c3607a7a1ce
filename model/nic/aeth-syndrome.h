/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AETH_SYNDROME_H
#define AETH_SYNDROME_H

#include "ns3/work-completion.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Values of the AETH syndrome (IBTA vol. 1, 9.7.5.1).
 */
struct AethSyndrome
{
    static constexpr uint8_t CLASS_MASK = 0xe0;  ///< bits that distinguish ACK, RNR NAK and NAK
    static constexpr uint8_t VALUE_MASK = 0x1f;  ///< credits, timer code or NAK code
    static constexpr uint8_t ACK_CLASS = 0x00;   ///< acknowledgment, with credits
    static constexpr uint8_t RNR_CLASS = 0x20;   ///< receiver not ready, with a timer code
    static constexpr uint8_t ACK = 0x1f;         ///< acknowledgment without end-to-end credits
    static constexpr uint8_t SEQUENCE = 0x60;    ///< NAK: PSN sequence error
    static constexpr uint8_t INVALID = 0x61;     ///< NAK: invalid request
    static constexpr uint8_t ACCESS = 0x62;      ///< NAK: remote access error
    static constexpr uint8_t OPERATIONAL = 0x63; ///< NAK: remote operational error

    /**
     * @brief Translate a NAK that ends the connection.
     * @param syndrome INVALID, ACCESS or OPERATIONAL
     * @return status of the completion of the request
     */
    static WcStatus GetErrorStatus(uint8_t syndrome)
    {
        switch (syndrome)
        {
        case INVALID:
            return WcStatus::REM_INV_REQ_ERR;
        case ACCESS:
            return WcStatus::REM_ACCESS_ERR;
        default:
            return WcStatus::REM_OP_ERR;
        }
    }
};

} // namespace ns3::rdmacell

#endif // AETH_SYNDROME_H
