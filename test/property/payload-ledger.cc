/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "payload-ledger.h"

#include "ns3/loss-recovery.h"
#include "ns3/psn.h"
#include "ns3/queue-pair.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Get the out-of-order packets that a NIC holds for a queue pair.
 * @param nic the NIC
 * @return PSNs from the expected one on; 0: it drops them
 */
uint32_t
GetWindow(const RoceNic& nic)
{
    UintegerValue window(0);
    for (const std::string name : {"BitmapSize", "Window"})
    {
        nic.GetLossRecovery()->GetAttributeFailSafe(name, window);
    }
    return static_cast<uint32_t>(window.Get());
}

} // namespace

PayloadLedger::PayloadLedger(const std::vector<Ptr<RoceNic>>& nics, Findings& findings)
    : m_findings(findings)
{
    for (const auto& nic : nics)
    {
        m_hosts.emplace_back();
        m_hosts.back().nic = nic;
        m_hosts.back().window = GetWindow(*nic);
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
            [&host](uint32_t qpNum, uint32_t psn) { OnRefused(host, qpNum, psn); }));
    host.nic->TraceConnectWithoutContext(
        "QpStateChange",
        Callback<void, uint32_t, QpState, QpState>([&host](uint32_t qpNum, QpState, QpState to) {
            if (to == QpState::RTR)
            {
                Responder& responder = host.responders[qpNum];
                responder = Responder();
                responder.expected = host.nic->FindQp(qpNum)->GetAttr().rqPsn;
            }
        }));
}

void
PayloadLedger::OnPacket(HostBooks& host, uint32_t qpNum, const RoceFrame& frame)
{
    const uint16_t traits = RoceOpcodeTraits(frame.opcode);
    Responder& responder = host.responders.at(qpNum);
    if (!(traits & ROCE_REQUEST) || (traits & ROCE_READ))
    {
        return;
    }
    responder.source = frame.srcIp;
    responder.executed.clear();
    const int32_t ahead = PsnDiff(frame.psn, responder.expected);
    if (ahead > 0 && static_cast<uint32_t>(ahead) < host.window)
    {
        const bool isWrite = (traits & ROCE_WRITE) != 0;
        if (responder.held.emplace(frame.psn, Packet{frame.payloadBytes, true, isWrite}).second &&
            isWrite)
        {
            Place(host, responder, frame.payloadBytes);
        }
    }
    if (ahead != 0)
    {
        return;
    }
    responder.held.emplace(frame.psn, Packet{frame.payloadBytes, false, false});
    for (auto next = responder.held.find(frame.psn); next != responder.held.end();
         next = responder.held.find(responder.expected))
    {
        Place(host, responder, next->second.isPlaced ? 0 : next->second.payload);
        responder.executed.push_back(next->second);
        responder.expected = PsnAdd(responder.expected, 1);
        responder.held.erase(next);
    }
}

void
PayloadLedger::OnRefused(HostBooks& host, uint32_t qpNum, uint32_t psn)
{
    Responder& responder = host.responders.at(qpNum);
    while (responder.expected != psn && !responder.executed.empty())
    {
        responder.expected = PsnAdd(responder.expected, -1);
        const Packet last = responder.executed.back();
        responder.executed.pop_back();
        Place(host, responder, last.isPlaced ? 0 : -static_cast<int64_t>(last.payload));
        if (last.isHeld)
        {
            responder.held.emplace(responder.expected, last);
        }
    }
}

void
PayloadLedger::Place(HostBooks& host, const Responder& responder, int64_t bytes)
{
    host.placedFrom[responder.source] += static_cast<uint64_t>(bytes);
    host.placed += static_cast<uint64_t>(bytes);
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
