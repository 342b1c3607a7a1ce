/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "payload-ledger.h"

#include "ns3/psn.h"
#include "ns3/queue-pair.h"

namespace ns3::rdmacell
{

PayloadLedger::PayloadLedger(const std::vector<Ptr<RoceNic>>& nics, Findings& findings)
    : m_findings(findings)
{
    for (const auto& nic : nics)
    {
        m_hosts.emplace_back();
        m_hosts.back().nic = nic;
        Watch(m_hosts.back());
    }
}

void
PayloadLedger::Watch(HostBooks& host)
{
    host.nic->TraceConnectWithoutContext(
        "PacketReceived",
        Callback<void, uint32_t, const RoceFrame&>(
            [&host](uint32_t qpNum, const RoceFrame& frame) { OnPacket(host, qpNum, frame); }));
    host.nic->TraceConnectWithoutContext(
        "RnrNakSent",
        Callback<void, uint32_t, uint32_t>(
            [&host](uint32_t qpNum, uint32_t) { OnRefused(host, qpNum); }));
    host.nic->TraceConnectWithoutContext(
        "QpStateChange",
        Callback<void, uint32_t, QpState, QpState>([&host](uint32_t qpNum, QpState, QpState to) {
            if (to == QpState::RTR)
            {
                host.responders[qpNum].expected = host.nic->FindQp(qpNum)->GetAttr().rqPsn;
            }
        }));
}

void
PayloadLedger::OnPacket(HostBooks& host, uint32_t qpNum, const RoceFrame& frame)
{
    const uint16_t traits = RoceOpcodeTraits(frame.opcode);
    Responder& responder = host.responders.at(qpNum);
    if (!(traits & ROCE_REQUEST) || (traits & ROCE_READ) || frame.psn != responder.expected)
    {
        return;
    }
    responder.expected = PsnAdd(responder.expected, 1);
    responder.lastPayload = frame.payloadBytes;
    host.sourceOf[qpNum] = frame.srcIp;
    host.placedFrom[frame.srcIp] += frame.payloadBytes;
    host.placed += frame.payloadBytes;
}

void
PayloadLedger::OnRefused(HostBooks& host, uint32_t qpNum)
{
    Responder& responder = host.responders.at(qpNum);
    responder.expected = PsnAdd(responder.expected, -1);
    host.placedFrom[host.sourceOf.at(qpNum)] -= responder.lastPayload;
    host.placed -= responder.lastPayload;
}

void
PayloadLedger::Check()
{
    for (size_t i = 0; i < m_hosts.size(); ++i)
    {
        m_findings.ExpectEqual("payload",
                               "host " + std::to_string(i) + ", payload placed",
                               m_hosts[i].nic->GetStats().bytesPlaced,
                               m_hosts[i].placed);
    }
}

void
PayloadLedger::CheckIdle(bool destroyed)
{
    for (size_t i = 0; i < m_hosts.size(); ++i)
    {
        for (const auto& [qpNum, responder] : m_hosts[i].responders)
        {
            const QueuePair* qp = m_hosts[i].nic->FindQp(qpNum);
            if (qp && (destroyed || qp->HasWork()))
            {
                m_findings.Add("queue pairs",
                               "host " + std::to_string(i) + ", queue pair " +
                                   std::to_string(qpNum) +
                                   (destroyed ? " is left" : " has work left"));
            }
        }
    }
}

uint64_t
PayloadLedger::GetPlaced(uint32_t source, size_t host) const
{
    const auto found = m_hosts[host].placedFrom.find(source);
    return found == m_hosts[host].placedFrom.end() ? 0 : found->second;
}

} // namespace ns3::rdmacell
