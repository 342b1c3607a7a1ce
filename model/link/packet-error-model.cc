/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-error-model.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PacketErrorModel");

NS_OBJECT_ENSURE_REGISTERED(PacketErrorModel);

TypeId
PacketErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::PacketErrorModel")
            .SetParent<FrameErrorModel>()
            .SetGroupName("RdmaCell")
            .AddConstructor<PacketErrorModel>()
            .AddAttribute("ErrorModel",
                          "The model that decides, such as ns3::RateErrorModel; without one, no "
                          "frame is lost. A change takes effect with the next frame.",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          PointerValue(),
                          MakePointerAccessor(&PacketErrorModel::m_model),
                          MakePointerChecker<ErrorModel>());
    return tid;
}

PacketErrorModel::PacketErrorModel() = default;

PacketErrorModel::~PacketErrorModel() = default;

bool
PacketErrorModel::IsCorrupt(const RoceFrame& frame)
{
    NS_LOG_FUNCTION(this << frame.wireBytes);
    return m_model && m_model->IsCorrupt(Create<Packet>(frame.wireBytes - WireSize::PREAMBLE_GAP));
}

void
PacketErrorModel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_model = nullptr;
    FrameErrorModel::DoDispose();
}

} // namespace ns3::rdmacell
