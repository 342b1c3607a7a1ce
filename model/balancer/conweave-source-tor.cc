/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-source-tor.h"

#include "balancer-bytes.h"
#include "conweave-control.h"
#include "port-choice.h"
#include "source-route.h"

#include "ns3/nstime.h"

namespace ns3::rdmacell
{

void
ConWeaveSourceTor::Start(SwitchView& view, const Config& config, Ptr<UniformRandomVariable> uniform)
{
    m_view = &view;
    m_config = config;
    m_microsecond = MicroSeconds(1).GetTimeStep();
    m_uniform = uniform;
    // The other end starts a flow afresh after one such pause: it never meets an epoch that has
    // begun again without it.
    m_connections = ConnectionTable<Connection>(config.connections, 2 * config.inactive);
}

void
ConWeaveSourceTor::Advance(Connection& connection)
{
    connection.epoch = (connection.epoch + 1) % ConWeaveHeader::EPOCHS;
    connection.phase = Phase::REQUEST_DUE;
}

void
ConWeaveSourceTor::Depart(RoceFrame& frame, int64_t now)
{
    Connection* connection = m_connections.FindOrMake(FlowKey::Of(frame), now);
    if (!connection)
    {
        ++m_stats.untracked;
        return;
    }
    const uint32_t tor = m_view->GetTorOf(frame.dstIp);
    const std::vector<FabricPath>& paths = m_view->GetPaths(tor);
    const PortSet ports = m_view->GetRoute(frame.dstIp);
    const bool hasPath =
        connection->path < paths.size() && IsCandidate(ports, paths[connection->path].ports[0]);
    if (!hasPath)
    {
        connection->path = NO_PATH;
    }
    // A flow without a path is new, or its path is gone.
    if ((!hasPath || now - connection->lastSeen > m_config.inactive) &&
        !StartAfresh(*connection, tor, ports, now))
    {
        return;
    }
    connection->lastSeen = now;

    ConWeaveHeader header;
    header.sent = ConWeaveHeader::Stamp(now, m_microsecond);
    const uint32_t path = connection->path;
    if (connection->phase == Phase::WAITING && now > connection->deadline)
    {
        header.tail = Reroute(*connection, tor, ports, now);
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
        connection->deadline = now + GetBaseRtt(paths[path], frame.wireBytes) + m_config.replyExtra;
    }
}

bool
ConWeaveSourceTor::StartAfresh(Connection& connection,
                               uint32_t tor,
                               const PortSet& ports,
                               int64_t now)
{
    Collect(tor, ports, NO_PATH);
    if (m_usable.empty())
    {
        return false;
    }
    const uint32_t path = Sample(tor, now);
    if (path != NO_PATH)
    {
        connection.path = path;
    }
    else if (connection.path == NO_PATH)
    {
        connection.path =
            m_usable[m_uniform->GetInteger(0, static_cast<uint32_t>(m_usable.size()) - 1)];
    }
    Advance(connection);
    return true;
}

bool
ConWeaveSourceTor::Reroute(Connection& connection, uint32_t tor, const PortSet& ports, int64_t now)
{
    Collect(tor, ports, connection.path);
    const uint32_t path = Sample(tor, now);
    if (path == NO_PATH)
    {
        m_stats.aborted += m_usable.empty() ? 0 : 1;
        if (!m_config.rerouteToBusy || m_usable.empty())
        {
            return false;
        }
    }
    else
    {
        ++m_stats.reroutes;
        connection.path = path;
    }
    connection.phase = Phase::REROUTED;
    connection.tailSent = ConWeaveHeader::Stamp(now, m_microsecond);
    return true;
}

void
ConWeaveSourceTor::Collect(uint32_t tor, const PortSet& ports, uint32_t except)
{
    m_usable.clear();
    const std::vector<FabricPath>& paths = m_view->GetPaths(tor);
    for (uint32_t path = 0; path < paths.size(); ++path)
    {
        if (path != except && IsCandidate(ports, paths[path].ports[0]))
        {
            m_usable.push_back(path);
        }
    }
}

uint32_t
ConWeaveSourceTor::Sample(uint32_t tor, int64_t now)
{
    const auto count = static_cast<uint32_t>(m_usable.size());
    if (count == 0)
    {
        return NO_PATH;
    }
    const uint32_t first = m_uniform->GetInteger(0, count - 1);
    if (!m_busy.IsBusy(tor, m_usable[first], now))
    {
        return m_usable[first];
    }
    if (count == 1)
    {
        return NO_PATH;
    }
    const uint32_t second = m_usable[(first + 1 + m_uniform->GetInteger(0, count - 2)) % count];
    return m_busy.IsBusy(tor, second, now) ? NO_PATH : second;
}

void
ConWeaveSourceTor::OnControl(RoceFrame& frame, int64_t now)
{
    const ConWeaveHeader header = ConWeaveHeader::Read(frame);
    if (header.opcode == ConWeaveOpcode::NOTIFY)
    {
        const uint32_t tor = m_view->GetTorOf(frame.srcIp);
        const uint32_t path =
            SourceRoute(frame, ConWeaveHeader::BYTES).FindReverse(m_view->GetPaths(tor));
        if (path != SourceRoute::NO_PATH)
        {
            m_busy.SetBusy(tor, path, now + m_config.pathBusy);
        }
        return;
    }
    Connection* connection = m_connections.Find(Reversed(FlowKey::Of(frame)));
    if (!connection || connection->epoch != header.epoch)
    {
        return;
    }
    const bool replied = header.opcode == ConWeaveOpcode::RTT_REPLY &&
                         connection->phase == Phase::WAITING && now <= connection->deadline;
    const bool cleared =
        header.opcode == ConWeaveOpcode::CLEAR && connection->phase == Phase::REROUTED;
    if (replied || cleared)
    {
        Advance(*connection);
    }
}

int64_t
ConWeaveSourceTor::GetBaseRtt(const FabricPath& path, uint32_t wireBytes)
{
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
