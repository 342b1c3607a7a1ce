/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mp-rdma.h"

#include "mp-rdma-requester.h"
#include "mp-rdma-responder.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(MpRdma);

TypeId
MpRdma::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::MpRdma")
            .SetParent<LossRecovery>()
            .SetGroupName("RdmaCell")
            .AddConstructor<MpRdma>()
            .AddAttribute("BitmapSize",
                          "PSNs from the expected one on that a responder keeps, 2 to 65536; a "
                          "packet after them is dropped and causes a NAK (64: MP-RDMA, section "
                          "3.3). Read when a queue pair goes to RTR.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&MpRdma::m_bitmapSize),
                          MakeUintegerChecker<uint32_t>(2, 65536))
            .AddAttribute("RetransmitTimeout",
                          "Retransmission timeout, above 0 (320 us: this module's, that of IRN). "
                          "Read when a queue pair goes to RTS.",
                          TimeValue(MicroSeconds(320)),
                          MakeTimeAccessor(&MpRdma::m_retransmitTimeout),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

bool
MpRdma::HandlesAllRequests() const
{
    return true;
}

LossRecovery::RequesterLimits
MpRdma::GetLimits(const QpAttr& attr, uint64_t lineRate) const
{
    RequesterLimits limits = LossRecovery::GetLimits(attr, lineRate);
    limits.ackInterval = 1;
    limits.retryPeriod = limits.timeout;
    limits.timeout = m_retransmitTimeout.GetTimeStep();
    limits.lowTimeout = limits.timeout;
    limits.addressesAll = true;
    return limits;
}

std::unique_ptr<RequesterRecovery>
MpRdma::CreateRequester(QpRequester& requester) const
{
    return std::make_unique<MpRdmaRequester>(requester);
}

std::unique_ptr<ResponderRecovery>
MpRdma::CreateResponder(QpResponder& responder) const
{
    return std::make_unique<MpRdmaResponder>(responder, m_bitmapSize);
}

} // namespace ns3::rdmacell
