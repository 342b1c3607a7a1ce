/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-nic-helper.h"

namespace ns3::rdmacell
{

RoceNicHelper::RoceNicHelper()
    : m_nic("ns3::rdmacell::RoceNic")
{
}

void
RoceNicHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_nic.Set(name, value);
}

std::vector<Ptr<RoceNic>>
RoceNicHelper::Install(Ptr<Fabric> fabric) const
{
    std::vector<Ptr<RoceNic>> nics;
    for (uint32_t host = 0; host < fabric->GetGraph().hosts; ++host)
    {
        auto nic = m_nic.Create<RoceNic>();
        fabric->GetHosts().Get(host)->AggregateObject(nic);
        nic->SetIpAddress(Ipv4Address(fabric->GetAddresses()->at(host)));
        nic->SetDevice(fabric->GetHostDevice(host));
        nics.push_back(nic);
    }
    return nics;
}

} // namespace ns3::rdmacell
