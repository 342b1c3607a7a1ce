/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MPI_PROCESS_H
#define MPI_PROCESS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief This process as one of those that mpirun or srun has started: the only class that calls
 * MPI. Where the module is built without MPI, or the process was started alone, there is one rank.
 */
class MpiProcess
{
  public:
    /// Bytes of a message.
    using Bytes = std::vector<uint8_t>;

    /**
     * @brief Join the other ranks, if the process was started as one of several.
     * @throws InputError if it was, but the module is built without MPI
     */
    static void Begin();

    /// @brief Leave, once all others are about to.
    static void End();

    /**
     * @brief End all ranks at once.
     * @param status exit status
     */
    [[noreturn]] static void Abort(int status);

    /**
     * @brief Get the number of this rank.
     * @return below GetRanks()
     */
    static uint32_t GetRank();

    /**
     * @brief Count the ranks.
     * @return at least 1
     */
    static uint32_t GetRanks();

    /**
     * @brief Find the smallest of numbers of all ranks; all of them call this.
     * @param numbers of this rank; become the smallest of all, one by one
     */
    static void Minimize(std::vector<int64_t>& numbers);

    /**
     * @brief Add up a number of each rank; all of them call this.
     * @param number of this rank
     * @return sum
     */
    static int64_t Sum(int64_t number);

    /**
     * @brief Send a message to each other rank and receive one from each.
     * @param out messages by rank
     * @param in becomes the messages by rank; empty for this one
     */
    static void Exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in);

    /**
     * @brief Send a message that a rank waits for.
     * @param rank where to
     * @param bytes the message
     */
    static void Send(uint32_t rank, const Bytes& bytes);

    /**
     * @brief Wait for a message of Send().
     * @param rank where from
     * @return the message
     */
    static Bytes Receive(uint32_t rank);

    /**
     * @brief Send a message to rank 0; all ranks call this.
     * @param bytes the message
     * @return at rank 0 the messages by rank, its own included; elsewhere nothing
     */
    static std::vector<Bytes> Gather(const Bytes& bytes);

    /**
     * @brief Append the elements that other ranks have, at rank 0; all ranks call this.
     * @tparam T trivially copyable type
     * @param elements those of this rank
     */
    template <typename T>
    static void GatherElements(std::vector<T>& elements)
    {
        static_assert(std::is_trivially_copyable_v<T>, "elements are sent as bytes");
        const auto* begin = reinterpret_cast<const uint8_t*>(elements.data());
        const std::vector<Bytes> all = Gather(Bytes(begin, begin + elements.size() * sizeof(T)));
        for (std::size_t rank = 1; rank < all.size(); ++rank)
        {
            const std::size_t own = elements.size();
            elements.resize(own + all[rank].size() / sizeof(T));
            std::copy(all[rank].begin(),
                      all[rank].end(),
                      reinterpret_cast<uint8_t*>(elements.data() + own));
        }
    }

  private:
    static uint32_t s_rank;  ///< number of this rank
    static uint32_t s_ranks; ///< number of ranks
    static bool s_isJoined;  ///< Begin() has joined others
};

} // namespace ns3::rdmacell

#endif // MPI_PROCESS_H
