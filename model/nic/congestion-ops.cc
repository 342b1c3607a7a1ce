/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-ops.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CongestionOps);

TypeId
CongestionOps::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::CongestionOps").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

bool
CongestionOps::StartsWithCnp() const
{
    return false;
}

bool
CongestionOps::NotifiesByAck() const
{
    return false;
}

bool
CongestionOps::ReactsTo(LossSign /* sign */) const
{
    return false;
}

} // namespace ns3::rdmacell
