/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stall-report.h"

#include "ns3/double.h"
#include "ns3/fabric-switch.h"
#include "ns3/frame-channel.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

constexpr std::size_t MOST_LINES = 20; ///< entries of a list that are printed
constexpr std::size_t MOST_PORTS = 12; ///< ports of a cycle that are named in the headline

/**
 * @brief List the devices of NICs.
 * @param nics the NICs
 * @return their devices
 */
std::vector<Ptr<FrameNetDevice>>
GetDevices(const std::vector<Ptr<RoceNic>>& nics)
{
    std::vector<Ptr<FrameNetDevice>> devices;
    for (const auto& nic : nics)
    {
        devices.push_back(nic->GetDevice());
    }
    return devices;
}

/**
 * @brief Get how many of the frames that arrive a device loses.
 * @param device the device
 * @return their share; 0 without an error model, NaN if the model has no frame error rate
 */
double
GetErrorRate(const NetDevice& device)
{
    PointerValue model;
    if (!device.GetAttributeFailSafe("ReceiveErrorModel", model) || !model.GetObject())
    {
        return 0;
    }
    DoubleValue rate;
    return model.GetObject()->GetAttributeFailSafe("FrameErrorRate", rate)
               ? rate.Get()
               : std::numeric_limits<double>::quiet_NaN();
}

/**
 * @brief Write a time for people.
 * @param time the time
 * @return milliseconds
 */
std::string
InMilliseconds(Time time)
{
    std::ostringstream text;
    text << time.GetSeconds() * 1e3 << " ms";
    return text.str();
}

} // namespace

std::ostream&
operator<<(std::ostream& os, StallKind kind)
{
    switch (kind)
    {
    case StallKind::DEADLOCK:
        return os << "deadlock";
    case StallKind::STALL:
        return os << "stall";
    case StallKind::IDLE:
        return os << "idle";
    case StallKind::FAILED:
        return os << "failed";
    }
    return os << static_cast<int>(kind);
}

StallReport::StallReport(const std::vector<Ptr<FabricSwitch>>& switches,
                         const std::vector<Ptr<RoceNic>>& nics)
    : m_pauses(switches, GetDevices(nics)),
      m_cycles(m_pauses.FindCycles()),
      m_qps(nics)
{
    for (const auto& node : switches)
    {
        for (uint32_t port = 0; port < node->GetPortCount(); ++port)
        {
            NoteLink(*node->GetDevice(port));
        }
    }
}

void
StallReport::NoteLink(const FrameNetDevice& device)
{
    const auto channel = DynamicCast<FrameChannel>(device.GetChannel());
    const Ptr<NetDevice> ends[] = {channel->GetDevice(0), channel->GetDevice(1)};
    BadLink link{};
    for (std::size_t end = 0; end < 2; ++end)
    {
        link.nodes[end] = ends[end]->GetNode()->GetId();
        link.areHosts[end] = !ends[end]->GetNode()->GetObject<FabricSwitch>();
        const double rate = GetErrorRate(*ends[end]);
        if (std::isnan(rate) || rate > link.errorRate) // false if that of the other end is unknown
        {
            link.errorRate = rate;
        }
    }
    link.isUp = channel->IsUp();
    // A link between switches is seen from both: it counts at its first end.
    const bool isFirst = PeekPointer(ends[0]) == &device || link.areHosts[0];
    if (isFirst && (link.errorRate != 0 || !link.isUp))
    {
        m_badLinks.push_back(link);
    }
}

StallKind
StallReport::GetKind() const
{
    if (!m_cycles.empty())
    {
        return StallKind::DEADLOCK;
    }
    if (flows == 0 && failed > 0)
    {
        return StallKind::FAILED;
    }
    const bool isEmpty = m_pauses.GetPorts().empty() && m_qps.GetWaiting().empty();
    return isEmpty ? StallKind::IDLE : StallKind::STALL;
}

const PauseGraph&
StallReport::GetPauses() const
{
    return m_pauses;
}

const std::vector<std::vector<uint32_t>>&
StallReport::GetCycles() const
{
    return m_cycles;
}

const QpCensus&
StallReport::GetQps() const
{
    return m_qps;
}

const std::vector<StallReport::BadLink>&
StallReport::GetBadLinks() const
{
    return m_badLinks;
}

std::string
StallReport::NameNode(uint32_t node, bool isHost) const
{
    std::string name = (isHost ? "host " : "switch ") + std::to_string(node);
    if (node < fileNumbers.size() && fileNumbers[node] != node)
    {
        name += " (" + std::to_string(fileNumbers[node]) + " in the file)";
    }
    return name;
}

std::string
StallReport::NamePort(uint32_t index) const
{
    const PauseGraph::Port& port = m_pauses.GetPorts()[index];
    return NameNode(port.node, port.isHost) + " port " + std::to_string(port.port);
}

std::string
StallReport::NameLink(const BadLink& link) const
{
    std::ostringstream text;
    text << "link " << NameNode(link.nodes[0], link.areHosts[0]) << " - "
         << NameNode(link.nodes[1], link.areHosts[1]);
    if (!link.isUp)
    {
        text << " is down";
    }
    else if (std::isnan(link.errorRate))
    {
        text << " has an error model";
    }
    else
    {
        text << " has frame error rate " << link.errorRate;
    }
    return text.str();
}

std::string
StallReport::NameCycle(const std::vector<uint32_t>& cycle) const
{
    const uint32_t trafficClass = m_pauses.GetPorts()[cycle.front()].trafficClass;
    std::string text = "class " + std::to_string(trafficClass) + ": ";
    for (std::size_t i = 0; i < cycle.size() && i < MOST_PORTS; ++i)
    {
        text += NamePort(cycle[i]) + " -> ";
    }
    if (cycle.size() > MOST_PORTS)
    {
        text += "... (" + std::to_string(cycle.size()) + " ports) -> ";
    }
    return text + NamePort(cycle.front());
}

std::string
StallReport::GetReason() const
{
    const std::vector<PauseGraph::Port>& ports = m_pauses.GetPorts();
    for (uint32_t i = 0; i < ports.size(); ++i)
    {
        if (ports[i].isPaused && m_pauses.GetWaits(i).empty())
        {
            return NamePort(i) + ", class " + std::to_string(ports[i].trafficClass) +
                   ", is paused by " + NameNode(ports[i].peer, ports[i].isPeerHost) +
                   ", which holds no frame of it";
        }
    }
    for (uint32_t i = 0; i < ports.size(); ++i)
    {
        if (ports[i].isBlocked)
        {
            return NamePort(i) + " has a blocked reorder queue";
        }
    }
    for (const QpWait wait : {QpWait::RECEIVER, QpWait::ACK, QpWait::WINDOW, QpWait::PACING})
    {
        if (const uint64_t count = m_qps.Count(wait))
        {
            std::ostringstream text;
            text << count << (count == 1 ? " queue pair is " : " queue pairs are ") << wait;
            return text.str() + NameBadLinks();
        }
    }
    switch (GetKind())
    {
    case StallKind::FAILED:
        return "their retries are exhausted" + NameBadLinks();
    case StallKind::IDLE:
        return "no queue pair has anything to send, flows wait for their applications";
    default:
        return "frames or queue pairs wait for their turn";
    }
}

std::string
StallReport::NameBadLinks() const
{
    std::string text;
    const std::size_t named = std::min<std::size_t>(m_badLinks.size(), 3);
    for (std::size_t i = 0; i < named; ++i)
    {
        text += (i == 0 ? "; " : ", ") + NameLink(m_badLinks[i]);
    }
    if (named < m_badLinks.size())
    {
        text += ", and " + std::to_string(m_badLinks.size() - named) + " other links";
    }
    return text;
}

std::string
StallReport::GetHeadline() const
{
    std::ostringstream text;
    text << GetKind() << ": ";
    if (isRestMoving)
    {
        text << "a part of the network cannot move, ";
    }
    else
    {
        text << "nothing has moved since " << InMilliseconds(since) << ", ";
    }
    text << flows << (flows == 1 ? " flow is" : " flows are") << " unfinished";
    if (failed > 0)
    {
        text << " and " << failed << (failed == 1 ? " has failed" : " have failed");
    }
    text << ": ";
    if (m_cycles.empty())
    {
        text << GetReason();
    }
    else
    {
        text << "ports paused by PFC wait for each other, " << NameCycle(m_cycles.front());
        if (m_cycles.size() > 1)
        {
            text << " (the first of " << m_cycles.size() << " cycles)";
        }
    }
    return text.str();
}

void
StallReport::PrintList(std::ostream& out,
                       const std::string& title,
                       const std::vector<std::string>& lines)
{
    if (lines.empty())
    {
        return;
    }
    out << title << '\n';
    const std::size_t count = std::min(lines.size(), MOST_LINES);
    for (std::size_t i = 0; i < count; ++i)
    {
        out << "  " << lines[i] << '\n';
    }
    if (count < lines.size())
    {
        out << "  and " << lines.size() - count << " more\n";
    }
}

std::vector<std::string>
StallReport::DescribePorts() const
{
    const std::vector<PauseGraph::Port>& ports = m_pauses.GetPorts();
    std::vector<std::string> lines;
    for (uint32_t i = 0; i < ports.size(); ++i)
    {
        const PauseGraph::Port& port = ports[i];
        std::ostringstream line;
        line << NamePort(i) << ", class " << static_cast<uint32_t>(port.trafficClass) << ": ";
        if (!port.isHost)
        {
            line << port.frames << " frames, " << port.bytes << " bytes, ";
        }
        if (port.isBlocked)
        {
            line << "a reorder queue is blocked, ";
        }
        line << (port.isPaused ? "paused by " : "to ") << NameNode(port.peer, port.isPeerHost);
        const std::vector<uint32_t>& waits = m_pauses.GetWaits(i);
        for (const uint32_t next : waits)
        {
            line << (next == waits.front() ? ", which waits at port " : ", ") << ports[next].port;
        }
        lines.push_back(line.str());
    }
    return lines;
}

std::vector<std::string>
StallReport::DescribeQps() const
{
    std::vector<std::string> lines;
    for (const QpCensus::Waiting& qp : m_qps.GetWaiting())
    {
        std::ostringstream line;
        line << NameNode(qp.node, true) << ", QP " << qp.qpNum << " to "
             << Ipv4Address(qp.peerAddress) << " QP " << qp.peerQpNum << ", class "
             << static_cast<uint32_t>(qp.trafficClass) << ", " << qp.state << ": " << qp.wait;
        if (qp.lastExpiry > 0)
        {
            line << ", timer up to " << InMilliseconds(TimeStep(qp.lastExpiry));
        }
        lines.push_back(line.str());
    }
    return lines;
}

void
StallReport::Print(std::ostream& out) const
{
    out << GetHeadline() << '\n';
    std::vector<std::string> lines;
    for (const std::vector<uint32_t>& cycle : m_cycles)
    {
        lines.push_back(NameCycle(cycle));
    }
    PrintList(out, "cycles:", lines);
    PrintList(out, "ports with waiting or paused frames:", DescribePorts());
    lines.clear();
    for (const BadLink& link : m_badLinks)
    {
        lines.push_back(NameLink(link));
    }
    PrintList(out, "links:", lines);
    lines.clear();
    for (const auto& [key, count] : m_qps.GetCounts())
    {
        std::ostringstream line;
        line << count << " in " << key.first << ", " << key.second;
        lines.push_back(line.str());
    }
    PrintList(out, "queue pairs by state:", lines);
    PrintList(out, "queue pairs that wait:", DescribeQps());
    lines.clear();
    for (const Flow& flow : flowList)
    {
        lines.push_back("flow " + std::to_string(flow.id) + ": " + NameNode(flow.src, true) +
                        " -> " + NameNode(flow.dst, true) + ", " + std::to_string(flow.sizeBytes) +
                        " bytes, started at " + InMilliseconds(flow.start));
    }
    PrintList(out, "unfinished flows:", lines);
}

} // namespace ns3::rdmacell
