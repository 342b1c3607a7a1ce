/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-counters.h"

namespace ns3::rdmacell
{

std::map<std::string, uint64_t>
CellCounters::ToMap() const
{
    return {{"flows", flows},
            {"paths_used", pathsUsed},
            {"cells", cells},
            {"path_changes", pathChanges},
            {"payload_writes", payloadWrites},
            {"retransmitted_cells", retransmittedCells},
            {"retransmitted_bytes", retransmittedBytes},
            {"soft_expiries", softExpiries},
            {"soft_expiries_true", softExpiriesTrue},
            {"soft_expiries_spurious", softExpiriesSpurious},
            {"soft_expiries_unknown", softExpiriesUnknown},
            {"completion_expiries", completionExpiries},
            {"naks_seen", naksSeen},
            {"reroutes", reroutes},
            {"queue_pair_errors", queuePairErrors},
            {"resets", resets},
            {"tokens_received", tokensReceived},
            {"tokens_late", tokensLate},
            {"tokens_sent", tokensSent},
            {"tokens_refused", tokensRefused},
            {"receive_completions", receiveCompletions},
            {"delivered_bytes", deliveredBytes},
            {"duplicate_bytes", duplicateBytes},
            {"traced_ports", tracedPorts},
            {"trace_probes", traceProbes}};
}

} // namespace ns3::rdmacell
