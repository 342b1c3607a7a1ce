/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_INCAST_TRAFFIC_H
#define RDMACELL_INCAST_TRAFFIC_H

#include "traffic-generator.h"

namespace ns3::rdmacell
{

/**
 * @brief Incasts: at one moment many hosts answer one.
 *
 * Each event draws a receiver and FanIn different senders out of the other hosts. Events come at a
 * mean interval of FanIn * ResponseSize * 8 / (Load * the sum of all link rates), so that Load is
 * the share that incasts take of the capacity of all hosts, as in HPCC (SIGCOMM 2019).
 */
class IncastTraffic : public TrafficGenerator
{
  public:
    /**
     * @brief Gets the type.
     *
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Makes one incast at time 0; Load and Duration do not matter.
     *
     * @param receiver the host that receives
     * @return the flows, one of each sender
     * @throws InputError if an attribute or the receiver does not allow it
     */
    std::vector<Flow> GenerateOnce(uint32_t receiver) const;

  private:
    int64_t GetStreamCount() const override;
    std::vector<ArrivalProcess> MakeProcesses() const override;

    /**
     * @brief Counts the senders of an incast.
     *
     * @return the number, at least 1 and fewer than the hosts
     * @throws InputError if FanIn is too large
     */
    uint32_t GetSenders() const;

    /**
     * @brief Adds one incast.
     *
     * @param flows where to
     * @param receiver the host that receives
     * @param start when
     * @param senders the stream that draws the senders
     */
    void AddEvent(std::vector<Flow>& flows,
                  uint32_t receiver,
                  Time start,
                  Ptr<UniformRandomVariable> senders) const;

    double m_load;           ///< Share of all hosts' link rates.
    uint32_t m_fanIn;        ///< Senders of an incast; 0: all other hosts.
    uint64_t m_responseSize; ///< Bytes that each of them sends.
    bool m_poisson;          ///< Whether events are a Poisson process.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_INCAST_TRAFFIC_H
