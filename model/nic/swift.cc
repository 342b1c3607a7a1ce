/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "swift.h"

#include "swift-controller.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("Swift");

NS_OBJECT_ENSURE_REGISTERED(Swift);

TypeId
Swift::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Swift")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<Swift>()
            .AddAttribute("AdditiveIncrease",
                          "ai: packets by which the window grows in a round trip below the target "
                          "delay (1: csg-htsim). Read when a queue pair goes to RTS.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Swift::m_additiveIncrease),
                          MakeDoubleChecker<double>(0.0, 1000.0))
            .AddAttribute("Decrease",
                          "beta: share of the excess delay that the window is cut by, 0 to 1 (0.8: "
                          "csg-htsim). Read when a queue pair goes to RTS.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Swift::m_decrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MaxDecrease",
                          "max_mdf: largest share of the window that is cut at once, 0 to 1 (0.5: "
                          "csg-htsim). Read when a queue pair goes to RTS.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Swift::m_maxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("BaseTarget",
                          "Target delay without scaling, above 0 (20 us: csg-htsim). Read when a "
                          "queue pair goes to RTS.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&Swift::m_baseTarget),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("HopTarget",
                          "What each switch on the path adds to the target delay (3.05 us: "
                          "csg-htsim, base target / 6.55). Read when a queue pair goes to RTS.",
                          TimeValue(NanoSeconds(3050)),
                          MakeTimeAccessor(&Swift::m_hopTarget),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FlowRange",
                          "fs_range: most that a small window adds to the target delay, in base "
                          "targets; 0: no scaling by flows (5: csg-htsim). Read when a queue pair "
                          "goes to RTS.",
                          DoubleValue(5),
                          MakeDoubleAccessor(&Swift::m_flowRange),
                          MakeDoubleChecker<double>(0.0, 1000.0))
            .AddAttribute("FlowMinWindow",
                          "fs_min_cwnd: window, in packets, that FlowRange is added at, below "
                          "FlowMaxWindow (0.1: csg-htsim). Read when a queue pair goes to RTS.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&Swift::m_flowMinWindow),
                          MakeDoubleChecker<double>(0.0001, 10.0))
            .AddAttribute("FlowMaxWindow",
                          "fs_max_cwnd: window, in packets, from which on nothing is added (100: "
                          "csg-htsim). Read when a queue pair goes to RTS.",
                          DoubleValue(100),
                          MakeDoubleAccessor(&Swift::m_flowMaxWindow),
                          MakeDoubleChecker<double>(11.0, 1e6))
            .AddAttribute("MinWindow",
                          "min_cwnd: smallest window, packets, above 0 (0.01: csg-htsim, 10 "
                          "bytes). Read when a queue pair goes to RTS.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&Swift::m_minWindow),
                          MakeDoubleChecker<double>(1e-6, 1.0))
            .AddAttribute("MaxWindow",
                          "max_cwnd: largest window, packets, at least 1 (1000: csg-htsim). Read "
                          "when a queue pair goes to RTS.",
                          DoubleValue(1000),
                          MakeDoubleAccessor(&Swift::m_maxWindow),
                          MakeDoubleChecker<double>(1.0, 1e6))
            .AddAttribute("InitialWindowBdp",
                          "Window at the start, in bandwidth-delay products of the path, of one "
                          "packet at least and MaxWindow at most (1: this module's, as RDMA starts "
                          "at line rate). Read when a queue pair goes to RTS.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Swift::m_initialWindowBdp),
                          MakeDoubleChecker<double>(0.0, 1000.0))
            .AddAttribute("TimeoutsToReset",
                          "Local ACK timeouts in a row after which the window is MinWindow, at "
                          "least 1 (5: csg-htsim). Read when a queue pair goes to RTS.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Swift::m_timeoutsToReset),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

std::unique_ptr<RateController>
Swift::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate << path.baseRtt);
    SwiftParameters p;
    p.additiveIncrease = m_additiveIncrease;
    p.decrease = m_decrease;
    p.maxDecrease = m_maxDecrease;
    p.baseTarget = static_cast<double>(m_baseTarget.GetTimeStep());
    p.hopTarget = static_cast<double>(m_hopTarget.GetTimeStep());
    p.flowRange = m_flowRange * p.baseTarget;
    p.flowMinWindow = m_flowMinWindow;
    p.flowMaxWindow = m_flowMaxWindow;
    p.minWindow = m_minWindow;
    p.timeoutsToReset = m_timeoutsToReset;
    p.pathMtu = path.pathMtu;
    p.lineRate = static_cast<double>(path.lineRate);
    p.stepsPerByteAndBitRate = GetStepsPerByteAndBitRate();
    p.maxWindow = m_maxWindow;
    p.initialWindow = std::clamp(m_initialWindowBdp * GetBdp(path) / p.pathMtu, 1.0, m_maxWindow);
    return std::make_unique<SwiftController>(p);
}

uint32_t
Swift::GetCapabilities() const
{
    return ACKS | TIME_STAMPS | WINDOW | PATH;
}

bool
Swift::ReactsTo(LossSign /* sign */) const
{
    return true;
}

bool
Swift::SendsCnps() const
{
    return false;
}

Time
Swift::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
