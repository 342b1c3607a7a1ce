/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "no-congestion-control.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(NoCongestionControl);

TypeId
NoCongestionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::NoCongestionControl")
                            .SetParent<CongestionOps>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<NoCongestionControl>();
    return tid;
}

std::unique_ptr<RateController>
NoCongestionControl::CreateController(const ControlledPath& /* path */) const
{
    return nullptr;
}

bool
NoCongestionControl::SendsCnps() const
{
    return false;
}

Time
NoCongestionControl::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
