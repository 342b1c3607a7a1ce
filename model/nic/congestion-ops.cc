/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-ops.h"

#include <cmath>

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

uint32_t
CongestionOps::GetCapabilities() const
{
    return 0;
}

uint32_t
CongestionOps::GetTelemetryHops() const
{
    return 5;
}

uint32_t
CongestionOps::GetTelemetryBytes() const
{
    const uint32_t capabilities = GetCapabilities();
    if (capabilities & TELEMETRY)
    {
        return FrameTelemetry::GetWireBytes(GetTelemetryHops());
    }
    return (capabilities & TIME_STAMPS) ? FrameTelemetry::TIME_STAMP_BYTES : 0;
}

double
CongestionOps::GetBdp(const ControlledPath& path)
{
    return std::floor(static_cast<double>(path.pathRate) * static_cast<double>(path.baseRtt) /
                      GetStepsPerByteAndBitRate());
}

double
CongestionOps::GetStepsPerByteAndBitRate()
{
    return 8.0 * static_cast<double>(Seconds(1).GetTimeStep());
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
