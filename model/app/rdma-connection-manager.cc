/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-connection-manager.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

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
RdmaConnectionManager::Connect(Ipv4Address destination,
                               const ConnectionRequest& request,
                               ReplyCallback reply)
{
    if (const auto atOnce = ConnectAtOnce(destination, request))
    {
        reply(*atOnce);
        return;
    }
    NS_LOG_LOGIC("request of " << request.address << " QP " << request.qpNum << " to "
                               << destination << " takes " << m_delay.As(Time::US));
    Simulator::ScheduleWithContext(Find(destination).context,
                                   m_delay,
                                   &RdmaConnectionManager::AcceptConnection,
                                   this,
                                   destination,
                                   request,
                                   reply,
                                   Simulator::GetContext());
}

std::optional<ConnectionReply>
RdmaConnectionManager::ConnectAtOnce(Ipv4Address destination, const ConnectionRequest& request)
{
    NS_LOG_FUNCTION(this << destination << request.address << request.qpNum);
    if (!m_delay.IsZero())
    {
        return std::nullopt;
    }
    return Find(destination).listener->OnConnect(request);
}

void
RdmaConnectionManager::AcceptConnection(Ipv4Address destination,
                                        ConnectionRequest request,
                                        ReplyCallback reply,
                                        uint32_t origin)
{
    const ConnectionReply answer = Find(destination).listener->OnConnect(request);
    Simulator::ScheduleWithContext(origin, m_delay, [reply, answer]() { reply(answer); });
}

void
RdmaConnectionManager::Disconnect(Ipv4Address destination, uint32_t qpNum)
{
    NS_LOG_FUNCTION(this << destination << qpNum);
    const Passive& passive = Find(destination);
    if (m_delay.IsZero())
    {
        passive.listener->OnDisconnect(qpNum);
        return;
    }
    Simulator::ScheduleWithContext(passive.context,
                                   m_delay,
                                   &ConnectionListener::OnDisconnect,
                                   passive.listener,
                                   qpNum);
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
    Simulator::ScheduleWithContext(Find(destination).context,
                                   m_delay,
                                   &RdmaConnectionManager::AcceptCall,
                                   this,
                                   destination,
                                   from,
                                   data,
                                   answer,
                                   Simulator::GetContext());
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
    return Find(destination).listener->OnCall(from, data);
}

void
RdmaConnectionManager::AcceptCall(Ipv4Address destination,
                                  Ipv4Address from,
                                  PrivateData data,
                                  AnswerCallback answer,
                                  uint32_t origin)
{
    const PrivateData result = Find(destination).listener->OnCall(from, data);
    Simulator::ScheduleWithContext(origin, m_delay, [answer, result]() { answer(result); });
}

void
RdmaConnectionManager::SendMessage(Ipv4Address destination,
                                   Ipv4Address from,
                                   const PrivateData& data)
{
    NS_LOG_FUNCTION(this << destination << from << data.GetSize());
    const Passive& passive = Find(destination);
    if (m_delay.IsZero())
    {
        passive.listener->OnMessage(from, data);
        return;
    }
    Simulator::ScheduleWithContext(passive.context,
                                   m_delay,
                                   &ConnectionListener::OnMessage,
                                   passive.listener,
                                   from,
                                   data);
}

} // namespace ns3::rdmacell
