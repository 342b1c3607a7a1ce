/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-cell-window.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FixedCellWindow);

TypeId
FixedCellWindow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FixedCellWindow")
            .SetParent<CellWindow>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FixedCellWindow>()
            .AddAttribute("Cells",
                          "Cells of a flow without a token at most (not given by the paper; a cell "
                          "of 1.5 BDP takes longer than the return of its token, so that 1 keeps "
                          "the link busy). Read when a flow starts.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&FixedCellWindow::m_cells),
                          MakeUintegerChecker<uint32_t>(1, 1024));
    return tid;
}

CellWindow::State
FixedCellWindow::Open(const PathProperties& /* path */) const
{
    State state;
    state.cells = m_cells;
    return state;
}

uint32_t
FixedCellWindow::GetMost(const PathProperties& /* path */) const
{
    return m_cells;
}

} // namespace ns3::rdmacell
