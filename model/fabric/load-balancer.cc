/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-balancer.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LoadBalancer);

TypeId
LoadBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::LoadBalancer").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

void
LoadBalancer::Attach(SwitchView& view)
{
    m_switch = &view;
    OnAttached();
}

uint32_t
LoadBalancer::GetCapabilities() const
{
    return 0;
}

uint32_t
LoadBalancer::SelectQueue(RoceFrame& frame, uint32_t /* port */, int64_t /* now */)
{
    return frame.priority;
}

void
LoadBalancer::OnIngress(RoceFramePtr& /* frame */, uint32_t /* port */, int64_t /* now */)
{
}

void
LoadBalancer::OnEgress(RoceFrame& /* frame */,
                       uint32_t /* port */,
                       uint32_t /* queue */,
                       int64_t /* now */)
{
}

void
LoadBalancer::OnControl(RoceFramePtr&& /* frame */, uint32_t /* port */, int64_t /* now */)
{
}

void
LoadBalancer::OnLinkChange(uint32_t /* port */, bool /* up */)
{
}

int64_t
LoadBalancer::AssignStreams(int64_t /* stream */)
{
    return 0;
}

std::map<std::string, uint64_t>
LoadBalancer::GetCounters() const
{
    return {};
}

void
LoadBalancer::OnAttached()
{
}

void
LoadBalancer::DoDispose()
{
    m_switch = nullptr;
    Object::DoDispose();
}

} // namespace ns3::rdmacell
