/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-recorder.h"

#include "ns3/mpi-process.h"
#include "ns3/nanosecond-text.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <ostream>
#include <tuple>

namespace ns3::rdmacell
{

PfcRecorder::~PfcRecorder()
{
    m_begin.Cancel();
    m_end.Cancel();
}

void
PfcRecorder::AddSwitch(Ptr<FabricSwitch> device)
{
    device->TraceConnectWithoutContext(
        "PfcSent",
        MakeCallback(&PfcRecorder::NotePfc, this).Bind(PeekPointer(device)));
}

void
PfcRecorder::AddDevice(Ptr<FrameNetDevice> device)
{
    m_ports.push_back({device, device->GetNode()->GetId(), device->GetIfIndex(), {}, {}});
}

void
PfcRecorder::Start(Time at)
{
    m_begin.Cancel();
    m_begin = Simulator::Schedule(at - Simulator::Now(), &PfcRecorder::Begin, this);
}

void
PfcRecorder::Stop(Time at)
{
    m_end.Cancel();
    m_end = Simulator::Schedule(at - Simulator::Now(), &PfcRecorder::End, this);
}

PfcRecorder::ClassTimes
PfcRecorder::ReadPausedTimes(const FrameNetDevice& device, int64_t now)
{
    ClassTimes times;
    for (uint32_t c = 0; c < EgressPort::CLASSES; ++c)
    {
        times[c] = device.GetEgress().GetPausedTime(c, now);
    }
    return times;
}

void
PfcRecorder::Begin()
{
    m_recording = true;
    m_start = Simulator::Now().GetTimeStep();
    for (Port& port : m_ports)
    {
        port.before = ReadPausedTimes(*port.device, m_start);
    }
}

void
PfcRecorder::End()
{
    m_recording = false;
    m_stop = Simulator::Now().GetTimeStep();
    for (Port& port : m_ports)
    {
        port.after = ReadPausedTimes(*port.device, m_stop);
    }
}

void
PfcRecorder::NotePfc(FabricSwitch* device, uint32_t port, uint8_t classes, uint16_t quanta)
{
    if (!m_recording)
    {
        return;
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    for (uint32_t c = 0; c < EgressPort::CLASSES; ++c)
    {
        if ((classes >> c) & 1U)
        {
            m_rows.push_back({now,
                              device->GetNodeId(),
                              static_cast<uint16_t>(device->GetDevice(port)->GetIfIndex()),
                              quanta,
                              static_cast<uint8_t>(c)});
        }
    }
}

void
PfcRecorder::GatherRows()
{
    MpiProcess::GatherElements(m_rows);
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
        return std::tie(a.time, a.node) < std::tie(b.time, b.node);
    });
}

void
PfcRecorder::WriteCsv(std::ostream& out) const
{
    out << "time_ns,node,port,class,event,quanta\n";
    for (const Row& row : m_rows)
    {
        out << FormatNanoseconds(row.time) << ',' << row.node << ',' << row.port << ','
            << static_cast<uint32_t>(row.trafficClass) << ','
            << (row.quanta > 0 ? "pause" : "resume") << ',' << row.quanta << '\n';
    }
}

std::vector<PausedTime>
PfcRecorder::GetPausedTimes() const
{
    const int64_t end = m_recording ? Simulator::Now().GetTimeStep() : m_stop;
    std::vector<PausedTime> times;
    for (const Port& port : m_ports)
    {
        const ClassTimes after = m_recording ? ReadPausedTimes(*port.device, end) : port.after;
        for (uint32_t c = 0; c < EgressPort::CLASSES; ++c)
        {
            const int64_t paused = after[c] - port.before[c];
            if (paused > 0)
            {
                times.push_back({port.node,
                                 port.port,
                                 c,
                                 TimeStep(static_cast<uint64_t>(paused)),
                                 static_cast<double>(paused) / static_cast<double>(end - m_start)});
            }
        }
    }
    return times;
}

} // namespace ns3::rdmacell
