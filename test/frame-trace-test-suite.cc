/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/ecn-marker.h"
#include "ns3/frame-ascii-helper.h"
#include "ns3/frame-error-model.h"
#include "ns3/node-container.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/pfc-controller.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// Trace sources fired, in order: time in ns, name and arguments of each.
class TraceNotes
{
  public:
    /**
     * @brief Note a firing.
     * @tparam Args types of the arguments
     * @param name the trace source
     * @param args its arguments
     */
    template <typename... Args>
    void Add(const std::string& name, Args... args)
    {
        std::ostringstream line;
        line << Simulator::Now().GetTimeStep() << " " << name;
        ((line << " " << args), ...);
        lines.push_back(line.str());
    }

    /**
     * @brief Connect to a trace source of numbers.
     * @tparam Args types of its arguments
     * @param path Config path, whose last part is the name
     */
    template <typename... Args>
    void ConnectNumbers(const std::string& path)
    {
        const std::string name = path.substr(path.rfind('/') + 1);
        Config::Connect(
            path,
            Callback<void, std::string, Args...>(
                [this, name](std::string, Args... args) { Add(name, uint64_t{args}...); }));
    }

    /**
     * @brief Connect to a trace source of a frame and numbers.
     * @tparam Args types of its arguments after the frame
     * @param path Config path, whose last part is the name
     */
    template <typename... Args>
    void ConnectFrames(const std::string& path)
    {
        const std::string name = path.substr(path.rfind('/') + 1);
        Config::Connect(path,
                        Callback<void, std::string, const RoceFrame&, Args...>(
                            [this, name](std::string, const RoceFrame& frame, Args... args) {
                                Add(name, frame.psn, static_cast<uint64_t>(args)...);
                            }));
    }

    std::vector<std::string> lines; ///< what was noted
};

/**
 * @brief Get the Config path of a node.
 * @param node the node
 * @return the path, with a slash at its end
 */
std::string
PathOf(Ptr<Node> node)
{
    return "/NodeList/" + std::to_string(node->GetId()) + "/";
}

/**
 * @brief Get the Config path of a node's first device.
 * @param node the node
 * @return the path, with a slash at its end
 */
std::string
DevicePathOf(Ptr<Node> node)
{
    return PathOf(node) + "DeviceList/0/$ns3::rdmacell::FrameNetDevice/";
}

/**
 * @brief Make a frame of 1082 wire bytes and class 3.
 * @param psn its number
 * @return the frame
 */
RoceFramePtr
MakeFrame(uint32_t psn)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->priority = 3;
    frame->opcode = RoceOpcode::WRITE_MIDDLE;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(RoceOpcode::WRITE_MIDDLE, 1000));
    frame->psn = psn;
    return frame;
}

/**
 * @brief Have a port send a PFC frame for class 3.
 * @param port the port
 * @param at when
 * @param quanta pause time
 */
void
PauseAt(EgressPort& port, Time at, uint16_t quanta)
{
    Simulator::Schedule(at, [&port, quanta] {
        RoceFramePtr frame = RoceFramePool::Get();
        frame->kind = FrameKind::PFC;
        frame->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
        frame->pfcClassEnable = 1 << 3;
        frame->pfc.quanta[3] = quanta;
        port.EnqueuePfc(std::move(frame), Simulator::Now().GetTimeStep());
    });
}

} // namespace

/// Enqueue, Dequeue, QueueBytes and FrameTx of a port that sends three frames back to back.
class QueueTraceTestCase : public FrameTestCase
{
  public:
    QueueTraceTestCase()
        : FrameTestCase("Trace sources of a device's queues")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        TraceNotes notes;
        const std::string path = DevicePathOf(a.node);
        notes.ConnectFrames<uint32_t>(path + "Enqueue");
        notes.ConnectFrames<uint32_t>(path + "Dequeue");
        notes.ConnectNumbers<uint64_t, uint64_t>(path + "QueueBytes");
        notes.ConnectFrames<>(path + "FrameTx");
        notes.ConnectFrames<>(DevicePathOf(b.node) + "FrameRx");
        Simulator::Schedule(NanoSeconds(10), [&a] {
            for (uint32_t psn = 0; psn < 3; ++psn)
            {
                a.device->GetEgress().Enqueue(MakeFrame(psn), 10);
            }
        });
        Simulator::Run();
        // 1082 bytes take 86.56 ns, fractions are carried: ends at 96, 183, 269 ns.
        const std::vector<std::string> expected = {
            "10 Enqueue 0 3",
            "10 QueueBytes 0 1082",
            "10 Dequeue 0 3",
            "10 QueueBytes 1082 0",
            "10 FrameTx 0",
            "10 Enqueue 1 3",
            "10 QueueBytes 0 1082",
            "10 Enqueue 2 3",
            "10 QueueBytes 1082 2164",
            "96 Dequeue 1 3",
            "96 QueueBytes 2164 1082",
            "96 FrameTx 1",
            "183 Dequeue 2 3",
            "183 QueueBytes 1082 0",
            "183 FrameTx 2",
            "1096 FrameRx 0",
            "1183 FrameRx 1",
            "1269 FrameRx 2",
        };
        NS_TEST_ASSERT_MSG_EQ(notes.lines.size(), expected.size(), "number of firings");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(notes.lines[i], expected[i], "firing " << i);
        }
    }
};

/// PausedClasses: a pause that runs out, and one that is ended by a resume.
class PausedClassesTraceTestCase : public FrameTestCase
{
  public:
    PausedClassesTraceTestCase()
        : FrameTestCase("Trace source of paused classes")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        TraceNotes notes;
        notes.ConnectNumbers<uint8_t, uint8_t>(DevicePathOf(a.node) + "PausedClasses");
        PauseAt(b.device->GetEgress(), NanoSeconds(100), 10); // 51.2 ns
        PauseAt(b.device->GetEgress(), NanoSeconds(1000), 65535);
        PauseAt(b.device->GetEgress(), NanoSeconds(2000), 65535); // a refresh changes no class
        PauseAt(b.device->GetEgress(), NanoSeconds(3000), 0);
        Simulator::Run();
        // A PFC frame of 84 bytes takes 6.72 ns, and the link 1 us.
        const std::vector<std::string> expected = {
            "1106 PausedClasses 0 8",
            "1157 PausedClasses 8 0",
            "2006 PausedClasses 0 8",
            "4006 PausedClasses 8 0",
        };
        NS_TEST_ASSERT_MSG_EQ(notes.lines.size(), expected.size(), "number of firings");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(notes.lines[i], expected[i], "firing " << i);
        }
    }
};

/// BufferBytes and LinkChange of a switch, LinkChange of its device.
class SwitchTraceTestCase : public FrameTestCase
{
  public:
    SwitchTraceTestCase()
        : FrameTestCase("Trace sources of a switch's buffer and links")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        auto tor = net.AddSwitch();
        net.Connect(a, tor);
        net.Connect(b, tor);
        TraceNotes notes;
        const std::string path = PathOf(tor->GetObject<Node>());
        notes.ConnectNumbers<uint64_t, uint64_t>(path + "$ns3::rdmacell::FabricSwitch/BufferBytes");
        notes.ConnectNumbers<uint32_t, bool>(path + "$ns3::rdmacell::FabricSwitch/LinkChange");
        notes.ConnectNumbers<bool>(DevicePathOf(b.node) + "LinkChange");
        TestStream stream;
        stream.to = 1;
        stream.frames = 2;
        a.Start(NanoSeconds(0), stream);
        Simulator::Schedule(NanoSeconds(5000), [&tor] { tor->GetBuffer(); });
        auto channel = DynamicCast<FrameChannel>(b.device->GetChannel());
        Simulator::Schedule(NanoSeconds(6000), [channel] { channel->SetUp(false); });
        Simulator::Schedule(NanoSeconds(7000), [channel] { channel->SetUp(true); });
        Simulator::Run();
        // The frames arrive at 1086 and 1173 ns. Each takes 86.56 ns to leave, with nothing behind
        // it: the first release is made at the second admission, the second when it is asked for.
        const std::vector<std::string> expected = {
            "1086 BufferBytes 0 1082",
            "1173 BufferBytes 1082 0",
            "1173 BufferBytes 0 1082",
            "5000 BufferBytes 1082 0",
            "6000 LinkChange 0",
            "6000 LinkChange 1 0",
            "7000 LinkChange 1",
            "7000 LinkChange 1 1",
        };
        NS_TEST_ASSERT_MSG_EQ(notes.lines.size(), expected.size(), "number of firings");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(notes.lines[i], expected[i], "firing " << i);
        }
    }
};

/// Drop, EcnMark and PfcSent, and the objects of a switch, by Config path.
class ConfigPathTestCase : public FrameTestCase
{
  public:
    ConfigPathTestCase()
        : FrameTestCase("A switch and its parts are reached by Config paths")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        for (uint32_t i = 0; i < 5; ++i)
        {
            net.Connect(net.AddHost(), tor);
        }
        const std::string path = "/NodeList/*/$ns3::rdmacell::FabricSwitch/";
        Config::Set(path + "EcnMarker/Kmin", UintegerValue(1000));
        Config::Set(path + "EcnMarker/Kmax", UintegerValue(1000));
        Config::Set(path + "PfcController/PauseQuanta", UintegerValue(777));
        Config::Set(path + "Reserve", UintegerValue(0));
        Config::Set(path + "PauseThreshold", UintegerValue(1000));
        Config::Set(path + "ResumeThreshold", UintegerValue(500));
        NS_TEST_EXPECT_MSG_EQ(Config::LookupMatches(path + "LoadBalancer").GetN(),
                              1,
                              "the load balancer");
        UintegerValue value;
        tor->GetEcnMarker()->GetAttribute("Kmin", value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), 1000, "the marker");
        tor->GetPfcController()->GetAttribute("PauseQuanta", value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), 777, "the controller");

        TraceNotes notes;
        notes.ConnectFrames<SwitchDrop>(path + "Drop");
        notes.ConnectFrames<uint32_t, uint64_t>(path + "EcnMark");
        notes.ConnectNumbers<uint32_t, uint8_t, uint16_t>(path + "PfcSent");
        for (uint32_t i = 0; i < 3; ++i)
        {
            net.hosts[i]->Start(NanoSeconds(10 * i), TestStream{4});
        }
        net.hosts[3]->Start(NanoSeconds(100), TestStream{9}); // there is no such host
        Simulator::Run();
        // Frames of 1082 bytes arrive at 1086, 1096 and 1106 ns, each above its port's pause
        // threshold. They leave at 1172, 1259 and 1345 ns. When the second one's transmission
        // starts, at 1172 ns, the third is left behind: more than Kmax.
        const std::vector<std::string> expected = {
            "1086 PfcSent 0 8 777",
            "1096 PfcSent 1 8 777",
            "1106 PfcSent 2 8 777",
            "1172 PfcSent 0 8 0",
            "1172 EcnMark 0 4 1082",
            "1186 Drop 0 0",
            "1259 PfcSent 1 8 0",
            "1345 PfcSent 2 8 0",
        };
        NS_TEST_ASSERT_MSG_EQ(notes.lines.size(), expected.size(), "number of firings");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(notes.lines[i], expected[i], "firing " << i);
        }
    }
};

/// The text of FrameAsciiHelper: a frame that is queued, sent and received, one lost, and a pause.
class AsciiTestCase : public FrameTestCase
{
  public:
    AsciiTestCase()
        : FrameTestCase("Frames as text")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        auto model = CreateObject<RandomFrameErrorModel>();
        model->AssignStreams(1);
        b.device->SetErrorModel(model);
        std::ostringstream text;
        FrameAsciiHelper helper;
        helper.EnableAscii(Create<OutputStreamWrapper>(&text), NodeContainer(a.node, b.node));
        Simulator::Schedule(NanoSeconds(10), [&a] {
            RoceFramePtr frame = MakeFrame(5);
            frame->srcIp = 0x0a000001;
            frame->dstIp = 0x0a000002;
            frame->srcPort = 49152;
            a.device->GetEgress().Enqueue(std::move(frame), 10);
        });
        PauseAt(a.device->GetEgress(), NanoSeconds(2000), 7);
        Simulator::Schedule(NanoSeconds(2500),
                            [model] { model->SetAttribute("FrameErrorRate", DoubleValue(1.0)); });
        Simulator::Run();
        const std::string frame = "ROCE 10.0.0.1 > 10.0.0.2 port 49152 class 3 ecn 0 opcode 7 qp 0 "
                                  "psn 5 bytes 1082\n";
        const std::string pause = "PFC classes 8 quanta 0 0 0 7 0 0 0 0 bytes 84\n";
        const std::string nodeA =
            " /NodeList/" + std::to_string(a.node->GetId()) + "/DeviceList/0 ";
        const std::string nodeB =
            " /NodeList/" + std::to_string(b.node->GetId()) + "/DeviceList/0 ";
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "+ 1e-08" + nodeA + frame + "- 1e-08" + nodeA + frame +
                                  "r 1.096e-06" + nodeB + frame + "- 2e-06" + nodeA + pause +
                                  "d 3.006e-06" + nodeB + pause,
                              "lines");
    }
};

/**
 * @ingroup tests
 * @brief Tests of the trace sources of links and switches.
 */
class FrameTraceTestSuite : public TestSuite
{
  public:
    FrameTraceTestSuite()
        : TestSuite("rdmacell-frame-trace", TestSuite::Type::UNIT)
    {
        AddTestCase(new QueueTraceTestCase);
        AddTestCase(new PausedClassesTraceTestCase);
        AddTestCase(new SwitchTraceTestCase);
        AddTestCase(new ConfigPathTestCase);
        AddTestCase(new AsciiTestCase);
    }
};

/// Registers the suite.
static FrameTraceTestSuite g_frameTraceTestSuite;

} // namespace ns3::rdmacell::test
