/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-ascii-helper.h"

#include "ns3/frame-net-device.h"
#include "ns3/input-error.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/roce-frame.h"
#include "ns3/simulator.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Write a line.
 * @param stream where to
 * @param device the device; not counted as a reference, since the callback is part of it
 * @param event letter of the event
 * @param frame the frame
 */
void
Write(Ptr<OutputStreamWrapper> stream,
      const FrameNetDevice* device,
      char event,
      const RoceFrame& frame)
{
    std::ostream& text = *stream->GetStream();
    text << event << " " << Simulator::Now().GetSeconds() << " /NodeList/"
         << device->GetNode()->GetId() << "/DeviceList/" << device->GetIfIndex();
    if (frame.kind == FrameKind::PFC)
    {
        text << " PFC classes " << +frame.pfcClassEnable << " quanta";
        for (const uint16_t quanta : frame.pfc.quanta)
        {
            text << " " << quanta;
        }
    }
    else
    {
        text << (frame.kind == FrameKind::ROCE ? " ROCE " : " BALANCER ")
             << Ipv4Address(frame.srcIp) << " > " << Ipv4Address(frame.dstIp) << " port "
             << frame.srcPort << " class " << +frame.priority << " ecn "
             << static_cast<uint32_t>(frame.ecn) << " opcode "
             << static_cast<uint32_t>(frame.opcode) << " qp " << frame.destQp << " psn "
             << frame.psn;
    }
    text << " bytes " << frame.wireBytes << "\n";
}

/**
 * @brief Write a frame that has been put into a queue.
 * @param stream where to
 * @param device the device
 * @param frame the frame
 */
void
WriteEnqueued(Ptr<OutputStreamWrapper> stream,
              const FrameNetDevice* device,
              const RoceFrame& frame,
              uint32_t /* queue */)
{
    Write(stream, device, '+', frame);
}

} // namespace

void
FrameAsciiHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                      std::string prefix,
                                      Ptr<NetDevice> device,
                                      bool explicitFilename)
{
    Ptr<FrameNetDevice> port = DynamicCast<FrameNetDevice>(device);
    if (!port)
    {
        return;
    }
    std::string filename = "stream";
    if (!stream)
    {
        AsciiTraceHelper files;
        filename = explicitFilename ? prefix : files.GetFilenameFromDevice(prefix, device);
        // CreateFileStream() ends the program on an error.
        if (!std::ofstream(filename))
        {
            throw InputError(filename + ": cannot be written: " + std::strerror(errno));
        }
        stream = files.CreateFileStream(filename);
    }
    m_streams.emplace_back(filename, stream);
    const FrameNetDevice* raw = PeekPointer(port);
    port->TraceConnectWithoutContext("Enqueue", MakeBoundCallback(&WriteEnqueued, stream, raw));
    port->TraceConnectWithoutContext("FrameTx", MakeBoundCallback(&Write, stream, raw, '-'));
    port->TraceConnectWithoutContext("FrameRx", MakeBoundCallback(&Write, stream, raw, 'r'));
    port->TraceConnectWithoutContext("FrameRxDrop", MakeBoundCallback(&Write, stream, raw, 'd'));
}

void
FrameAsciiHelper::Finish()
{
    std::string failed;
    for (const auto& [name, stream] : m_streams)
    {
        stream->GetStream()->flush();
        failed = failed.empty() && !*stream->GetStream() ? name : failed;
    }
    m_streams.clear();
    if (!failed.empty())
    {
        throw InputError(failed + ": expected a file that can be written whole");
    }
}

} // namespace ns3::rdmacell
