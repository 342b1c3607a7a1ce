/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-recovery.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CellRecovery);

TypeId
CellRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::CellRecovery").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

} // namespace ns3::rdmacell
