/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-source-tor.h"

#include "balancer-bytes.h"
#include "conweave-control.h"
#include "port-selection.h"
#include "source-route.h"

#include "ns3/log.h"
#include "ns3/nstime.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ConWeaveSourceTor");

void
ConWeaveSourceTor::Start(SwitchView& view,
                         const Config& config,
                         Ptr<UniformRandomVariable> uniform,
                         const LoadBalancer& owner)
{
    NS_LOG_FUNCTION(this << config.connections);
    m_view = &view;
    m_owner = &owner;
    m_config = config;
    m_microsecond = MicroSeconds(1).GetTimeStep();
    m_uniform = uniform;
    m_connections = FlowTable<Connection, WAYS>(config.connections);
}

void
ConWeaveSourceTor::BeginEpoch(Connection& connection)
{
    connection.epoch = (connection.epoch + 1) % ConWeaveHeader::EPOCHS;
    connection.phase = Phase::REQUEST_DUE;
}

void
ConWeaveSourceTor::OnData(RoceFrame& frame, int64_t now)
{
    // A flow keeps its entry, and so its epoch, for twice theta_inactive. The destination ToR
    // switch forgets the epoch after theta_inactive, so it never meets one that counts from 0
    // again.
    Connection* connection =
        m_connections.FindOrReplaceIdle(FlowKey::Of(frame), now, 2 * m_config.inactive);
    if (!connection)
    {
        NS_LOG_LOGIC("no room for flow " << FlowKey::Of(frame) << ": ECMP");
        ++m_stats.untracked;
        return;
    }
    const uint32_t tor = m_view->GetTorOf(frame.dstIp);
    const std::vector<FabricPath>& paths = m_view->GetPaths(tor);
    const PortSet ports = m_view->GetRoute(frame.dstIp);
    const uint32_t previous = connection->path;
    const bool hasPath = previous < paths.size() && IsCandidate(ports, paths[previous].ports[0]);
    if (!hasPath)
    {
        connection->path = NO_PATH;
    }
    if (!hasPath || now - connection->lastSeen > m_config.inactive)
    {
        if (!StartFlow(*connection, tor, ports, now))
        {
            return;
        }
        m_owner->TraceFlowlet(frame, previous, connection->path);
    }
    connection->lastSeen = now;

    ConWeaveHeader header;
    header.sent = ConWeaveHeader::Stamp(now, m_microsecond);
    const uint32_t path = connection->path; // before a reroute: the TAIL takes the old path
    if (connection->phase == Phase::WAITING && now > connection->deadline)
    {
        header.tail = Reroute(*connection, frame, tor, ports, now);
    }
    else if (connection->phase == Phase::REROUTED)
    {
        header.rerouted = true;
        header.tailSent = connection->tailSent;
    }
    header.epoch = connection->epoch;
    const bool request = connection->phase == Phase::REQUEST_DUE;
    header.opcode = request ? ConWeaveOpcode::RTT_REQUEST : ConWeaveOpcode::NORMAL;
    header.Write(frame);
    const uint32_t bytes =
        ConWeaveHeader::BYTES + SourceRoute(frame, ConWeaveHeader::BYTES).Write(paths[path]);
    SetBalancerBytes(frame, bytes);
    m_stats.headerBytes += bytes;
    if (request)
    {
        ++m_stats.epochs;
        connection->phase = Phase::WAITING;
        // theta_reply: what the request and its reply take on this path, and some queueing.
        connection->deadline = now + GetBaseRtt(paths[path], frame.wireBytes) + m_config.replyExtra;
        NS_LOG_LOGIC("flow " << connection->key << " epoch " << +connection->epoch
                             << ": RTT_REQUEST on path " << path << ", reply due at "
                             << TimeStep(connection->deadline).As(Time::US));
        m_owner->TraceProbeSent(frame, paths[path].ports[0]);
    }
}

bool
ConWeaveSourceTor::StartFlow(Connection& connection,
                             uint32_t tor,
                             const PortSet& ports,
                             int64_t now)
{
    ListCandidates(tor, ports, NO_PATH);
    if (m_candidates.empty())
    {
        NS_LOG_INFO("no path to ToR switch " << tor << " is up: ECMP");
        return false;
    }
    const uint32_t path = DrawPath(tor, now);
    if (path != NO_PATH)
    {
        connection.path = path;
    }
    else if (connection.path == NO_PATH)
    {
        // Both paths drawn are busy, but the flow must have one.
        connection.path =
            m_candidates[m_uniform->GetInteger(0, static_cast<uint32_t>(m_candidates.size()) - 1)];
    }
    BeginEpoch(connection);
    NS_LOG_INFO("flow " << connection.key << " epoch " << +connection.epoch << ": starts on path "
                        << connection.path);
    return true;
}

bool
ConWeaveSourceTor::Reroute(Connection& connection,
                           const RoceFrame& frame,
                           uint32_t tor,
                           const PortSet& ports,
                           int64_t now)
{
    // Of the three conditions of 3.2.2, the caller has checked that the reply is late, and the
    // phase says that no CLEAR is outstanding. What is left is a path that is not busy.
    ListCandidates(tor, ports, connection.path);
    const uint32_t path = DrawPath(tor, now);
    if (path == NO_PATH)
    {
        NS_LOG_INFO("flow " << connection.key << " epoch " << +connection.epoch
                            << ": reply late, no reroute: paths drawn are busy");
        m_stats.aborted += m_candidates.empty() ? 0 : 1;
        if (!m_config.rerouteToBusy || m_candidates.empty())
        {
            return false;
        }
    }
    else
    {
        NS_LOG_INFO("flow " << connection.key << " epoch " << +connection.epoch
                            << ": reply late, rerouted from path " << connection.path << " to "
                            << path);
        ++m_stats.reroutes;
        m_owner->TraceReroute(frame, connection.path, path);
        connection.path = path;
    }
    connection.phase = Phase::REROUTED;
    connection.tailSent = ConWeaveHeader::Stamp(now, m_microsecond);
    return true;
}

void
ConWeaveSourceTor::ListCandidates(uint32_t tor, const PortSet& ports, uint32_t except)
{
    m_candidates.clear();
    const std::vector<FabricPath>& paths = m_view->GetPaths(tor);
    for (uint32_t path = 0; path < paths.size(); ++path)
    {
        if (path != except && IsCandidate(ports, paths[path].ports[0]))
        {
            m_candidates.push_back(path);
        }
    }
}

uint32_t
ConWeaveSourceTor::DrawPath(uint32_t tor, int64_t now)
{
    const auto count = static_cast<uint32_t>(m_candidates.size());
    if (count == 0)
    {
        return NO_PATH;
    }
    const uint32_t first = m_uniform->GetInteger(0, count - 1);
    if (!m_busy.IsBusy(tor, m_candidates[first], now))
    {
        return m_candidates[first];
    }
    if (count == 1)
    {
        return NO_PATH;
    }
    // The second one is drawn from the others.
    const uint32_t second = m_candidates[(first + 1 + m_uniform->GetInteger(0, count - 2)) % count];
    return m_busy.IsBusy(tor, second, now) ? NO_PATH : second;
}

void
ConWeaveSourceTor::OnControl(RoceFrame& frame, uint32_t port, int64_t now)
{
    const ConWeaveHeader header = ConWeaveHeader::Read(frame);
    if (header.opcode == ConWeaveOpcode::NOTIFY)
    {
        // It comes back over the links of the packet with the mark: its route, reversed, is the
        // path.
        const uint32_t tor = m_view->GetTorOf(frame.srcIp);
        const uint32_t path =
            SourceRoute(frame, ConWeaveHeader::BYTES).FindReverse(m_view->GetPaths(tor));
        if (path != SourceRoute::NO_PATH)
        {
            NS_LOG_INFO("NOTIFY: path " << path << " to ToR switch " << tor << " is busy");
            m_busy.SetBusy(tor, path, now + m_config.pathBusy);
        }
        return;
    }
    if (header.opcode == ConWeaveOpcode::RTT_REPLY)
    {
        m_owner->TraceProbeReceived(frame, port);
    }
    Connection* connection = m_connections.Find(Reversed(FlowKey::Of(frame)));
    if (!connection || connection->epoch != header.epoch)
    {
        return; // of an epoch that is over
    }
    // A reply that is late counts as none, even if no packet has departed since its deadline.
    const bool replied = header.opcode == ConWeaveOpcode::RTT_REPLY &&
                         connection->phase == Phase::WAITING && now <= connection->deadline;
    const bool cleared =
        header.opcode == ConWeaveOpcode::CLEAR && connection->phase == Phase::REROUTED;
    if (replied || cleared)
    {
        NS_LOG_LOGIC("flow " << connection->key << " epoch " << +connection->epoch << " ends by "
                             << (replied ? "RTT_REPLY" : "CLEAR"));
        BeginEpoch(*connection);
    }
}

int64_t
ConWeaveSourceTor::GetBaseRtt(const FabricPath& path, uint32_t wireBytes)
{
    // Store and forward: both frames are serialized on each link.
    const int64_t second = Seconds(1).GetTimeStep();
    const int64_t bits = 8 * int64_t{wireBytes + ConWeaveControl::WIRE_BYTES};
    int64_t time = 2 * path.delay;
    for (uint32_t hop = 0; hop < path.hops; ++hop)
    {
        time += bits * second / static_cast<int64_t>(path.bitRates[hop]);
    }
    return time;
}

const ConWeaveSourceTor::Stats&
ConWeaveSourceTor::GetStats() const
{
    return m_stats;
}

} // namespace ns3::rdmacell
