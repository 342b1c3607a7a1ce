/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-control.h"

namespace ns3::rdmacell
{

RoceFramePtr
ConWeaveControl::Make(const SwitchView& view,
                      const FlowKey& key,
                      ConWeaveOpcode opcode,
                      uint8_t epoch,
                      uint32_t trafficClass)
{
    constexpr uint8_t TIME_TO_LIVE = 64;
    RoceFramePtr frame = view.NewFrame();
    const FlowKey back = Reversed(key);
    frame->srcIp = back.words[0];
    frame->dstIp = back.words[1];
    frame->srcPort = static_cast<uint16_t>(back.words[2]);
    frame->priority = static_cast<uint8_t>(trafficClass);
    frame->timeToLive = TIME_TO_LIVE;
    frame->wireBytes = WIRE_BYTES;
    frame->balancerBytes = ConWeaveHeader::BYTES;
    ConWeaveHeader header;
    header.opcode = opcode;
    header.epoch = epoch;
    header.Write(*frame);
    return frame;
}

} // namespace ns3::rdmacell
