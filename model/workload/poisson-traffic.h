/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_POISSON_TRAFFIC_H
#define RDMACELL_POISSON_TRAFFIC_H

#include "size-cdf.h"
#include "traffic-generator.h"

#include <optional>

namespace ns3::rdmacell
{

/**
 * @brief Flows from every host to random others: the traffic of most load-balancing papers, where
 * it is called all-to-all.
 *
 * As traffic_gen.py of HPCC and ConWeave: each host begins flows as a Poisson process whose mean
 * interval is mean size * 8 / (its link rate * Load), to destinations that are uniform over the
 * other hosts. Intervals, destinations and sizes of each host come from streams of their own:
 * neither more hosts nor another distribution or load changes what is drawn for the n-th flow of a
 * host.
 */
class PoissonTraffic : public TrafficGenerator
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
     * @param cdf the distribution
     */
    void SetCdf(const SizeCdf& cdf);

  private:
    int64_t GetStreamCount() const override;
    std::vector<ArrivalProcess> MakeProcesses() const override;

    double m_load;                ///< Share of the link rate.
    std::optional<SizeCdf> m_cdf; ///< Flow sizes.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_POISSON_TRAFFIC_H
