/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLANNED_BALANCER_H
#define PLANNED_BALANCER_H

#include "ns3/address-map.h"
#include "ns3/load-balancer.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Routing that a central planner has decided on: a port for each pair of hosts
 * (RoutePlanner). Frames of other pairs, and of those whose port is down, are forwarded by ECMP.
 */
class PlannedBalancer : public LoadBalancer
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Set the port of a pair of hosts, in place of the one before.
     * @param src address of the sender, host byte order
     * @param dst address of the receiver, host byte order
     * @param port the port
     */
    void SetPort(uint32_t src, uint32_t dst, uint16_t port);

    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;

  private:
    static constexpr uint16_t NO_PORT = UINT16_MAX; ///< of a pair without a plan
    static constexpr uint32_t NO_ROW = UINT32_MAX;  ///< of a sender without a plan

    uint32_t m_seed{0};                        ///< of this switch
    AddressMap<uint32_t> m_rows{NO_ROW};       ///< by sender: index of its ports
    std::vector<AddressMap<uint16_t>> m_ports; ///< by row, by receiver
    uint64_t m_planned{0};                     ///< frames that a plan has forwarded
    uint64_t m_hashed{0};                      ///< others
};

} // namespace ns3::rdmacell

#endif // PLANNED_BALANCER_H
