/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_PERMUTATION_TRAFFIC_H
#define RDMACELL_PERMUTATION_TRAFFIC_H

#include "size-cdf.h"
#include "traffic-generator.h"

#include <optional>

namespace ns3::rdmacell
{

/**
 * @brief Each host sends to one other for the whole run, and each receives from one other.
 *
 * The permutation is drawn uniformly from those in which no host sends to itself. A host's flows
 * follow each other at the pace of Load: evenly, the next starting when Load * its link rate has
 * carried the last (at load 1 back to back), or as a Poisson process. Evenly and with a Duration
 * below the pace of a flow there is one flow a host, at time 0.
 */
class PermutationTraffic : public TrafficGenerator
{
  public:
    /**
     * @brief Gets the type.
     *
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Sets the distribution of flow sizes, without which nothing can be generated.
     *
     * @param cdf the distribution; SizeCdf::Fixed() gives equal flows
     */
    void SetCdf(const SizeCdf& cdf);

  private:
    int64_t GetStreamCount() const override;
    std::vector<ArrivalProcess> MakeProcesses() const override;

    /**
     * @brief Draws who sends to whom.
     *
     * @return the destination of each host
     */
    std::vector<uint32_t> DrawDestinations() const;

    double m_load;                ///< Share of the link rate.
    bool m_poisson;               ///< Whether a host's flows are a Poisson process.
    std::optional<SizeCdf> m_cdf; ///< Flow sizes.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_PERMUTATION_TRAFFIC_H
