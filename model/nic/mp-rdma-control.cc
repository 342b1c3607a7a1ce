/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mp-rdma-control.h"

#include "mp-rdma-controller.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("MpRdmaControl");
NS_OBJECT_ENSURE_REGISTERED(MpRdmaControl);

TypeId
MpRdmaControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::MpRdmaControl")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<MpRdmaControl>()
            .AddAttribute(
                "InitialWindowBdp",
                "Window at the start, in base round-trip times at the NIC's line rate, of "
                "one packet at least (1: this module's, as RDMA starts at line rate). "
                "Read when a queue pair goes to RTS.",
                DoubleValue(1),
                MakeDoubleAccessor(&MpRdmaControl::m_initialWindowBdp),
                MakeDoubleChecker<double>(0.0, 1000.0))
            .AddAttribute("Delta",
                          "PSNs that a packet may be behind the newest one that is acknowledged; "
                          "later ones prune their path (32: half of the bitmap, MP-RDMA, section "
                          "3.3). Read when a queue pair goes to RTS.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&MpRdmaControl::m_delta),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute(
                "ProbeProbability",
                "Share of the packets clocked out by ACKs that take a new path instead of "
                "the ACK's, 0 to 1 (0.01: MP-RDMA, section 3.2). Read when a queue pair "
                "goes to RTS.",
                DoubleValue(0.01),
                MakeDoubleAccessor(&MpRdmaControl::m_probeProbability),
                MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

std::unique_ptr<RateController>
MpRdmaControl::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate << path.baseRtt);
    MpRdmaParameters p;
    ControlledPath all = path;
    all.pathRate = path.lineRate; // several paths together may have it
    p.initialWindow = std::max(std::ceil(m_initialWindowBdp * GetBdp(all) / path.pathMtu), 1.0);
    p.delta = m_delta;
    p.probeEach =
        m_probeProbability > 1e-9 ? static_cast<uint32_t>(std::lround(1 / m_probeProbability)) : 0;
    p.firstPort = path.sourcePort;
    p.pathMtu = path.pathMtu;
    p.lineRate = static_cast<double>(path.lineRate);
    return std::make_unique<MpRdmaController>(p);
}

uint32_t
MpRdmaControl::GetCapabilities() const
{
    return ACKS | WINDOW | PATH | PORTS;
}

bool
MpRdmaControl::SendsCnps() const
{
    return true;
}

bool
MpRdmaControl::NotifiesByAck() const
{
    return true;
}

Time
MpRdmaControl::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
