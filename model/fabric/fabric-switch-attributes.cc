/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The attributes and trace sources of FabricSwitch, with the sources of their defaults.
 */

#include "fabric-switch.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FabricSwitch);

TypeId
FabricSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FabricSwitch")
            .SetParent<SwitchBase>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FabricSwitch>()
            .AddAttribute("LoadBalancerType",
                          "The scheme that chooses among equal-cost ports: a type derived from "
                          "LoadBalancer (none by default: the fabric knows no scheme). Cannot be "
                          "changed after the switch is initialized.",
                          TypeIdValue(LoadBalancer::GetTypeId()),
                          MakeTypeIdAccessor(&FabricSwitch::SetLoadBalancerType,
                                             &FabricSwitch::GetLoadBalancerType),
                          MakeTypeIdChecker())
            .AddAttribute("LoadBalancer",
                          "The scheme's object; it has the scheme's attributes and trace sources.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::GetLoadBalancer),
                          MakePointerChecker<LoadBalancer>())
            .AddAttribute("HashSeed",
                          "Seed that, with its node id, gives each switch its own hash seed (any "
                          "number; 1 is this module's choice). Read when the switch is "
                          "initialized.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&FabricSwitch::m_hashSeedBase),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Latency",
                          "Time a frame takes through the pipeline before it is queued (0: the "
                          "HPCC and ConWeave simulators). Read when the switch is initialized.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FabricSwitch::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PruneDeadPorts",
                          "Remove a port whose link is down from all equal-cost sets at once; "
                          "false: frames sent there are lost until routes are set again. A change "
                          "takes effect with the next link that goes down or up.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_pruneDeadPorts),
                          MakeBooleanChecker())
            .AddAttribute("Ecn",
                          "Mark frames (on: the ConWeave and RDMACell evaluations). A change takes "
                          "effect with the next frame.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::SetEcn, &FabricSwitch::GetEcn),
                          MakeBooleanChecker())
            .AddAttribute("MarkAt",
                          "Mark by the queue that a frame leaves behind (Dequeue: the HPCC and "
                          "ConWeave simulators) or by the queue that it finds (Enqueue). A change "
                          "takes effect with the next frame.",
                          EnumValue(FabricSwitch::MARK_AT_DEQUEUE),
                          RDMACELL_ENUM_ACCESSOR(MarkPoint,
                                                 &FabricSwitch::SetMarkPoint,
                                                 &FabricSwitch::GetMarkPoint),
                          MakeEnumChecker(FabricSwitch::MARK_AT_DEQUEUE,
                                          "Dequeue",
                                          FabricSwitch::MARK_AT_ENQUEUE,
                                          "Enqueue"))
            .AddAttribute("EcnMarker",
                          "The object that marks frames; it has the thresholds.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_marker),
                          MakePointerChecker<EcnMarker>())
            .AddAttribute("Pfc",
                          "Protect lossless classes by priority flow control (on: the ConWeave "
                          "evaluation's lossless setting). Read when the switch is initialized.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_pfcEnabled),
                          MakeBooleanChecker())
            .AddAttribute("PfcController",
                          "The object that decides on pauses; it has pause time and headroom.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_pfc),
                          MakePointerChecker<PfcController>())
            .AddAttribute("LosslessClasses",
                          "Bitmask of the classes that PFC protects (class 3: RoCEv2 data in the "
                          "HPCC and ConWeave simulators). Read when the switch is initialized.",
                          UintegerValue(1 << 3),
                          MakeUintegerAccessor(&FabricSwitch::m_losslessClasses),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute(
                "BufferPerPort",
                "Shared buffer in bytes for each port (2 MB: RDMACell's evaluation). Read "
                "when the switch is initialized.",
                UintegerValue(2000000),
                MakeUintegerAccessor(&FabricSwitch::m_bufferPerPort),
                MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Reserve",
                          "Bytes that each ingress port and class has for itself (4 KB: the HPCC "
                          "simulator). Read when the switch is initialized.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&FabricSwitch::m_reserve),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("IngressAlpha",
                          "What an ingress port and lossless class may hold, as a multiple of what "
                          "is free in the shared pool (1/8: the HPCC simulator). Read when the "
                          "switch is initialized.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&FabricSwitch::m_ingressAlpha),
                          MakeDoubleChecker<double>(0.0, 1024.0))
            .AddAttribute("EgressAlpha",
                          "What an egress port and lossy class may hold, as a multiple of what is "
                          "free in the shared pool (1: the ConWeave simulator). It limits the "
                          "switch's own frames in any class; frames that PFC protects do not "
                          "count. Read when the switch is initialized.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&FabricSwitch::m_egressAlpha),
                          MakeDoubleChecker<double>(0.0, 1024.0))
            .AddAttribute("ChargeReorderQueues",
                          "Whether frames in a scheme's reorder queues take shared buffer (true: "
                          "the queues of a switch are in its buffer), or none, so that they cause "
                          "no pause (false: the ConWeave simulator). Read when the switch is "
                          "initialized.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_chargeReorderQueues),
                          MakeBooleanChecker())
            .AddAttribute(
                "ResumeOffset",
                "How many bytes below its threshold a paused ingress port and class "
                "resumes (3072: the HPCC simulator). Read when the switch is initialized.",
                UintegerValue(3072),
                MakeUintegerAccessor(&FabricSwitch::m_resumeOffset),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("PauseThreshold",
                          "Fixed threshold in bytes above which an ingress port and lossless class "
                          "is paused; 0: the dynamic one of IngressAlpha. Read when the switch is "
                          "initialized.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FabricSwitch::m_pauseThreshold),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "ResumeThreshold",
                "Bytes at or below which it resumes, if PauseThreshold is fixed; not above "
                "PauseThreshold. Read when the switch is initialized.",
                UintegerValue(0),
                MakeUintegerAccessor(&FabricSwitch::m_resumeThreshold),
                MakeUintegerChecker<uint64_t>())
            .AddTraceSource("Drop",
                            "A frame is dropped.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_dropTrace),
                            "ns3::rdmacell::FabricSwitch::DropTracedCallback")
            .AddTraceSource("EcnMark",
                            "A frame has been marked.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_markTrace),
                            "ns3::rdmacell::FabricSwitch::MarkTracedCallback")
            .AddTraceSource("PfcSent",
                            "A PFC frame is handed to a port.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_pfcTrace),
                            "ns3::rdmacell::FabricSwitch::PfcTracedCallback")
            .AddTraceSource("BufferBytes",
                            "The wire bytes in the shared buffer have changed: a frame has been "
                            "admitted or released. A release behind which nothing waits is "
                            "reported when the buffer is next examined.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_bufferTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("LinkChange",
                            "The link of a port is down or up.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_linkTrace),
                            "ns3::rdmacell::FabricSwitch::LinkTracedCallback");
    return tid;
}

} // namespace ns3::rdmacell
