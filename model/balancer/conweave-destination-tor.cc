/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-destination-tor.h"

#include "balancer-bytes.h"
#include "conweave-control.h"
#include "source-route.h"

#include "ns3/log.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ConWeaveDestinationTor");

ConWeaveDestinationTor::ConWeaveDestinationTor()
    : m_timer(Create<Timer>(this))
{
}

ConWeaveDestinationTor::~ConWeaveDestinationTor()
{
    Stop();
}

void
ConWeaveDestinationTor::Start(SwitchView& view, const Config& config, const Traces& traces)
{
    NS_LOG_FUNCTION(this << config.connections << config.queues);
    m_view = &view;
    m_config = config;
    m_traces = traces;
    m_microsecond = MicroSeconds(1).GetTimeStep();
    m_connections = FlowTable<Connection, WAYS>(config.connections);
    m_queues.Start(view, config.dataClass, config.queues);
    m_blocked.resize(m_queues.GetSlots());
    m_queuedTails.resize(view.GetPortCount(), 0);
    m_sentBytes.resize(view.GetPortCount(), 0);
    m_timer->SetContext(view.GetNodeId());
}

void
ConWeaveDestinationTor::Stop()
{
    m_timer->Detach();
}

uint32_t
ConWeaveDestinationTor::OnData(RoceFrame& frame, uint32_t port, int64_t now)
{
    const ConWeaveHeader header = ConWeaveHeader::Read(frame);
    Answer(frame, header, now);
    SetBalancerBytes(frame, 0);
    const FlowKey key = FlowKey::Of(frame);
    Connection* connection = m_connections.FindOrReplaceIdle(key, now, 2 * m_config.inactive);
    if (!connection)
    {
        // The source waits for CLEAR, whether this switch can keep order or not.
        NS_LOG_LOGIC("no room for flow " << key);
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
        // Over the links of the packet: an RTT_REPLY then takes the time that the source has
        // computed for the path, and a NOTIFY names the path by its route.
        mirror->balancerBytes = static_cast<uint8_t>(
            ConWeaveHeader::BYTES + SourceRoute(*mirror, ConWeaveHeader::BYTES).Write(paths[back]));
    }
    NS_LOG_LOGIC("flow " << FlowKey::Of(frame) << " epoch " << +epoch << ": "
                         << (opcode == ConWeaveOpcode::NOTIFY ? "NOTIFY" : "RTT_REPLY"));
    if (!m_traces.controlSent->IsEmpty())
    {
        (*m_traces.controlSent)(*mirror, opcode);
    }
    m_view->Route(std::move(mirror), now);
}

void
ConWeaveDestinationTor::SendClear(const FlowKey& key, uint8_t epoch, int64_t now)
{
    NS_LOG_LOGIC("flow " << key << " epoch " << +epoch << ": CLEAR");
    ++m_stats.clears;
    RoceFramePtr frame =
        ConWeaveControl::Make(*m_view, key, ConWeaveOpcode::CLEAR, epoch, m_config.controlClass);
    if (!m_traces.controlSent->IsEmpty())
    {
        (*m_traces.controlSent)(*frame, ConWeaveOpcode::CLEAR);
    }
    m_view->Route(std::move(frame), now);
}

bool
ConWeaveDestinationTor::EnterEpoch(Connection& connection, uint8_t epoch, int64_t now)
{
    const bool unknown =
        connection.lastSeen == FlowEntry::NEVER || now - connection.lastSeen > m_config.inactive;
    const uint32_t ahead =
        (epoch + ConWeaveHeader::EPOCHS - connection.epoch) % ConWeaveHeader::EPOCHS;
    if (!unknown && ahead == 0)
    {
        return true;
    }
    // Packets are late by one epoch at most, so 3 ahead is the previous epoch. 1 ahead is the next
    // one, and 2 ahead the one after it, if all packets of the next one were lost.
    if (!unknown && ahead > ConWeaveHeader::EPOCHS / 2)
    {
        return false;
    }
    if (connection.phase == Phase::HOLDING)
    {
        // The source has paused and begun another epoch without waiting for CLEAR.
        Resume(connection.slot, true, now);
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
        BlockedQueue& blocked = m_blocked[connection.slot];
        if (header.tail)
        {
            // OnEgress() resumes the queue when the class queue has sent the frames before the
            // TAIL. The timer runs on, in case that the buffer has no room for the TAIL.
            NS_LOG_LOGIC("flow " << connection.key << " epoch " << +connection.epoch
                                 << ": TAIL arrived");
            blocked.tailQueued = true;
            blocked.tailOffset =
                m_sentBytes[port] + m_view->GetQueueBytes(port, m_config.dataClass);
            ++m_queuedTails[port];
            SetResumeTime(connection.slot, now + m_config.resumeDefault, now);
            connection.slot = ReorderQueuePool::NO_SLOT;
        }
        else
        {
            // Appendix A: packet B of the old path renews the estimate.
            SetResumeTime(
                connection.slot,
                now + ConWeaveHeader::Elapsed(header.sent, blocked.tailSent) * m_microsecond +
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
        // After the TAIL: the class queue, which the port serves after the reorder queue.
        return m_config.dataClass;
    }
    if (connection.phase == Phase::ORDERED)
    {
        AllocateQueue(connection, header, port, now);
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
ConWeaveDestinationTor::AllocateQueue(Connection& connection,
                                      const ConWeaveHeader& header,
                                      uint32_t port,
                                      int64_t now)
{
    connection.slot = m_queues.Allocate(port, now);
    if (connection.slot == ReorderQueuePool::NO_SLOT)
    {
        NS_LOG_INFO("flow " << connection.key << " epoch " << +connection.epoch
                            << ": no reorder queue is free, packets may be out of order");
        connection.phase = Phase::UNORDERED;
        ++m_stats.unorderedFlows;
        return;
    }
    connection.phase = Phase::HOLDING;
    m_blockedSlots.push_back(connection.slot);
    m_blocked[connection.slot] =
        {connection.key, Timer::NEVER, 0, header.tailSent, connection.epoch, false};
    // Appendix A: from packet A of the old path if there is one in this epoch.
    const int64_t time =
        connection.hasOld
            ? connection.oldArrived +
                  ConWeaveHeader::Elapsed(connection.oldSent, header.tailSent) * m_microsecond +
                  m_config.resumeExtra
            : now + m_config.resumeDefault;
    SetResumeTime(connection.slot, time, now);
    NS_LOG_INFO("flow " << connection.key << " epoch " << +connection.epoch << ": held in queue "
                        << m_queues.GetQueue(connection.slot) << " of port " << port
                        << " until the TAIL, or " << TimeStep(time).As(Time::US));
    if (!m_traces.allocated->IsEmpty())
    {
        (*m_traces.allocated)(connection.key, port, m_queues.GetQueue(connection.slot));
    }
}

void
ConWeaveDestinationTor::SetResumeTime(uint32_t slot, int64_t time, int64_t now)
{
    m_blocked[slot].resumeTime = std::max(time, now);
    if (m_blocked[slot].resumeTime < m_timer->GetDue())
    {
        m_timer->ArmAt(now, m_blocked[slot].resumeTime);
    }
}

void
ConWeaveDestinationTor::Resume(uint32_t slot, bool early, int64_t now)
{
    const uint32_t port = m_queues.GetPort(slot);
    const uint32_t queue = m_queues.GetQueue(slot);
    const FlowKey& key = m_blocked[slot].key;
    ++(early ? m_stats.earlyResumes : m_stats.tailResumes);
    NS_LOG_INFO("flow " << key << ": queue " << queue << " of port " << port << " is resumed"
                        << (early ? " early, without a TAIL" : ", the TAIL has left"));
    if (early && !m_traces.earlyResumed->IsEmpty())
    {
        (*m_traces.earlyResumed)(key, port, queue);
    }
    if (!m_traces.resumed->IsEmpty())
    {
        (*m_traces.resumed)(key, port, queue);
    }
    m_blockedSlots.erase(std::find(m_blockedSlots.begin(), m_blockedSlots.end(), slot));
    m_queues.Resume(slot, now);
}

void
ConWeaveDestinationTor::OnTimer(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    // Backwards, since a slot that is resumed leaves the list.
    for (std::size_t i = m_blockedSlots.size(); i-- > 0;)
    {
        const uint32_t slot = m_blockedSlots[i];
        if (m_blocked[slot].resumeTime <= now)
        {
            OnResumeTime(slot, now);
        }
    }
    for (const uint32_t slot : m_blockedSlots)
    {
        SetResumeTime(slot, m_blocked[slot].resumeTime, now);
    }
}

void
ConWeaveDestinationTor::OnResumeTime(uint32_t slot, int64_t now)
{
    BlockedQueue& blocked = m_blocked[slot];
    const uint32_t port = m_queues.GetPort(slot);
    if (blocked.tailQueued && m_view->GetQueueBytes(port, m_config.dataClass) > 0)
    {
        // The class queue is not empty, so the TAIL may still be in it.
        blocked.resumeTime = now + m_config.resumeDefault;
        return;
    }
    if (blocked.tailQueued)
    {
        --m_queuedTails[port]; // the buffer had no room for the TAIL
    }
    else
    {
        SendClear(blocked.key, blocked.epoch, now);
        Connection* connection = m_connections.Find(blocked.key);
        if (connection && connection->slot == slot)
        {
            connection->slot = ReorderQueuePool::NO_SLOT;
            connection->phase = Phase::RESUMED;
        }
    }
    Resume(slot, true, now);
}

void
ConWeaveDestinationTor::OnEgress(const RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now)
{
    if (queue == m_config.dataClass)
    {
        for (std::size_t i = m_blockedSlots.size(); m_queuedTails[port] > 0 && i-- > 0;)
        {
            const uint32_t slot = m_blockedSlots[i];
            if (m_queues.GetPort(slot) == port && m_blocked[slot].tailQueued &&
                m_sentBytes[port] >= m_blocked[slot].tailOffset)
            {
                --m_queuedTails[port];
                Resume(slot, false, now);
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
