/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-controller.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/roce-frame.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PfcController");

NS_OBJECT_ENSURE_REGISTERED(PfcController);

TypeId
PfcController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::PfcController")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<PfcController>()
            .AddAttribute("PauseQuanta",
                          "Pause time in a PFC frame, in units of 512 bit times (65535, the "
                          "longest: explicit resumes end pauses, as in the ConWeave evaluation). A "
                          "change takes effect with the next PFC frame.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&PfcController::SetPauseQuanta,
                                               &PfcController::GetPauseQuanta),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "RefreshPauses",
                "Whether a pause is sent again before its time is over (true, as switches "
                "do), or ends then, until the next frame that arrives above the threshold "
                "pauses the class again (false, as in the simulators of the HPCC family). "
                "A change takes effect with the next PFC frame.",
                BooleanValue(true),
                MakeBooleanAccessor(&PfcController::SetRefreshPauses,
                                    &PfcController::GetRefreshPauses),
                MakeBooleanChecker())
            .AddAttribute("PeerResponseTime",
                          "How long after a pause has arrived the peer may still start frames, for "
                          "the headroom (0: a simulated peer obeys at once; IEEE 802.3 annex 31B "
                          "allows 394 quanta at 100 Gb/s, 2.02 us). Read when the switch is "
                          "initialized.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PfcController::m_responseTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Headroom",
                "Headroom of each ingress port and lossless class in bytes; 0 to compute "
                "it from line rate, delay, MTU and PeerResponseTime. Read when the switch "
                "is initialized.",
                UintegerValue(0),
                MakeUintegerAccessor(&PfcController::m_headroom),
                MakeUintegerChecker<uint64_t>());
    return tid;
}

PfcController::PfcController()
    : m_refresh(Create<RefreshEvent>(this))
{
}

PfcController::~PfcController()
{
    m_refresh->Detach();
}

void
PfcController::Start(SharedBuffer& buffer,
                     PfcSender& sender,
                     const std::vector<uint64_t>& bitRates,
                     uint32_t context)
{
    NS_LOG_FUNCTION(this << bitRates.size() << context);
    m_buffer = &buffer;
    m_sender = &sender;
    m_refresh->SetContext(context);
    m_refreshAt.assign(bitRates.size(), RefreshEvent::NEVER);
    m_classes.assign(bitRates.size(), 0);
    m_bitRates = bitRates;
    ComputePeriods();
}

void
PfcController::SetPauseQuanta(uint16_t quanta)
{
    NS_LOG_FUNCTION(this << quanta);
    m_quanta = quanta;
    ComputePeriods();
}

uint16_t
PfcController::GetPauseQuanta() const
{
    return m_quanta;
}

void
PfcController::SetRefreshPauses(bool refresh)
{
    NS_LOG_FUNCTION(this << refresh);
    m_refreshPauses = refresh;
    ComputePeriods();
}

bool
PfcController::GetRefreshPauses() const
{
    return m_refreshPauses;
}

void
PfcController::ComputePeriods()
{
    m_period.clear();
    for (const uint64_t bitRate : m_bitRates)
    {
        // Half of the pause time: a refresh that waits behind a frame still comes in time.
        const double share = m_refreshPauses ? 0.5 : 1.0;
        const double seconds = share * 512.0 * m_quanta / static_cast<double>(bitRate);
        m_period.push_back(std::max<int64_t>(1, Seconds(seconds).GetTimeStep()));
    }
}

uint64_t
PfcController::ComputeHeadroom(uint64_t bitRate, Time delay, uint32_t maxFrame, Time latency) const
{
    if (m_headroom > 0)
    {
        return m_headroom;
    }
    const double seconds = (delay + delay + m_responseTime + latency).GetSeconds();
    const auto inFlight = std::llround(seconds * static_cast<double>(bitRate) / 8);
    const uint32_t pfcFrame = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    return static_cast<uint64_t>(inFlight) + 2 * maxFrame + pfcFrame;
}

void
PfcController::Pause(uint32_t port, uint32_t trafficClass, int64_t now)
{
    NS_LOG_FUNCTION(this << port << trafficClass << now);
    NS_LOG_DEBUG("port " << port << " pauses class " << trafficClass << ", which holds "
                         << m_buffer->GetGroupBytes(port, trafficClass) << " bytes");
    m_buffer->SetPaused(port, trafficClass, true);
    m_paused.push_back({static_cast<uint16_t>(port), static_cast<uint8_t>(trafficClass)});
    m_classes[port] = static_cast<uint8_t>(m_classes[port] | (1U << trafficClass));
    ++m_counters.pauses;
    m_refreshAt[port] = now + m_period[port];
    if (!m_refresh->IsArmed() || m_refreshAt[port] < m_refresh->GetDue())
    {
        m_refresh->ArmAt(now, m_refreshAt[port]);
    }
    m_sender->SendPfc(port, m_classes[port], m_quanta, now);
}

void
PfcController::ResumeGroups(int64_t now)
{
    NS_LOG_FUNCTION(this << now << m_paused.size());
    // Sending a resume may start transmissions but releases nothing, so m_paused does not change.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_paused.size(); ++i)
    {
        const PausedGroup group = m_paused[i];
        if (!m_buffer->ShouldResume(group.port, group.trafficClass))
        {
            m_paused[kept++] = group;
            continue;
        }
        NS_LOG_DEBUG("port " << group.port << " resumes class " << +group.trafficClass);
        const auto bit = static_cast<uint8_t>(1U << group.trafficClass);
        m_buffer->SetPaused(group.port, group.trafficClass, false);
        m_classes[group.port] = static_cast<uint8_t>(m_classes[group.port] & ~bit);
        ++m_counters.resumes;
        m_sender->SendPfc(group.port, bit, 0, now);
    }
    m_paused.resize(kept);
    if (m_paused.empty())
    {
        m_refresh->Disarm();
    }
}

void
PfcController::Refresh(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    int64_t first = RefreshEvent::NEVER;
    for (uint32_t port = 0; port < m_classes.size(); ++port)
    {
        if (m_classes[port] == 0)
        {
            continue;
        }
        if (m_refreshAt[port] <= now && !m_refreshPauses)
        {
            Expire(port);
            continue;
        }
        if (m_refreshAt[port] <= now)
        {
            m_refreshAt[port] = now + m_period[port];
            NS_LOG_DEBUG("port " << port << " refreshes the pause of classes " << +m_classes[port]);
            ++m_counters.refreshes;
            m_sender->SendPfc(port, m_classes[port], m_quanta, now);
        }
        first = std::min(first, m_refreshAt[port]);
    }
    if (first != RefreshEvent::NEVER)
    {
        m_refresh->ArmAt(now, first);
    }
}

void
PfcController::Expire(uint32_t port)
{
    NS_LOG_DEBUG("port " << port << " lets the pause of classes " << +m_classes[port] << " end");
    const auto expired = [this, port](const PausedGroup& group) {
        if (group.port == port)
        {
            m_buffer->SetPaused(group.port, group.trafficClass, false);
            ++m_counters.resumes;
        }
        return group.port == port;
    };
    m_paused.erase(std::remove_if(m_paused.begin(), m_paused.end(), expired), m_paused.end());
    m_classes[port] = 0;
}

const PfcController::Counters&
PfcController::GetCounters() const
{
    return m_counters;
}

void
PfcController::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_refresh->Detach();
    m_buffer = nullptr;
    m_sender = nullptr;
    m_paused.clear();
    Object::DoDispose();
}

} // namespace ns3::rdmacell
