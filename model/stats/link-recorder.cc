/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-recorder.h"

#include "ns3/mpi-process.h"
#include "ns3/nanosecond-text.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <tuple>

namespace ns3::rdmacell
{

LinkRecorder::LinkRecorder(Time interval)
    : m_clock(interval, [this](int64_t now) { Sample(now); })
{
}

void
LinkRecorder::AddChannel(Ptr<FrameChannel> channel)
{
    for (std::size_t end = 0; end < 2; ++end)
    {
        auto device = DynamicCast<FrameNetDevice>(channel->GetDevice(end));
        m_directions.push_back({channel,
                                device,
                                end,
                                device->GetNode()->GetId(),
                                device->GetIfIndex(),
                                channel->GetDevice(1 - end)->GetNode()->GetId(),
                                device->GetDataRate().GetBitRate(),
                                0});
    }
}

void
LinkRecorder::Start(Time at)
{
    m_clock.Start(at);
}

void
LinkRecorder::Stop(Time at)
{
    m_clock.Stop(at);
}

uint64_t
LinkRecorder::CountBytes(const Direction& direction, int64_t now)
{
    // A wire counts a whole frame when its transmission starts.
    const uint64_t started = direction.channel->GetWire(direction.end).GetBytes();
    const int64_t left = direction.device->GetEgress().GetBusyUntil() - now;
    if (left <= 0)
    {
        return started;
    }
    const double bytesPerStep =
        static_cast<double>(direction.bitRate) / 8 / static_cast<double>(Seconds(1).GetTimeStep());
    return started - static_cast<uint64_t>(std::llround(static_cast<double>(left) * bytesPerStep));
}

void
LinkRecorder::Sample(int64_t now)
{
    const uint32_t sample = static_cast<uint32_t>(m_clock.GetTimes().size() - 1);
    for (uint32_t i = 0; i < m_directions.size(); ++i)
    {
        Direction& direction = m_directions[i];
        const uint64_t bytes = CountBytes(direction, now);
        if (sample > 0 && bytes > direction.bytes && RankLink::IsOwn(direction.node))
        {
            m_rows.push_back({sample, i, bytes - direction.bytes});
        }
        direction.bytes = bytes;
    }
}

void
LinkRecorder::GatherRows()
{
    MpiProcess::GatherElements(m_rows);
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
        return std::tie(a.sample, a.direction) < std::tie(b.sample, b.direction);
    });
}

void
LinkRecorder::WriteCsv(std::ostream& out) const
{
    const std::vector<int64_t>& times = m_clock.GetTimes();
    const double stepsPerSecond = static_cast<double>(Seconds(1).GetTimeStep());
    out << "time_ns,node,port,peer,bytes,utilization\n" << std::fixed << std::setprecision(6);
    for (const Row& row : m_rows)
    {
        const Direction& direction = m_directions[row.direction];
        const int64_t end = times[row.sample];
        const double seconds = static_cast<double>(end - times[row.sample - 1]) / stepsPerSecond;
        const double utilization =
            8 * static_cast<double>(row.bytes) / (seconds * static_cast<double>(direction.bitRate));
        out << FormatNanoseconds(end) << ',' << direction.node << ',' << direction.port << ','
            << direction.peer << ',' << row.bytes << ',' << utilization << '\n';
    }
}

} // namespace ns3::rdmacell
