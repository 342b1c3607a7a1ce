/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIXED_CELL_WINDOW_H
#define FIXED_CELL_WINDOW_H

#include "cell-window.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A window of always the same number of cells.
 */
class FixedCellWindow : public CellWindow
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    State Open(const PathProperties& path) const override;
    uint32_t GetMost(const PathProperties& path) const override;

  private:
    uint32_t m_cells; ///< the window
};

} // namespace ns3::rdmacell

#endif // FIXED_CELL_WINDOW_H
