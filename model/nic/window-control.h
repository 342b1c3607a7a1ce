/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WINDOW_CONTROL_H
#define WINDOW_CONTROL_H

#include "congestion-ops.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A window that does not change: queue pairs send at line rate, with so many bandwidth-delay
 * products of their path in flight at most. Congestion marks are ignored.
 */
class WindowControl : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

  private:
    double m_windowBdp; ///< BDPs
};

} // namespace ns3::rdmacell

#endif // WINDOW_CONTROL_H
