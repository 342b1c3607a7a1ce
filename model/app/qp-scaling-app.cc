/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-scaling-app.h"

#include "flow-app.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum-attribute.h"
#include "ns3/log.h"
#include "ns3/memory-region.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpScalingApp");

NS_OBJECT_ENSURE_REGISTERED(QpScalingApp);

namespace
{

/// A call: memory is needed for a message.
struct MessageRequest
{
    uint64_t flowId;    ///< Flow::id
    uint64_t sizeBytes; ///< Flow::sizeBytes
};

/// The answer to MessageRequest.
struct MessageReply
{
    uint64_t address{0}; ///< virtual address of the first byte
    uint32_t rkey{0};    ///< key of the memory region
    uint32_t number{0};  ///< the receiver's number for the message
};

/// A message over the channel: the memory is no longer needed.
struct MessageEnd
{
    uint32_t number; ///< MessageReply::number
};

/// Work requests that a queue pair can hold; more of them wait in the application.
constexpr uint32_t SEND_REQUESTS = 4096;

} // namespace

TypeId
QpScalingApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::QpScalingApp")
            .SetParent<VerbsApp>()
            .SetGroupName("RdmaCell")
            .AddConstructor<QpScalingApp>()
            .AddAttribute("QueuePairs",
                          "Queue pairs to each other host (4: Meta's ranking jobs; 16: its LLM "
                          "jobs; 1: NCCL). Read when the first message to a host starts.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&QpScalingApp::m_queuePairs),
                          MakeUintegerChecker<uint32_t>(1, 32))
            .AddAttribute("Mode",
                          "How messages use the queue pairs: Split, each over all of them, or "
                          "RoundRobin, whole messages over one after the other (what Meta kept).",
                          EnumValue(QpScalingApp::ROUND_ROBIN),
                          RDMACELL_ENUM_ACCESSOR(Mode, &QpScalingApp::m_mode),
                          MakeEnumChecker(QpScalingApp::SPLIT,
                                          "Split",
                                          QpScalingApp::ROUND_ROBIN,
                                          "RoundRobin"))
            .AddAttribute("SamePort",
                          "Whether all queue pairs to a host have the same UDP source port, so "
                          "that only their numbers differ, which E-ECMP hashes. By default each "
                          "has its own, as with Linux.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&QpScalingApp::m_samePort),
                          MakeBooleanChecker())
            .AddAttribute("TrafficClass",
                          "Class (802.1p priority) of the requests (3: as FlowApp). Read when the "
                          "application starts.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&QpScalingApp::m_trafficClass),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("Timeout",
                          "Local ACK timeout code t: 4.096 us * 2^t, 0 for never (10: as FlowApp). "
                          "Read when the application starts.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&QpScalingApp::m_timeout),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("RetryCount",
                          "Transport retries without progress before a queue pair fails (7: the "
                          "largest that verbs allow). Read when the application starts.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&QpScalingApp::m_retryCount),
                          MakeUintegerChecker<uint8_t>(0, 7));
    return tid;
}

QpScalingApp::QpScalingApp() = default;

QpScalingApp::~QpScalingApp() = default;

void
QpScalingApp::StartFlow(const Flow& flow)
{
    NS_ABORT_MSG_IF(flow.sizeBytes >= RdmaEndpoint::FLOW_BYTES_LIMIT,
                    "flow " << flow.id << " has 1 TiB or more");
    const Ipv4Address peer = GetAddressOf(flow.dst);
    Pair& pair = m_pairs[peer];
    if (pair.lanes.empty())
    {
        pair.lanes.resize(m_queuePairs);
    }
    pair.messages.push_back(flow);
    ConnectLanes(peer);
    SendWaiting(peer);
}

uint16_t
QpScalingApp::ComputeSourcePort(Ipv4Address peer) const
{
    if (!m_samePort)
    {
        return 0;
    }
    // Any function of the two addresses; a factor of 2^32 over the golden ratio spreads its bits.
    const uint32_t mixed = (GetAddress().Get() * 31 + peer.Get()) * 2'654'435'769U;
    return static_cast<uint16_t>(0xc000 | mixed >> 18);
}

void
QpScalingApp::ConnectLanes(Ipv4Address peer)
{
    Pair& pair = m_pairs[peer];
    for (uint32_t index = 0; index < pair.lanes.size(); ++index)
    {
        Lane& lane = pair.lanes[index];
        if (lane.qp)
        {
            continue;
        }
        lane.qp = &GetEndpoint().CreateQp(SEND_REQUESTS, 0);
        const uint32_t qpNum = lane.qp->GetQpNum();
        NS_LOG_LOGIC("QP " << qpNum << " is number " << index << " to " << peer);
        m_lanes.Emplace(qpNum, LaneName{peer, index});
        lane.request = GetEndpoint().MakeRequest(qpNum, 0);
        lane.request.udpSourcePort = ComputeSourcePort(peer);
        GetEndpoint().Connect(peer,
                              lane.request,
                              [this, name = LaneName{peer, index}](const ConnectionReply& reply) {
                                  OnConnected(name, reply);
                                  SendWaiting(name.peer);
                              });
    }
}

ConnectionReply
QpScalingApp::OnConnect(const ConnectionRequest& request)
{
    VerbsQp& qp = GetEndpoint().CreateQp(0, 0);
    GetEndpoint().BringUp(qp, request, 0);
    m_passive.Emplace(qp.GetQpNum(), &qp);
    ConnectionReply reply;
    reply.qpNum = qp.GetQpNum();
    return reply;
}

void
QpScalingApp::OnDisconnect(uint32_t qpNum)
{
    GetVerbs().DestroyQp(*m_passive.Find(qpNum));
    m_passive.Erase(qpNum);
}

void
QpScalingApp::OnConnected(const LaneName& name, const ConnectionReply& reply)
{
    Lane& lane = m_pairs[name.peer].lanes[name.index];
    GetEndpoint().BringUp(*lane.qp, name.peer, lane.request, reply);
    lane.remoteQpNum = reply.qpNum;
    lane.isConnected = true;
}

void
QpScalingApp::SendWaiting(Ipv4Address peer)
{
    Pair& pair = m_pairs[peer];
    const auto isConnected = [](const Lane& lane) { return lane.isConnected; };
    while (!pair.messages.empty() && std::all_of(pair.lanes.begin(), pair.lanes.end(), isConnected))
    {
        const Flow flow = pair.messages.front();
        pair.messages.pop_front();
        m_outgoing.Emplace(flow.id, OutgoingMessage{peer});
        GetEndpoint().Call(peer,
                           PrivateData::Encode(MessageRequest{flow.id, flow.sizeBytes}),
                           [this, flow](const PrivateData& answer) {
                               const auto memory = answer.Decode<MessageReply>();
                               m_outgoing.Find(flow.id)->number = memory.number;
                               PostMessage(flow, memory.address, memory.rkey);
                           });
    }
}

PrivateData
QpScalingApp::OnCall(Ipv4Address from, const PrivateData& data)
{
    const auto message = data.Decode<MessageRequest>();
    while (m_incoming.Find(m_nextNumber))
    {
        m_nextNumber = (m_nextNumber + 1) % RdmaEndpoint::FLOW_NUMBERS;
    }
    const uint32_t number = m_nextNumber;
    m_nextNumber = (m_nextNumber + 1) % RdmaEndpoint::FLOW_NUMBERS;
    NS_LOG_LOGIC("message " << message.flowId << " of " << from << " has number " << number);
    MemoryRegion& region = GetEndpoint().RegisterFlow(number, message.sizeBytes);
    m_incoming.Emplace(number, IncomingMessage{&region, message.flowId, message.sizeBytes});
    return PrivateData::Encode(MessageReply{region.GetAddress(), region.GetKey(), number});
}

void
QpScalingApp::PostMessage(const Flow& flow, uint64_t address, uint32_t rkey)
{
    OutgoingMessage& message = *m_outgoing.Find(flow.id);
    Pair& pair = m_pairs[message.peer];
    const auto lanes = static_cast<uint32_t>(pair.lanes.size());
    const uint32_t mtu = GetVerbs().GetPathMtu();
    const uint64_t packets = std::max<uint64_t>((flow.sizeBytes + mtu - 1) / mtu, 1);
    const auto parts =
        m_mode == SPLIT ? static_cast<uint32_t>(std::min<uint64_t>(lanes, packets)) : 1;
    message.parts = parts;
    for (uint32_t part = 0; part < parts; ++part)
    {
        // Parts of whole packets, so that a message takes no more packets than one WRITE would.
        const uint64_t begin = packets * part / parts * mtu;
        const uint64_t end = std::min(packets * (part + 1) / parts * mtu, flow.sizeBytes);
        const uint32_t index = m_mode == SPLIT ? part : pair.next;
        Lane& lane = pair.lanes[index];
        if (!lane.isConnected)
        {
            CompletePart(flow.id, true); // it has failed since the receiver was asked
            continue;
        }
        lane.messages.push_back(flow.id);
        PostPart(lane, begin, end - begin, address, rkey);
    }
    if (m_mode == ROUND_ROBIN)
    {
        pair.next = (pair.next + 1) % lanes;
    }
}

void
QpScalingApp::PostPart(Lane& lane, uint64_t offset, uint64_t bytes, uint64_t address, uint32_t rkey)
{
    const uint32_t longest = FlowApp::GetLongestMessage(GetVerbs().GetPathMtu());
    uint64_t left = bytes;
    do
    {
        SendWr wr;
        wr.opcode = WrOpcode::RDMA_WRITE;
        wr.length = static_cast<uint32_t>(std::min<uint64_t>(longest, left));
        wr.localAddress = offset;
        wr.lkey = GetEndpoint().GetSourceKey();
        wr.remoteAddress = address + offset;
        wr.rkey = rkey;
        left -= wr.length;
        offset += wr.length;
        wr.sendFlags = left == 0 ? SEND_SIGNALED : 0;
        lane.requests.push_back(wr);
    } while (left > 0);
    PostWaiting(lane);
}

void
QpScalingApp::PostWaiting(Lane& lane)
{
    while (!lane.requests.empty() && !lane.qp->PostSend(lane.requests.front()))
    {
        lane.requests.pop_front();
    }
}

void
QpScalingApp::OnSendCompletion(const WorkCompletion& completion)
{
    const LaneName* found = m_lanes.Find(completion.qpNum);
    if (!found)
    {
        return; // flushed after the error that has ended the queue pair
    }
    const LaneName name = *found;
    if (completion.status != WcStatus::SUCCESS)
    {
        NS_LOG_WARN("QP " << completion.qpNum << " fails with status "
                          << static_cast<int>(completion.status));
        BreakLane(name);
        return;
    }
    Lane& lane = m_pairs[name.peer].lanes[name.index];
    const uint64_t flowId = lane.messages.front();
    lane.messages.pop_front();
    PostWaiting(lane);
    CompletePart(flowId, false);
}

void
QpScalingApp::BreakLane(const LaneName& name)
{
    Lane& lane = m_pairs[name.peer].lanes[name.index];
    m_lanes.Erase(lane.qp->GetQpNum());
    GetVerbs().DestroyQp(lane.qp);
    GetEndpoint().Disconnect(name.peer, lane.remoteQpNum);
    const std::deque<uint64_t> messages = std::move(lane.messages);
    lane = Lane();
    for (const uint64_t flowId : messages)
    {
        CompletePart(flowId, true);
    }
}

void
QpScalingApp::CompletePart(uint64_t flowId, bool failed)
{
    OutgoingMessage& message = *m_outgoing.Find(flowId);
    message.hasFailed = message.hasFailed || failed;
    if (--message.parts > 0)
    {
        return;
    }
    const OutgoingMessage ended = message;
    m_outgoing.Erase(flowId);
    GetEndpoint().SendMessage(ended.peer, PrivateData::Encode(MessageEnd{ended.number}));
    if (ended.hasFailed)
    {
        ReportFailed(flowId);
    }
    else
    {
        ReportFinished(flowId);
    }
}

void
QpScalingApp::OnFlowBytesPlaced(uint32_t number, uint64_t /* offset */, uint32_t length)
{
    IncomingMessage& message = *m_incoming.Find(number);
    message.left -= length;
    if (message.left == 0)
    {
        ReportPlaced(message.flowId);
    }
}

void
QpScalingApp::OnMessage(Ipv4Address /* from */, const PrivateData& data)
{
    const uint32_t number = data.Decode<MessageEnd>().number;
    GetVerbs().DeregMr(m_incoming.Find(number)->region);
    m_incoming.Erase(number);
}

void
QpScalingApp::DoDispose()
{
    m_pairs.clear();
    m_lanes.Clear();
    m_outgoing.Clear();
    m_incoming.Clear();
    m_passive.Clear();
    VerbsApp::DoDispose();
}

} // namespace ns3::rdmacell
