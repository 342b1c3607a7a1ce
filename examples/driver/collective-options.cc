/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-options.h"

#include "experiment-options.h"

#include <string>

namespace ns3::rdmacell
{

std::vector<DriverOption>
CollectiveOptions(ExperimentOptions& o)
{
    std::string kinds;
    for (const CollectiveKind& kind : GetCollectiveKinds())
    {
        kinds += (kinds.empty() ? "" : ", ") + kind.name;
    }
    return {{"collective",
             "",
             "Collectives in place of generated flows, such as "
             "allreduce-ring:ranks=64,size=128MB,iterations=5; several jobs with + between: " +
                 kinds,
             [&o](const std::string& text) {
                 o.collectiveText = text;
                 o.collectives =
                     text.empty() ? std::vector<CollectiveSpec>() : ParseCollectives(text);
             },
             [&o](JsonObject& json) { json.AddOptional("collective", o.collectiveText); },
             {},
             nullptr,
             nullptr}};
}

} // namespace ns3::rdmacell
