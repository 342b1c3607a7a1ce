/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The attributes and trace sources of CellApp. A help text says where the default is from, and
 * whether the paper gives it. All attributes are read when the application starts.
 */

#include "cell-app.h"
#include "fixed-cell-window.h"
#include "rerouting-cell-recovery.h"
#include "sticky-cell-scheduler.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/pointer.h"
#include "ns3/power-of-two-checker.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

TypeId
CellApp::GetTypeId()
{
    static TypeId tid = AddTraceSources(AddVerbsAttributes(
        AddTimingAttributes(AddPartAttributes(AddCellAttributes(TypeId("ns3::rdmacell::CellApp")
                                                                    .SetParent<VerbsApp>()
                                                                    .SetGroupName("RdmaCell")
                                                                    .AddConstructor<CellApp>())))));
    return tid;
}

TypeId
CellApp::AddCellAttributes(TypeId tid)
{
    return tid
        .AddAttribute("QueuePairs",
                      "Queue pairs of a group: paths that a flow can take, as far as ECMP hashes "
                      "their UDP source ports to different ones (not given by the paper; of 16 "
                      "equal-cost paths, 8 reach 6.45 on average).",
                      UintegerValue(8),
                      MakeUintegerAccessor(Setting(&CellSettings::queuePairs)),
                      MakeUintegerChecker<uint16_t>(1, 64))
        .AddAttribute(
            "PortSelection",
            "UDP source ports of queue pairs: Hashed, computed from their numbers, so that some of "
            "a group share a path; Traced, from those whose paths the host has traced, so that "
            "they take different paths as far as there are such, and flows learn from each other "
            "which links are slow (Hashed: not given by the paper).",
            EnumValue(CellSettings::HASHED),
            RDMACELL_ENUM_ACCESSOR(CellSettings::PortSelection,
                                   Setting(&CellSettings::portSelection)),
            MakeEnumChecker(CellSettings::HASHED, "Hashed", CellSettings::TRACED, "Traced"))
        .AddAttribute("LinkMemory",
                      "With PortSelection=Traced, the time in which what a host knows of the delay "
                      "of a link falls to nothing; 0: flows do not learn from each other (0: this "
                      "module's).",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(Setting(&CellSettings::linkMemory)),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("CellBdp",
                      "Size of a cell in bandwidth-delay products of the path to the receiver, at "
                      "line rate, rounded up to full packets; at least 8 kB and at most 2^30 bytes "
                      "(1.5: the paper).",
                      DoubleValue(1.5),
                      MakeDoubleAccessor(Setting(&CellSettings::cellBdp)),
                      MakeDoubleChecker<double>(0, 1000))
        .AddAttribute("CellBytes",
                      "Size of a cell to all receivers, bytes, rounded up to full packets; 0: set "
                      "by CellBdp.",
                      UintegerValue(0),
                      MakeUintegerAccessor(Setting(&CellSettings::cellBytes)),
                      MakeUintegerChecker<uint32_t>(0, CellSettings::MAX_CELL_BYTES))
        .AddAttribute("TokenOfLast",
                      "The last cell of a flow asks for a token, too (true: the paper). Its token "
                      "opens no window; false sends it as one WRITE, whose completion must arrive "
                      "within T_soft and its serialization time.",
                      BooleanValue(true),
                      MakeBooleanAccessor(Setting(&CellSettings::tokenOfLast)),
                      MakeBooleanChecker())
        .AddAttribute("Pooled",
                      "All flows between two hosts share a group of queue pairs, instead of a "
                      "new group for each (false: as the flows of the schemes it is compared "
                      "with).",
                      BooleanValue(false),
                      MakeBooleanAccessor(Setting(&CellSettings::pooled)),
                      MakeBooleanChecker())
        .AddAttribute("PoolSlots",
                      "With Pooled, flows that share a group at a time; others wait (16: no wait "
                      "at the loads of the paper). At most a quarter of the slot numbers, so that "
                      "late tokens are distinguished from those of the next flow.",
                      UintegerValue(16),
                      MakeUintegerAccessor(Setting(&CellSettings::poolSlots)),
                      MakeUintegerChecker<uint16_t>(1, GlobalCellId::MAX_SLOTS / 4))
        .AddAttribute("RingSlots",
                      "Tokens that the ring of a flow holds, and the most cells from the first "
                      "incomplete one to the next to send; it limits the window, too. A "
                      "power of two, because cell numbers are truncated (64: more than 4 times "
                      "the cells that are outstanding).",
                      UintegerValue(64),
                      MakeUintegerAccessor(Setting(&CellSettings::ringSlots)),
                      MakePowerOfTwoChecker(4096));
}

TypeId
CellApp::AddPartAttributes(TypeId tid)
{
    return tid
        .AddAttribute("WindowType",
                      "TypeId of a CellWindow: how many cells of a flow may be without a token "
                      "(FixedCellWindow, of one cell: not given by the paper).",
                      TypeIdValue(FixedCellWindow::GetTypeId()),
                      MakeTypeIdAccessor(Setting(&CellSettings::windowType)),
                      MakeTypeIdChecker())
        .AddAttribute("Window",
                      "The window, whose attributes have its parameters. Read-only: made from "
                      "WindowType.",
                      TypeId::ATTR_GET,
                      PointerValue(),
                      MakePointerAccessor(&CellApp::GetWindow),
                      MakePointerChecker<CellWindow>())
        .AddAttribute("SchedulerType",
                      "TypeId of a CellScheduler: which path a new cell takes "
                      "(StickyCellScheduler: the paper's state machine).",
                      TypeIdValue(StickyCellScheduler::GetTypeId()),
                      MakeTypeIdAccessor(Setting(&CellSettings::schedulerType)),
                      MakeTypeIdChecker())
        .AddAttribute("Scheduler",
                      "The scheduler, whose attributes have its parameters. Read-only: made from "
                      "SchedulerType.",
                      TypeId::ATTR_GET,
                      PointerValue(),
                      MakePointerAccessor(&CellApp::GetScheduler),
                      MakePointerChecker<CellScheduler>())
        .AddAttribute(
            "RecoveryType",
            "TypeId of a CellRecovery: what a late token means (ReroutingCellRecovery: the "
            "paper's results; IsolatingCellRecovery: its section on fast recovery, to "
            "the letter).",
            TypeIdValue(ReroutingCellRecovery::GetTypeId()),
            MakeTypeIdAccessor(Setting(&CellSettings::recoveryType)),
            MakeTypeIdChecker())
        .AddAttribute("Recovery",
                      "The recovery, whose attributes have its parameters. Read-only: made from "
                      "RecoveryType.",
                      TypeId::ATTR_GET,
                      PointerValue(),
                      MakePointerAccessor(&CellApp::GetRecovery),
                      MakePointerChecker<CellRecovery>());
}

TypeId
CellApp::AddTimingAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Alpha",
                      "Gain of RTT_avg (1/8: RFC 6298; not given by the paper).",
                      DoubleValue(0.125),
                      MakeDoubleAccessor(Setting(&CellSettings::alpha)),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("Beta",
                      "Gain of RTT_var (1/4: the paper).",
                      DoubleValue(0.25),
                      MakeDoubleAccessor(Setting(&CellSettings::beta)),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("DeviationFactor",
                      "T_soft is RTT_avg and this many RTT_var (4: RFC 6298; not given by the "
                      "paper).",
                      DoubleValue(4),
                      MakeDoubleAccessor(Setting(&CellSettings::deviationFactor)),
                      MakeDoubleChecker<double>(0))
        .AddAttribute("HostBacklog",
                      "With RttStart=Post, T_soft of a cell is extended by the serialization time "
                      "of all outstanding cells of the host's other flows, which share its link "
                      "(true: not given by the paper; without it, flows that start at one host at "
                      "once take each other for faults).",
                      BooleanValue(true),
                      MakeBooleanAccessor(Setting(&CellSettings::hostBacklog)),
                      MakeBooleanChecker())
        .AddAttribute(
            "History",
            "What a new group knows of round-trip times: None, nothing; Host, the "
            "samples of all groups of its host to hosts of the same base RTT, as if "
            "queue pairs outlived their flows (None: not given by the paper).",
            EnumValue(CellSettings::NONE),
            RDMACELL_ENUM_ACCESSOR(CellSettings::History, Setting(&CellSettings::history)),
            MakeEnumChecker(CellSettings::NONE, "None", CellSettings::HOST, "Host"))
        .AddAttribute("SoftFloor",
                      "Least time that T_soft allows over RTT_avg, in serialization times of a "
                      "full cell at line rate (1: RFC 6298's granularity; 0: the paper, which has "
                      "none).",
                      DoubleValue(1),
                      MakeDoubleAccessor(Setting(&CellSettings::softFloor)),
                      MakeDoubleChecker<double>(0, 10000))
        .AddAttribute("SoftCeiling",
                      "Largest T_soft, before it is doubled for a cell whose token is late again; "
                      "below the local ACK timeout, or the NIC acts first (1 ms: not given by the "
                      "paper).",
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(Setting(&CellSettings::softCeiling)),
                      MakeTimeChecker(NanoSeconds(1), Seconds(1)))
        .AddAttribute("CompletionTimeout",
                      "Longest time from the token of a cell to its completion, at least the "
                      "serialization time of a full cell; 0 leaves a lost last packet to the "
                      "local ACK timeout (4 ms: below it, and longer than DCQCN delays most cells; "
                      "not given by the paper, whose tokens do not cover the end of a flow).",
                      TimeValue(MilliSeconds(4)),
                      MakeTimeAccessor(Setting(&CellSettings::completionTimeout)),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "RttStart",
            "When the clock of an RTT starts: Post, when the cell is posted; LineRate, when what "
            "was posted before it on its queue pair can have left at line rate; FirstBit, "
            "when it can leave, one base RTT before the cell ahead of it on its queue "
            "pair completes.",
            EnumValue(CellSettings::POST),
            RDMACELL_ENUM_ACCESSOR(CellSettings::RttStart, Setting(&CellSettings::rttStart)),
            MakeEnumChecker(CellSettings::POST,
                            "Post",
                            CellSettings::LINE_RATE,
                            "LineRate",
                            CellSettings::FIRST_BIT,
                            "FirstBit"))
        .AddAttribute("TurnAround",
                      "Time from a receiver's completion to its token (0: host software is not "
                      "modeled; real hosts take 0.5 to 2 us).",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(Setting(&CellSettings::turnAround)),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("PollPeriod",
                      "Time between two looks at the token rings (0: a token is seen at once).",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(Setting(&CellSettings::pollPeriod)),
                      MakeTimeChecker(Time(0), Seconds(1)));
}

TypeId
CellApp::AddVerbsAttributes(TypeId tid)
{
    return tid
        .AddAttribute("NakVisible",
                      "NAKs start a recovery (true: the paper; verbs hide NAKs: false leaves them "
                      "to the NIC's Go-Back-N).",
                      BooleanValue(true),
                      MakeBooleanAccessor(Setting(&CellSettings::nakVisible)),
                      MakeBooleanChecker())
        .AddAttribute("ResetTime",
                      "Time from the isolation of a queue pair to the exchange of new PSNs with "
                      "the receiver (100 us: not given by the paper).",
                      TimeValue(MicroSeconds(100)),
                      MakeTimeAccessor(Setting(&CellSettings::resetTime)),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("NewPortOnReset",
                      "A reset gives a queue pair another UDP source port in both directions, and "
                      "so another path (false: not given by the paper).",
                      BooleanValue(false),
                      MakeBooleanAccessor(Setting(&CellSettings::newPortOnReset)),
                      MakeBooleanChecker())
        .AddAttribute("ReceiveDepth",
                      "Receive requests of a queue pair, one for each head of a cell; one is "
                      "posted again with each token (64: far more than are outstanding).",
                      UintegerValue(64),
                      MakeUintegerAccessor(Setting(&CellSettings::receiveDepth)),
                      MakeUintegerChecker<uint32_t>(1, 1U << 15))
        .AddAttribute("TrafficClass",
                      "Class (802.1p priority) of cells and tokens (3: the ns-3 simulators of this "
                      "field).",
                      UintegerValue(3),
                      MakeUintegerAccessor(&CellApp::m_trafficClass),
                      MakeUintegerChecker<uint8_t>(0, 7))
        .AddAttribute("Timeout",
                      "Local ACK timeout code t: 4.096 us * 2^t, 0 for never (10 = 4.19 ms: the "
                      "nearest to the 4 ms of the ConWeave evaluation).",
                      UintegerValue(10),
                      MakeUintegerAccessor(&CellApp::m_timeout),
                      MakeUintegerChecker<uint8_t>(0, 31))
        .AddAttribute("RetryCount",
                      "Transport retries without progress before the NIC gives a queue pair up, "
                      "which RDMACell then resets (7: the largest that verbs allow).",
                      UintegerValue(7),
                      MakeUintegerAccessor(&CellApp::m_retryCount),
                      MakeUintegerChecker<uint8_t>(0, 7));
}

TypeId
CellApp::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("CellPosted",
                        "A cell of this host is posted, for the first time or again.",
                        MakeTraceSourceAccessor(&CellApp::cellPosted),
                        "ns3::rdmacell::CellApp::CellTracedCallback")
        .AddTraceSource("CellRetransmitted",
                        "A cell of this host is posted again, because its path was isolated.",
                        MakeTraceSourceAccessor(&CellApp::cellRetransmitted),
                        "ns3::rdmacell::CellApp::CellTracedCallback")
        .AddTraceSource("CellCompleted",
                        "The sender, this host, knows that all of a cell is placed.",
                        MakeTraceSourceAccessor(&CellApp::cellCompleted),
                        "ns3::rdmacell::CellApp::CellCompletedTracedCallback")
        .AddTraceSource("TokenSent",
                        "The receiver of a cell, this host, has posted the token.",
                        MakeTraceSourceAccessor(&CellApp::tokenSent),
                        "ns3::rdmacell::CellApp::TokenTracedCallback")
        .AddTraceSource("TokenReceived",
                        "The sender of a cell, this host, reads a token from the ring.",
                        MakeTraceSourceAccessor(&CellApp::tokenReceived),
                        "ns3::rdmacell::CellApp::TokenTracedCallback")
        .AddTraceSource("RttSample",
                        "A token has given a sample of the round-trip time of a path.",
                        MakeTraceSourceAccessor(&CellApp::rttSample),
                        "ns3::rdmacell::CellApp::RttTracedCallback")
        .AddTraceSource("WindowChanged",
                        "The number of cells that a flow of this host may have without a token "
                        "has changed. It is evaluated when cells may be posted.",
                        MakeTraceSourceAccessor(&CellApp::windowChanged),
                        "ns3::rdmacell::CellApp::WindowTracedCallback")
        .AddTraceSource("PathChanged",
                        "A new cell of this host takes another path than the flow's last new one.",
                        MakeTraceSourceAccessor(&CellApp::pathChanged),
                        "ns3::rdmacell::CellApp::PathChangeTracedCallback")
        .AddTraceSource("Isolated",
                        "A recovery begins: a path is isolated.",
                        MakeTraceSourceAccessor(&CellApp::isolated),
                        "ns3::rdmacell::CellApp::PathTracedCallback")
        .AddTraceSource("Restored",
                        "A path is in use again after its reset; or for the first time, if "
                        "connecting takes time.",
                        MakeTraceSourceAccessor(&CellApp::restored),
                        "ns3::rdmacell::CellApp::PathTracedCallback");
}

} // namespace ns3::rdmacell
