/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-destination-tor.h"

#include "balancer-bytes.h"
#include "conweave-control.h"
#include "source-route.h"

#include "ns3/nstime.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

ConWeaveDestinationTor::ConWeaveDestinationTor()
    : m_timer(Create<Timer>(this))
{
}

ConWeaveDestinationTor::~ConWeaveDestinationTor()
{
    Stop();
}

void
ConWeaveDestinationTor::Start(SwitchView& view, const Config& config)
{
    m_view = &view;
    m_config = config;
    m_microsecond = MicroSeconds(1).GetTimeStep();
    m_connections = ConnectionTable<Connection>(config.connections, 2 * config.inactive);
    m_queues.Start(view, config.dataClass, config.queues);
    m_holds.resize(m_queues.GetSlots());
    m_tails.resize(view.GetPortCount(), 0);
    m_sentBytes.resize(view.GetPortCount(), 0);
    m_timer->SetContext(view.GetNodeId());
}

void
ConWeaveDestinationTor::Stop()
{
    m_timer->Detach();
}

uint32_t
ConWeaveDestinationTor::Arrive(RoceFrame& frame, uint32_t port, int64_t now)
{
    const ConWeaveHeader header = ConWeaveHeader::Read(frame);
    Answer(frame, header, now);
    SetBalancerBytes(frame, 0);
    const FlowKey key = FlowKey::Of(frame);
    Connection* connection = m_connections.FindOrMake(key, now);
    if (!connection)
    {
        m_stats.unorderedFrames += header.rerouted ? 1 : 0;
        if (header.tail)
        {
            SendClear(key, header.epoch, now);
        }
        return m_config.dataClass;
    }
    const bool current = EnterEpoch(*connection, header.epoch, now);
    connection->lastSeen = now;
    if (current && header.rerouted)
    {
        return OnRerouted(*connection, header, port, now);
    }
    if (current)
    {
        OnOld(*connection, header, port, now);
    }
    return m_config.dataClass;
}

void
ConWeaveDestinationTor::Answer(RoceFrame& frame, const ConWeaveHeader& header, int64_t now)
{
    if (header.opcode == ConWeaveOpcode::RTT_REQUEST)
    {
        ++m_stats.replies;
        Mirror(frame, ConWeaveOpcode::RTT_REPLY, header.epoch, now);
    }
    if (frame.ecn == EcnCodePoint::CE)
    {
        ++m_stats.notifies;
        Mirror(frame, ConWeaveOpcode::NOTIFY, header.epoch, now);
    }
}

void
ConWeaveDestinationTor::Mirror(RoceFrame& frame, ConWeaveOpcode opcode, uint8_t epoch, int64_t now)
{
    RoceFramePtr mirror =
        ConWeaveControl::Make(*m_view, FlowKey::Of(frame), opcode, epoch, m_config.controlClass);
    const std::vector<FabricPath>& paths = m_view->GetPaths(m_view->GetTorOf(frame.srcIp));
    const uint32_t back = SourceRoute(frame, ConWeaveHeader::BYTES).FindReverse(paths);
    if (back != SourceRoute::NO_PATH)
    {
        // Back over the links that the packet came by: a reply then takes the time that the source
        // expects, and a notification says which path it is about.
        mirror->balancerBytes = static_cast<uint8_t>(
            ConWeaveHeader::BYTES + SourceRoute(*mirror, ConWeaveHeader::BYTES).Write(paths[back]));
    }
    m_view->Route(std::move(mirror), now);
}

void
ConWeaveDestinationTor::SendClear(const FlowKey& key, uint8_t epoch, int64_t now)
{
    ++m_stats.clears;
    m_view->Route(
        ConWeaveControl::Make(*m_view, key, ConWeaveOpcode::CLEAR, epoch, m_config.controlClass),
        now);
}

bool
ConWeaveDestinationTor::EnterEpoch(Connection& connection, uint8_t epoch, int64_t now)
{
    const bool afresh =
        connection.lastSeen == Connection::NEVER || now - connection.lastSeen > m_config.inactive;
    const uint32_t ahead =
        (epoch + ConWeaveHeader::EPOCHS - connection.epoch) % ConWeaveHeader::EPOCHS;
    if (!afresh && ahead == 0)
    {
        return true;
    }
    // Of two bits, half are ahead. An epoch that is lost whole is as rare as one that is late by
    // two.
    if (!afresh && ahead > ConWeaveHeader::EPOCHS / 2)
    {
        return false;
    }
    if (connection.phase == Phase::HOLDING)
    {
        ++m_stats.earlyResumes; // the source has given up
        Release(connection.slot, now);
    }
    connection.epoch = epoch;
    connection.phase = Phase::ORDERED;
    connection.slot = ReorderQueuePool::NO_SLOT;
    connection.hasOld = false;
    return true;
}

void
ConWeaveDestinationTor::OnOld(Connection& connection,
                              const ConWeaveHeader& header,
                              uint32_t port,
                              int64_t now)
{
    connection.hasOld = true;
    connection.oldSent = header.sent;
    connection.oldArrived = now;
    if (header.tail && connection.phase != Phase::RESUMED)
    {
        SendClear(connection.key, connection.epoch, now);
    }
    if (connection.phase == Phase::HOLDING)
    {
        Hold& hold = m_holds[connection.slot];
        if (header.tail)
        {
            hold.tailQueued = true;
            hold.tailAfter = m_sentBytes[port] + m_view->GetQueueBytes(port, m_config.dataClass);
            ++m_tails[port];
            SetDue(connection.slot, now + m_config.resumeDefault, now);
            connection.slot = ReorderQueuePool::NO_SLOT;
        }
        else
        {
            SetDue(connection.slot,
                   now + ConWeaveHeader::Elapsed(header.sent, hold.tailSent) * m_microsecond +
                       m_config.resumeExtra,
                   now);
        }
    }
    if (header.tail)
    {
        connection.phase = Phase::RESUMED;
    }
}

uint32_t
ConWeaveDestinationTor::OnRerouted(Connection& connection,
                                   const ConWeaveHeader& header,
                                   uint32_t port,
                                   int64_t now)
{
    if (connection.phase == Phase::RESUMED)
    {
        return m_config.dataClass;
    }
    if (connection.phase == Phase::ORDERED)
    {
        connection.slot = m_queues.Take(port, now);
        if (connection.slot == ReorderQueuePool::NO_SLOT)
        {
            connection.phase = Phase::UNORDERED;
            ++m_stats.unorderedFlows;
        }
        else
        {
            connection.phase = Phase::HOLDING;
            m_held.push_back(connection.slot);
            m_holds[connection.slot] =
                {connection.key, Timer::NEVER, 0, header.tailSent, connection.epoch, false};
            const int64_t due = connection.hasOld ? connection.oldArrived +
                                                        ConWeaveHeader::Elapsed(connection.oldSent,
                                                                                header.tailSent) *
                                                            m_microsecond +
                                                        m_config.resumeExtra
                                                  : now + m_config.resumeDefault;
            SetDue(connection.slot, due, now);
        }
    }
    if (connection.phase == Phase::UNORDERED)
    {
        ++m_stats.unorderedFrames;
        return m_config.dataClass;
    }
    ++m_stats.heldFrames;
    return m_queues.GetQueue(connection.slot);
}

void
ConWeaveDestinationTor::SetDue(uint32_t slot, int64_t due, int64_t now)
{
    m_holds[slot].due = std::max(due, now);
    if (m_holds[slot].due < m_timer->GetDue())
    {
        m_timer->ArmAt(now, m_holds[slot].due);
    }
}

void
ConWeaveDestinationTor::Release(uint32_t slot, int64_t now)
{
    m_held.erase(std::find(m_held.begin(), m_held.end(), slot));
    m_queues.Release(slot, now);
}

void
ConWeaveDestinationTor::OnTimer(int64_t now)
{
    // Backwards, since a slot that expires leaves the list.
    for (std::size_t i = m_held.size(); i-- > 0;)
    {
        const uint32_t slot = m_held[i];
        if (m_holds[slot].due <= now)
        {
            Expire(slot, now);
        }
    }
    for (const uint32_t slot : m_held)
    {
        SetDue(slot, m_holds[slot].due, now);
    }
}

void
ConWeaveDestinationTor::Expire(uint32_t slot, int64_t now)
{
    Hold& hold = m_holds[slot];
    const uint32_t port = m_queues.GetPort(slot);
    if (hold.tailQueued && m_view->GetQueueBytes(port, m_config.dataClass) > 0)
    {
        hold.due = now + m_config.resumeDefault; // it is still in there, behind a long queue
        return;
    }
    ++m_stats.earlyResumes;
    if (hold.tailQueued)
    {
        --m_tails[port]; // the buffer had no room for the tail
    }
    else
    {
        SendClear(hold.key, hold.epoch, now);
        Connection* connection = m_connections.Find(hold.key);
        if (connection && connection->slot == slot)
        {
            connection->slot = ReorderQueuePool::NO_SLOT;
            connection->phase = Phase::RESUMED;
        }
    }
    Release(slot, now);
}

void
ConWeaveDestinationTor::OnEgress(const RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now)
{
    if (queue == m_config.dataClass)
    {
        for (std::size_t i = m_held.size(); m_tails[port] > 0 && i-- > 0;)
        {
            const uint32_t slot = m_held[i];
            if (m_queues.GetPort(slot) == port && m_holds[slot].tailQueued &&
                m_sentBytes[port] >= m_holds[slot].tailAfter)
            {
                --m_tails[port];
                ++m_stats.tailResumes;
                Release(slot, now);
            }
        }
        m_sentBytes[port] += frame.wireBytes;
    }
    else if (m_queues.IsReorderQueue(port, queue))
    {
        m_queues.OnDequeue(port, queue);
    }
}

const ReorderQueuePool&
ConWeaveDestinationTor::GetQueues() const
{
    return m_queues;
}

const ConWeaveDestinationTor::Stats&
ConWeaveDestinationTor::GetStats() const
{
    return m_stats;
}

} // namespace ns3::rdmacell
