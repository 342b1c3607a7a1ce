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
 * DRILL(d, m) compares the queues of d ports drawn at random and of the m ports that were shortest
 * last time, takes the shortest, and remembers it. Here m is 1. As in the ConWeave simulator, the
 * port is remembered by destination host, the length of a queue is the bytes that wait at the port,
 * and the remembered port is left only for one that is strictly shorter.
 *
 * Packets of a flow overtake each other, and the NIC is Go-Back-N. ACK, NAK and CNP are forwarded
 * by ECMP.
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
    static constexpr uint16_t NO_PORT = UINT16_MAX; ///< no port is remembered

    uint32_t m_samples;                   ///< d
    uint32_t m_seed{0};                   ///< of this switch
    AddressMap<uint16_t> m_best{NO_PORT}; ///< by host: port that was best last time
    std::vector<uint16_t> m_drawn;        ///< the candidates in the order drawn
    uint64_t m_decisions{0};              ///< packets that took the shortest queue
    uint64_t m_moves{0};                  ///< of these, packets that left the remembered port
    Ptr<UniformRandomVariable> m_uniform; ///< draws
};

} // namespace ns3::rdmacell

#endif // DRILL_BALANCER_H
