/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-address-helper.h"

#include "ns3/abort.h"
#include "ns3/roce-nic.h"

namespace ns3::rdmacell
{

void
HostAddressHelper::SetBase(Ipv4Address first, uint32_t increment)
{
    m_next = first.Get();
    m_increment = increment;
}

void
HostAddressHelper::Assign(const NodeContainer& hosts)
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        Assign(*host, Ipv4Address(m_next));
        m_next += m_increment;
    }
}

void
HostAddressHelper::Assign(Ptr<Node> host, Ipv4Address address)
{
    const auto nic = host->GetObject<RoceNic>();
    NS_ABORT_MSG_IF(!nic, "node " << host->GetId() << " has no NIC: RoceNicHelper comes first");
    nic->SetIpAddress(address);
}

} // namespace ns3::rdmacell
