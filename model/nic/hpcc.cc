/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hpcc.h"

#include "hpcc-controller.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("Hpcc");

NS_OBJECT_ENSURE_REGISTERED(Hpcc);

TypeId
Hpcc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Hpcc")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<Hpcc>()
            .AddAttribute("TargetUtilization",
                          "eta: utilization that links are held at, above 0 to 1 (0.95: HPCC, "
                          "section 3.3). Read when a queue pair goes to RTS.",
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&Hpcc::m_targetUtilization),
                          MakeDoubleChecker<double>(0.01, 1.0))
            .AddAttribute("MaxStage",
                          "maxStage: additive increases in a row, one a round trip, until the "
                          "window is set by the utilization (5: HPCC, section 3.3). Read when a "
                          "queue pair goes to RTS.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Hpcc::m_maxStage),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdditiveIncrease",
                          "W_AI, bytes, 1 to 1,000,000 (80: HPCC, section 5.1; that is W_init * (1 "
                          "- eta) / N of section 3.3 for N = 100 flows, 100 Gb/s and 13 us). Read "
                          "when a queue pair goes to RTS.",
                          DoubleValue(80),
                          MakeDoubleAccessor(&Hpcc::m_additiveIncrease),
                          MakeDoubleChecker<double>(1, 1e6))
            .AddAttribute("BaseRtt",
                          "T: base round-trip time, which with the NIC's line rate is the initial "
                          "window; 0: that of the queue pair's path (13 us: HPCC, section 5.1, for "
                          "all paths of its network). Read when a queue pair goes to RTS.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Hpcc::m_baseRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TelemetryHops",
                          "Switches whose telemetry a packet has room for, 1 to 8: 2 bytes and 8 "
                          "for each on packets and ACKs; further switches add none (5: HPCC, "
                          "section 4.1, 42 bytes). Read when a queue pair goes to RTS.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Hpcc::m_telemetryHops),
                          MakeUintegerChecker<uint32_t>(1, FrameTelemetry::MAX_HOPS));
    return tid;
}

std::unique_ptr<RateController>
Hpcc::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate << path.baseRtt);
    const int64_t baseRtt = m_baseRtt.IsZero() ? path.baseRtt : m_baseRtt.GetTimeStep();
    HpccParameters p;
    p.targetUtilization = m_targetUtilization;
    p.maxStage = m_maxStage;
    p.additiveIncrease = m_additiveIncrease;
    p.baseRtt = static_cast<double>(baseRtt);
    p.stepsPerByteAndBitRate = GetStepsPerByteAndBitRate();
    p.initialWindow = static_cast<double>(path.lineRate) * p.baseRtt / p.stepsPerByteAndBitRate;
    return std::make_unique<HpccController>(p);
}

uint32_t
Hpcc::GetCapabilities() const
{
    return ACKS | TELEMETRY | WINDOW | PATH;
}

uint32_t
Hpcc::GetTelemetryHops() const
{
    return m_telemetryHops;
}

bool
Hpcc::SendsCnps() const
{
    return false;
}

Time
Hpcc::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
