/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-connection-manager.h"

#include "ns3/abort.h"
#include "ns3/event-order.h"
#include "ns3/log.h"
#include "ns3/sequential-simulator-impl.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <tuple>
#include <type_traits>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("RdmaConnectionManager");

NS_OBJECT_ENSURE_REGISTERED(RdmaConnectionManager);

PrivateData
ConnectionListener::OnCall(Ipv4Address /* from */, const PrivateData& /* data */)
{
    return {};
}

void
ConnectionListener::OnMessage(Ipv4Address /* from */, const PrivateData& /* data */)
{
}

TypeId
RdmaConnectionManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::RdmaConnectionManager")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<RdmaConnectionManager>()
            .AddAttribute("Delay",
                          "One-way delay of the management network; acts on exchanges that begin "
                          "later. With 0, queue pairs are connected before a flow starts, as in "
                          "the ns-3 simulators of this field; otherwise the set-up is part of the "
                          "flow completion time.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RdmaConnectionManager::m_delay),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("CloseDelay",
                          "With a Delay of 0, the time after which the other side learns that a "
                          "queue pair is closed or memory no longer needed (0: at once; "
                          "rdmacell-fat-tree has 1 us, so that hosts can be spread over ranks). "
                          "Acts on what is closed later.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RdmaConnectionManager::m_closeDelay),
                          MakeTimeChecker(Time(0), Seconds(1)));
    return tid;
}

Time
RdmaConnectionManager::GetDelay() const
{
    return m_delay;
}

void
RdmaConnectionManager::Listen(Ipv4Address address, ConnectionListener* listener, uint32_t context)
{
    NS_LOG_FUNCTION(this << address << listener << context);
    if (listener)
    {
        m_passive[address] = {listener, context};
    }
    else
    {
        m_passive.erase(address);
    }
}

const RdmaConnectionManager::Passive&
RdmaConnectionManager::Find(Ipv4Address address) const
{
    const auto it = m_passive.find(address);
    NS_ABORT_MSG_IF(it == m_passive.end(), "no application listens at address " << address);
    return it->second;
}

void
RdmaConnectionManager::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_mailboxes.clear();
    m_replies.clear();
    m_answers.clear();
    m_passive.clear();
    Object::DoDispose();
}

Time
RdmaConnectionManager::GetMessageDelay() const
{
    return m_delay.IsZero() ? m_closeDelay : m_delay;
}

void
RdmaConnectionManager::JoinRanks()
{
    static_assert(std::is_trivially_copyable_v<Letter>, "letters are sent as bytes");
    m_link = RankLink::Get();
    if (!m_link)
    {
        return;
    }
    m_link->LimitWindow(GetMessageDelay().GetTimeStep());
    m_link->SetHandler(EventOrder::MESSAGES, [this](const uint8_t* bytes, std::size_t length) {
        Letter letter;
        NS_ABORT_MSG_UNLESS(length == sizeof(letter), "another rank has sent no letter");
        std::memcpy(&letter, bytes, sizeof(letter));
        Deliver(letter);
    });
}

RdmaConnectionManager::Letter
RdmaConnectionManager::MakeLetter(Kind kind, Ipv4Address to) const
{
    Letter letter;
    letter.kind = kind;
    letter.origin = Simulator::GetContext();
    letter.to = to;
    letter.target = Find(to).context;
    return letter;
}

void
RdmaConnectionManager::Send(Letter letter, Time delay)
{
    NS_LOG_LOGIC("node " << letter.origin << " sends node " << letter.target << " a letter, which "
                         << "takes " << delay.As(Time::US));
    letter.due = (Simulator::Now() + delay).GetTimeStep();
    if (!m_link || RankLink::IsOwn(letter.target))
    {
        Deliver(letter);
        return;
    }
    m_link->Post(RankLink::GetRankOf(letter.target),
                 EventOrder::MESSAGES,
                 reinterpret_cast<const uint8_t*>(&letter),
                 sizeof(letter));
}

void
RdmaConnectionManager::Deliver(const Letter& letter)
{
    std::unique_ptr<Mailbox>& mailbox = m_mailboxes[letter.target];
    if (!mailbox)
    {
        mailbox = std::make_unique<Mailbox>(*this, letter.target);
    }
    mailbox->Put(letter);
}

RdmaConnectionManager::Letter
RdmaConnectionManager::MakeAnswer(const Letter& letter) const
{
    Letter answer;
    answer.origin = letter.target;
    answer.target = letter.origin;
    answer.number = letter.number;
    ConnectionListener& listener = *Find(letter.to).listener;
    if (letter.kind == REQUEST)
    {
        answer.kind = REPLY;
        answer.reply = listener.OnConnect(letter.request);
    }
    else
    {
        answer.kind = ANSWER;
        answer.data = listener.OnCall(letter.from, letter.data);
    }
    return answer;
}

void
RdmaConnectionManager::Handle(const Letter& letter)
{
    switch (letter.kind)
    {
    case REQUEST:
    case CALL:
        Send(MakeAnswer(letter), m_delay);
        break;
    case REPLY: {
        const ReplyCallback reply = m_replies.at(letter.number);
        m_replies.erase(letter.number);
        reply(letter.reply);
        break;
    }
    case ANSWER: {
        const AnswerCallback answer = m_answers.at(letter.number);
        m_answers.erase(letter.number);
        answer(letter.data);
        break;
    }
    case DISCONNECT:
        Find(letter.to).listener->OnDisconnect(letter.number);
        break;
    case MESSAGE:
        Find(letter.to).listener->OnMessage(letter.from, letter.data);
        break;
    case END:
        break;
    }
}

RdmaConnectionManager::Letter
RdmaConnectionManager::AskNow(const Letter& letter) const
{
    const uint32_t rank = RankLink::GetRankOf(letter.target);
    const auto* bytes = reinterpret_cast<const uint8_t*>(&letter);
    m_link->SendNow(rank, RankLink::Bytes(bytes, bytes + sizeof(letter)));
    const RankLink::Bytes received = m_link->ReceiveNow(rank);
    Letter answer;
    NS_ABORT_MSG_UNLESS(received.size() == sizeof(answer), "another rank has sent no letter");
    std::memcpy(&answer, received.data(), sizeof(answer));
    return answer;
}

void
RdmaConnectionManager::ServeFlowStart(uint32_t sender, Ipv4Address receiver)
{
    if (!m_delay.IsZero() || !RankLink::IsOwn(Find(receiver).context))
    {
        return;
    }
    const uint32_t rank = RankLink::GetRankOf(sender);
    for (;;)
    {
        const RankLink::Bytes received = m_link->ReceiveNow(rank);
        Letter letter;
        NS_ABORT_MSG_UNLESS(received.size() == sizeof(letter), "another rank has sent no letter");
        std::memcpy(&letter, received.data(), sizeof(letter));
        if (letter.kind == END)
        {
            return;
        }
        const Letter answer = MakeAnswer(letter);
        const auto* bytes = reinterpret_cast<const uint8_t*>(&answer);
        m_link->SendNow(rank, RankLink::Bytes(bytes, bytes + sizeof(answer)));
    }
}

void
RdmaConnectionManager::EndFlowStart(Ipv4Address receiver)
{
    if (!m_link || !m_delay.IsZero() || RankLink::IsOwn(Find(receiver).context))
    {
        return;
    }
    const Letter letter = MakeLetter(END, receiver);
    const auto* bytes = reinterpret_cast<const uint8_t*>(&letter);
    m_link->SendNow(RankLink::GetRankOf(letter.target),
                    RankLink::Bytes(bytes, bytes + sizeof(letter)));
}

void
RdmaConnectionManager::Connect(Ipv4Address destination,
                               const ConnectionRequest& request,
                               ReplyCallback reply)
{
    if (const auto atOnce = ConnectAtOnce(destination, request))
    {
        reply(*atOnce);
        return;
    }
    Letter letter = MakeLetter(REQUEST, destination);
    letter.request = request;
    letter.number = m_nextNumber++;
    m_replies.emplace(letter.number, reply);
    Send(letter, m_delay);
}

std::optional<ConnectionReply>
RdmaConnectionManager::ConnectAtOnce(Ipv4Address destination, const ConnectionRequest& request)
{
    NS_LOG_FUNCTION(this << destination << request.address << request.qpNum);
    if (!m_delay.IsZero())
    {
        return std::nullopt;
    }
    const Passive& passive = Find(destination);
    if (!m_link || RankLink::IsOwn(passive.context))
    {
        return passive.listener->OnConnect(request);
    }
    Letter letter = MakeLetter(REQUEST, destination);
    letter.request = request;
    return AskNow(letter).reply;
}

void
RdmaConnectionManager::Disconnect(Ipv4Address destination, uint32_t qpNum)
{
    NS_LOG_FUNCTION(this << destination << qpNum);
    const Time delay = GetMessageDelay();
    if (delay.IsZero())
    {
        Find(destination).listener->OnDisconnect(qpNum);
        return;
    }
    Letter letter = MakeLetter(DISCONNECT, destination);
    letter.number = qpNum;
    Send(letter, delay);
}

void
RdmaConnectionManager::Call(Ipv4Address destination,
                            Ipv4Address from,
                            const PrivateData& data,
                            AnswerCallback answer)
{
    if (const auto atOnce = CallAtOnce(destination, from, data))
    {
        answer(*atOnce);
        return;
    }
    Letter letter = MakeLetter(CALL, destination);
    letter.from = from;
    letter.data = data;
    letter.number = m_nextNumber++;
    m_answers.emplace(letter.number, answer);
    Send(letter, m_delay);
}

std::optional<PrivateData>
RdmaConnectionManager::CallAtOnce(Ipv4Address destination,
                                  Ipv4Address from,
                                  const PrivateData& data)
{
    NS_LOG_FUNCTION(this << destination << from << data.GetSize());
    if (!m_delay.IsZero())
    {
        return std::nullopt;
    }
    const Passive& passive = Find(destination);
    if (!m_link || RankLink::IsOwn(passive.context))
    {
        return passive.listener->OnCall(from, data);
    }
    Letter letter = MakeLetter(CALL, destination);
    letter.from = from;
    letter.data = data;
    return AskNow(letter).data;
}

void
RdmaConnectionManager::SendMessage(Ipv4Address destination,
                                   Ipv4Address from,
                                   const PrivateData& data)
{
    NS_LOG_FUNCTION(this << destination << from << data.GetSize());
    const Time delay = GetMessageDelay();
    if (delay.IsZero())
    {
        Find(destination).listener->OnMessage(from, data);
        return;
    }
    Letter letter = MakeLetter(MESSAGE, destination);
    letter.from = from;
    letter.data = data;
    Send(letter, delay);
}

RdmaConnectionManager::Mailbox::Mailbox(RdmaConnectionManager& manager, uint32_t node)
    : m_manager(manager),
      m_node(node),
      m_arrival(Create<ArrivalEvent>(this))
{
}

RdmaConnectionManager::Mailbox::~Mailbox()
{
    m_arrival->mailbox = nullptr;
}

void
RdmaConnectionManager::Mailbox::ArrivalEvent::Fire()
{
    if (mailbox)
    {
        mailbox->Open();
    }
}

void
RdmaConnectionManager::Mailbox::Put(const Letter& letter)
{
    // Those of equal time in the order of their senders, whoever put them in first.
    const auto place =
        std::upper_bound(m_letters.begin(),
                         m_letters.end(),
                         letter,
                         [](const Letter& a, const Letter& b) {
                             return std::tie(a.due, a.origin) < std::tie(b.due, b.origin);
                         });
    const bool isExpected = (place != m_letters.begin() && std::prev(place)->due == letter.due) ||
                            (place != m_letters.end() && place->due == letter.due);
    m_letters.insert(place, letter);
    if (!isExpected)
    {
        Schedule(letter.due - Simulator::Now().GetTimeStep());
    }
}

void
RdmaConnectionManager::Mailbox::Schedule(int64_t delay)
{
    SimulatorImpl* simulator = PeekPointer(Simulator::GetImplementation());
    auto* own = dynamic_cast<SequentialSimulatorImpl*>(simulator);
    m_arrival->Ref(); // the list takes a reference over
    if (own && m_node < EventOrder::FLOW_STARTS - EventOrder::MESSAGES)
    {
        own->SchedulePlaced(m_node, delay, PeekPointer(m_arrival), EventOrder::MESSAGES + m_node);
        return;
    }
    simulator->ScheduleWithContext(m_node, TimeStep(delay), PeekPointer(m_arrival));
}

void
RdmaConnectionManager::Mailbox::Open()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    while (!m_letters.empty() && m_letters.front().due <= now)
    {
        const Letter letter = m_letters.front();
        m_letters.pop_front();
        m_manager.Handle(letter);
    }
}

} // namespace ns3::rdmacell
