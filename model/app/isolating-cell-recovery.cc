/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "isolating-cell-recovery.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(IsolatingCellRecovery);

TypeId
IsolatingCellRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::IsolatingCellRecovery")
                            .SetParent<CellRecovery>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<IsolatingCellRecovery>();
    return tid;
}

CellRecovery::Action
IsolatingCellRecovery::OnLateToken(const LateCell& /* cell */) const
{
    return Action::ISOLATE;
}

} // namespace ns3::rdmacell
