/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_RUN_H
#define COLLECTIVE_RUN_H

#include "collective-job.h"
#include "server-links.h"

#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/recycling-map.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The collectives of a run. Each message is a flow that the sending host's application
 * starts when the step's inputs are there, so that every scheme carries collectives. Only those
 * between GPUs of a server are sent over ServerLinks instead.
 *
 * The arrival of a message is HostApp's trace source FlowPlaced at the receiver, its
 * acknowledgment FlowFinished at the sender. The starts of iterations, which all ranks begin at
 * once, are what a framework agrees on out of band.
 */
class CollectiveRun : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Signature of the trace sources StepStarted and StepArrived.
     * @param job index of the job
     * @param iteration of the job, from 0
     * @param step number of the step in its graph
     */
    using StepTracedCallback = void (*)(uint32_t job, uint32_t iteration, uint64_t step);

    /**
     * @brief Set the applications that send.
     * @param apps by host; they start when the simulation does
     * @param firstFlow id of the first message; flows of other traffic are below it
     */
    void SetApps(std::vector<Ptr<HostApp>> apps, uint64_t firstFlow);

    /**
     * @brief Set what gives the times of messages alone, for bounds.
     * @param timer the timer
     */
    void SetTimer(MessageTimer timer);

    /// Plans the paths of a job: its index, its graph, hosts by rank.
    using Planner =
        std::function<void(uint32_t, const CollectiveGraph&, const std::vector<uint32_t>&)>;

    /**
     * @brief Set what plans paths when a job begins, and when its traffic changes.
     * @param planner the planner
     */
    void SetPlanner(Planner planner);

    /**
     * @brief Send messages between GPUs of a server over links within it; without them, all are
     * flows.
     * @param links the links
     */
    void SetServerLinks(std::unique_ptr<ServerLinks> links);

    /**
     * @brief Set what counts the bytes of the racks' uplinks; without it they are not compared.
     * @param uplinks the counter
     */
    void SetUplinks(std::function<UplinkBytes()> uplinks);

    /**
     * @brief Add a job, after all that is set.
     * @param spec what it does
     * @param hosts by rank
     */
    void AddJob(const CollectiveSpec& spec, const std::vector<uint32_t>& hosts);

    /**
     * @brief Fix the random streams.
     * @param stream the first one
     * @return how many there are
     */
    int64_t AssignStreams(int64_t stream);

    /// @brief Schedule the starts of all jobs.
    void Start();

    /**
     * @brief Set a callback for the time when all jobs have ended.
     * @param done the callback
     */
    void OnAllDone(std::function<void()> done);

    /**
     * @brief Count the jobs that have not ended.
     * @return jobs
     */
    uint32_t CountRunning() const;

    /**
     * @brief Get a job.
     * @param index which, in the order in which they were added
     * @return the job
     */
    const CollectiveJob& GetJob(std::size_t index) const;

    /**
     * @brief Count the jobs.
     * @return jobs
     */
    std::size_t CountJobs() const;

    /**
     * @brief List the messages in flight, as flows.
     * @return flows, by id
     */
    std::vector<Flow> ListActive() const;

  protected:
    void DoDispose() override;

  private:
    /// A message in flight.
    struct Message
    {
        Flow flow;                  ///< it
        uint32_t job;               ///< index of its job
        uint32_t iteration;         ///< of the job
        uint64_t step;              ///< of the iteration
        bool hasArrived{false};     ///< all its bytes are placed
        bool isAcknowledged{false}; ///< the sender knows
    };

    /**
     * @brief Send the message of a step.
     * @param job index of the job
     * @param number of the step
     * @param step the step
     */
    void SendMessage(uint32_t job, uint64_t number, const CollectiveStep& step);

    /**
     * @brief Get the current iteration of a job.
     * @param job index of the job
     * @return from 0
     */
    uint32_t GetIteration(uint32_t job) const;

    /**
     * @brief A flow has been placed.
     * @param flowId the flow
     */
    void NotePlaced(uint64_t flowId);

    /**
     * @brief A flow has been acknowledged.
     * @param flowId the flow
     */
    void NoteFinished(uint64_t flowId);

    /**
     * @brief A flow has failed.
     * @param flowId the flow
     */
    void NoteFailed(uint64_t flowId);

    /// @brief A job has ended.
    void NoteEnd();

    std::vector<Ptr<HostApp>> m_apps;                   ///< by host
    MessageTimer m_timer;                               ///< gives the times of messages alone
    std::function<UplinkBytes()> m_uplinks;             ///< counts bytes, or empty
    Planner m_planner;                                  ///< plans paths, or empty
    std::unique_ptr<ServerLinks> m_serverLinks;         ///< within servers, or null
    std::vector<std::unique_ptr<CollectiveJob>> m_jobs; ///< in order
    RecyclingMap<uint64_t, Message> m_messages;         ///< in flight, by flow
    uint64_t m_nextFlow{0};                             ///< id of the next message
    uint32_t m_running{0};                              ///< jobs that have not ended
    std::function<void()> m_allDone;                    ///< called when none is left, or empty
    TracedCallback<uint32_t, uint32_t, uint64_t> m_stepStarted; ///< a step starts
    TracedCallback<uint32_t, uint32_t, uint64_t> m_stepArrived; ///< a step is done
};

} // namespace ns3::rdmacell

#endif // COLLECTIVE_RUN_H
