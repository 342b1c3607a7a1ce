/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-recovery.h"

#include "rate-controller.h"

#include "ns3/nstime.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LossRecovery);

namespace
{

constexpr int64_t TIMEOUT_UNIT_NS = 4096; ///< local ACK timeout: this * 2^code

} // namespace

TypeId
LossRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::LossRecovery").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

bool
LossRecovery::HandlesAllRequests() const
{
    return false;
}

bool
LossRecovery::UsesPath() const
{
    return false;
}

LossRecovery::RequesterLimits
LossRecovery::GetLimits(const QpAttr& attr, uint64_t /* lineRate */) const
{
    RequesterLimits limits;
    if (attr.window != 0)
    {
        limits.window = attr.window / attr.pathMtu + (attr.window % attr.pathMtu ? 1 : 0);
        limits.ackInterval = std::max(limits.window / RateController::ACKS_OF_WINDOW, 1U);
    }
    limits.timeout = attr.timeout ? NanoSeconds(TIMEOUT_UNIT_NS << attr.timeout).GetTimeStep() : 0;
    limits.lowTimeout = limits.timeout;
    return limits;
}

} // namespace ns3::rdmacell
