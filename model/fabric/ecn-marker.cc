/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ecn-marker.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(EcnMarker);

TypeId
EcnMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::EcnMarker")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<EcnMarker>()
            .AddAttribute("Kmin",
                          "Queue up to which nothing is marked, bytes, at ReferenceRate (100 KB: "
                          "ConWeave, SIGCOMM 2023, section 4.1).",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&EcnMarker::m_kmin),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Kmax",
                          "Queue above which everything is marked, bytes, at ReferenceRate (400 "
                          "KB: ConWeave, SIGCOMM 2023, section 4.1).",
                          UintegerValue(400000),
                          MakeUintegerAccessor(&EcnMarker::m_kmax),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Pmax",
                          "Marking probability at Kmax (0.2: ConWeave, SIGCOMM 2023, section 4.1).",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&EcnMarker::m_pmax),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ReferenceRate",
                          "Line rate that Kmin and Kmax are for; at other rates they are scaled "
                          "in proportion (100 Gb/s: ConWeave, SIGCOMM 2023, section 4.1).",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&EcnMarker::m_referenceRate),
                          MakeDataRateChecker());
    return tid;
}

EcnMarker::EcnMarker()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

EcnMarker::Thresholds
EcnMarker::Scale(uint64_t bitRate) const
{
    const double factor =
        static_cast<double>(bitRate) / static_cast<double>(m_referenceRate.GetBitRate());
    return {static_cast<uint64_t>(std::llround(static_cast<double>(m_kmin) * factor)),
            static_cast<uint64_t>(std::llround(static_cast<double>(m_kmax) * factor))};
}

bool
EcnMarker::Mark(RoceFrame& frame, const Thresholds& thresholds, uint64_t queueBytes)
{
    if (queueBytes <= thresholds.kmin || frame.ecn == EcnCodePoint::NOT_ECT ||
        frame.ecn == EcnCodePoint::CE)
    {
        return false;
    }
    if (queueBytes <= thresholds.kmax)
    {
        const auto range = static_cast<double>(thresholds.kmax - thresholds.kmin);
        const auto excess = static_cast<double>(queueBytes - thresholds.kmin);
        if (m_uniform->GetValue() * range >= m_pmax * excess)
        {
            return false;
        }
    }
    frame.ecn = EcnCodePoint::CE;
    return true;
}

int64_t
EcnMarker::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3::rdmacell
