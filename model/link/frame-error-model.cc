/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-error-model.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FrameErrorModel");

NS_OBJECT_ENSURE_REGISTERED(FrameErrorModel);
NS_OBJECT_ENSURE_REGISTERED(RandomFrameErrorModel);

TypeId
FrameErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FrameErrorModel").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

TypeId
RandomFrameErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::RandomFrameErrorModel")
            .SetParent<FrameErrorModel>()
            .SetGroupName("RdmaCell")
            .AddConstructor<RandomFrameErrorModel>()
            .AddAttribute("FrameErrorRate",
                          "Probability that a frame is lost, whatever its length. A change takes "
                          "effect with the next frame.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&RandomFrameErrorModel::m_frameErrorRate),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute(
                "BitErrorRate",
                "Probability that a bit is wrong; one wrong bit loses the frame. A change "
                "takes effect with the next frame.",
                DoubleValue(0.0),
                MakeDoubleAccessor(&RandomFrameErrorModel::m_bitErrorRate),
                MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

RandomFrameErrorModel::RandomFrameErrorModel()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

int64_t
RandomFrameErrorModel::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

bool
RandomFrameErrorModel::IsCorrupt(const RoceFrame& frame)
{
    NS_LOG_FUNCTION(this << frame.wireBytes);
    double survival = 1.0 - m_frameErrorRate;
    if (m_bitErrorRate > 0)
    {
        const uint32_t bits = 8 * (frame.wireBytes - WireSize::PREAMBLE_GAP);
        survival *= std::pow(1.0 - m_bitErrorRate, bits);
    }
    return m_uniform->GetValue() >= survival;
}

} // namespace ns3::rdmacell
