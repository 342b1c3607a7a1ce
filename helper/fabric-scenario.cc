/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-scenario.h"

#include "progress-watch-helper.h"
#include "route-helper.h"

#include "ns3/flow-app.h"
#include "ns3/integer.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Interval of continued traffic that is made at once: its flows are all that is kept of it.
constexpr int64_t CONTINUED_INTERVAL_US = 100;

} // namespace

FabricScenario::FabricScenario(NetworkGraph graph, std::vector<Flow> flows, const Scheme& scheme)
    : m_graph(std::move(graph)),
      m_flows(std::move(flows)),
      m_appHelper(scheme.hostApp)
{
    SortFlows(m_flows);
    m_fabricHelper.SetLoadBalancer(scheme.loadBalancer);
}

FabricScenario::~FabricScenario()
{
    Simulator::Destroy();
}

FabricHelper&
FabricScenario::GetFabricHelper()
{
    return m_fabricHelper;
}

RoceNicHelper&
FabricScenario::GetNicHelper()
{
    return m_nicHelper;
}

HostAddressHelper&
FabricScenario::GetAddressHelper()
{
    return m_addressHelper;
}

HostAppHelper&
FabricScenario::GetAppHelper()
{
    return m_appHelper;
}

void
FabricScenario::SetWindow(Time start, Time end)
{
    m_windowStart = start;
    m_windowEnd = end;
}

void
FabricScenario::Build()
{
    m_fabric = m_fabricHelper.Install(m_graph);
    const NodeContainer& hosts = m_fabric->GetHosts();
    m_nicHelper.Install(hosts);
    m_addressHelper.Assign(hosts);
    RouteHelper::PopulateRoutes(m_fabric);
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        m_nics.push_back((*host)->GetObject<RoceNic>());
    }
    MakeIdealFct();

    m_appHelper.SetHosts(m_fabric);
    m_appHelper.SetFlows(m_flows);
    const ApplicationContainer apps = m_appHelper.Install(hosts);
    m_fct = Create<FctRecorder>(
        m_flows,
        [this](const Flow& flow) { return GetIdeal(flow); },
        m_windowStart,
        m_windowEnd);
    for (auto app = apps.Begin(); app != apps.End(); ++app)
    {
        m_apps.push_back(DynamicCast<HostApp>(*app));
        m_fct->Connect(m_apps.back());
    }
    m_stats = std::make_unique<StatsHelper>(m_fabric);
}

void
FabricScenario::MakeIdealFct()
{
    const RoceNic& nic = *m_nics.front();
    TimeValue latency;
    nic.GetAttribute("Latency", latency);
    m_nicLatency = latency.Get().GetTimeStep();
    IntegerValue overhead;
    nic.GetAttribute("LinkOverhead", overhead);
    const uint32_t mtu = nic.GetPathMtu();
    m_idealFct = std::make_unique<IdealFct>(mtu,
                                            FlowApp::GetLongestMessage(mtu),
                                            static_cast<int32_t>(overhead.Get()));
}

void
FabricScenario::ContinueTraffic(FlowSource source, Time start, Time end)
{
    m_continued = std::move(source);
    m_continuedEnd = end;
    if (start < end)
    {
        Simulator::Schedule(start, &FabricScenario::AddTraffic, this);
    }
}

void
FabricScenario::AddTraffic()
{
    const Time interval = MicroSeconds(CONTINUED_INTERVAL_US);
    const Time end = Min(Simulator::Now() + interval, m_continuedEnd);
    const std::vector<Flow> flows = m_continued.TakeUntil(end);
    m_fct->AddBackground(flows);
    for (const Flow& flow : flows)
    {
        m_apps[flow.src]->AddFlow(flow);
    }
    if (end < m_continuedEnd)
    {
        Simulator::Schedule(interval, &FabricScenario::AddTraffic, this);
    }
}

void
FabricScenario::Start()
{
    for (const auto& each : m_fabric->GetSwitches())
    {
        each->Initialize();
    }
    m_fabricHelper.AssignStreams(m_fabric, 0);
}

void
FabricScenario::SetLinkUp(uint32_t link, bool up, bool reroute)
{
    m_fabric->GetChannels().at(link)->SetUp(up);
    if (reroute)
    {
        RouteHelper::PopulateRoutes(m_fabric);
    }
}

Ptr<Fabric>
FabricScenario::GetFabric() const
{
    return m_fabric;
}

const std::vector<Ptr<RoceNic>>&
FabricScenario::GetNics() const
{
    return m_nics;
}

const std::vector<Ptr<HostApp>>&
FabricScenario::GetApps() const
{
    return m_apps;
}

const std::vector<Flow>&
FabricScenario::GetFlows() const
{
    return m_flows;
}

Ptr<FctRecorder>
FabricScenario::GetFct() const
{
    return m_fct;
}

Ptr<ProgressWatch>
FabricScenario::WatchProgress()
{
    if (!m_watch)
    {
        m_watch = ProgressWatchHelper::Install(m_fabric);
        m_watch->SetFlowLister([this]() { return m_fct->ListActive(); });
    }
    return m_watch;
}

StatsHelper&
FabricScenario::GetStats()
{
    return *m_stats;
}

int64_t
FabricScenario::GetIdeal(const Flow& flow) const
{
    const RouteComputer& routes = m_fabric->GetRoutes();
    return m_idealFct->GetFastestFct(routes.GetFastestPaths(flow.src, flow.dst),
                                     routes.GetFastestPaths(flow.dst, flow.src),
                                     flow.sizeBytes) +
           2 * m_nicLatency;
}

const IdealFct&
FabricScenario::GetIdealFct() const
{
    return *m_idealFct;
}

int64_t
FabricScenario::GetNicLatency() const
{
    return m_nicLatency;
}

std::map<std::string, uint64_t>
FabricScenario::GetSchemeCounters() const
{
    std::map<std::string, uint64_t> counters = m_fabric->GetSchemeCounters();
    for (const auto& app : m_apps)
    {
        for (const auto& [name, count] : app->GetCounters())
        {
            counters[name] += count;
        }
    }
    return counters;
}

} // namespace ns3::rdmacell
