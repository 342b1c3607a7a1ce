/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/boolean.h"
#include "ns3/conga-balancer.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/ecn-marker.h"
#include "ns3/error-model.h"
#include "ns3/frame-error-model.h"
#include "ns3/input-error.h"
#include "ns3/packet-error-model.h"
#include "ns3/pfc-controller.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/**
 * @brief Make a frame of 1082 wire bytes.
 * @param priority its class
 * @param psn its number
 * @return the frame
 */
RoceFramePtr
MakeFrame(uint8_t priority, uint32_t psn)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->priority = priority;
    frame->opcode = RoceOpcode::WRITE_MIDDLE;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(RoceOpcode::WRITE_MIDDLE, 1000));
    frame->psn = psn;
    return frame;
}

/// Two hosts on a link.
struct Link
{
    Link()
    {
        net.Connect(net.AddHost(), net.AddHost(), DataRate("100Gbps"), MicroSeconds(1));
    }

    /**
     * @brief Get the device that sends.
     * @return the device
     */
    Ptr<FrameNetDevice> GetSender() const
    {
        return net.hosts[0]->device;
    }

    TestNetwork net; ///< the hosts
};

} // namespace

/// The headroom of a port follows the MTU of its device.
class MtuTestCase : public FrameTestCase
{
  public:
    MtuTestCase()
        : FrameTestCase("Headroom follows the MTU")
    {
    }

  private:
    void Check() override
    {
        for (const uint16_t mtu : {576, 1500, 4200, 9000})
        {
            TestNetwork net;
            net.mtu = mtu;
            auto tor = net.AddSwitch();
            net.Connect(net.AddHost(), tor);
            tor->Initialize();
            // 2 us at 100 Gb/s, two frames of MTU + 38 bytes and a PFC frame.
            NS_TEST_EXPECT_MSG_EQ(tor->GetHeadroom(0), 25000 + 2 * (mtu + 38U) + 84, "MTU " << mtu);
            NS_TEST_EXPECT_MSG_EQ(tor->GetDevice(0)->GetMtu(), mtu, "of the device");
        }
        auto device = CreateObject<FrameNetDevice>();
        NS_TEST_EXPECT_MSG_EQ(device->GetMtu(), 4200, "default");
        device->SetAttribute("Mtu", UintegerValue(1044));
        NS_TEST_EXPECT_MSG_EQ(device->GetMtu(), 1044, "set by the attribute");
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(1500), true, "a valid MTU");
        UintegerValue value;
        device->GetAttribute("Mtu", value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), 1500, "set by SetMtu()");
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(67), false, "below the minimum of RFC 791");
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(65498), false, "more than a frame can count");
        NS_TEST_EXPECT_MSG_EQ(device->GetMtu(), 1500, "unchanged");
        NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("Mtu", UintegerValue(67)), false, "67");
        NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("Mtu", UintegerValue(65497)), true, "");
        device->Dispose();
    }
};

/// A line rate that is changed while frames wait is that of the next frame.
class DataRateTestCase : public FrameTestCase
{
  public:
    DataRateTestCase()
        : FrameTestCase("A new line rate takes effect with the next frame")
    {
    }

  private:
    void Check() override
    {
        Link link;
        auto device = link.GetSender();
        Simulator::Schedule(NanoSeconds(0), [device] {
            device->GetEgress().Enqueue(MakeFrame(3, 0), 0);
            device->GetEgress().Enqueue(MakeFrame(3, 1), 0);
        });
        Simulator::Schedule(NanoSeconds(10), [device] {
            device->SetAttribute("DataRate", DataRateValue(DataRate("10Gbps")));
        });
        Simulator::Run();
        const std::vector<TestArrival>& arrivals = link.net.hosts[1]->arrivals;
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "frames");
        NS_TEST_EXPECT_MSG_EQ(arrivals[0].time, 1086, "86.56 ns at 100 Gb/s");
        NS_TEST_EXPECT_MSG_EQ(arrivals[1].time, 1086 + 865, "865.6 ns at 10 Gb/s");
        NS_TEST_EXPECT_MSG_EQ(
            device->SetAttributeFailSafe("DataRate", DataRateValue(DataRate("0bps"))),
            false,
            "a rate of 0");
    }
};

/// Classes that become strict while frames wait come first from the next frame on.
class StrictClassesTestCase : public FrameTestCase
{
  public:
    StrictClassesTestCase()
        : FrameTestCase("New strict classes take effect with the next frame")
    {
    }

  private:
    void Check() override
    {
        Link link;
        auto device = link.GetSender();
        Simulator::Schedule(NanoSeconds(0), [device] {
            for (uint32_t psn = 0; psn < 10; ++psn)
            {
                device->GetEgress().Enqueue(MakeFrame(3, psn), 0);
                device->GetEgress().Enqueue(MakeFrame(1, psn), 0);
            }
        });
        Simulator::Schedule(NanoSeconds(10), [device] {
            device->SetAttribute("StrictClasses", UintegerValue(1 << 1));
        });
        Simulator::Run();
        const std::vector<TestArrival>& arrivals = link.net.hosts[1]->arrivals;
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 20, "frames");
        NS_TEST_EXPECT_MSG_EQ(+arrivals[0].priority, 3, "already being sent");
        for (uint32_t i = 1; i < 20; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+arrivals[i].priority, (i <= 10 ? 1 : 3), "frame " << i);
        }
    }
};

/// An error model that is set as an attribute, and whose rate is changed, acts on the next frame.
class ErrorModelAttributeTestCase : public FrameTestCase
{
  public:
    ErrorModelAttributeTestCase()
        : FrameTestCase("A new error rate takes effect with the next frame")
    {
    }

  private:
    void Check() override
    {
        Link link;
        auto model = CreateObject<RandomFrameErrorModel>();
        model->AssignStreams(1);
        link.net.hosts[1]->device->SetAttribute("ReceiveErrorModel", PointerValue(model));
        auto device = link.GetSender();
        for (uint32_t psn = 0; psn < 3; ++psn)
        {
            Simulator::Schedule(MicroSeconds(10 * psn), [device, psn] {
                device->GetEgress().Enqueue(MakeFrame(3, psn), Simulator::Now().GetTimeStep());
            });
        }
        Simulator::Schedule(MicroSeconds(5),
                            [model] { model->SetAttribute("FrameErrorRate", DoubleValue(1.0)); });
        Simulator::Schedule(MicroSeconds(15),
                            [model] { model->SetAttribute("FrameErrorRate", DoubleValue(0.0)); });
        Simulator::Run();
        const std::vector<TestArrival>& arrivals = link.net.hosts[1]->arrivals;
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 2, "one of three is lost");
        NS_TEST_EXPECT_MSG_EQ(arrivals[0].psn, 0, "first");
        NS_TEST_EXPECT_MSG_EQ(arrivals[1].psn, 2, "last");
    }
};

/// ns-3's own error models decide on frames, by their number and by their length.
class PacketErrorModelTestCase : public FrameTestCase
{
  public:
    PacketErrorModelTestCase()
        : FrameTestCase("ns-3's error models on frames")
    {
    }

  private:
    void Check() override
    {
        // Of ten frames, the second, third and last one.
        auto list = CreateObject<ReceiveListErrorModel>();
        list->SetList({1, 2, 9});
        Link link;
        auto model = CreateObject<PacketErrorModel>();
        RoceFramePtr frame = MakeFrame(3, 0);
        NS_TEST_EXPECT_MSG_EQ(model->IsCorrupt(*frame), false, "no model loses nothing");
        model->SetAttribute("ErrorModel", PointerValue(list));
        link.net.hosts[1]->device->SetAttribute("ReceiveErrorModel", PointerValue(model));
        auto device = link.GetSender();
        Simulator::Schedule(NanoSeconds(0), [device] {
            for (uint32_t psn = 0; psn < 10; ++psn)
            {
                device->GetEgress().Enqueue(MakeFrame(3, psn), 0);
            }
        });
        Simulator::Run();
        std::vector<uint32_t> arrived;
        for (const TestArrival& arrival : link.net.hosts[1]->arrivals)
        {
            arrived.push_back(arrival.psn);
        }
        const std::vector<uint32_t> expected = {0, 3, 4, 5, 6, 7, 8};
        NS_TEST_EXPECT_MSG_EQ((arrived == expected), true, "the others arrive");

        // A frame of 1062 bytes survives errors in one byte of 1062 with probability 1/e.
        auto rate = CreateObject<RateErrorModel>();
        rate->SetUnit(RateErrorModel::ERROR_UNIT_BYTE);
        rate->SetRate(1.0 / 1062);
        rate->AssignStreams(1);
        model->SetAttribute("ErrorModel", PointerValue(rate));
        int lost = 0;
        for (int i = 0; i < 10000; ++i)
        {
            lost += model->IsCorrupt(*frame);
        }
        const double expectedLost = 1 - std::exp(-1.0);
        NS_TEST_EXPECT_MSG_EQ_TOL(lost / 10000.0, expectedLost, 0.017, "3.5 standard deviations");
        model->Dispose();
    }
};

/// ECN thresholds, Ecn and MarkAt act at once; what is read at initialization does not.
class SwitchAttributesTestCase : public FrameTestCase
{
  public:
    SwitchAttributesTestCase()
        : FrameTestCase("ECN attributes of a switch take effect with the next frame")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        for (uint32_t i = 0; i < 3; ++i)
        {
            net.Connect(net.AddHost(), tor);
        }
        TestStream stream;
        stream.to = 2;
        stream.frames = 5;
        for (const int64_t start : {0, 10, 20, 30})
        {
            net.hosts[0]->Start(MicroSeconds(start), stream);
            net.hosts[1]->Start(MicroSeconds(start), stream);
        }
        std::vector<uint64_t> marks;
        const auto at = [&](int64_t time, const auto& change) {
            Simulator::Schedule(MicroSeconds(time), [&, change] {
                marks.push_back(tor->GetStats().ecnMarks);
                change();
            });
        };
        at(9, [tor] {
            tor->GetEcnMarker()->SetAttribute("Kmin", UintegerValue(0));
            tor->GetEcnMarker()->SetAttribute("Kmax", UintegerValue(0));
        });
        at(19, [tor] { tor->SetAttribute("Ecn", BooleanValue(false)); });
        at(29, [tor] {
            tor->SetAttribute("Ecn", BooleanValue(true));
            tor->SetAttribute("MarkAt", StringValue("Enqueue"));
        });
        at(39, [tor] {
            // Read when the switch was initialized: frames go on without a pipeline.
            tor->SetAttribute("Latency", TimeValue(MicroSeconds(3)));
        });
        net.hosts[0]->Start(MicroSeconds(40), TestStream{2});
        Simulator::Run();
        marks.push_back(tor->GetStats().ecnMarks);
        NS_TEST_ASSERT_MSG_EQ(marks.size(), 5, "times");
        NS_TEST_EXPECT_MSG_EQ(marks[0], 0, "ten frames are no 100 KB");
        // Two senders at the receiver's rate: the frames that leave find 0 and 0, 1 and 1 ...
        // behind.
        NS_TEST_EXPECT_MSG_GT(marks[1], 4, "any frame behind it marks a frame");
        NS_TEST_EXPECT_MSG_EQ(marks[2], marks[1], "ECN is off");
        NS_TEST_EXPECT_MSG_GT(marks[3], marks[2] + 4, "any frame that it finds marks a frame");
        NS_TEST_EXPECT_MSG_EQ(marks[4], marks[3], "a single frame finds none");
        NS_TEST_EXPECT_MSG_EQ(net.hosts[2]->arrivals.back().time,
                              40000 + 2 * 1086,
                              "two links and no pipeline");
        NS_TEST_EXPECT_MSG_EQ(
            tor->SetAttributeFailSafe("LoadBalancerType", TypeIdValue(CongaBalancer::GetTypeId())),
            false,
            "the scheme of a switch that runs");
    }
};

/// What the help texts promise of pairs of thresholds is checked.
class ThresholdOrderTestCase : public FrameTestCase
{
  public:
    ThresholdOrderTestCase()
        : FrameTestCase("Thresholds in the wrong order are refused")
    {
    }

  private:
    /**
     * @brief Initialize a switch.
     * @param set sets its attributes
     * @return false if it refuses
     */
    template <typename F>
    static bool Initialize(F set)
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        net.Connect(net.AddHost(), tor);
        set(tor);
        try
        {
            tor->Initialize();
        }
        catch (const InputError&)
        {
            return false;
        }
        return true;
    }

    void Check() override
    {
        const auto kmin = [](uint64_t bytes) {
            return [bytes](Ptr<FabricSwitch> tor) {
                tor->GetEcnMarker()->SetAttribute("Kmin", UintegerValue(bytes));
            };
        };
        NS_TEST_EXPECT_MSG_EQ(Initialize(kmin(400000)), true, "Kmin is Kmax");
        NS_TEST_EXPECT_MSG_EQ(Initialize(kmin(400001)), false, "Kmin is above Kmax");
        const auto resume = [](uint64_t bytes) {
            return [bytes](Ptr<FabricSwitch> tor) {
                tor->SetAttribute("PauseThreshold", UintegerValue(50000));
                tor->SetAttribute("ResumeThreshold", UintegerValue(bytes));
            };
        };
        NS_TEST_EXPECT_MSG_EQ(Initialize(resume(50000)), true, "equal");
        NS_TEST_EXPECT_MSG_EQ(Initialize(resume(50001)), false, "resumes above the pause");
        auto marker = CreateObject<EcnMarker>();
        NS_TEST_EXPECT_MSG_EQ(
            marker->SetAttributeFailSafe("ReferenceRate", DataRateValue(DataRate("0bps"))),
            false,
            "a rate of 0");
    }
};

/**
 * @ingroup tests
 * @brief Tests of the attributes of links and switches, and of changes at run time.
 */
class FrameAttributeTestSuite : public TestSuite
{
  public:
    FrameAttributeTestSuite()
        : TestSuite("rdmacell-frame-attribute", TestSuite::Type::UNIT)
    {
        AddTestCase(new MtuTestCase);
        AddTestCase(new DataRateTestCase);
        AddTestCase(new StrictClassesTestCase);
        AddTestCase(new ErrorModelAttributeTestCase);
        AddTestCase(new PacketErrorModelTestCase);
        AddTestCase(new SwitchAttributesTestCase);
        AddTestCase(new ThresholdOrderTestCase);
    }
};

/// Registers the suite.
static FrameAttributeTestSuite g_frameAttributeTestSuite;

} // namespace ns3::rdmacell::test
