/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "irn.h"

#include "irn-requester.h"
#include "irn-responder.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(Irn);

namespace
{

/// Base RTT of a path that no one tells: the longest one of IRN's evaluation.
const Time UNKNOWN_BASE_RTT = MicroSeconds(24);

} // namespace

TypeId
Irn::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Irn")
            .SetParent<LossRecovery>()
            .SetGroupName("RdmaCell")
            .AddConstructor<Irn>()
            .AddAttribute("BdpCap",
                          "Packets that a queue pair has in flight at most, in bandwidth-delay "
                          "products of its path, above 0 to 1000 (1: BDP-FC, IRN, section 3.2). "
                          "Read when a queue pair goes to RTS.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Irn::m_bdpCap),
                          MakeDoubleChecker<double>(1e-3, 1000))
            .AddAttribute("RtoHigh",
                          "Retransmission timeout, above 0 (320 us: IRN). Read when a queue pair "
                          "goes to RTS.",
                          TimeValue(MicroSeconds(320)),
                          MakeTimeAccessor(&Irn::m_rtoHigh),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RtoLow",
                          "Retransmission timeout while at most FewPackets are in flight, above 0 "
                          "(100 us: IRN). Read when a queue pair goes to RTS.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&Irn::m_rtoLow),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FewPackets",
                          "Packets in flight up to which RtoLow holds; 0: never (3: N of IRN). "
                          "Read when a queue pair goes to RTS.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&Irn::m_fewPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AckInterval",
                          "Packets from one that requests an ACK to the next at most, at least 1 "
                          "(1: IRN acknowledges each packet). Read when a queue pair goes to RTS.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Irn::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BitmapSize",
                          "PSNs from the expected one on that a responder keeps, 2 to 65536; "
                          "packets after them are dropped (4096: this module's, above the BDP of "
                          "1000 bytes at 800 Gb/s and 40 us). Read when the first packet of a "
                          "queue pair arrives out of order.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&Irn::m_bitmapSize),
                          MakeUintegerChecker<uint32_t>(2, 65536));
    return tid;
}

bool
Irn::UsesPath() const
{
    return true;
}

LossRecovery::RequesterLimits
Irn::GetLimits(const QpAttr& attr, uint64_t lineRate) const
{
    RequesterLimits limits = LossRecovery::GetLimits(attr, lineRate);
    const Time rtt = attr.baseRtt ? TimeStep(attr.baseRtt) : UNKNOWN_BASE_RTT;
    const uint64_t rate = attr.pathRate ? attr.pathRate : lineRate;
    const double bytes = static_cast<double>(rate) * rtt.GetSeconds() / 8;
    const double packets = std::ceil(m_bdpCap * bytes / attr.pathMtu);
    limits.window = static_cast<uint32_t>(std::clamp<double>(packets, 1, limits.window));
    limits.ackInterval = std::min(limits.ackInterval, m_ackInterval);
    limits.retryPeriod = limits.timeout;
    limits.timeout = m_rtoHigh.GetTimeStep();
    limits.lowTimeout = m_fewPackets == 0 ? limits.timeout : m_rtoLow.GetTimeStep();
    limits.fewPackets = m_fewPackets;
    limits.addressesAll = true;
    return limits;
}

std::unique_ptr<RequesterRecovery>
Irn::CreateRequester(QpRequester& requester) const
{
    return std::make_unique<IrnRequester>(requester);
}

std::unique_ptr<ResponderRecovery>
Irn::CreateResponder(QpResponder& responder) const
{
    return std::make_unique<IrnResponder>(responder, m_bitmapSize);
}

} // namespace ns3::rdmacell
