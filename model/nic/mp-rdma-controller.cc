/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mp-rdma-controller.h"

#include "udp-source-port.h"

#include <algorithm>

namespace ns3::rdmacell
{

MpRdmaController::MpRdmaController(const MpRdmaParameters& parameters)
    : m_parameters(parameters),
      m_window(parameters.initialWindow),
      m_unclocked(static_cast<uint32_t>(parameters.initialWindow))
{
}

int64_t
MpRdmaController::OnSend(uint32_t /* wireBytes */, int64_t /* now */)
{
    return 0;
}

void
MpRdmaController::Change(double packets)
{
    m_window = std::max(m_window + packets, 1.0);
}

void
MpRdmaController::OnCnp(int64_t /* now */)
{
    Change(-0.5);
}

bool
MpRdmaController::Learn(int64_t psn, uint16_t port, bool isMarked)
{
    Change(isMarked ? -0.5 : 1 / m_window);
    if (psn >= m_acks->GetBase())
    {
        m_acks->Add(psn, psn + 1);
    }
    m_highest = std::max(m_highest, psn);
    if (psn >= m_highest - m_parameters.delta)
    {
        m_lastPort = port;
        return true;
    }
    ++m_pruned;
    Change(-1);
    return false;
}

void
MpRdmaController::OnAck(const AckFeedback& feedback, int64_t /* now */)
{
    if (!m_acks)
    {
        m_acks.emplace(feedback.acknowledged - feedback.packets);
        m_highest = m_acks->GetBase();
    }
    m_acks->Advance(feedback.acknowledged);
    if (feedback.answered)
    {
        Clock(feedback, Learn(*feedback.answered, feedback.port, feedback.isMarked));
        return;
    }
    if (feedback.isMarked)
    {
        Change(-0.5);
    }
    Clock(feedback, false);
}

void
MpRdmaController::Clock(const AckFeedback& feedback, bool isClocked)
{
    m_inFlight = feedback.sent - m_acks->GetBase();
    const int64_t unacknowledged = m_inFlight - m_acks->GetCount();
    int64_t room = static_cast<int64_t>(m_window) - unacknowledged;
    // What was allowed before and is not sent yet counts first; the newest goes if it is too much.
    while (static_cast<int64_t>(m_clocked.size()) > std::max<int64_t>(room, 0))
    {
        m_clocked.pop_back();
    }
    room -= static_cast<int64_t>(m_clocked.size());
    m_unclocked = static_cast<uint32_t>(std::clamp<int64_t>(room, 0, m_unclocked));
    room -= m_unclocked;
    for (int64_t i = 0; isClocked && i < MAX_CLOCKED && room > 0; ++i, --room)
    {
        m_clocked.push_back(feedback.port);
    }
    if (unacknowledged == 0 && room > 0)
    {
        m_unclocked += static_cast<uint32_t>(room); // no ACK will come that could clock them out
    }
}

double
MpRdmaController::GetWindow() const
{
    const double packets =
        static_cast<double>(m_inFlight) + static_cast<double>(m_clocked.size()) + m_unclocked;
    return std::max(packets, 1.0) * m_parameters.pathMtu;
}

uint32_t
MpRdmaController::GetAckInterval() const
{
    return 1;
}

uint16_t
MpRdmaController::ChoosePort()
{
    ++m_inFlight;
    if (m_clocked.empty())
    {
        if (m_unclocked == 0 && m_lastPort != 0)
        {
            return m_lastPort; // a retransmission, which needs no room in the window
        }
        m_unclocked -= m_unclocked == 0 ? 0 : 1;
        return GetNewPort();
    }
    const uint16_t port = m_clocked.front();
    m_clocked.pop_front();
    if (m_parameters.probeEach == 0 || ++m_sinceProbe < m_parameters.probeEach)
    {
        return port;
    }
    m_sinceProbe = 0;
    return GetNewPort();
}

uint16_t
MpRdmaController::GetNewPort()
{
    return GetNextUdpSourcePort(m_parameters.firstPort, m_ports++);
}

double
MpRdmaController::GetRate(int64_t /* now */)
{
    return m_parameters.lineRate;
}

double
MpRdmaController::GetLastRate() const
{
    return m_parameters.lineRate;
}

} // namespace ns3::rdmacell
