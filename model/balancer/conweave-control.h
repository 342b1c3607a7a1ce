/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_CONTROL_H
#define CONWEAVE_CONTROL_H

#include "conweave-header.h"

#include "ns3/switch-view.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave's control frames: mirrors of data, truncated to the smallest Ethernet frame (Song
 * et al., SIGCOMM 2023, 3.4). The prototype gathers marks in a NOTIFY; here each has its own.
 */
struct ConWeaveControl
{
    /// Wire bytes of each.
    static constexpr uint32_t WIRE_BYTES = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;

    /**
     * @brief Make a control frame for the source ToR switch of a flow.
     * @param view the switch
     * @param key the flow
     * @param opcode RTT_REPLY, CLEAR or NOTIFY
     * @param epoch epoch of the packet that it answers
     * @param trafficClass its class
     * @return the frame, forwarded by ECMP unless it is given a SourceRoute
     */
    static RoceFramePtr Make(const SwitchView& view,
                             const FlowKey& key,
                             ConWeaveOpcode opcode,
                             uint8_t epoch,
                             uint32_t trafficClass);
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_CONTROL_H
