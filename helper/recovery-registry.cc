/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-registry.h"

#include "ns3/input-error.h"

#include <algorithm>

namespace ns3::rdmacell
{

const std::vector<Recovery>&
GetRecoveries()
{
    static const std::vector<Recovery> recoveries{
        {"gbn", "Go-Back-N of InfiniBand", "ns3::rdmacell::GoBackN", true},
        {"irn",
         "selective repeat of IRN, SIGCOMM 2018, without PFC unless --pfc=on",
         "ns3::rdmacell::Irn",
         false},
        {"ooo",
         "out-of-order placement, as NICs have it for adaptive routing",
         "ns3::rdmacell::OutOfOrderPlacement",
         true},
    };
    return recoveries;
}

const Recovery*
FindRecoveryOfType(const std::string& type)
{
    const std::vector<Recovery>& all = GetRecoveries();
    const auto found = std::find_if(all.begin(), all.end(), [&type](const Recovery& each) {
        return each.type == type;
    });
    return found == all.end() ? nullptr : &*found;
}

const Recovery&
FindRecovery(const std::string& name)
{
    std::string known;
    for (const Recovery& recovery : GetRecoveries())
    {
        if (recovery.name == name)
        {
            return recovery;
        }
        known += (known.empty() ? "" : ", ") + recovery.name;
    }
    throw InputError("expected one of " + known + ", found '" + name + "'");
}

} // namespace ns3::rdmacell
