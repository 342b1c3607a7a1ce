/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "queue-recorder.h"

#include "percentile.h"

#include "ns3/mpi-process.h"
#include "ns3/nanosecond-text.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"

#include <algorithm>
#include <ostream>
#include <tuple>

namespace ns3::rdmacell
{

QueueRecorder::QueueRecorder(Time interval)
    : m_clock(interval, [this](int64_t /* now */) { Sample(); })
{
}

void
QueueRecorder::AddDevice(Ptr<FrameNetDevice> device)
{
    m_ports.push_back({device, device->GetNode()->GetId(), device->GetIfIndex()});
}

void
QueueRecorder::Start(Time at)
{
    m_clock.Start(at);
}

void
QueueRecorder::Stop(Time at)
{
    m_clock.Stop(at);
}

void
QueueRecorder::Sample()
{
    const uint32_t sample = static_cast<uint32_t>(m_clock.GetTimes().size() - 1);
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        const EgressPort& egress = m_ports[i].device->GetEgress();
        if (egress.GetTotalBytes() == 0 || !RankLink::IsOwn(m_ports[i].node))
        {
            continue;
        }
        for (uint32_t c = 0; c < EgressPort::CLASSES; ++c)
        {
            const uint64_t bytes = egress.GetClassBytes(c);
            if (bytes > 0)
            {
                m_rows.push_back({sample, i, bytes, static_cast<uint8_t>(c)});
            }
        }
    }
}

void
QueueRecorder::GatherRows()
{
    MpiProcess::GatherElements(m_rows);
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
        return std::tie(a.sample, a.port) < std::tie(b.sample, b.port);
    });
}

void
QueueRecorder::WriteCsv(std::ostream& out) const
{
    out << "time_ns,node,port,class,bytes\n";
    for (const Row& row : m_rows)
    {
        const Port& port = m_ports[row.port];
        out << FormatNanoseconds(m_clock.GetTimes()[row.sample]) << ',' << port.node << ','
            << port.port << ',' << static_cast<uint32_t>(row.trafficClass) << ',' << row.bytes
            << '\n';
    }
}

std::vector<QueueSummary>
QueueRecorder::GetSummaries() const
{
    const std::size_t samples = m_clock.GetTimes().size();
    std::vector<std::vector<double>> lengths(m_ports.size()); // those above 0
    std::vector<uint32_t> lastSample(m_ports.size());
    for (const Row& row : m_rows)
    {
        std::vector<double>& ofPort = lengths[row.port];
        if (ofPort.empty() || lastSample[row.port] != row.sample)
        {
            ofPort.push_back(0);
            lastSample[row.port] = row.sample;
        }
        ofPort.back() += static_cast<double>(row.bytes);
    }
    std::vector<QueueSummary> summaries;
    for (std::size_t i = 0; i < m_ports.size(); ++i)
    {
        QueueSummary summary{m_ports[i].node, m_ports[i].port, 0, 0, 0};
        std::vector<double>& sorted = lengths[i];
        if (!sorted.empty())
        {
            sorted.resize(samples, 0);
            std::sort(sorted.begin(), sorted.end());
            double sum = 0;
            for (const double length : sorted)
            {
                sum += length;
            }
            summary.maxBytes = static_cast<uint64_t>(sorted.back());
            summary.meanBytes = sum / static_cast<double>(samples);
            summary.p99Bytes = Percentile(sorted, 99);
        }
        summaries.push_back(summary);
    }
    return summaries;
}

} // namespace ns3::rdmacell
