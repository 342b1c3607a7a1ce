/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The attributes of CellApp. Those that the paper does not give say so, and where they are from.
 */

#include "cell-app.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

/**
 * @brief Name a knob as a member of CellApp, as attributes want it.
 * @tparam T its type
 * @param member the knob
 * @return the same as a member of CellApp
 */
template <typename T>
T CellApp::*
CellApp::Knob(T CellSettings::*member)
{
    return static_cast<T CellApp::*>(member);
}

TypeId
CellApp::GetTypeId()
{
    static TypeId tid =
        AddVerbsAttributes(AddTimingAttributes(AddCellAttributes(TypeId("ns3::rdmacell::CellApp")
                                                                     .SetParent<HostApp>()
                                                                     .SetGroupName("RdmaCell")
                                                                     .AddConstructor<CellApp>())))
            .AddTraceSource("RttSample",
                            "A token has told the round-trip time of a cell.",
                            MakeTraceSourceAccessor(&CellApp::m_rttSample),
                            "ns3::rdmacell::CellApp::RttTracedCallback")
            .AddTraceSource("Isolated",
                            "A recovery has begun: a queue pair is isolated.",
                            MakeTraceSourceAccessor(&CellApp::m_isolated),
                            "ns3::rdmacell::CellApp::IsolatedTracedCallback");
    return tid;
}

TypeId
CellApp::AddCellAttributes(TypeId tid)
{
    return tid
        .AddAttribute("QueuePairs",
                      "Queue pairs of a group: paths that a flow can take, as far as their UDP "
                      "source ports are hashed to different ones (not given by the paper; of 16 "
                      "equal paths, 8 reach 6.45 on average).",
                      UintegerValue(8),
                      MakeUintegerAccessor(Knob(&CellSettings::queuePairs)),
                      MakeUintegerChecker<uint16_t>(1, 64))
        .AddAttribute("CellBdp",
                      "Size of a cell in bandwidth-delay products of the way to the receiver, at "
                      "line rate; rounded up to full packets (1.5: the paper).",
                      DoubleValue(1.5),
                      MakeDoubleAccessor(Knob(&CellSettings::cellBdp)),
                      MakeDoubleChecker<double>(0, 1000))
        .AddAttribute("CellBytes",
                      "Size of a cell to all receivers, bytes, rounded up to full packets; 0: as "
                      "CellBdp says.",
                      UintegerValue(0),
                      MakeUintegerAccessor(Knob(&CellSettings::cellBytes)),
                      MakeUintegerChecker<uint32_t>(0, 1U << 30))
        .AddAttribute("Window",
                      "Cells of a flow without a token at most (not given by the paper; a cell of "
                      "1.5 BDP outlasts the return of its token, so that 1 keeps the line busy).",
                      UintegerValue(1),
                      MakeUintegerAccessor(Knob(&CellSettings::window)),
                      MakeUintegerChecker<uint32_t>(1, 1024))
        .AddAttribute("NextQp",
                      "How the queue pair of a new cell is picked: Sticky, the primary as long as "
                      "it is healthy (the paper's state machine); RoundRobin, the next healthy one "
                      "(the paper's abstract); MinRtt, the healthy one of least average RTT.",
                      EnumValue(CellScheduler::STICKY),
                      RDMACELL_ENUM_ACCESSOR(CellScheduler::NextQp, Knob(&CellSettings::nextQp)),
                      MakeEnumChecker(CellScheduler::STICKY,
                                      "Sticky",
                                      CellScheduler::ROUND_ROBIN,
                                      "RoundRobin",
                                      CellScheduler::MIN_RTT,
                                      "MinRtt"))
        .AddAttribute("Pooled",
                      "All flows between two hosts share a group of queue pairs, instead of a "
                      "fresh group each (off: as the flows of the schemes it is compared with).",
                      BooleanValue(false),
                      MakeBooleanAccessor(Knob(&CellSettings::pooled)),
                      MakeBooleanChecker())
        .AddAttribute("PoolSlots",
                      "Pooled: flows that share a group at a time; others wait (16: no wait at "
                      "the loads of the paper). A power of two.",
                      UintegerValue(16),
                      MakeUintegerAccessor(Knob(&CellSettings::poolSlots)),
                      MakeUintegerChecker<uint16_t>(1, 4096))
        .AddAttribute("RingSlots",
                      "Tokens that the ring of a flow holds, and the most cells from the first "
                      "incomplete one to the next to send; a power of two (64: more than 4 times "
                      "what is outstanding).",
                      UintegerValue(64),
                      MakeUintegerAccessor(Knob(&CellSettings::ringSlots)),
                      MakeUintegerChecker<uint32_t>(1, 4096));
}

TypeId
CellApp::AddTimingAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Alpha",
                      "Gain of RTT_avg (1/8: RFC 6298; not given by the paper).",
                      DoubleValue(0.125),
                      MakeDoubleAccessor(Knob(&CellSettings::alpha)),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("Beta",
                      "Gain of RTT_var (1/4: the paper).",
                      DoubleValue(0.25),
                      MakeDoubleAccessor(Knob(&CellSettings::beta)),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("DeviationFactor",
                      "T_soft is RTT_avg and this many RTT_var (4: RFC 6298; not given by the "
                      "paper).",
                      DoubleValue(4),
                      MakeDoubleAccessor(Knob(&CellSettings::deviationFactor)),
                      MakeDoubleChecker<double>(0))
        .AddAttribute("HostBacklog",
                      "With RttStart=Post, a cell is given, beside T_soft, the time that all cells "
                      "of the host's other flows on queue pairs take on its line, which they share "
                      "(true: not given by the paper; without it, flows that start at one host at "
                      "once take each other for faults).",
                      BooleanValue(true),
                      MakeBooleanAccessor(Knob(&CellSettings::hostBacklog)),
                      MakeBooleanChecker())
        .AddAttribute("History",
                      "What a new group knows of round-trip times: None; Host, the samples of all "
                      "groups of its host to hosts of the same base RTT, as queue pairs that live "
                      "longer than a flow would (None: not given by the paper).",
                      EnumValue(CellSettings::NONE),
                      RDMACELL_ENUM_ACCESSOR(CellSettings::History, Knob(&CellSettings::history)),
                      MakeEnumChecker(CellSettings::NONE, "None", CellSettings::HOST, "Host"))
        .AddAttribute("SoftFloor",
                      "Least time that T_soft allows over RTT_avg, in times of a full cell at line "
                      "rate (1: RFC 6298's granularity; 0: the paper as it stands).",
                      DoubleValue(1),
                      MakeDoubleAccessor(Knob(&CellSettings::softFloor)),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "SoftCeiling",
            "Largest T_soft before it is doubled for a cell whose token is late again; below "
            "the local ACK timeout, or the NIC acts first (1 ms: "
            "not given by the paper).",
            TimeValue(MilliSeconds(1)),
            MakeTimeAccessor(Knob(&CellSettings::softCeiling)),
            MakeTimeChecker(Time(0)))
        .AddAttribute("CompletionTimeout",
                      "Longest time from the token of a cell to its completion; 0 leaves a lost "
                      "last packet to the local ACK timeout (1 ms, as SoftCeiling: not given by "
                      "the paper, whose tokens say nothing of the end of a flow).",
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(Knob(&CellSettings::completionTimeout)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute(
            "RttStart",
            "When the clock of an RTT starts: Post, when the cell is posted; FirstBit, "
            "when it can leave, one base RTT before what is ahead of it on its queue "
            "pair completes.",
            EnumValue(CellSettings::POST),
            RDMACELL_ENUM_ACCESSOR(CellSettings::RttStart, Knob(&CellSettings::rttStart)),
            MakeEnumChecker(CellSettings::POST, "Post", CellSettings::FIRST_BIT, "FirstBit"))
        .AddAttribute("TurnAround",
                      "Time from a receiver's completion to its token (0: host software is not "
                      "modelled; real ones take 0.5 to 2 us).",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(Knob(&CellSettings::turnAround)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("PollPeriod",
                      "Time between two looks at the token ring (0: a token is seen at once).",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(Knob(&CellSettings::pollPeriod)),
                      MakeTimeChecker(Time(0)));
}

TypeId
CellApp::AddVerbsAttributes(TypeId tid)
{
    return tid
        .AddAttribute("NakVisible",
                      "NAKs start a recovery (the paper; verbs hide them: false leaves them to the "
                      "NIC's go-back-N).",
                      BooleanValue(true),
                      MakeBooleanAccessor(Knob(&CellSettings::nakVisible)),
                      MakeBooleanChecker())
        .AddAttribute(
            "ResetTime",
            "Time from the isolation of a queue pair to the exchange of new PSNs with the "
            "receiver (100 us: not given by the paper).",
            TimeValue(MicroSeconds(100)),
            MakeTimeAccessor(Knob(&CellSettings::resetTime)),
            MakeTimeChecker(Time(0)))
        .AddAttribute("NewPortOnReset",
                      "A queue pair comes back from a reset with another UDP source port, both "
                      "ways: a new path (false: not given by the paper).",
                      BooleanValue(false),
                      MakeBooleanAccessor(Knob(&CellSettings::newPortOnReset)),
                      MakeBooleanChecker())
        .AddAttribute("ReceiveDepth",
                      "Receive requests of a queue pair, one for each head of a cell; one is "
                      "posted again with each token (64: far more than are outstanding).",
                      UintegerValue(64),
                      MakeUintegerAccessor(Knob(&CellSettings::receiveDepth)),
                      MakeUintegerChecker<uint32_t>(1, 1U << 15))
        .AddAttribute("TrafficClass",
                      "Class (802.1p priority) of cells and tokens (3: the ns-3 simulators of this "
                      "field).",
                      UintegerValue(3),
                      MakeUintegerAccessor(Knob(&CellSettings::trafficClass)),
                      MakeUintegerChecker<uint8_t>(0, 7))
        .AddAttribute("Timeout",
                      "Local ACK timeout code t: 4.096 us * 2^t, 0 for never (10 = 4.19 ms: the "
                      "nearest to the 4 ms of the ConWeave evaluation).",
                      UintegerValue(10),
                      MakeUintegerAccessor(Knob(&CellSettings::timeout)),
                      MakeUintegerChecker<uint8_t>(0, 31))
        .AddAttribute("RetryCount",
                      "Transport retries without progress before the NIC gives a queue pair up "
                      "(7: the largest that verbs allow). RDMACell resets it, then.",
                      UintegerValue(7),
                      MakeUintegerAccessor(Knob(&CellSettings::retryCount)),
                      MakeUintegerChecker<uint8_t>(0, 7));
}

} // namespace ns3::rdmacell
