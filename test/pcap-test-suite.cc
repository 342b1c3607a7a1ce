/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * What FramePcapHelper writes. The files of FramePcapTestCase are also read by tshark, see
 * test/python/test_pcap_tshark.py.
 */

#include "unit/test-frames.h"

#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/frame-pcap-helper.h"
#include "ns3/input-error.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/roce-frame-codec.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <fstream>
#include <ios>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Releases the frames that arrive.
class FrameBin : public FrameSink
{
  public:
    void Accept(uint32_t /* port */, RoceFramePtr&& /* frame */, int64_t /* now */) override
    {
        ++m_frames;
    }

    void OnLinkChange(uint32_t /* port */, bool /* up */) override
    {
    }

    uint32_t m_frames{0}; ///< how many arrived
};

/**
 * @brief Make a PFC or load balancer frame of the smallest size.
 * @param kind PFC or BALANCER
 * @param quanta pause time of class 3, for PFC
 * @return the frame
 */
RoceFramePtr
MakeControl(FrameKind kind, uint16_t quanta)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->kind = kind;
    frame->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    if (kind == FrameKind::PFC)
    {
        frame->pfcClassEnable = 1 << 3;
        frame->pfc.quanta[3] = quanta;
        return frame;
    }
    frame->srcIp = 0x0a000001;
    frame->dstIp = 0x0a000102;
    frame->priority = 7;
    frame->timeToLive = 8;
    frame->scratch[0] = 0x5a;
    return frame;
}

/**
 * @brief Make one frame of each opcode and length that matters, and of each other kind.
 * @return the frames
 */
std::vector<RoceFramePtr>
MakeAllFrames()
{
    std::vector<RoceFramePtr> frames;
    const auto add = [&frames](const RoceFrame& frame) {
        frames.push_back(RoceFramePool::Get());
        *frames.back() = frame;
    };
    for (const RoceOpcode opcode : AllOpcodes())
    {
        add(MakeTestFrame(opcode, 0));
        if (MayHavePayload(opcode))
        {
            for (const uint32_t payload : {1, 3, 16, 999, 1000, 4096})
            {
                add(MakeTestFrame(opcode, payload));
            }
        }
    }
    add(MakeTestFrame(RoceOpcode::WRITE_MIDDLE, 1000, 4));
    add(MakeTestFrame(RoceOpcode::WRITE_LAST, 0, 8));
    add(MakeTestFrame(RoceOpcode::ACKNOWLEDGE, 0, 24));
    frames.push_back(MakeControl(FrameKind::PFC, 0xffff));
    frames.push_back(MakeControl(FrameKind::PFC, 0));
    frames.push_back(MakeControl(FrameKind::BALANCER, 0));
    return frames;
}

/// Two connected devices.
struct Link
{
    Link()
        : channel(CreateObject<FrameChannel>())
    {
        nodes.Create(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            Ptr<FrameNetDevice> device = CreateObject<FrameNetDevice>();
            device->SetAddress(Mac48Address(i ? "02:00:00:00:00:0b" : "02:00:00:00:00:0a"));
            nodes.Get(i)->AddDevice(device);
            device->SetSink(&bin, i);
            devices.push_back(device);
        }
        channel->Connect(devices[0], devices[1]);
    }

    NodeContainer nodes;                      ///< nodes
    std::vector<Ptr<FrameNetDevice>> devices; ///< one in each
    Ptr<FrameChannel> channel;                ///< between them
    FrameBin bin;                             ///< where all frames end
};

/// A record of a pcap file.
struct PcapRecord
{
    Time time;          ///< when
    Ptr<Packet> packet; ///< bytes
};

/**
 * @brief Read a pcap file.
 * @param filename its name
 * @return its records
 */
std::vector<PcapRecord>
ReadPcap(const std::string& filename)
{
    Ptr<PcapFileWrapper> file = CreateObject<PcapFileWrapper>();
    file->Open(filename, std::ios::in);
    std::vector<PcapRecord> records;
    Time time;
    while (Ptr<Packet> packet = file->Read(time))
    {
        records.push_back({time, packet});
    }
    return records;
}

} // namespace

/// Frames of every sort cross a link; both files hold them, with their times.
class FramePcapTestCase : public TestCase
{
  public:
    FramePcapTestCase()
        : TestCase("both ends capture frames of every sort")
    {
    }

  private:
    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("link");
        std::vector<uint32_t> lengths;
        {
            Link link;
            FramePcapHelper pcap;
            pcap.EnablePcap(prefix, link.nodes);
            std::vector<RoceFramePtr> frames = MakeAllFrames();
            EgressPort& egress = link.devices[0]->GetEgress();
            for (RoceFramePtr& frame : frames)
            {
                lengths.push_back(frame->wireBytes);
                if (frame->kind == FrameKind::PFC)
                {
                    egress.EnqueuePfc(std::move(frame), 0);
                }
                else
                {
                    egress.Enqueue(std::move(frame), 0);
                }
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(link.bin.m_frames, lengths.size() - 2, "PFC ends at the port");
            m_sent = prefix + "-" + std::to_string(link.nodes.Get(0)->GetId()) + "-0.pcap";
            m_received = prefix + "-" + std::to_string(link.nodes.Get(1)->GetId()) + "-0.pcap";
            Simulator::Destroy(); // disposes of the nodes, and so of the files
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame is left");
        CheckFiles(lengths);
    }

    /**
     * @brief Compare the two files with what was sent.
     * @param lengths wire bytes of the frames sent
     */
    void CheckFiles(const std::vector<uint32_t>& lengths)
    {
        const std::vector<PcapRecord> sent = ReadPcap(m_sent);
        const std::vector<PcapRecord> received = ReadPcap(m_received);
        NS_TEST_ASSERT_MSG_EQ(sent.size(), lengths.size(), "every frame sent is in the file");
        NS_TEST_ASSERT_MSG_EQ(received.size(), lengths.size(), "every frame received is");
        const Time delay = m_delay;
        uint32_t pfc = 0;
        uint64_t before = 0;
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            const RoceFramePtr frame = RoceFrameCodec::FromPacket(sent[i].packet);
            NS_TEST_ASSERT_MSG_EQ(bool(frame), true, "record " << i << " is no frame");
            // At 100 Gb/s a byte takes 0.08 ns; the simulator counts whole nanoseconds.
            const int64_t start = static_cast<int64_t>(before * 8 / 100);
            const int64_t end = static_cast<int64_t>((before + frame->wireBytes) * 8 / 100);
            NS_TEST_EXPECT_MSG_EQ(sent[i].time, NanoSeconds(start), "time of the first bit");
            NS_TEST_EXPECT_MSG_EQ(received[i].time, NanoSeconds(end) + delay, "of the last bit");
            NS_TEST_EXPECT_MSG_EQ(ToString(received[i].packet),
                                  ToString(sent[i].packet),
                                  "what is received is what was sent");
            before += frame->wireBytes;
            pfc += frame->kind == FrameKind::PFC;
        }
        uint64_t total = 0;
        for (const uint32_t length : lengths)
        {
            total += length;
        }
        NS_TEST_EXPECT_MSG_EQ(before, total, "bytes");
        NS_TEST_EXPECT_MSG_EQ(pfc, 2, "PFC frames");
    }

    /**
     * @brief Copy the bytes of a packet.
     * @param packet the packet
     * @return the bytes
     */
    static std::string ToString(Ptr<const Packet> packet)
    {
        std::string bytes(packet->GetSize(), '\0');
        packet->CopyData(reinterpret_cast<uint8_t*>(&bytes[0]), packet->GetSize());
        return bytes;
    }

    std::string m_sent;                  ///< file of the sender
    std::string m_received;              ///< file of the receiver
    const Time m_delay{MicroSeconds(1)}; ///< of the channel
};

/// A PFC frame has the address of the port that sent it, in the files of both ends.
class PfcAddressTestCase : public TestCase
{
  public:
    PfcAddressTestCase()
        : TestCase("PFC frames come from the address of the sending port")
    {
    }

  private:
    void DoRun() override
    {
        const std::string name = CreateTempDirFilename("pfc");
        {
            Link link;
            FramePcapHelper pcap;
            pcap.EnablePcap(name + "-a.pcap", link.devices[0], true, true);
            pcap.EnablePcap(name + "-b.pcap", link.devices[1], true, true);
            link.devices[1]->GetEgress().EnqueuePfc(MakeControl(FrameKind::PFC, 100), 0);
            Simulator::Run();
            Simulator::Destroy();
        }
        for (const std::string end : {"-a.pcap", "-b.pcap"})
        {
            const std::vector<PcapRecord> records = ReadPcap(name + end);
            NS_TEST_ASSERT_MSG_EQ(records.size(), 1, end << " has the frame");
            uint8_t bytes[12];
            records[0].packet->CopyData(bytes, sizeof(bytes));
            NS_TEST_EXPECT_MSG_EQ(bytes[11], 0x0b, end << ": address of the second device");
        }
    }
};

/// Devices that are not ours are passed over; a file that cannot be written is named.
class PcapNamesTestCase : public TestCase
{
  public:
    PcapNamesTestCase()
        : TestCase("one file a device, and an error that names a file")
    {
    }

  private:
    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("all");
        Link link;
        link.nodes.Get(0)->AddDevice(CreateObject<SimpleNetDevice>());
        FramePcapHelper pcap;
        pcap.EnablePcapAll(prefix);
        const std::string first = prefix + "-" + std::to_string(link.nodes.Get(0)->GetId());
        const std::string second = prefix + "-" + std::to_string(link.nodes.Get(1)->GetId());
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(first + "-0.pcap").good(), true, "first device");
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(second + "-0.pcap").good(), true, "second device");
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(first + "-1.pcap").good(), false, "other device");

        std::string message;
        try
        {
            pcap.EnablePcap("/dev/null/x.pcap", link.devices[0], true, true);
        }
        catch (const InputError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "/dev/null/x.pcap: cannot be written: Not a directory",
                              "names the file and the reason");
        Simulator::Destroy();

        // What does not fit is noticed at the end.
        Link onFull;
        FramePcapHelper full;
        full.EnablePcap("/dev/full", onFull.devices[0], true, true);
        try
        {
            full.Finish();
            message = "nothing";
        }
        catch (const InputError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "/dev/full: expected a file that can be written whole",
                              "names the file");
        pcap.Finish();
        Simulator::Destroy();
    }
};

/// What FramePcapHelper writes.
class PcapTestSuite : public TestSuite
{
  public:
    PcapTestSuite()
        : TestSuite("rdmacell-pcap", TestSuite::Type::UNIT)
    {
        AddTestCase(new FramePcapTestCase);
        AddTestCase(new PfcAddressTestCase);
        AddTestCase(new PcapNamesTestCase);
    }
};

static PcapTestSuite g_pcapTestSuite; ///< the suite
