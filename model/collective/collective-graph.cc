/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-graph.h"

namespace ns3::rdmacell
{

void
CollectiveGraph::ListAfterSending(uint64_t /* step */, StepList& /* steps */) const
{
}

} // namespace ns3::rdmacell
