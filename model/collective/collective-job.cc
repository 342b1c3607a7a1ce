/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-job.h"

#include "file-graph.h"
#include "lane-graph.h"
#include "moe-graph.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CollectiveJob");

namespace
{

/// Payload of requests and clear-to-sends: address, length and key of memory fit into it.
constexpr uint64_t CONTROL_BYTES = 64;

} // namespace

CollectiveJob::CollectiveJob(CollectiveSpec spec,
                             std::vector<uint32_t> hosts,
                             CollectiveServices services)
    : m_spec(std::move(spec)),
      m_hosts(std::move(hosts)),
      m_services(std::move(services)),
      m_uniform(CreateObject<UniformRandomVariable>())
{
    m_spec.ranks = static_cast<uint32_t>(m_hosts.size());
    if (m_spec.admission > 0)
    {
        m_admission = std::make_unique<ReceiverAdmission>(m_spec.ranks, m_spec.admission);
    }
}

void
CollectiveJob::SetStream(int64_t stream)
{
    m_uniform->SetStream(stream);
}

std::shared_ptr<const CollectiveGraph>
CollectiveJob::MakeGraph() const
{
    const uint32_t ranks = m_spec.ranks;
    if (m_spec.kind == COLLECTIVE_FILE)
    {
        return m_graph ? m_graph : std::make_shared<FileGraph>(m_spec.path);
    }
    LaneGraph::Maker maker;
    if (m_spec.kind == COLLECTIVE_MOE)
    {
        std::vector<uint32_t> order(m_spec.experts > 0 ? m_spec.experts : ranks);
        std::iota(order.begin(), order.end(), 0);
        for (uint32_t left = static_cast<uint32_t>(order.size()); left > 1; --left)
        {
            std::swap(order[left - 1], order[m_uniform->GetInteger(0, left - 1)]);
        }
        maker = [ranks, order, zipf = m_spec.zipf](uint64_t bytes) {
            return std::make_unique<MoeGraph>(MoeGraph::ComputeLoads(bytes, ranks, order, zipf));
        };
    }
    else if (m_graph)
    {
        return m_graph;
    }
    else
    {
        maker = [ranks, make = FindCollectiveKind(m_spec.kind).make](uint64_t bytes) {
            return make(ranks, bytes);
        };
    }
    return std::make_shared<LaneGraph>(maker, m_spec.bytes, m_spec.channels, m_spec.chunks);
}

void
CollectiveJob::Begin()
{
    BeginIteration();
}

void
CollectiveJob::BeginIteration()
{
    NS_LOG_INFO(m_spec.kind << ": iteration " << m_iterations.size() << " begins");
    const auto before = m_graph;
    m_graph = MakeGraph();
    if (m_services.onGraph && m_graph != before)
    {
        m_services.onGraph(*m_graph);
    }
    CollectiveIteration iteration;
    iteration.start = Simulator::Now().GetTimeStep();
    iteration.bound = m_graph == before
                          ? m_iterations.back().bound
                          : ComputeCollectiveBound(*m_graph, m_hosts, m_services.timer);
    m_iterations.push_back(std::move(iteration));
    m_done = 0;
    if (m_services.uplinks)
    {
        m_uplinksBefore = m_services.uplinks();
    }
    m_list.clear();
    m_graph->ListFirst(m_list);
    m_ready.assign(m_list.begin(), m_list.end());
    StartReady();
}

void
CollectiveJob::EndIteration()
{
    CollectiveIteration& iteration = m_iterations.back();
    const Time now = Simulator::Now();
    iteration.end = now.GetTimeStep();
    iteration.exposed = std::max(int64_t{0}, iteration.GetTime() - m_spec.overlap.GetTimeStep());
    if (m_services.uplinks)
    {
        iteration.uplinks = CompareUplinks(m_uplinksBefore, m_services.uplinks());
    }
    if (m_iterations.size() == m_spec.iterations)
    {
        m_status = Status::FINISHED;
        m_services.onEnd();
        return;
    }
    const Time overlapped = TimeStep(iteration.start) + m_spec.overlap;
    Simulator::Schedule(Max(now, overlapped) - now + m_spec.compute,
                        &CollectiveJob::BeginIteration,
                        this);
}

void
CollectiveJob::StartReady()
{
    if (m_isStarting)
    {
        return;
    }
    m_isStarting = true;
    while (!m_ready.empty() && m_status == Status::RUNNING)
    {
        const uint64_t number = m_ready.front();
        m_ready.pop_front();
        StartStep(number);
    }
    m_isStarting = false;
    if (m_status == Status::RUNNING && m_done == m_graph->CountSteps())
    {
        EndIteration();
    }
}

void
CollectiveJob::StartStep(uint64_t number)
{
    const CollectiveStep step = m_graph->GetStep(number);
    if (step.compute.IsZero())
    {
        SendStep(number);
        return;
    }
    Simulator::Schedule(step.compute, [this, number]() {
        SendStep(number);
        StartReady();
    });
}

uint64_t
CollectiveJob::GetConnection(const CollectiveStep& step) const
{
    return (uint64_t{step.channel} * m_spec.ranks + step.src) * m_spec.ranks + step.dst;
}

void
CollectiveJob::SendStep(uint64_t number)
{
    if (m_status != Status::RUNNING)
    {
        return;
    }
    const CollectiveStep step = m_graph->GetStep(number);
    if (step.src == step.dst)
    {
        m_services.onStart(number);
        CompleteStep(number);
        return;
    }
    if (m_spec.inFlight > 0)
    {
        Connection& connection = m_connections[GetConnection(step)];
        if (connection.inFlight == m_spec.inFlight)
        {
            connection.waiting.push_back(number);
            return;
        }
        ++connection.inFlight;
    }
    if (m_admission)
    {
        AskReceiver(number, step);
        return;
    }
    Transmit(number);
}

MessageTimes
CollectiveJob::GetControlTimes(uint32_t from, uint32_t to) const
{
    return m_services.timer(m_hosts[from], m_hosts[to], CONTROL_BYTES);
}

void
CollectiveJob::AskReceiver(uint64_t number, const CollectiveStep& step)
{
    const MessageTimes times = GetControlTimes(step.src, step.dst);
    if (times.isInServer)
    {
        Transmit(number);
        return;
    }
    Simulator::Schedule(TimeStep(times.arrival), [this, number, receiver = step.dst]() {
        if (m_admission->Request(receiver, number))
        {
            Admit(number);
        }
    });
}

void
CollectiveJob::Admit(uint64_t number)
{
    NS_LOG_LOGIC("step " << number << " is admitted");
    const CollectiveStep step = m_graph->GetStep(number);
    Simulator::Schedule(TimeStep(GetControlTimes(step.dst, step.src).arrival),
                        &CollectiveJob::Transmit,
                        this,
                        number);
}

void
CollectiveJob::Transmit(uint64_t number)
{
    if (m_status == Status::RUNNING)
    {
        m_services.onStart(number);
        m_services.send(number, m_graph->GetStep(number));
    }
}

void
CollectiveJob::CompleteStep(uint64_t number)
{
    ++m_done;
    m_services.onArrival(number);
    m_list.clear();
    m_graph->ListAfterArrival(number, m_list);
    NoteInputs();
}

void
CollectiveJob::NoteInputs()
{
    for (const uint64_t next : m_list)
    {
        if (m_inputs.Note(*m_graph, next))
        {
            m_ready.push_back(next);
        }
    }
}

void
CollectiveJob::OnArrived(uint64_t number, int64_t sent)
{
    if (m_status != Status::RUNNING)
    {
        return;
    }
    const CollectiveStep step = m_graph->GetStep(number);
    std::vector<CollectiveRound>& rounds = m_iterations.back().rounds;
    if (step.round >= rounds.size())
    {
        rounds.resize(step.round + 1);
    }
    rounds[step.round].Add(sent, Simulator::Now().GetTimeStep(), step.src, step.dst);
    if (m_admission)
    {
        if (const auto next = m_admission->Release(step.dst, number))
        {
            Admit(*next);
        }
    }
    CompleteStep(number);
    StartReady();
}

void
CollectiveJob::OnAcknowledged(uint32_t iteration, uint64_t number)
{
    if (m_status != Status::RUNNING)
    {
        return;
    }
    // All iterations have the same connections, also those of which only loads are drawn.
    const CollectiveStep step = m_graph->GetStep(number);
    const auto connection = m_connections.find(GetConnection(step));
    if (connection != m_connections.end())
    {
        --connection->second.inFlight;
        std::deque<uint64_t>& waiting = connection->second.waiting;
        if (!waiting.empty())
        {
            const uint64_t next = waiting.front();
            waiting.pop_front();
            SendStep(next);
        }
        else if (connection->second.inFlight == 0)
        {
            m_connections.erase(connection);
        }
    }
    // What has waited for a message of an earlier iteration has happened with that iteration.
    if (iteration + 1 == m_iterations.size() && m_done < m_graph->CountSteps())
    {
        m_list.clear();
        m_graph->ListAfterSending(number, m_list);
        NoteInputs();
        StartReady();
    }
}

void
CollectiveJob::OnFailed()
{
    if (m_status == Status::RUNNING)
    {
        NS_LOG_WARN(m_spec.kind << ": a message was given up, the job ends");
        m_status = Status::FAILED;
        m_services.onEnd();
    }
}

const CollectiveSpec&
CollectiveJob::GetSpec() const
{
    return m_spec;
}

const std::vector<uint32_t>&
CollectiveJob::GetHosts() const
{
    return m_hosts;
}

const CollectiveGraph&
CollectiveJob::GetGraph() const
{
    return *m_graph;
}

const std::vector<CollectiveIteration>&
CollectiveJob::GetIterations() const
{
    return m_iterations;
}

CollectiveJob::Status
CollectiveJob::GetStatus() const
{
    return m_status;
}

std::size_t
CollectiveJob::CountWaiting() const
{
    std::size_t waiting = m_inputs.CountWaiting();
    for (const auto& [key, connection] : m_connections)
    {
        waiting += connection.waiting.size();
    }
    return waiting;
}

} // namespace ns3::rdmacell
