/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRILL_BALANCER_H
#define DRILL_BALANCER_H

#include "ns3/address-map.h"
#include "ns3/load-balancer.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief DRILL (Ghorbani et al., SIGCOMM 2017): each packet takes the shortest of a few queues.
 *
 * Of the ports of equal cost, d random ones and the one that was best for the destination last time
 * (m = 1) are compared by the bytes that wait there. The remembered port keeps its place unless
 * another is strictly shorter (as in the ConWeave simulator, which remembers by destination
 * address, too). Packets overtake each other. ACK, NAK and CNP go as with ECMP.
 */
class DrillBalancer : public LoadBalancer
{
  public:
    DrillBalancer();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;

  private:
    static constexpr uint16_t NO_PORT = UINT16_MAX; ///< nothing remembered

    uint32_t m_samples;                   ///< d
    uint32_t m_seed{0};                   ///< of this switch
    AddressMap<uint16_t> m_best{NO_PORT}; ///< by host: port that was best last time
    std::vector<uint16_t> m_drawn;        ///< the candidates, the first ones drawn
    uint64_t m_decisions{0};              ///< packets that took the shortest queue
    uint64_t m_moves{0};                  ///< of these, packets that left the remembered port
    Ptr<UniformRandomVariable> m_uniform; ///< draws
};

} // namespace ns3::rdmacell

#endif // DRILL_BALANCER_H
