/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn.h"
#include "go-back-n.h"
#include "roce-nic.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Add the attributes that act on the next packet or queue pair.
 * @param tid the type
 * @return the type
 */
TypeId
AddSettings(TypeId tid)
{
    return tid
        .AddAttribute("PathMtu",
                      "Payload bytes of a full packet, 256 to 4096 (1000: the ns-3 models of the "
                      "HPCC and ConWeave evaluations; InfiniBand has powers of two). Takes effect "
                      "for queue pairs that applications connect later.",
                      UintegerValue(1000),
                      MakeUintegerAccessor(&RoceNic::pathMtu),
                      MakeUintegerChecker<uint32_t>(256, 4096))
        .AddAttribute("ControlClass",
                      "Traffic class of ACKs, NAKs and CNPs, 0 to 7 (6: CNPs of ConnectX). Takes "
                      "effect on the next packet.",
                      UintegerValue(6),
                      MakeUintegerAccessor(&RoceNic::controlClass),
                      MakeUintegerChecker<uint8_t>(0, 7))
        .AddAttribute("AckInterval",
                      "A packet requests an ACK if it is the last of its message, or this many "
                      "packets after the last one that did, at least 1 (64: RXE_MAX_PKT_PER_ACK of "
                      "Linux' rxe; 1: the HPCC and ConWeave simulators). Takes effect on the next "
                      "packet.",
                      UintegerValue(64),
                      MakeUintegerAccessor(&RoceNic::ackInterval),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Ecn",
                      "Data frames are ECN capable, ECT(0) (RoCEv2 annex A17). Takes effect on the "
                      "next packet.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&RoceNic::ecn),
                      MakeBooleanChecker())
        .AddAttribute(
            "LinkOverhead",
            "Bytes of link time that a frame takes beside its own, -14 to 1000: preamble, "
            "start delimiter and interframe gap (20: IEEE 802.3; -14: the HPCC and "
            "ConWeave simulators, which have none, and 48 bytes of headers instead of "
            "62). Takes effect on the next packet.",
            IntegerValue(WireSize::PREAMBLE_GAP),
            MakeIntegerAccessor(&RoceNic::linkOverhead),
            MakeIntegerChecker<int32_t>(-14, 1000))
        .AddAttribute("NakInterval",
                      "While packets arrive out of order, the NAK is repeated after this time, and "
                      "so is the request for a lost READ response; 0: one NAK for a gap, then only "
                      "the local ACK timeout (4 us: the ConWeave simulator; 500 us: the HPCC "
                      "simulator; 0: Linux' rxe). A repeated NAK costs no retry. Takes effect on "
                      "the next NAK.",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&RoceNic::nakInterval),
                      MakeTimeChecker(Time(0)));
}

/**
 * @brief Add the trace sources of queue pairs.
 * @param tid the type
 * @return the type
 */
TypeId
AddQpTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("QpRate",
                        "The rate that congestion control allows a queue pair has changed. Fired "
                        "when a frame is sent or a CNP arrives: then the timers are evaluated, and "
                        "changes since the last time are reported as one.",
                        MakeTraceSourceAccessor(&RoceNic::qpRate),
                        "ns3::rdmacell::NicTraces::RateTracedCallback")
        .AddTraceSource("QpAlpha",
                        "DCQCN's estimate of congestion of a queue pair has changed. Fired when a "
                        "frame is sent or a CNP arrives, if a CNP or a cut updates alpha; its "
                        "decay is evaluated then, too.",
                        MakeTraceSourceAccessor(&RoceNic::qpAlpha),
                        "ns3::rdmacell::NicTraces::AlphaTracedCallback")
        .AddTraceSource("QpWindow",
                        "The window that congestion control allows a queue pair has changed. Fired "
                        "when an ACK or NAK arrives and at a timeout.",
                        MakeTraceSourceAccessor(&RoceNic::qpWindow),
                        "ns3::rdmacell::NicTraces::WindowTracedCallback")
        .AddTraceSource("QpRtt",
                        "An ACK or NAK has brought back the time stamp of the packet that it "
                        "answers. Only with congestion control that needs time stamps.",
                        MakeTraceSourceAccessor(&RoceNic::qpRtt),
                        "ns3::rdmacell::NicTraces::RttTracedCallback")
        .AddTraceSource("QpStateChange",
                        "A queue pair has gone to another state, by Modify() or by an error; its "
                        "requests are flushed afterwards.",
                        MakeTraceSourceAccessor(&RoceNic::qpStateChange),
                        "ns3::rdmacell::NicTraces::StateTracedCallback")
        .AddTraceSource("Retransmission",
                        "A request packet is retransmitted, after a NAK or a timeout. READ "
                        "responses are not reported.",
                        MakeTraceSourceAccessor(&RoceNic::retransmission),
                        "ns3::rdmacell::NicTraces::RetransmissionTracedCallback")
        .AddTraceSource("Timeout",
                        "The local ACK timer of a queue pair has expired.",
                        MakeTraceSourceAccessor(&RoceNic::timeout),
                        "ns3::rdmacell::NicTraces::TimeoutTracedCallback")
        .AddTraceSource("Completion",
                        "A completion was generated, successful or not. Fired before the "
                        "application is notified, even if the completion queue is full.",
                        MakeTraceSourceAccessor(&RoceNic::completion),
                        "ns3::rdmacell::NicTraces::CompletionTracedCallback");
}

/**
 * @brief Add the trace sources of packets.
 * @param tid the type
 * @return the type
 */
TypeId
AddPacketTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("PacketSent",
                        "A queue pair has made a packet: a data packet when its transmission "
                        "starts, an ACK, NAK or CNP when it is put into the port's queue.",
                        MakeTraceSourceAccessor(&RoceNic::packetSent),
                        "ns3::rdmacell::NicTraces::PacketTracedCallback")
        .AddTraceSource("PacketReceived",
                        "A packet has arrived from the peer of a queue pair that is ready to "
                        "receive. Fired before the packet is handled, dropped ones included.",
                        MakeTraceSourceAccessor(&RoceNic::packetReceived),
                        "ns3::rdmacell::NicTraces::PacketTracedCallback")
        .AddTraceSource("AckSent",
                        "A queue pair sends an ACK.",
                        MakeTraceSourceAccessor(&RoceNic::ackSent),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("AckReceived",
                        "An ACK has arrived.",
                        MakeTraceSourceAccessor(&RoceNic::ackReceived),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("NakSent",
                        "A queue pair sends a NAK of a PSN sequence error.",
                        MakeTraceSourceAccessor(&RoceNic::nakSent),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("NakReceived",
                        "A NAK of a PSN sequence error has arrived.",
                        MakeTraceSourceAccessor(&RoceNic::nakReceived),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("RnrNakSent",
                        "A queue pair sends a receiver-not-ready NAK.",
                        MakeTraceSourceAccessor(&RoceNic::rnrNakSent),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("RnrNakReceived",
                        "A receiver-not-ready NAK has arrived.",
                        MakeTraceSourceAccessor(&RoceNic::rnrNakReceived),
                        "ns3::rdmacell::NicTraces::PsnTracedCallback")
        .AddTraceSource("ErrorNakSent",
                        "A queue pair sends a NAK that ends the connection: invalid request, "
                        "remote access error or remote operational error.",
                        MakeTraceSourceAccessor(&RoceNic::errorNakSent),
                        "ns3::rdmacell::NicTraces::ErrorNakTracedCallback")
        .AddTraceSource("ErrorNakReceived",
                        "A NAK that ends the connection has arrived. Fired before the request "
                        "fails.",
                        MakeTraceSourceAccessor(&RoceNic::errorNakReceived),
                        "ns3::rdmacell::NicTraces::ErrorNakTracedCallback")
        .AddTraceSource("CnpSent",
                        "A queue pair sends a CNP, or an ACK or NAK with the BECN bit in its "
                        "place.",
                        MakeTraceSourceAccessor(&RoceNic::cnpSent),
                        "ns3::rdmacell::NicTraces::CnpTracedCallback")
        .AddTraceSource("CnpReceived",
                        "A CNP, or an ACK or NAK with the BECN bit, has arrived. Fired before the "
                        "rate is changed.",
                        MakeTraceSourceAccessor(&RoceNic::cnpReceived),
                        "ns3::rdmacell::NicTraces::CnpTracedCallback");
}

} // namespace

TypeId
RoceNic::GetTypeId()
{
    static TypeId tid = [] {
        TypeId type = AddSettings(TypeId("ns3::rdmacell::RoceNic")
                                      .SetParent<Object>()
                                      .SetGroupName("RdmaCell")
                                      .AddConstructor<RoceNic>());
        type.AddAttribute("Latency",
                          "Time from the arrival of a frame's last bit to its effect (0: the HPCC "
                          "and ConWeave simulators). Read once, by SetDevice().",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RoceNic::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CongestionOpsType",
                          "TypeId of the congestion control scheme, a CongestionOps (DCQCN of "
                          "the ConWeave evaluation). Read once, by SetDevice().",
                          TypeIdValue(DcqcnConWeave::GetTypeId()),
                          MakeTypeIdAccessor(&RoceNic::m_congestionType),
                          MakeTypeIdChecker())
            .AddAttribute("CongestionOps",
                          "The congestion control scheme, whose attributes have its parameters. "
                          "Read-only: SetDevice() makes it from CongestionOpsType.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RoceNic::GetCongestionOps),
                          MakePointerChecker<CongestionOps>())
            .AddAttribute("LossRecoveryType",
                          "TypeId of the loss recovery, a LossRecovery (Go-Back-N of InfiniBand). "
                          "Both ends of a queue pair need the same. Read once, by SetDevice().",
                          TypeIdValue(GoBackN::GetTypeId()),
                          MakeTypeIdAccessor(&RoceNic::m_recoveryType),
                          MakeTypeIdChecker())
            .AddAttribute("LossRecovery",
                          "The loss recovery, whose attributes have its parameters. Read-only: "
                          "SetDevice() makes it from LossRecoveryType.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RoceNic::GetLossRecovery),
                          MakePointerChecker<LossRecovery>());
        return AddPacketTraceSources(AddQpTraceSources(type));
    }();
    return tid;
}

} // namespace ns3::rdmacell
