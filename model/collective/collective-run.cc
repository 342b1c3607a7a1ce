/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-run.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CollectiveRun");

NS_OBJECT_ENSURE_REGISTERED(CollectiveRun);

TypeId
CollectiveRun::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::CollectiveRun")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<CollectiveRun>()
            .AddTraceSource("StepStarted",
                            "A step of a collective starts: all its inputs are there.",
                            MakeTraceSourceAccessor(&CollectiveRun::m_stepStarted),
                            "ns3::rdmacell::CollectiveRun::StepTracedCallback")
            .AddTraceSource("StepArrived",
                            "The message of a step has arrived, or a step without one is done.",
                            MakeTraceSourceAccessor(&CollectiveRun::m_stepArrived),
                            "ns3::rdmacell::CollectiveRun::StepTracedCallback");
    return tid;
}

void
CollectiveRun::SetApps(std::vector<Ptr<HostApp>> apps, uint64_t firstFlow)
{
    m_apps = std::move(apps);
    m_nextFlow = firstFlow;
    for (const auto& app : m_apps)
    {
        app->TraceConnectWithoutContext("FlowPlaced",
                                        MakeCallback(&CollectiveRun::NotePlaced, this));
        app->TraceConnectWithoutContext("FlowFinished",
                                        MakeCallback(&CollectiveRun::NoteFinished, this));
        app->TraceConnectWithoutContext("FlowFailed",
                                        MakeCallback(&CollectiveRun::NoteFailed, this));
    }
}

void
CollectiveRun::SetTimer(MessageTimer timer)
{
    m_timer = std::move(timer);
}

void
CollectiveRun::SetPlanner(Planner planner)
{
    m_planner = std::move(planner);
}

void
CollectiveRun::SetServerLinks(std::unique_ptr<ServerLinks> links)
{
    m_serverLinks = std::move(links);
}

void
CollectiveRun::SetUplinks(std::function<UplinkBytes()> uplinks)
{
    m_uplinks = std::move(uplinks);
}

void
CollectiveRun::AddJob(const CollectiveSpec& spec, const std::vector<uint32_t>& hosts)
{
    NS_LOG_FUNCTION(this << spec.text << hosts.size());
    const auto job = static_cast<uint32_t>(m_jobs.size());
    CollectiveServices services;
    services.send = [this, job](uint64_t number, const CollectiveStep& step) {
        SendMessage(job, number, step);
    };
    services.onStart = [this, job](uint64_t number) {
        m_stepStarted(job, GetIteration(job), number);
    };
    services.onArrival = [this, job](uint64_t number) {
        m_stepArrived(job, GetIteration(job), number);
    };
    services.onEnd = [this]() { NoteEnd(); };
    services.uplinks = m_uplinks;
    services.timer = m_timer;
    if (m_planner)
    {
        services.onGraph = [this, job, hosts](const CollectiveGraph& graph) {
            m_planner(job, graph, hosts);
        };
    }
    m_jobs.push_back(std::make_unique<CollectiveJob>(spec, hosts, std::move(services)));
    ++m_running;
}

int64_t
CollectiveRun::AssignStreams(int64_t stream)
{
    for (const auto& job : m_jobs)
    {
        job->SetStream(stream++);
    }
    return static_cast<int64_t>(m_jobs.size());
}

void
CollectiveRun::Start()
{
    for (const auto& job : m_jobs)
    {
        // One event more, so that applications that start at the same time have started.
        Simulator::Schedule(job->GetSpec().start, [to = job.get()]() {
            Simulator::ScheduleNow(&CollectiveJob::Begin, to);
        });
    }
}

void
CollectiveRun::OnAllDone(std::function<void()> done)
{
    m_allDone = std::move(done);
}

uint32_t
CollectiveRun::CountRunning() const
{
    return m_running;
}

const CollectiveJob&
CollectiveRun::GetJob(std::size_t index) const
{
    return *m_jobs.at(index);
}

std::size_t
CollectiveRun::CountJobs() const
{
    return m_jobs.size();
}

std::vector<Flow>
CollectiveRun::ListActive() const
{
    std::vector<Flow> flows;
    m_messages.ForEach([&flows](const Message& message) { flows.push_back(message.flow); });
    std::sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) { return a.id < b.id; });
    return flows;
}

uint32_t
CollectiveRun::GetIteration(uint32_t job) const
{
    return static_cast<uint32_t>(m_jobs[job]->GetIterations().size() - 1);
}

void
CollectiveRun::SendMessage(uint32_t job, uint64_t number, const CollectiveStep& step)
{
    const std::vector<uint32_t>& hosts = m_jobs[job]->GetHosts();
    Flow flow;
    flow.id = m_nextFlow++;
    flow.src = hosts[step.src];
    flow.dst = hosts[step.dst];
    flow.sizeBytes = step.bytes;
    flow.start = Simulator::Now();
    m_messages.Emplace(flow.id, Message{flow, job, GetIteration(job), number});
    if (!m_serverLinks || !m_serverLinks->AreTogether(flow.src, flow.dst))
    {
        m_apps[flow.src]->SendFlow(flow);
        return;
    }
    const Time now = Simulator::Now();
    const Time arrival =
        TimeStep(m_serverLinks->Send(flow.src, flow.dst, flow.sizeBytes, now.GetTimeStep())) - now;
    Simulator::Schedule(arrival, &CollectiveRun::NotePlaced, this, flow.id);
    Simulator::Schedule(arrival + TimeStep(m_serverLinks->GetLatency()),
                        &CollectiveRun::NoteFinished,
                        this,
                        flow.id);
}

void
CollectiveRun::NotePlaced(uint64_t flowId)
{
    if (Message* found = m_messages.Find(flowId))
    {
        found->hasArrived = true;
        const Message message = *found;
        if (message.isAcknowledged)
        {
            m_messages.Erase(flowId);
        }
        m_jobs[message.job]->OnArrived(message.step, message.flow.start.GetTimeStep());
    }
}

void
CollectiveRun::NoteFinished(uint64_t flowId)
{
    if (Message* found = m_messages.Find(flowId))
    {
        found->isAcknowledged = true;
        const Message message = *found;
        if (message.hasArrived)
        {
            m_messages.Erase(flowId);
        }
        m_jobs[message.job]->OnAcknowledged(message.iteration, message.step);
    }
}

void
CollectiveRun::NoteFailed(uint64_t flowId)
{
    if (const Message* found = m_messages.Find(flowId))
    {
        const Message message = *found;
        m_messages.Erase(flowId);
        m_jobs[message.job]->OnFailed();
    }
}

void
CollectiveRun::NoteEnd()
{
    if (--m_running == 0 && m_allDone)
    {
        m_allDone();
    }
}

void
CollectiveRun::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_jobs.clear();
    m_messages.Clear();
    m_apps.clear();
    m_timer = nullptr;
    m_uplinks = nullptr;
    m_planner = nullptr;
    m_allDone = nullptr;
    Object::DoDispose();
}

} // namespace ns3::rdmacell
