/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NO_CONGESTION_CONTROL_H
#define NO_CONGESTION_CONTROL_H

#include "congestion-ops.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief No congestion control: queue pairs send at line rate, congestion marks are ignored.
 */
class NoCongestionControl : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;
};

} // namespace ns3::rdmacell

#endif // NO_CONGESTION_CONTROL_H
