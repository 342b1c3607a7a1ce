/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-app.h"

#include "ns3/abort.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <string>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellApp");

NS_OBJECT_ENSURE_REGISTERED(CellApp);

namespace
{

/**
 * @brief Make a part of the type that an attribute names, unless there is one.
 * @tparam T the base class of such parts
 * @param part the part so far, or null
 * @param type the type
 * @param attribute name of the attribute
 * @return the part
 * @throws InputError if the type is not derived from T, or cannot be made
 */
template <typename T>
Ptr<T>
MakePart(Ptr<T>& part, TypeId type, const std::string& attribute)
{
    if (part && part->GetInstanceTypeId() == type)
    {
        return part;
    }
    if (!type.IsChildOf(T::GetTypeId()) || !type.HasConstructor())
    {
        throw InputError(attribute + " of CellApp is " + type.GetName() +
                         ", expected a class derived from " + T::GetTypeId().GetName());
    }
    ObjectFactory factory;
    factory.SetTypeId(type);
    part = factory.Create<T>();
    return part;
}

} // namespace

CellApp::CellApp()
    : m_settings(),
      m_sendSide(
          GetEndpoint(),
          m_settings,
          m_counters,
          *this,
          [this](Ipv4Address peer) { return GetPathInfo(peer); },
          [this](Ipv4Address peer, uint16_t port) { return TraceRoute(peer, port); },
          [this](uint64_t flowId) { ReportFinished(flowId); }),
      m_receiveSide(GetEndpoint(), m_settings, m_counters, *this, [this](uint64_t flowId) {
          ReportPlaced(flowId);
      })
{
}

CellApp::~CellApp() = default;

Time
CellApp::GetLongestWait() const
{
    const int64_t timers =
        std::max(m_sendSide.GetLastTimer() - Simulator::Now().GetTimeStep(), int64_t{0});
    return HostApp::GetLongestWait() + TimeStep(timers) + m_settings.resetTime +
           m_settings.turnAround + m_settings.pollPeriod;
}

uint64_t
CellApp::GetDuplicateBytes() const
{
    return m_counters.duplicateBytes;
}

std::map<std::string, uint64_t>
CellApp::GetCounters() const
{
    return m_counters.ToMap();
}

Ptr<CellWindow>
CellApp::GetWindow() const
{
    return MakePart(window, windowType, "WindowType");
}

Ptr<CellScheduler>
CellApp::GetScheduler() const
{
    return MakePart(scheduler, schedulerType, "SchedulerType");
}

Ptr<CellRecovery>
CellApp::GetRecovery() const
{
    return MakePart(recovery, recoveryType, "RecoveryType");
}

void
CellApp::StartApplication()
{
    NS_LOG_FUNCTION(this);
    GetWindow();
    GetScheduler();
    GetRecovery();
    m_settings = *this;
    VerbsApp::StartApplication();
    m_receiveSide.Open();
}

void
CellApp::StartFlow(const Flow& flow)
{
    NS_ABORT_MSG_IF(flow.sizeBytes >= RdmaEndpoint::FLOW_BYTES_LIMIT,
                    "flow " << flow.id << " has 1 TiB or more");
    m_sendSide.StartFlow(flow, GetAddressOf(flow.dst));
}

void
CellApp::OnSendCompletion(const WorkCompletion& completion)
{
    m_sendSide.OnSendCompletion(completion);
}

void
CellApp::OnReceiveCompletion(const WorkCompletion& completion)
{
    m_receiveSide.OnReceiveCompletion(completion);
}

void
CellApp::OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length)
{
    m_receiveSide.OnFlowBytesPlaced(number, offset, length);
}

void
CellApp::OnNak(uint32_t qpNum)
{
    NS_LOG_FUNCTION(this << qpNum);
    m_sendSide.OnNak(qpNum);
}

ConnectionReply
CellApp::OnConnect(const ConnectionRequest& request)
{
    return m_receiveSide.OnConnect(request);
}

void
CellApp::OnDisconnect(uint32_t qpNum)
{
    m_receiveSide.OnDisconnect(qpNum);
}

PrivateData
CellApp::OnCall(Ipv4Address from, const PrivateData& data)
{
    return PrivateData::Encode(m_receiveSide.OnFlowRequest(from, data.Decode<CellFlowRequest>()));
}

void
CellApp::OnMessage(Ipv4Address /* from */, const PrivateData& data)
{
    m_receiveSide.OnFlowEnd(data.Decode<CellFlowEnd>());
}

void
CellApp::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_sendSide.Clear();
    m_receiveSide.Clear();
    VerbsApp::DoDispose();
}

} // namespace ns3::rdmacell
