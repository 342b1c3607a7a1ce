/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-app.h"

#include "ns3/abort.h"
#include "ns3/memory-region.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FlowApp);

namespace
{

/// Send completions that may wait: the application takes them at each notification.
constexpr uint32_t CQ_ENTRIES = 1U << 16;

/// Bits of an address within a flow: flows of up to 256 GiB. The receiving queue pair is above.
constexpr uint32_t ADDRESS_BITS = 38;

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
            .SetParent<HostApp>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FlowApp>()
            .AddAttribute("TrafficClass",
                          "Class (802.1p priority) of the flows' requests (3: the ns-3 simulators "
                          "of this field).",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FlowApp::m_trafficClass),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("Timeout",
                          "Local ACK timeout code t: 4.096 us * 2^t, 0 for never (10 = 4.19 ms: "
                          "the nearest to the 4 ms of the ConWeave evaluation).",
                          UintegerValue(10),
                          MakeUintegerAccessor(&FlowApp::m_timeout),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("RetryCount",
                          "Transport retries without progress before a flow is given up (7: the "
                          "largest that verbs allow).",
                          UintegerValue(7),
                          MakeUintegerAccessor(&FlowApp::m_retryCount),
                          MakeUintegerChecker<uint8_t>(0, 7));
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
FlowApp::OpenDevice()
{
    if (!m_sendCq)
    {
        m_sendCq = GetVerbs().CreateCq(CQ_ENTRIES);
        m_watch = MakeCallback(&FlowApp::OnPlaced, this);
        m_notification = MakeCallback(&FlowApp::OnSendCompletion, this);
        m_sendCq->RequestNotify(m_notification);
        m_source = GetVerbs().RegMr(0, std::numeric_limits<uint64_t>::max(), nullptr);
    }
}

void
FlowApp::BringUp(VerbsQp& qp,
                 Ipv4Address address,
                 uint32_t qpNum,
                 uint32_t psn,
                 uint8_t trafficClass)
{
    QpAttr attr;
    attr.pathMtu = GetVerbs().GetPathMtu();
    attr.destAddress = address.Get();
    attr.destQpNum = qpNum;
    attr.rqPsn = psn;
    attr.timeout = m_timeout;
    attr.retryCnt = m_retryCount;
    attr.trafficClass = trafficClass;
    for (const QpState state : {QpState::INIT, QpState::RTR, QpState::RTS})
    {
        attr.qpState = state;
        const bool done = qp.Modify(attr);
        NS_ABORT_MSG_IF(!done, "queue pair " << qp.GetQpNum() << " does not come up");
    }
}

void
FlowApp::StartFlow(const Flow& flow)
{
    NS_ABORT_MSG_IF(flow.sizeBytes >> ADDRESS_BITS, "flow " << flow.id << " has 256 GiB or more");
    OpenDevice();
    QpInitAttr init;
    init.sendCq = m_sendCq;
    init.recvCq = m_sendCq;
    init.maxSendWr = CountMessages(flow.sizeBytes, GetVerbs().GetPathMtu());
    init.maxRecvWr = 0;
    VerbsQp* qp = GetVerbs().CreateQp(init);
    const uint32_t qpNum = qp->GetQpNum();
    m_sending.Make(qpNum, Sending{flow, qp, 0});

    ConnectionRequest request;
    request.address = GetAddress();
    request.qpNum = qpNum;
    request.trafficClass = m_trafficClass;
    request.privateData = PrivateData::Encode(FlowRequest{flow.id, flow.sizeBytes});
    const Ipv4Address receiver = GetAddressOf(flow.dst);
    if (const auto reply = GetConnectionManager().ConnectAtOnce(receiver, request))
    {
        OnConnected(qpNum, *reply);
        return;
    }
    GetConnectionManager().Connect(
        receiver,
        request,
        RdmaConnectionManager::ReplyCallback(
            [this, qpNum](const ConnectionReply& r) { OnConnected(qpNum, r); }));
}

ConnectionReply
FlowApp::OnConnect(const ConnectionRequest& request)
{
    OpenDevice();
    QpInitAttr init;
    init.sendCq = m_sendCq;
    init.recvCq = m_sendCq;
    init.maxSendWr = 0;
    init.maxRecvWr = 0;
    VerbsQp* qp = GetVerbs().CreateQp(init);
    const uint32_t qpNum = qp->GetQpNum();
    BringUp(*qp, request.address, request.qpNum, request.psn, request.trafficClass);
    // Each flow has addresses of its own, by which one watch serves all.
    const auto flow = request.privateData.Decode<FlowRequest>();
    MemoryRegion* mr = GetVerbs().RegMr(uint64_t{qpNum} << ADDRESS_BITS, flow.sizeBytes, nullptr);
    mr->SetWriteCallback(m_watch);
    m_receiving.Make(qpNum, Receiving{qp, mr, flow.flowId, flow.sizeBytes});

    ConnectionReply reply;
    reply.qpNum = qpNum;
    reply.privateData = PrivateData::Encode(FlowReply{mr->GetAddress(), mr->GetKey()});
    return reply;
}

void
FlowApp::OnConnected(uint32_t qpNum, const ConnectionReply& reply)
{
    Sending& sending = *m_sending.Find(qpNum);
    sending.remoteQpNum = reply.qpNum;
    BringUp(*sending.qp, GetAddressOf(sending.flow.dst), reply.qpNum, reply.psn, m_trafficClass);
    const auto memory = reply.privateData.Decode<FlowReply>();
    PostWrites(sending, memory.address, memory.rkey);
}

void
FlowApp::PostWrites(const Sending& sending, uint64_t remoteAddress, uint32_t rkey)
{
    const uint32_t longest = GetLongestMessage(GetVerbs().GetPathMtu());
    const uint32_t count = CountMessages(sending.flow.sizeBytes, GetVerbs().GetPathMtu());
    boost::container::small_vector<SendWr, 1> list(count);
    uint64_t offset = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        SendWr& wr = list[i];
        wr.opcode = WrOpcode::RDMA_WRITE;
        wr.length =
            static_cast<uint32_t>(std::min<uint64_t>(longest, sending.flow.sizeBytes - offset));
        wr.localAddress = offset;
        wr.lkey = m_source->GetKey();
        wr.remoteAddress = remoteAddress + offset;
        wr.rkey = rkey;
        wr.next = i + 1 < count ? &list[i + 1] : nullptr;
        offset += wr.length;
    }
    list.back().sendFlags = SEND_SIGNALED;
    const SendWr* refused = sending.qp->PostSend(list.front());
    NS_ABORT_MSG_IF(refused, "a WRITE of flow " << sending.flow.id << " was not taken");
}

void
FlowApp::OnSendCompletion(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        const Sending* found = m_sending.Find(completion.qpNum);
        if (!found)
        {
            continue; // flushed behind the error that has ended the flow
        }
        const Sending sending = *found;
        m_sending.Erase(completion.qpNum);
        GetVerbs().DestroyQp(sending.qp);
        GetConnectionManager().Disconnect(GetAddressOf(sending.flow.dst), sending.remoteQpNum);
        if (completion.status == WcStatus::SUCCESS)
        {
            ReportFinished(sending.flow.id);
        }
        else
        {
            ReportFailed(sending.flow.id);
        }
    }
    cq->RequestNotify(m_notification);
}

void
FlowApp::OnPlaced(uint64_t address, uint32_t length)
{
    const Receiving& receiving = *m_receiving.Find(static_cast<uint32_t>(address >> ADDRESS_BITS));
    if (address + length == receiving.mr->GetAddress() + receiving.size)
    {
        ReportPlaced(receiving.flowId);
    }
}

void
FlowApp::OnDisconnect(uint32_t qpNum)
{
    const Receiving& receiving = *m_receiving.Find(qpNum);
    GetVerbs().DestroyQp(receiving.qp);
    GetVerbs().DeregMr(receiving.mr);
    m_receiving.Erase(qpNum);
}

void
FlowApp::DoDispose()
{
    m_sending.Clear();
    m_receiving.Clear();
    m_sendCq = nullptr;
    m_source = nullptr;
    HostApp::DoDispose();
}

} // namespace ns3::rdmacell
