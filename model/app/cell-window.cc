/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-window.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CellWindow);

TypeId
CellWindow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::CellWindow").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

uint32_t
CellWindow::GetCells(const State& state,
                     const PathProperties& /* path */,
                     uint64_t /* others */) const
{
    return state.cells;
}

void
CellWindow::OnSample(State& /* state */,
                     const PathProperties& /* path */,
                     int64_t /* rtt */,
                     int64_t /* now */)
{
}

} // namespace ns3::rdmacell
