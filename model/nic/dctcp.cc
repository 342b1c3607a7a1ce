/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dctcp.h"

#include "dctcp-controller.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("Dctcp");

NS_OBJECT_ENSURE_REGISTERED(Dctcp);

TypeId
Dctcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Dctcp")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<Dctcp>()
            .AddAttribute("Gain",
                          "g: weight of a round trip's share of marked packets in alpha, 0 to 1 "
                          "(1/16: DCTCP, section 4.1, and the HPCC simulator). Read when a queue "
                          "pair goes to RTS.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&Dctcp::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("AdditiveIncrease",
                          "Added to the rate in each round trip (615 Mb/s: the HPCC simulator, a "
                          "packet of 1000 bytes in 13 us; 1 Gb/s: the ConWeave simulator). Read "
                          "when a queue pair goes to RTS.",
                          DataRateValue(DataRate("615Mbps")),
                          MakeDataRateAccessor(&Dctcp::m_additiveIncrease),
                          MakeDataRateChecker())
            .AddAttribute("MinRate",
                          "Lower limit of the rate; 0 counts as 1 b/s (100 Mb/s: the HPCC and "
                          "ConWeave simulators). Read when a queue pair goes to RTS.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Dctcp::m_minRate),
                          MakeDataRateChecker())
            .AddAttribute("WindowBdp",
                          "Window at line rate, in bandwidth-delay products of the path; it is in "
                          "proportion to the rate (1: the HPCC and ConWeave simulators). Read when "
                          "a queue pair goes to RTS.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Dctcp::m_windowBdp),
                          MakeDoubleChecker<double>(0.0, 1000.0));
    return tid;
}

std::unique_ptr<RateController>
Dctcp::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate << path.baseRtt);
    DctcpParameters p;
    p.gain = m_gain;
    p.additiveIncrease = static_cast<double>(m_additiveIncrease.GetBitRate());
    p.lineRate = static_cast<double>(path.lineRate);
    p.minRate = std::clamp(static_cast<double>(m_minRate.GetBitRate()), 1.0, p.lineRate);
    p.largestWindow = std::max(m_windowBdp * GetBdp(path), 1.0);
    p.stepsPerByteAndBitRate = GetStepsPerByteAndBitRate();
    return std::make_unique<DctcpController>(p);
}

uint32_t
Dctcp::GetCapabilities() const
{
    return ACKS | WINDOW | PATH;
}

bool
Dctcp::NotifiesByAck() const
{
    return true;
}

bool
Dctcp::SendsCnps() const
{
    return true;
}

Time
Dctcp::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
