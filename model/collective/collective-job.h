/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_JOB_H
#define COLLECTIVE_JOB_H

#include "collective-bound.h"
#include "collective-graph.h"
#include "collective-iteration.h"
#include "collective-spec.h"
#include "receiver-admission.h"
#include "step-inputs.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/// What a job needs of the run that it is part of.
struct CollectiveServices
{
    /// Sends the message of a step: its number, the step.
    std::function<void(uint64_t, const CollectiveStep&)> send;

    std::function<void(uint64_t)> onStart;   ///< a step starts
    std::function<void(uint64_t)> onArrival; ///< a step is done
    std::function<void()> onEnd;             ///< the job has ended
    std::function<UplinkBytes()> uplinks;    ///< counts bytes of uplinks; may be empty
    MessageTimer timer;                      ///< gives the times of messages alone

    /// An iteration begins with another graph than the one before; may be empty.
    std::function<void(const CollectiveGraph&)> onGraph;
};

/**
 * @ingroup rdmacell
 * @brief A running job: starts the steps of its collective when their inputs are there, one
 * iteration after the other.
 *
 * An iteration begins at all ranks at once, some computation after the last arrival of the one
 * before. It has the steps of an iteration that are in flight, and those of which some inputs are
 * there, but no others. If a message fails, the job ends, as a communicator is aborted.
 *
 * With admission, a message that is ready asks its receiver, and is sent when the receiver's
 * clear-to-send is there. Both take the time of a small message alone in the network, as one of a
 * class of its own does, and no bandwidth.
 */
class CollectiveJob
{
  public:
    /// How a job has ended.
    enum class Status
    {
        RUNNING,  ///< not yet
        FINISHED, ///< after its last iteration
        FAILED,   ///< a message was given up
    };

    /**
     * @brief Prepare a job.
     * @param spec what it does
     * @param hosts by rank
     * @param services of the run
     */
    CollectiveJob(CollectiveSpec spec, std::vector<uint32_t> hosts, CollectiveServices services);

    /**
     * @brief Fix the random stream.
     * @param stream its number
     */
    void SetStream(int64_t stream);

    /// @brief Begin the first iteration now.
    void Begin();

    /**
     * @brief A message has arrived.
     * @param number of the step
     * @param sent when it was sent, steps
     */
    void OnArrived(uint64_t number, int64_t sent);

    /**
     * @brief The sender of a message knows that it has arrived.
     * @param iteration of the message
     * @param number of the step
     */
    void OnAcknowledged(uint32_t iteration, uint64_t number);

    /// @brief A message was given up.
    void OnFailed();

    /**
     * @brief Get what the job does.
     * @return the specification, with the number of ranks
     */
    const CollectiveSpec& GetSpec() const;

    /**
     * @brief Get the hosts.
     * @return hosts by rank
     */
    const std::vector<uint32_t>& GetHosts() const;

    /**
     * @brief Get the graph of the current iteration.
     * @return the graph
     */
    const CollectiveGraph& GetGraph() const;

    /**
     * @brief Get the iterations that have begun.
     * @return iterations, the last one possibly without end
     */
    const std::vector<CollectiveIteration>& GetIterations() const;

    /**
     * @brief Tell how the job has ended.
     * @return the status
     */
    Status GetStatus() const;

    /**
     * @brief Count the steps that wait for inputs or for their connection.
     * @return steps
     */
    std::size_t CountWaiting() const;

  private:
    /// Messages of a connection, which is a pair of ranks on a channel.
    struct Connection
    {
        uint32_t inFlight{0};         ///< not acknowledged
        std::deque<uint64_t> waiting; ///< steps that wait for these
    };

    /**
     * @brief Make the graph of the next iteration.
     * @return the graph
     */
    std::shared_ptr<const CollectiveGraph> MakeGraph() const;

    /// @brief Begin an iteration.
    void BeginIteration();

    /// @brief All steps of the iteration are done.
    void EndIteration();

    /// @brief Start the steps that are ready, and those that become ready by that.
    void StartReady();

    /**
     * @brief Start a step, all of whose inputs are there.
     * @param number of the step
     */
    void StartStep(uint64_t number);

    /**
     * @brief Send the message of a step, or be done if it has none.
     * @param number of the step
     */
    void SendStep(uint64_t number);

    /**
     * @brief Ask the receiver of a message, or send it if both are in one server.
     * @param number of the step
     * @param step the step
     */
    void AskReceiver(uint64_t number, const CollectiveStep& step);

    /**
     * @brief The receiver of a message admits it: send it when the sender knows.
     * @param number of the step
     */
    void Admit(uint64_t number);

    /**
     * @brief Send the message of a step, which nothing keeps back any more.
     * @param number of the step
     */
    void Transmit(uint64_t number);

    /**
     * @brief Get the times of a request or a clear-to-send.
     * @param from rank that sends it
     * @param to rank that receives it
     * @return the times
     */
    MessageTimes GetControlTimes(uint32_t from, uint32_t to) const;

    /**
     * @brief A step is done.
     * @param number of the step
     */
    void CompleteStep(uint64_t number);

    /// @brief Note an input of each of the steps in m_list.
    void NoteInputs();

    /**
     * @brief Name the connection of a step.
     * @param step the step
     * @return a key
     */
    uint64_t GetConnection(const CollectiveStep& step) const;

    CollectiveSpec m_spec;                                  ///< what it does
    std::vector<uint32_t> m_hosts;                          ///< by rank
    CollectiveServices m_services;                          ///< of the run
    Ptr<UniformRandomVariable> m_uniform;                   ///< draws the order of experts
    std::shared_ptr<const CollectiveGraph> m_graph;         ///< of the iteration
    Status m_status{Status::RUNNING};                       ///< how it has ended
    std::vector<CollectiveIteration> m_iterations;          ///< that have begun
    uint64_t m_done{0};                                     ///< steps of the iteration
    StepInputs m_inputs;                                    ///< of steps that wait
    CollectiveGraph::StepList m_list;                       ///< that the graph fills
    std::deque<uint64_t> m_ready;                           ///< steps that start
    bool m_isStarting{false};                               ///< StartReady() is on the stack
    std::unordered_map<uint64_t, Connection> m_connections; ///< with messages in flight
    std::unique_ptr<ReceiverAdmission> m_admission;         ///< or null: all are admitted
    UplinkBytes m_uplinksBefore;                            ///< when the iteration began
};

} // namespace ns3::rdmacell

#endif // COLLECTIVE_JOB_H
