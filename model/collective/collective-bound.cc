/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-bound.h"

#include "step-inputs.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>

namespace ns3::rdmacell
{

namespace
{

/// What a direction of a host's link has to do.
struct LinkWork
{
    int64_t first{std::numeric_limits<int64_t>::max()}; ///< earliest begin, steps
    int64_t busy{0};                                    ///< time of all messages, steps
    int64_t after{std::numeric_limits<int64_t>::max()}; ///< least time after the last, steps

    /**
     * @brief Add a message.
     * @param begin earliest begin, steps
     * @param time in which it occupies the link, steps
     * @param rest least time until it has arrived after that, steps
     */
    void Add(int64_t begin, int64_t time, int64_t rest)
    {
        first = std::min(first, begin);
        busy += time;
        after = std::min(after, rest);
    }

    /**
     * @brief Get the earliest end.
     * @return time steps
     */
    int64_t GetEnd() const
    {
        return busy > 0 ? first + busy + after : 0;
    }
};

/// Goes through the graph in the order of time.
class BoundFinder
{
  public:
    /**
     * @brief Prepare.
     * @param graph the collective
     * @param hosts by rank
     * @param timer gives the times of messages
     */
    BoundFinder(const CollectiveGraph& graph,
                const std::vector<uint32_t>& hosts,
                const MessageTimer& timer)
        : m_graph(graph),
          m_hosts(hosts),
          m_timer(timer),
          m_sent(2 * hosts.size()),
          m_received(2 * hosts.size())
    {
    }

    /**
     * @brief Find the bound.
     * @return time steps
     */
    int64_t Find()
    {
        m_graph.ListFirst(m_list);
        const CollectiveGraph::StepList first = m_list;
        for (const uint64_t step : first)
        {
            StartStep(step, 0);
        }
        int64_t end = 0;
        while (!m_events.empty())
        {
            const auto [time, step, isSent] = m_events.top();
            m_events.pop();
            m_list.clear();
            if (isSent)
            {
                m_graph.ListAfterSending(step, m_list);
            }
            else
            {
                end = std::max(end, time);
                m_graph.ListAfterArrival(step, m_list);
            }
            for (const uint64_t next : m_list)
            {
                if (m_inputs.Note(m_graph, next))
                {
                    m_ready.push_back(next);
                }
            }
            for (const uint64_t next : m_ready)
            {
                StartStep(next, time);
            }
            m_ready.clear();
        }
        for (const LinkWork& work : m_sent)
        {
            end = std::max(end, work.GetEnd());
        }
        for (const LinkWork& work : m_received)
        {
            end = std::max(end, work.GetEnd());
        }
        return end;
    }

  private:
    /// Time, step, and whether it is the acknowledgment rather than the arrival.
    using Event = std::tuple<int64_t, uint64_t, bool>;

    /**
     * @brief Start a step.
     * @param number of the step
     * @param now time steps
     */
    void StartStep(uint64_t number, int64_t now)
    {
        const CollectiveStep step = m_graph.GetStep(number);
        const int64_t start = now + step.compute.GetTimeStep();
        if (step.src == step.dst)
        {
            m_events.emplace(start, number, false);
            return;
        }
        const MessageTimes times = m_timer(m_hosts[step.src], m_hosts[step.dst], step.bytes);
        const std::size_t links = times.isInServer ? m_hosts.size() : 0;
        m_sent[links + step.src].Add(start, times.sending, times.delay);
        m_received[links + step.dst].Add(start + times.delay, times.receiving, 0);
        m_events.emplace(start + times.arrival, number, false);
        m_list.clear();
        m_graph.ListAfterSending(number, m_list);
        if (!m_list.empty())
        {
            m_events.emplace(start + times.acknowledgment, number, true);
        }
    }

    const CollectiveGraph& m_graph;       ///< the collective
    const std::vector<uint32_t>& m_hosts; ///< by rank
    const MessageTimer& m_timer;          ///< gives the times of messages
    StepInputs m_inputs;                  ///< of steps that wait
    CollectiveGraph::StepList m_list;     ///< that the graph fills
    CollectiveGraph::StepList m_ready;    ///< steps that start now
    std::vector<LinkWork> m_sent;         ///< by rank: to the network, then within the server
    std::vector<LinkWork> m_received;     ///< likewise
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; ///< by time
};

} // namespace

int64_t
ComputeCollectiveBound(const CollectiveGraph& graph,
                       const std::vector<uint32_t>& hosts,
                       const MessageTimer& timer)
{
    return BoundFinder(graph, hosts, timer).Find();
}

} // namespace ns3::rdmacell
