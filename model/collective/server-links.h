/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H

#include "ns3/data-rate.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The links of GPUs within their servers, over which messages between two GPUs of a server
 * are sent. They lose nothing and have no headers.
 *
 * Each GPU has one link to a switch that is never a bottleneck, as NVLink: a message waits for
 * those that the sender sends before it, is cut through, and waits for those that the receiver gets
 * before it. So the links are two times each: when they are free.
 */
class ServerLinks
{
  public:
    /**
     * @brief Make the links.
     * @param hosts GPUs in all
     * @param serverSize GPUs of a server, which have consecutive numbers
     * @param rate of a link, each way, above 0
     * @param latency from the sender to the receiver, steps
     */
    ServerLinks(uint32_t hosts, uint32_t serverSize, DataRate rate, int64_t latency);

    /**
     * @brief Ask whether two GPUs are in the same server.
     * @param a a GPU
     * @param b another
     * @return true if they are
     */
    bool AreTogether(uint32_t a, uint32_t b) const;

    /**
     * @brief Compute how long a link is busy with a message.
     * @param bytes of the message
     * @return steps
     */
    int64_t GetSerialization(uint64_t bytes) const;

    /**
     * @brief Get the latency.
     * @return steps
     */
    int64_t GetLatency() const;

    /**
     * @brief Send a message.
     * @param src GPU that sends
     * @param dst GPU of the same server that receives
     * @param bytes of the message
     * @param now current time, steps
     * @return when it has arrived, steps
     */
    int64_t Send(uint32_t src, uint32_t dst, uint64_t bytes, int64_t now);

  private:
    uint32_t m_serverSize;              ///< GPUs of a server
    double m_stepsPerByte;              ///< serialization time
    int64_t m_latency;                  ///< steps
    std::vector<int64_t> m_sendFree;    ///< by GPU: end of the last message sent, steps
    std::vector<int64_t> m_receiveFree; ///< by GPU: end of the last message received, steps
};

} // namespace ns3::rdmacell

#endif // SERVER_LINKS_H
