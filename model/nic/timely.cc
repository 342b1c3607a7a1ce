/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timely.h"

#include "timely-controller.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("Timely");

NS_OBJECT_ENSURE_REGISTERED(Timely);

TypeId
Timely::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Timely")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<Timely>()
            .AddAttribute("Gain",
                          "alpha: weight of a new RTT difference in their average, 0 "
                          "to 1 (0.875: the HPCC and ConWeave simulators). Read when a queue pair "
                          "goes to RTS.",
                          DoubleValue(0.875),
                          MakeDoubleAccessor(&Timely::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("Decrease",
                          "beta: multiplicative decrease, 0 to 1 (0.8: TIMELY). Read when a queue "
                          "pair goes to RTS.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Timely::m_decrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("AdditiveIncrease",
                          "delta: step of an increase (10 Mb/s: TIMELY, at 10 Gb/s). Read when a "
                          "queue pair goes to RTS.",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&Timely::m_additiveIncrease),
                          MakeDataRateChecker())
            .AddAttribute("ReferenceRate",
                          "AdditiveIncrease holds for this line rate and is scaled to "
                          "that of the NIC; 0: it is not scaled (10 Gb/s: TIMELY; the "
                          "HPCC simulator scales so). Read when a queue pair goes to RTS.",
                          DataRateValue(DataRate("10Gbps")),
                          MakeDataRateAccessor(&Timely::m_referenceRate),
                          MakeDataRateChecker())
            .AddAttribute("HyperThreshold",
                          "Samples in a row whose gradient is not positive before the "
                          "increase is hyperactive, at least 1 (5: TIMELY). Read when a queue pair "
                          "goes to RTS.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Timely::m_hyperThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HyperFactor",
                          "N: steps of a hyperactive increase, at least 1 (5: TIMELY). Read when a "
                          "queue pair goes to RTS.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Timely::m_hyperFactor),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("LowRtt",
                          "T_low: below this RTT the rate always increases (50 us: "
                          "TIMELY). Read when a queue pair goes to RTS.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&Timely::m_lowRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("HighRtt",
                          "T_high: above this RTT the rate always decreases (500 us: "
                          "TIMELY). Read when a queue pair goes to RTS.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&Timely::m_highRtt),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute(
                "MinRtt",
                "minRTT: differences of RTTs are divided by it, above 0 (20 "
                "us: the HPCC and ConWeave simulators). Read when a queue pair goes to RTS.",
                TimeValue(MicroSeconds(20)),
                MakeTimeAccessor(&Timely::m_minRtt),
                MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MinRate",
                          "Lower limit of the rate; 0 counts as 1 b/s (100 Mb/s: the "
                          "HPCC and ConWeave simulators). Read when a queue pair goes to RTS.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Timely::m_minRate),
                          MakeDataRateChecker())
            .AddAttribute("SegmentBytes",
                          "Payload between two RTT samples, in full packets, at least "
                          "1: the size of a segment whose completion the NIC reports "
                          "(16,000: the smaller segments of TIMELY; 1: a sample for "
                          "each packet). Read when a queue pair goes to RTS.",
                          UintegerValue(16000),
                          MakeUintegerAccessor(&Timely::m_segment),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<RateController>
Timely::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate);
    const uint64_t reference = m_referenceRate.GetBitRate();
    const auto lineRate = static_cast<double>(path.lineRate);
    TimelyParameters p;
    p.gain = m_gain;
    p.decrease = m_decrease;
    p.additiveIncrease = static_cast<double>(m_additiveIncrease.GetBitRate()) *
                         (reference ? lineRate / static_cast<double>(reference) : 1);
    p.hyperThreshold = m_hyperThreshold;
    p.hyperFactor = m_hyperFactor;
    p.lowRtt = m_lowRtt.GetTimeStep();
    p.highRtt = m_highRtt.GetTimeStep();
    p.minRtt = static_cast<double>(m_minRtt.GetTimeStep());
    p.lineRate = lineRate;
    p.minRate = std::clamp(static_cast<double>(m_minRate.GetBitRate()), 1.0, lineRate);
    p.ackInterval = std::max(m_segment / path.pathMtu, 1U);
    p.stepsPerByteAndBitRate = GetStepsPerByteAndBitRate();
    return std::make_unique<TimelyController>(p);
}

uint32_t
Timely::GetCapabilities() const
{
    return ACKS | TIME_STAMPS;
}

bool
Timely::SendsCnps() const
{
    return false;
}

Time
Timely::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
