/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_TRACES_H
#define CELL_TRACES_H

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// The trace sources of CellApp, which the parts of RDMACell fire; CellApp's TypeId describes them.
struct CellTraces
{
    TracedCallback<uint64_t, uint64_t, uint16_t, uint32_t> cellPosted;        ///< any posting
    TracedCallback<uint64_t, uint64_t, uint16_t, uint32_t> cellRetransmitted; ///< not the first one
    TracedCallback<uint64_t, uint64_t, uint32_t> cellCompleted;               ///< known to be there
    TracedCallback<uint64_t, uint64_t, uint16_t> tokenSent;                   ///< by the receiver
    TracedCallback<uint64_t, uint64_t, uint16_t> tokenReceived;               ///< by the sender
    TracedCallback<uint64_t, uint64_t, Time> rttSample;       ///< a token has given an RTT
    TracedCallback<uint64_t, uint32_t> windowChanged;         ///< cells without a token at most
    TracedCallback<uint64_t, uint16_t, uint16_t> pathChanged; ///< of new cells
    TracedCallback<uint32_t, uint16_t> isolated;              ///< a path is out of use
    TracedCallback<uint32_t, uint16_t> restored;              ///< a path is in use again
};

} // namespace ns3::rdmacell

#endif // CELL_TRACES_H
