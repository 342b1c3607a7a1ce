/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "out-of-order-placement.h"

#include "out-of-order-requester.h"
#include "out-of-order-responder.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(OutOfOrderPlacement);

TypeId
OutOfOrderPlacement::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::OutOfOrderPlacement")
            .SetParent<LossRecovery>()
            .SetGroupName("RdmaCell")
            .AddConstructor<OutOfOrderPlacement>()
            .AddAttribute("GapPackets",
                          "A missing packet is taken for lost when a packet this many PSNs after "
                          "it has arrived; 0: no such limit (0: this module's, vendors document "
                          "none). Read when the first packet of a queue pair arrives out of order.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&OutOfOrderPlacement::m_gapPackets),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("GapTime",
                          "A missing packet is taken for lost when the packet behind the gap "
                          "arrived this long ago, found when another packet arrives; 0: no such "
                          "limit (100 us: this module's, above the difference in delay of paths "
                          "with full queues; vendors document none). Read when the first packet "
                          "of a queue pair arrives out of order.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&OutOfOrderPlacement::m_gapTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Window",
                          "PSNs from the expected one on that a responder keeps, 2 to 65536; "
                          "packets after them are dropped and cause a NAK (8192: this module's, "
                          "above what 400 Gb/s brings within GapTime). Read when the first packet "
                          "of a queue pair arrives out of order.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&OutOfOrderPlacement::m_window),
                          MakeUintegerChecker<uint32_t>(2, 65536));
    return tid;
}

LossRecovery::RequesterLimits
OutOfOrderPlacement::GetLimits(const QpAttr& attr, uint64_t lineRate) const
{
    RequesterLimits limits = LossRecovery::GetLimits(attr, lineRate);
    limits.addressesAll = true;
    return limits;
}

std::unique_ptr<RequesterRecovery>
OutOfOrderPlacement::CreateRequester(QpRequester& requester) const
{
    return std::make_unique<OutOfOrderRequester>(requester);
}

std::unique_ptr<ResponderRecovery>
OutOfOrderPlacement::CreateResponder(QpResponder& responder) const
{
    return std::make_unique<OutOfOrderResponder>(
        responder,
        GapLimits{m_gapPackets, m_gapTime.GetTimeStep(), m_window});
}

} // namespace ns3::rdmacell
