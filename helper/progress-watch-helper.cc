/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "progress-watch-helper.h"

#include "ns3/host-app.h"
#include "ns3/roce-nic.h"

namespace ns3::rdmacell
{

Ptr<ProgressWatch>
ProgressWatchHelper::Install(const NodeContainer& hosts)
{
    return Install(Fabric::Discover(hosts));
}

Ptr<ProgressWatch>
ProgressWatchHelper::Install(Ptr<Fabric> fabric)
{
    const Ptr<ProgressWatch> watch = CreateObject<ProgressWatch>();
    for (const auto& node : fabric->GetSwitches())
    {
        watch->AddSwitch(node);
    }
    const NodeContainer& hosts = fabric->GetHosts();
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        const auto nic = (*host)->GetObject<RoceNic>();
        for (uint32_t i = 0; nic && i < (*host)->GetNApplications(); ++i)
        {
            if (const auto app = DynamicCast<HostApp>((*host)->GetApplication(i)))
            {
                watch->AddHost(nic, app);
            }
        }
    }
    watch->SetFileNumbers(fabric->GetGraph().fileNumbers);
    return watch;
}

} // namespace ns3::rdmacell
