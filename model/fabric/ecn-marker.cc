/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ecn-marker.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("EcnMarker");

NS_OBJECT_ENSURE_REGISTERED(EcnMarker);

TypeId
EcnMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::EcnMarker")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<EcnMarker>()
            .AddAttribute(
                "Kmin",
                "Queue up to which nothing is marked, bytes, at ReferenceRate (100 KB: "
                "ConWeave, SIGCOMM 2023, section 4.1). A change takes effect with the next "
                "frame.",
                UintegerValue(100000),
                MakeUintegerAccessor(&EcnMarker::SetKmin, &EcnMarker::GetKmin),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "Kmax",
                "Queue above which everything is marked, bytes, at ReferenceRate (400 "
                "KB: ConWeave, SIGCOMM 2023, section 4.1); not below Kmin. A change takes "
                "effect with the next frame.",
                UintegerValue(400000),
                MakeUintegerAccessor(&EcnMarker::SetKmax, &EcnMarker::GetKmax),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "Pmax",
                "Marking probability at Kmax (0.2: ConWeave, SIGCOMM 2023, section 4.1). A "
                "change takes effect with the next frame.",
                DoubleValue(0.2),
                MakeDoubleAccessor(&EcnMarker::m_pmax),
                MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute(
                "ReferenceRate",
                "Line rate that Kmin and Kmax are for, above 0; at other rates they are "
                "scaled in proportion (100 Gb/s: ConWeave, SIGCOMM 2023, section 4.1). A "
                "change takes effect with the next frame.",
                DataRateValue(DataRate("100Gbps")),
                MakeDataRateAccessor(&EcnMarker::SetReferenceRate, &EcnMarker::GetReferenceRate),
                MakeDataRateChecker());
    return tid;
}

EcnMarker::EcnMarker()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
EcnMarker::SetKmin(uint64_t bytes)
{
    m_kmin = bytes;
    Scale();
}

uint64_t
EcnMarker::GetKmin() const
{
    return m_kmin;
}

void
EcnMarker::SetKmax(uint64_t bytes)
{
    m_kmax = bytes;
    Scale();
}

uint64_t
EcnMarker::GetKmax() const
{
    return m_kmax;
}

bool
EcnMarker::SetReferenceRate(DataRate rate)
{
    if (rate.GetBitRate() == 0)
    {
        return false;
    }
    m_referenceRate = rate;
    Scale();
    return true;
}

DataRate
EcnMarker::GetReferenceRate() const
{
    return m_referenceRate;
}

void
EcnMarker::Start(const std::vector<uint64_t>& bitRates)
{
    NS_LOG_FUNCTION(this << bitRates.size());
    if (m_kmin > m_kmax)
    {
        throw InputError("ns3::rdmacell::EcnMarker::Kmin: expected at most Kmax, " +
                         std::to_string(m_kmax) + " bytes, found " + std::to_string(m_kmin));
    }
    m_bitRates = bitRates;
    Scale();
}

void
EcnMarker::Scale()
{
    NS_LOG_FUNCTION(this << m_kmin << m_kmax << m_referenceRate);
    m_thresholds.clear();
    for (const uint64_t bitRate : m_bitRates)
    {
        const double factor =
            static_cast<double>(bitRate) / static_cast<double>(m_referenceRate.GetBitRate());
        m_thresholds.push_back(
            {static_cast<uint64_t>(std::llround(static_cast<double>(m_kmin) * factor)),
             static_cast<uint64_t>(std::llround(static_cast<double>(m_kmax) * factor))});
    }
}

bool
EcnMarker::Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes)
{
    const Thresholds& thresholds = m_thresholds[port];
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
    NS_LOG_DEBUG("port " << port << " marks a frame, PSN " << frame.psn << ", " << queueBytes
                         << " bytes wait");
    frame.ecn = EcnCodePoint::CE;
    return true;
}

int64_t
EcnMarker::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3::rdmacell
