/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_LINK_H
#define RANK_LINK_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What the processes of one simulation, its ranks, send each other.
 *
 * Each rank has all objects of the network, and runs the events of those nodes whose system id is
 * its number; the objects of other nodes do nothing. MpiSimulatorImpl is one. Where a simulator is
 * none, there is one process, and all nodes are its own.
 */
class RankLink
{
  public:
    /// Takes what another rank has posted.
    using Handler = std::function<void(const uint8_t* bytes, std::size_t length)>;

    /// Bytes of a message.
    using Bytes = std::vector<uint8_t>;

    virtual ~RankLink() = default;

    /**
     * @brief Get the link of the simulator that runs.
     * @return the link, or null if there is one process
     */
    static RankLink* Get();

    /**
     * @brief Ask whether a node is of this rank.
     * @param node node id; of one that does not exist, true
     * @return true if its events run here
     */
    static bool IsOwn(uint32_t node);

    /**
     * @brief Get the rank of a node.
     * @param node node id
     * @return its system id
     */
    static uint32_t GetRankOf(uint32_t node);

    /**
     * @brief Get the number of this rank.
     * @return below GetRanks()
     */
    virtual uint32_t GetRank() const = 0;

    /**
     * @brief Announce how early things are posted, before the simulation starts.
     * @param delay least time between Post() and the time for which it matters, steps
     */
    virtual void LimitWindow(int64_t delay) = 0;

    /**
     * @brief Say who takes what is posted to an address here.
     * @param address any number
     * @param handler the handler
     */
    virtual void SetHandler(uint32_t address, Handler handler) = 0;

    /**
     * @brief Send bytes that arrive when the present window of simulated time ends.
     * @param rank where to
     * @param address who takes them there
     * @param bytes the bytes
     * @param length their number
     */
    virtual void Post(uint32_t rank,
                      uint32_t address,
                      const uint8_t* bytes,
                      std::size_t length) = 0;

    /**
     * @brief Send bytes to a rank that waits for them, at the same simulated time.
     * @param rank where to
     * @param bytes the bytes
     */
    virtual void SendNow(uint32_t rank, const Bytes& bytes) = 0;

    /**
     * @brief Wait until a rank has come to this simulated time and has sent bytes.
     * @param rank where from
     * @return the bytes
     */
    virtual Bytes ReceiveNow(uint32_t rank) = 0;

    /**
     * @brief Add up a number of each rank; all ranks call this at the same simulated time.
     * @param number of this rank
     * @return sum
     */
    virtual int64_t Sum(int64_t number) = 0;

    /**
     * @brief Find the largest of a number of each rank, as Sum().
     * @param number of this rank
     * @return the largest
     */
    virtual int64_t Max(int64_t number) = 0;
};

} // namespace ns3::rdmacell

#endif // RANK_LINK_H
