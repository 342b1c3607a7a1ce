/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECEIVER_ADMISSION_H
#define RECEIVER_ADMISSION_H

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_set>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which messages receivers have admitted: at most so many to a rank at a time, in the order
 * in which they ask (Gangidi et al., "RDMA over Ethernet for Distributed AI Training at Meta
 * Scale", SIGCOMM 2024, section 6: receiver-driven traffic admission).
 *
 * A sender asks when its message is ready, so that no admitted message waits for another one.
 */
class ReceiverAdmission
{
  public:
    /**
     * @brief Make the receivers.
     * @param ranks how many
     * @param limit messages to a rank at a time; above 0
     */
    ReceiverAdmission(uint32_t ranks, uint32_t limit);

    /**
     * @brief Ask for the admission of a message.
     * @param rank its receiver
     * @param step its number
     * @return true if it is admitted; otherwise Release() returns it later
     */
    bool Request(uint32_t rank, uint64_t step);

    /**
     * @brief An admitted message has arrived; of other messages, nothing is known here.
     * @param rank its receiver
     * @param step its number
     * @return the message that is admitted in its place, if any waits
     */
    std::optional<uint64_t> Release(uint32_t rank, uint64_t step);

  private:
    uint32_t m_limit;                            ///< messages to a rank at a time
    std::vector<uint32_t> m_admitted;            ///< by rank: how many
    std::vector<std::deque<uint64_t>> m_waiting; ///< by rank: steps
    std::unordered_set<uint64_t> m_steps;        ///< admitted
};

} // namespace ns3::rdmacell

#endif // RECEIVER_ADMISSION_H
