/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-pcap-helper.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/input-error.h"
#include "ns3/mac48-address.h"
#include "ns3/object.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/roce-frame-codec.h"
#include "ns3/simulator.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <ios>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Write a frame.
 * @param file file to write to
 * @param sender the device that sent the frame
 * @param frame the frame
 */
void
Record(Ptr<PcapFileWrapper> file, Ptr<const NetDevice> sender, const RoceFrame& frame)
{
    const Mac48Address port = Mac48Address::ConvertFrom(sender->GetAddress());
    file->Write(Simulator::Now(), RoceFrameCodec::ToPacket(frame, port));
}

/**
 * @brief Write a frame that the device sends.
 * @param file file to write to
 * @param device the device; not counted as a reference, since the callback is part of it
 * @param frame the frame
 */
void
RecordSent(Ptr<PcapFileWrapper> file, const FrameNetDevice* device, const RoceFrame& frame)
{
    Record(file, device, frame);
}

/**
 * @brief Write a frame that the device has received.
 * @param file file to write to
 * @param device the device; not counted as a reference, since the callback is part of it
 * @param frame the frame
 */
void
RecordReceived(Ptr<PcapFileWrapper> file, const FrameNetDevice* device, const RoceFrame& frame)
{
    const Ptr<Channel> channel = device->GetChannel();
    const std::size_t far = channel->GetDevice(0) == device ? 1 : 0;
    Record(file, channel->GetDevice(far), frame);
}

} // namespace

void
FramePcapHelper::EnablePcapInternal(std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool /* promiscuous */,
                                    bool explicitFilename)
{
    Ptr<FrameNetDevice> port = DynamicCast<FrameNetDevice>(device);
    if (!port)
    {
        return;
    }
    PcapHelper names;
    const std::string filename =
        explicitFilename ? prefix : names.GetFilenameFromDevice(prefix, device);

    // PcapHelper::CreateFile() ends the program on an error, and writes microseconds.
    Ptr<PcapFileWrapper> file =
        CreateObjectWithAttributes<PcapFileWrapper>("NanosecMode", BooleanValue(true));
    file->Open(filename, std::ios::out);
    if (file->Fail())
    {
        throw InputError(filename + ": cannot be written: " + std::strerror(errno));
    }
    file->Init(PcapHelper::DLT_EN10MB);

    m_files.emplace_back(filename, file);
    const FrameNetDevice* raw = PeekPointer(port);
    port->TraceConnectWithoutContext("FrameTx", MakeBoundCallback(&RecordSent, file, raw));
    port->TraceConnectWithoutContext("FrameRx", MakeBoundCallback(&RecordReceived, file, raw));
}

void
FramePcapHelper::Finish()
{
    std::string failed;
    for (const auto& [name, file] : m_files)
    {
        file->Close();
        failed = failed.empty() && file->Fail() ? name : failed;
    }
    m_files.clear();
    if (!failed.empty())
    {
        throw InputError(failed + ": expected a file that can be written whole");
    }
}

} // namespace ns3::rdmacell
