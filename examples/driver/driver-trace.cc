/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "driver-trace.h"

#include "value-text.h"

#include "ns3/callback.h"
#include "ns3/conweave-header.h"
#include "ns3/fabric-switch-stats.h"
#include "ns3/flow-hash.h"
#include "ns3/flow.h"
#include "ns3/input-error.h"
#include "ns3/ipv4-address.h"
#include "ns3/nanosecond-text.h"
#include "ns3/nstime.h"
#include "ns3/option-values.h"
#include "ns3/qp-attr.h"
#include "ns3/roce-frame.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"
#include "ns3/work-completion.h"

#include <cstdint>
#include <ostream>
#include <type_traits>

namespace ns3::rdmacell
{

namespace
{

/// Argument of many trace sources.
using Frame = const RoceFrame&;

/// Objects that have trace sources.
struct Owner
{
    std::string type;    ///< TypeId
    std::string path;    ///< Config path up to the type
    std::string columns; ///< location of the object
};

const Owner DEVICE{"ns3::rdmacell::FrameNetDevice", "/NodeList/*/DeviceList/*", "node,port,"};
const Owner SWITCH{"ns3::rdmacell::FabricSwitch", "/NodeList/*", "node,"};
const Owner BALANCER{"ns3::rdmacell::LoadBalancer",
                     "/NodeList/*/$ns3::rdmacell::FabricSwitch/LoadBalancer",
                     "node,"};
const Owner CONWEAVE{"ns3::rdmacell::ConWeaveBalancer", BALANCER.path, "node,"};
const Owner NIC{"ns3::rdmacell::RoceNic", "/NodeList/*", "node,"};
const Owner HOST_APP{"ns3::rdmacell::HostApp", "/NodeList/*/ApplicationList/*", "node,"};
const Owner CELL_APP{"ns3::rdmacell::CellApp", "/NodeList/*/ApplicationList/*", "node,"};

/// Columns of a frame.
const std::string FRAME =
    "src_ip,dst_ip,udp_src_port,dst_qp,opcode,psn,class,payload_bytes,wire_bytes";

/// Columns of a FlowKey.
const std::string FLOW_KEY = "src_ip,dst_ip,udp_src_port";

/// Names of SwitchDrop.
const char* const DROPS[] = {"no-route", "ttl", "control", "lossy", "lossless"};

/// Names of ConWeaveOpcode.
const char* const CONWEAVE_OPCODES[] = {"normal", "rtt-request", "rtt-reply", "clear", "notify"};

/**
 * @brief Write the columns of an argument that is a whole number; each column begins with a comma.
 * @tparam T its type
 * @param out where to
 * @param value the argument
 */
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
void
WriteColumns(std::ostream& out, T value)
{
    out << ',' << uint64_t{value};
}

/**
 * @brief Write the columns of an argument; each column begins with a comma.
 * @param out where to
 * @param value the argument
 */
void
WriteColumns(std::ostream& out, double value)
{
    out << ',' << NumberText(value);
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, Time value)
{
    out << ',' << FormatNanoseconds(value.GetTimeStep());
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, QpState value)
{
    out << ',' << value;
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, SwitchDrop value)
{
    out << ',' << DROPS[static_cast<unsigned>(value)];
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, const RoceFrame& frame)
{
    out << ',' << Ipv4Address(frame.srcIp) << ',' << Ipv4Address(frame.dstIp) << ','
        << frame.srcPort << ',' << frame.destQp << ','
        << unsigned{static_cast<uint8_t>(frame.opcode)} << ',' << frame.psn << ','
        << unsigned{frame.priority} << ',' << frame.payloadBytes << ',' << frame.wireBytes;
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, const Flow& flow)
{
    out << ',' << flow.id << ',' << flow.src << ',' << flow.dst << ',' << flow.sizeBytes;
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, const WorkCompletion& completion)
{
    out << ',' << completion.qpNum << ',' << completion.wrId << ',' << completion.status << ','
        << completion.byteLen;
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, const FlowKey& flow)
{
    out << ',' << Ipv4Address(flow.words[0]) << ',' << Ipv4Address(flow.words[1]) << ','
        << (flow.words[2] & 0xffff);
}

/// @copydoc WriteColumns(std::ostream&, double)
void
WriteColumns(std::ostream& out, ConWeaveOpcode value)
{
    out << ',' << CONWEAVE_OPCODES[static_cast<unsigned>(value)];
}

/**
 * @brief Make a trace.
 * @tparam Args types of the source's arguments
 * @param name as on the command line
 * @param owner the objects
 * @param source name of the trace source
 * @param columns of the arguments
 * @return the trace
 */
template <typename... Args>
DriverTrace
Make(const std::string& name,
     const Owner& owner,
     const std::string& source,
     const std::string& columns)
{
    DriverTrace trace;
    trace.name = name;
    trace.type = owner.type;
    trace.path = owner.path + "/$" + owner.type;
    trace.source = source;
    trace.header = "time_ns," + owner.columns + columns;
    trace.connect = [source](Ptr<Object> object, std::ostream& out, const std::string& where) {
        const auto write = [&out, where](Args... args) {
            out << FormatNanoseconds(Simulator::Now().GetTimeStep()) << where;
            (WriteColumns(out, args), ...);
            out << '\n';
        };
        return object->TraceConnectWithoutContext(source, Callback<void, Args...>(write));
    };
    return trace;
}

/**
 * @brief List the traces of links and switches.
 * @return the traces
 */
std::vector<DriverTrace>
LinkTraces()
{
    return {
        Make<Frame>("frame-tx", DEVICE, "FrameTx", FRAME),
        Make<Frame>("frame-rx", DEVICE, "FrameRx", FRAME),
        Make<Frame>("frame-rx-drop", DEVICE, "FrameRxDrop", FRAME),
        Make<Frame, uint32_t>("enqueue", DEVICE, "Enqueue", FRAME + ",queue"),
        Make<Frame, uint32_t>("dequeue", DEVICE, "Dequeue", FRAME + ",queue"),
        Make<uint64_t, uint64_t>("queue-bytes", DEVICE, "QueueBytes", "old_bytes,bytes"),
        Make<uint8_t, uint8_t>("paused-classes",
                               DEVICE,
                               "PausedClasses",
                               "old_class_mask,class_mask"),
        Make<uint64_t, uint64_t>("buffer-bytes", SWITCH, "BufferBytes", "old_bytes,bytes"),
        Make<Frame, SwitchDrop>("drop", SWITCH, "Drop", FRAME + ",reason"),
        Make<Frame, uint32_t, uint64_t>("ecn-mark", SWITCH, "EcnMark", FRAME + ",port,queue_bytes"),
        Make<uint32_t, uint8_t, uint16_t>("pfc-sent", SWITCH, "PfcSent", "port,class_mask,quanta"),
    };
}

/**
 * @brief List the traces of load balancing schemes.
 * @return the traces
 */
std::vector<DriverTrace>
SchemeTraces()
{
    return {
        Make<Frame, uint32_t>("path-chosen", BALANCER, "PathChosen", FRAME + ",port"),
        Make<Frame, uint32_t, uint32_t>("flowlet-started",
                                        BALANCER,
                                        "FlowletStarted",
                                        FRAME + ",previous_path,path"),
        Make<Frame, uint32_t, uint32_t>("reroute",
                                        BALANCER,
                                        "Reroute",
                                        FRAME + ",previous_path,path"),
        Make<Frame, uint32_t>("probe-sent", BALANCER, "ProbeSent", FRAME + ",port"),
        Make<Frame, uint32_t>("probe-received", BALANCER, "ProbeReceived", FRAME + ",port"),
        Make<const FlowKey&, uint32_t, uint32_t>("reorder-queue-allocated",
                                                 CONWEAVE,
                                                 "ReorderQueueAllocated",
                                                 FLOW_KEY + ",port,queue"),
        Make<const FlowKey&, uint32_t, uint32_t>("reorder-queue-resumed",
                                                 CONWEAVE,
                                                 "ReorderQueueResumed",
                                                 FLOW_KEY + ",port,queue"),
        Make<const FlowKey&, uint32_t, uint32_t>("early-resume",
                                                 CONWEAVE,
                                                 "EarlyResume",
                                                 FLOW_KEY + ",port,queue"),
        Make<Frame, ConWeaveOpcode>("conweave-control-sent",
                                    CONWEAVE,
                                    "ControlSent",
                                    FRAME + ",conweave_opcode"),
    };
}

/**
 * @brief List the traces of NICs.
 * @return the traces
 */
std::vector<DriverTrace>
NicTraces()
{
    return {
        Make<uint32_t, double>("qp-rate", NIC, "QpRate", "qp,rate_bps"),
        Make<uint32_t, double>("qp-alpha", NIC, "QpAlpha", "qp,alpha"),
        Make<uint32_t, double>("qp-window", NIC, "QpWindow", "qp,bytes"),
        Make<uint32_t, Time>("qp-rtt", NIC, "QpRtt", "qp,rtt_ns"),
        Make<uint32_t, QpState, QpState>("qp-state",
                                         NIC,
                                         "QpStateChange",
                                         "qp,old_state,new_state"),
        Make<uint32_t, Frame>("packet-sent", NIC, "PacketSent", "qp," + FRAME),
        Make<uint32_t, Frame>("packet-received", NIC, "PacketReceived", "qp," + FRAME),
        Make<uint32_t, uint32_t, uint32_t>("retransmission", NIC, "Retransmission", "qp,psn,bytes"),
        Make<uint32_t, uint32_t, uint32_t>("timeout", NIC, "Timeout", "qp,psn,retries"),
        Make<uint32_t, uint32_t>("ack-sent", NIC, "AckSent", "qp,psn"),
        Make<uint32_t, uint32_t>("ack-received", NIC, "AckReceived", "qp,psn"),
        Make<uint32_t, uint32_t>("nak-sent", NIC, "NakSent", "qp,psn"),
        Make<uint32_t, uint32_t>("nak-received", NIC, "NakReceived", "qp,psn"),
        Make<uint32_t, uint32_t>("rnr-nak-sent", NIC, "RnrNakSent", "qp,psn"),
        Make<uint32_t, uint32_t>("rnr-nak-received", NIC, "RnrNakReceived", "qp,psn"),
        Make<uint32_t, uint32_t, uint32_t>("error-nak-sent",
                                           NIC,
                                           "ErrorNakSent",
                                           "qp,psn,syndrome"),
        Make<uint32_t, uint32_t, uint32_t>("error-nak-received",
                                           NIC,
                                           "ErrorNakReceived",
                                           "qp,psn,syndrome"),
        Make<uint32_t>("cnp-sent", NIC, "CnpSent", "qp"),
        Make<uint32_t>("cnp-received", NIC, "CnpReceived", "qp"),
        Make<const WorkCompletion&>("completion", NIC, "Completion", "qp,wr_id,status,bytes"),
    };
}

/**
 * @brief List the traces of applications.
 * @return the traces
 */
std::vector<DriverTrace>
AppTraces()
{
    return {
        Make<const Flow&>("flow-started", HOST_APP, "FlowStarted", "flow_id,src,dst,size_bytes"),
        Make<uint64_t>("flow-placed", HOST_APP, "FlowPlaced", "flow_id"),
        Make<uint64_t>("flow-finished", HOST_APP, "FlowFinished", "flow_id"),
        Make<uint64_t>("flow-failed", HOST_APP, "FlowFailed", "flow_id"),
        Make<uint64_t, uint64_t, uint16_t, uint32_t>("cell-posted",
                                                     CELL_APP,
                                                     "CellPosted",
                                                     "flow_id,cell,path,bytes"),
        Make<uint64_t, uint64_t, uint16_t, uint32_t>("cell-retransmitted",
                                                     CELL_APP,
                                                     "CellRetransmitted",
                                                     "flow_id,cell,path,bytes"),
        Make<uint64_t, uint64_t, uint32_t>("cell-completed",
                                           CELL_APP,
                                           "CellCompleted",
                                           "flow_id,cell,bytes"),
        Make<uint64_t, uint64_t, uint16_t>("token-sent",
                                           CELL_APP,
                                           "TokenSent",
                                           "flow_id,cell,path"),
        Make<uint64_t, uint64_t, uint16_t>("token-received",
                                           CELL_APP,
                                           "TokenReceived",
                                           "flow_id,cell,path"),
        Make<uint64_t, uint64_t, Time>("rtt-sample", CELL_APP, "RttSample", "flow_id,cell,rtt_ns"),
        Make<uint64_t, uint32_t>("window-changed", CELL_APP, "WindowChanged", "flow_id,cells"),
        Make<uint64_t, uint16_t, uint16_t>("path-changed",
                                           CELL_APP,
                                           "PathChanged",
                                           "flow_id,old_path,path"),
        Make<uint32_t, uint16_t>("isolated", CELL_APP, "Isolated", "group,path"),
        Make<uint32_t, uint16_t>("restored", CELL_APP, "Restored", "group,path"),
    };
}

} // namespace

const std::vector<DriverTrace>&
GetDriverTraces()
{
    static const std::vector<DriverTrace> traces = []() {
        std::vector<DriverTrace> all;
        for (const auto& layer : {LinkTraces(), SchemeTraces(), NicTraces(), AppTraces()})
        {
            all.insert(all.end(), layer.begin(), layer.end());
        }
        return all;
    }();
    return traces;
}

std::string
DriverTrace::GetHelp() const
{
    TypeId::TraceSourceInformation info;
    TypeId::LookupByName(type).LookupTraceSourceByName(source, &info);
    return info.help;
}

const DriverTrace&
FindDriverTrace(const std::string& name)
{
    std::string names;
    for (const DriverTrace& trace : GetDriverTraces())
    {
        if (trace.name == name)
        {
            return trace;
        }
        names += (names.empty() ? "" : ", ") + trace.name;
    }
    RejectValue("names of " + names, name);
}

} // namespace ns3::rdmacell
