/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_TRAFFIC_GENERATOR_H
#define RDMACELL_TRAFFIC_GENERATOR_H

#include "flow-source.h"
#include "flow.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Makes the flows of a run before it starts, so that every scheme replays the same ones.
 *
 * A list depends on the attributes, ns-3's seed and run number and the assigned streams alone, on
 * any machine: starts are computed in picoseconds by IEEE arithmetic without any function of the C
 * library, and cut to ns-3's resolution where that is coarser.
 *
 * Load is the share of the hosts' link rates that payload takes; headers come on top. To count it
 * at other links, such as oversubscribed uplinks, SetLinkRates() gets each host's share of those.
 */
class TrafficGenerator : public Object
{
  public:
    /**
     * @brief Gets the type.
     *
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Gives each host a rate of its own; the load is relative to it.
     *
     * LinkRate becomes the mean. Without it all hosts have LinkRate.
     *
     * @param rates the rates, by host: of its link, or of what it has of other links
     */
    void SetLinkRates(const std::vector<DataRate>& rates);

    /**
     * @brief Fixes the random streams.
     *
     * Without it the streams are ns-3's automatic ones and each Generate() gives another list; with
     * it each Generate() gives the same list.
     *
     * @param stream the first stream
     * @return how many streams are used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @brief Makes the flows.
     *
     * @return the flows, sorted by start and numbered, all starting before Duration
     * @throws InputError if an attribute or the distribution of sizes does not allow it
     */
    std::vector<Flow> Generate() const;

    /**
     * @brief Begins to make flows piece by piece, which Duration does not end. The first are those
     * of Generate().
     *
     * @return the flows
     * @throws InputError if an attribute or the distribution of sizes does not allow it
     */
    FlowSource Begin() const;

  protected:
    /**
     * @brief How many streams MakeProcesses() uses.
     *
     * @return the number; their indexes are 0 and up
     */
    virtual int64_t GetStreamCount() const = 0;

    /**
     * @brief Makes what the flows come from.
     *
     * @return the processes
     */
    virtual std::vector<ArrivalProcess> MakeProcesses() const = 0;

    /**
     * @brief Opens one of the generator's streams at its beginning.
     *
     * @param index which
     * @return uniform numbers
     */
    Ptr<UniformRandomVariable> OpenStream(int64_t index) const;

    /**
     * @brief Draws an index, all being equally likely.
     *
     * @param uniform the source of randomness; one number is taken
     * @param count how many there are
     * @return 0 to count - 1
     */
    static uint32_t DrawIndex(Ptr<UniformRandomVariable> uniform, uint32_t count);

    /**
     * @brief Gets the rate of a host's link.
     *
     * @param host which
     * @return bits per second
     */
    double GetBitRate(uint32_t host) const;

    /**
     * @brief Gets the mean rate of the hosts' links.
     *
     * @return bits per second
     */
    double GetMeanBitRate() const;

    /**
     * @brief How long a link takes for a payload at a load.
     *
     * @param bytes the payload
     * @param load share of the link rate
     * @param bitRate the link rate, in bits per second
     * @return picoseconds
     * @throws InputError if the load is not in (0, 1], or the rate is 0
     */
    static double PacePs(double bytes, double load, double bitRate);

    uint32_t m_hosts; ///< Number of hosts.

  private:
    DataRate m_linkRate;               ///< Rate of each host's link, or their mean.
    std::vector<DataRate> m_linkRates; ///< Rates by host; empty if all have m_linkRate.
    Time m_duration;                   ///< Flows start before this.
    int64_t m_firstStream{-1};         ///< The first stream, -1 for automatic ones.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_TRAFFIC_GENERATOR_H
