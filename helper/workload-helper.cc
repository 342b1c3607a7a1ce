/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-helper.h"

#include "ns3/roce-nic.h"

#include <utility>

namespace ns3::rdmacell
{

WorkloadHelper::WorkloadHelper(const std::string& type)
    : m_app(type)
{
}

void
WorkloadHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_app.Set(name, value);
}

std::vector<Ptr<HostApp>>
WorkloadHelper::Install(Ptr<Fabric> fabric, const std::vector<Flow>& flows) const
{
    const uint32_t hosts = fabric->GetGraph().hosts;
    std::vector<std::vector<Flow>> flowsOf(hosts);
    for (const Flow& flow : flows)
    {
        flowsOf.at(flow.src).push_back(flow);
    }
    auto manager = CreateObject<ConnectionManager>();
    std::vector<Ptr<HostApp>> apps;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const Ptr<Node> node = fabric->GetHosts().Get(host);
        auto app = m_app.Create<HostApp>();
        app->Setup(PeekPointer(node->GetObject<RoceNic>()), manager, fabric->GetAddresses());
        app->SetFlows(std::move(flowsOf[host]));
        node->AddApplication(app);
        apps.push_back(app);
    }
    return apps;
}

} // namespace ns3::rdmacell
