/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-manager.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(ConnectionManager);

TypeId
ConnectionManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::ConnectionManager")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<ConnectionManager>()
            .AddAttribute("Delay",
                          "One-way delay of the management network. With 0 queue pairs are "
                          "connected before a flow starts, as in the ns-3 simulators of this "
                          "field; otherwise the set-up is part of the flow completion time.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ConnectionManager::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Time
ConnectionManager::GetDelay() const
{
    return m_delay;
}

void
ConnectionManager::Listen(uint32_t address, ConnectionListener* listener, uint32_t context)
{
    if (listener)
    {
        m_passive[address] = {listener, context};
    }
    else
    {
        m_passive.erase(address);
    }
}

const ConnectionManager::Passive&
ConnectionManager::Find(uint32_t address) const
{
    const auto it = m_passive.find(address);
    NS_ABORT_MSG_IF(it == m_passive.end(), "nobody listens at address " << address);
    return it->second;
}

void
ConnectionManager::Connect(uint32_t destination,
                           const ConnectionRequest& request,
                           ReplyCallback reply)
{
    const Passive& passive = Find(destination);
    if (m_delay.IsZero())
    {
        reply(passive.listener->OnConnect(request));
        return;
    }
    Simulator::ScheduleWithContext(passive.context,
                                   m_delay,
                                   &ConnectionManager::Accept,
                                   this,
                                   destination,
                                   request,
                                   reply,
                                   Simulator::GetContext());
}

std::optional<ConnectionReply>
ConnectionManager::ConnectAtOnce(uint32_t destination, const ConnectionRequest& request)
{
    if (!m_delay.IsZero())
    {
        return std::nullopt;
    }
    return Find(destination).listener->OnConnect(request);
}

void
ConnectionManager::Accept(uint32_t destination,
                          ConnectionRequest request,
                          ReplyCallback reply,
                          uint32_t origin)
{
    const ConnectionReply answer = Find(destination).listener->OnConnect(request);
    Simulator::ScheduleWithContext(origin, m_delay, [reply, answer]() { reply(answer); });
}

void
ConnectionManager::Disconnect(uint32_t destination, uint32_t qpNum)
{
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

} // namespace ns3::rdmacell
