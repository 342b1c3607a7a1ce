/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MPI_SIMULATOR_IMPL_H
#define MPI_SIMULATOR_IMPL_H

#include "mpi-process.h"
#include "persistent-event.h"
#include "rank-link.h"
#include "sequential-simulator-impl.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief One of the ranks that run one simulation together, under mpirun or srun. It needs no
 * ns-3 built with MPI.
 *
 * Simulated time is cut into windows. Within one, each rank runs the events of its nodes as
 * SequentialSimulatorImpl does. At the end of a window the ranks exchange what they have posted,
 * one message for each two of them, and agree on the next window: from the earliest event of all to
 * the shortest time after it for which something that is posted can matter. That is the smallest
 * delay of a link between two ranks. Since simultaneous events have an order of their own
 * (EventOrder), the events of a node run in the same order with any number of ranks.
 *
 * All ranks build the same network, with the rank as system id of each node, and call Run(). Events
 * without a node (Simulator::NO_CONTEXT) are run by all of them and counted by rank 0; all must
 * call Stop() at the same time.
 */
class MpiSimulatorImpl final : public SequentialSimulatorImpl, public RankLink
{
  public:
    MpiSimulatorImpl();
    ~MpiSimulatorImpl() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// What the ranks have exchanged, and what it took.
    struct Statistics
    {
        uint64_t windows{0};  ///< windows
        uint64_t messages{0}; ///< messages that were sent, those without content included
        uint64_t bytes{0};    ///< their bytes
        uint64_t calls{0};    ///< messages that another rank waited for, SendNow()
        double seconds{0};    ///< wall time in exchanges, waiting for other ranks included
    };

    /**
     * @brief Have the simulation stop some time after what all ranks wait for.
     * @param ended tells when it has happened at this rank, steps; negative until then
     * @param settling from the latest of these times to the stop, steps
     */
    void StopAfter(std::function<int64_t()> ended, int64_t settling);

    /**
     * @brief Get the length of a window.
     * @return steps
     */
    int64_t GetWindow() const;

    /**
     * @brief Get what was exchanged.
     * @return so far
     */
    const Statistics& GetStatistics() const;

    // From SimulatorImpl
    void Run() override;
    uint32_t GetSystemId() const override;

    // From RankLink
    uint32_t GetRank() const override;
    void LimitWindow(int64_t delay) override;
    void SetHandler(uint32_t address, Handler handler) override;
    void Post(uint32_t rank, uint32_t address, const uint8_t* bytes, std::size_t length) override;
    void SendNow(uint32_t rank, const Bytes& bytes) override;
    Bytes ReceiveNow(uint32_t rank) override;
    int64_t Sum(int64_t number) override;
    int64_t Max(int64_t number) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief A window ends: exchange, and begin the next one.
     * @param now the current time
     */
    void EndWindow(int64_t now);

    /// @brief Hand what other ranks have posted to the handlers.
    void TakeMessages();

    /**
     * @brief Count events of own nodes only, and of none at rank 0 only.
     */
    void CountOwnEvents();

    /// The end of a window.
    using WindowEvent = PersistentEvent<MpiSimulatorImpl, &MpiSimulatorImpl::EndWindow>;

    Ptr<WindowEvent> m_windowEnd;                     ///< the end of the window
    int64_t m_window;                                 ///< length of a window, steps
    std::vector<Bytes> m_out;                         ///< what is posted, by rank
    std::vector<Bytes> m_in;                          ///< what was received, by rank
    std::unordered_map<uint32_t, Handler> m_handlers; ///< by address
    std::function<int64_t()> m_ended;                 ///< of StopAfter(), or empty
    int64_t m_settling{0};                            ///< of StopAfter()
    bool m_isStopping{false};                         ///< the stop of StopAfter() is scheduled
    Statistics m_statistics;                          ///< what was exchanged
};

} // namespace ns3::rdmacell

#endif // MPI_SIMULATOR_IMPL_H
