/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-app.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/memory-region.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FlowApp");

NS_OBJECT_ENSURE_REGISTERED(FlowApp);

namespace
{

/// Private data of a connection request: the flow that the queue pair is for.
struct FlowRequest
{
    uint64_t flowId;    ///< Flow::id
    uint64_t sizeBytes; ///< Flow::sizeBytes
};

/// Private data of the reply: where the flow is to be written.
struct FlowReply
{
    uint64_t address; ///< virtual address of its first byte
    uint32_t rkey;    ///< key of the memory region
};

constexpr double LARGEST_WINDOW = 1U << 31; ///< bytes: more than is in flight on any path

/**
 * @brief Count the messages that a flow is cut into.
 * @param bytes size of the flow
 * @param mtu payload bytes in a full packet
 * @return at least 1
 */
uint32_t
CountMessages(uint64_t bytes, uint32_t mtu)
{
    const uint32_t longest = FlowApp::GetLongestMessage(mtu);
    return bytes == 0 ? 1 : static_cast<uint32_t>((bytes + longest - 1) / longest);
}

} // namespace

TypeId
FlowApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FlowApp")
            .SetParent<VerbsApp>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FlowApp>()
            .AddAttribute("TrafficClass",
                          "Class (802.1p priority) of the flows' requests (3: the ns-3 simulators "
                          "of this field). Read when the application starts.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FlowApp::m_trafficClass),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("Timeout",
                          "Local ACK timeout code t: 4.096 us * 2^t, 0 for never (10 = 4.19 ms: "
                          "the nearest to the 4 ms of the ConWeave evaluation). Read when the "
                          "application starts.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&FlowApp::m_timeout),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("RetryCount",
                          "Transport retries without progress before a flow is given up (7: the "
                          "largest that verbs allow). Read when the application starts.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&FlowApp::m_retryCount),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("WindowBdp",
                          "Payload that a queue pair has in flight at most, in bandwidth-delay "
                          "products of the path to the receiver at line rate, held by the NIC; 0: "
                          "no limit, as RNICs (1: the window of HPCC's simulator). Read when a "
                          "flow is connected.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FlowApp::m_windowBdp),
                          MakeDoubleChecker<double>(0, 1000));
    return tid;
}

uint32_t
FlowApp::GetLongestMessage(uint32_t mtu)
{
    return SendWr::MAX_MESSAGE / mtu * mtu;
}

FlowApp::FlowApp() = default;

FlowApp::~FlowApp() = default;

void
FlowApp::StartFlow(const Flow& flow)
{
    NS_ABORT_MSG_IF(flow.sizeBytes >= RdmaEndpoint::FLOW_BYTES_LIMIT,
                    "flow " << flow.id << " has 1 TiB or more");
    VerbsQp& qp = GetEndpoint().CreateQp(CountMessages(flow.sizeBytes, GetVerbs().GetPathMtu()), 0);
    const uint32_t qpNum = qp.GetQpNum();
    NS_LOG_LOGIC("flow " << flow.id << " uses QP " << qpNum);
    ConnectionRequest request = GetEndpoint().MakeRequest(qpNum, 0);
    request.privateData = PrivateData::Encode(FlowRequest{flow.id, flow.sizeBytes});
    const Ipv4Address receiver = GetAddressOf(flow.dst);
    m_outgoing.Emplace(qpNum, OutgoingFlow{flow, receiver, &qp, request, 0});
    GetEndpoint().Connect(receiver, request, [this, qpNum](const ConnectionReply& reply) {
        OnConnected(qpNum, reply);
    });
}

ConnectionReply
FlowApp::OnConnect(const ConnectionRequest& request)
{
    const auto flow = request.privateData.Decode<FlowRequest>();
    VerbsQp& qp = GetEndpoint().CreateQp(0, 0);
    const uint32_t qpNum = qp.GetQpNum();
    NS_LOG_LOGIC("flow " << flow.flowId << " from " << request.address << " arrives on QP "
                         << qpNum);
    GetEndpoint().BringUp(qp, request, 0);
    MemoryRegion& mr = GetEndpoint().RegisterFlow(qpNum, flow.sizeBytes);
    m_incoming.Emplace(qpNum, IncomingFlow{&qp, &mr, flow.flowId, flow.sizeBytes});

    ConnectionReply reply;
    reply.qpNum = qpNum;
    reply.privateData = PrivateData::Encode(FlowReply{mr.GetAddress(), mr.GetKey()});
    return reply;
}

void
FlowApp::OnConnected(uint32_t qpNum, const ConnectionReply& reply)
{
    OutgoingFlow& outgoing = *m_outgoing.Find(qpNum);
    outgoing.remoteQpNum = reply.qpNum;
    GetEndpoint().BringUp(*outgoing.qp,
                          outgoing.receiver,
                          outgoing.request,
                          reply,
                          ComputeWindow(outgoing.receiver));
    const auto memory = reply.privateData.Decode<FlowReply>();
    PostWrites(outgoing, memory.address, memory.rkey);
}

uint32_t
FlowApp::ComputeWindow(Ipv4Address receiver) const
{
    if (m_windowBdp == 0)
    {
        return 0;
    }
    const double bytes = m_windowBdp * static_cast<double>(GetPathInfo(receiver).GetBdp());
    return static_cast<uint32_t>(std::clamp(std::ceil(bytes), 1.0, LARGEST_WINDOW));
}

void
FlowApp::PostWrites(const OutgoingFlow& outgoing, uint64_t remoteAddress, uint32_t rkey)
{
    const uint64_t size = outgoing.flow.sizeBytes;
    const uint32_t longest = GetLongestMessage(GetVerbs().GetPathMtu());
    const uint32_t count = CountMessages(size, GetVerbs().GetPathMtu());
    boost::container::small_vector<SendWr, 1> list(count);
    uint64_t offset = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        SendWr& wr = list[i];
        wr.opcode = WrOpcode::RDMA_WRITE;
        wr.length = static_cast<uint32_t>(std::min<uint64_t>(longest, size - offset));
        wr.localAddress = offset;
        wr.lkey = GetEndpoint().GetSourceKey();
        wr.remoteAddress = remoteAddress + offset;
        wr.rkey = rkey;
        wr.next = i + 1 < count ? &list[i + 1] : nullptr;
        offset += wr.length;
    }
    list.back().sendFlags = SEND_SIGNALED;
    const SendWr* refused = outgoing.qp->PostSend(list.front());
    NS_ABORT_MSG_IF(refused, "a WRITE of flow " << outgoing.flow.id << " was refused");
}

void
FlowApp::OnSendCompletion(const WorkCompletion& completion)
{
    const OutgoingFlow* found = m_outgoing.Find(completion.qpNum);
    if (!found)
    {
        return; // flushed after the error that has ended the flow
    }
    const uint64_t flowId = found->flow.id;
    const Ipv4Address receiver = found->receiver;
    const uint32_t remoteQpNum = found->remoteQpNum;
    VerbsQp* qp = found->qp;
    m_outgoing.Erase(completion.qpNum);
    GetVerbs().DestroyQp(qp);
    GetEndpoint().Disconnect(receiver, remoteQpNum);
    if (completion.status == WcStatus::SUCCESS)
    {
        ReportFinished(flowId);
    }
    else
    {
        NS_LOG_WARN("QP " << completion.qpNum << " fails with status "
                          << static_cast<int>(completion.status));
        ReportFailed(flowId);
    }
}

void
FlowApp::OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length)
{
    const IncomingFlow& incoming = *m_incoming.Find(number); // registered with its QPN
    if (offset + length == incoming.size)
    {
        ReportPlaced(incoming.flowId);
    }
}

void
FlowApp::OnDisconnect(uint32_t qpNum)
{
    const IncomingFlow& incoming = *m_incoming.Find(qpNum);
    GetVerbs().DestroyQp(incoming.qp);
    GetVerbs().DeregMr(incoming.mr);
    m_incoming.Erase(qpNum);
}

void
FlowApp::DoDispose()
{
    m_outgoing.Clear();
    m_incoming.Clear();
    VerbsApp::DoDispose();
}

} // namespace ns3::rdmacell
