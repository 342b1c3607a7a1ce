/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-helper.h"

#include "ns3/roce-nic.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Measure the way from a host to another.
 * @param fabric the network
 * @param src host
 * @param dst another host
 * @param mtu payload of a full packet, bytes
 * @return the slowest rate, and the longest base RTT of the equal paths
 */
PathInfo
MeasurePath(const Fabric& fabric, uint32_t src, uint32_t dst, uint32_t mtu)
{
    int64_t back = 0;
    for (const PathProfile& path : fabric.GetPaths(dst, src))
    {
        int64_t delays = 0;
        for (const PathHop& hop : path)
        {
            delays += hop.delay;
        }
        back = std::max(back, delays);
    }
    PathInfo info;
    for (const PathProfile& path : fabric.GetPaths(src, dst))
    {
        int64_t there = 0;
        for (const PathHop& hop : path)
        {
            uint64_t remainder = 0;
            there += hop.delay + hop.rate.Steps(mtu, remainder);
            const uint64_t rate = hop.rate.GetBitRate();
            info.bitRate = info.bitRate == 0 ? rate : std::min(info.bitRate, rate);
        }
        info.baseRtt = std::max(info.baseRtt, TimeStep(there + back));
    }
    return info;
}

} // namespace

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
    auto manager = CreateObject<RdmaConnectionManager>();
    auto addresses = std::make_shared<std::vector<Ipv4Address>>();
    auto hostOf = std::make_shared<std::unordered_map<uint32_t, uint32_t>>();
    for (const uint32_t address : *fabric->GetAddresses())
    {
        hostOf->emplace(address, static_cast<uint32_t>(addresses->size()));
        addresses->emplace_back(address);
    }
    std::vector<Ptr<HostApp>> apps;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const Ptr<Node> node = fabric->GetHosts().Get(host);
        auto app = m_app.Create<HostApp>();
        const auto nic = node->GetObject<RoceNic>();
        app->Setup(PeekPointer(nic), manager, addresses);
        app->SetFlows(std::move(flowsOf[host]));
        const uint32_t mtu = nic->GetPathMtu();
        app->SetPathQuery([fabric, hostOf, host, mtu](Ipv4Address peer) {
            return MeasurePath(*fabric, host, hostOf->at(peer.Get()), mtu);
        });
        nic->TraceConnectWithoutContext(
            "NakReceived",
            Callback<void, uint32_t, uint32_t>(
                [to = PeekPointer(app)](uint32_t qpNum, uint32_t /* psn */) { to->OnNak(qpNum); }));
        node->AddApplication(app);
        apps.push_back(app);
    }
    return apps;
}

} // namespace ns3::rdmacell
