/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/pointer.h"
#include "ns3/queue-pair.h"
#include "ns3/test.h"
#include "ns3/type-id.h"

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// Path to the NICs of all nodes.
const std::string NICS = "/NodeList/*/$ns3::rdmacell::RoceNic/";

/// Path to their congestion control.
const std::string DCQCN = NICS + "CongestionOps/$ns3::rdmacell::Dcqcn/";

} // namespace

/**
 * @ingroup tests
 * @brief Attributes that act on the next packet are changed after the 50th packet of 100.
 */
class NextPacketTestCase : public TestCase
{
  public:
    NextPacketTestCase()
        : TestCase("AckInterval, ControlClass, Ecn and LinkOverhead act on the next packet")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options;
        options.ackInterval = 10;
        TwoNics net(options);
        auto [qp, peer] = net.Connect();
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100000));
        // The first packet takes 1098 ns, the next ones 1082 ns: the 51st starts at 54116 ns.
        Simulator::Schedule(NanoSeconds(54000), [] {
            Config::Set(NICS + "AckInterval", UintegerValue(1));
            Config::Set(NICS + "Ecn", BooleanValue(false));
            Config::Set(NICS + "LinkOverhead", IntegerValue(-14));
            Config::Set(NICS + "ControlClass", UintegerValue(5));
        });
        Simulator::Run();

        const auto data = net.Find(0, ROCE_REQUEST);
        NS_TEST_ASSERT_MSG_EQ(data.size(), 100, "packets");
        for (uint32_t i = 0; i < 100; ++i)
        {
            const RoceFrame& frame = data[i].frame;
            const bool before = i < 50;
            NS_TEST_EXPECT_MSG_EQ((frame.ecn == EcnCodePoint::ECT0), before, "ECN of " << i);
            const uint32_t headers = i == 0 ? 78 : 62;
            NS_TEST_EXPECT_MSG_EQ(frame.wireBytes,
                                  1000 + headers + (before ? 20 : -14),
                                  "link time of " << i);
            NS_TEST_EXPECT_MSG_EQ(static_cast<bool>(frame.ackRequest),
                                  (!before || i % 10 == 9),
                                  "AckReq of " << i);
        }
        // An ACK is made when its packet arrives, a microsecond later: the fifth one, of PSN 49, at
        // 55116 ns, after the change.
        NS_TEST_ASSERT_MSG_EQ(net.sent[1].size(), 5 + 50, "ACKs");
        for (std::size_t i = 0; i < net.sent[1].size(); ++i)
        {
            const int priority = net.sent[1][i].frame.priority;
            NS_TEST_EXPECT_MSG_EQ(priority, (i < 4 ? 6 : 5), "class of ACK " << i);
        }
    }
};

/**
 * @ingroup tests
 * @brief PathMtu acts on later queue pairs; Latency and CongestionOpsType are read once.
 */
class LaterQpTestCase : public TestCase
{
  public:
    LaterQpTestCase()
        : TestCase("PathMtu acts on later queue pairs, Latency and CongestionOpsType are read once")
    {
    }

  private:
    /**
     * @brief Send 3000 bytes and measure the time to the completion.
     * @param net the network
     * @param qp a queue pair of NIC 0
     * @return time steps
     */
    static int64_t Send(TwoNics& net, VerbsQp& qp)
    {
        net.sent[0].clear();
        const int64_t start = Simulator::Now().GetTimeStep();
        int64_t end = start;
        net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
            [&end](CompletionQueue*) { end = Simulator::Now().GetTimeStep(); }));
        qp.PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 3000));
        Simulator::Run();
        net.Poll(0);
        return end - start;
    }

    void DoRun() override
    {
        TwoNics net;
        auto [first, peer] = net.Connect();
        const int64_t before = Send(net, *first);
        NS_TEST_EXPECT_MSG_EQ(net.sent[0].size(), 3, "packets of 1000 bytes");
        const Ptr<CongestionOps> ops = net.nics[0]->GetCongestionOps();
        Config::Set(NICS + "PathMtu", UintegerValue(500));
        Config::Set(NICS + "Latency", TimeValue(MicroSeconds(7)));
        Config::Set(NICS + "CongestionOpsType",
                    TypeIdValue(TypeId::LookupByName("ns3::rdmacell::DcqcnSigcomm")));
        NS_TEST_EXPECT_MSG_EQ(Send(net, *first), before, "the latency is the old one");
        NS_TEST_EXPECT_MSG_EQ(net.sent[0].size(), 3, "packets of 1000 bytes");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetCongestionOps(), ops, "the scheme is the old one");
        auto [second, other] = net.Connect();
        Send(net, *second);
        NS_TEST_EXPECT_MSG_EQ(net.sent[0].size(), 6, "packets of 500 bytes");
    }
};

/**
 * @ingroup tests
 * @brief Parameters of DCQCN are changed through the NIC's pointer to its congestion control.
 */
class DcqcnAttributeTestCase : public TestCase
{
  public:
    DcqcnAttributeTestCase()
        : TestCase("DCQCN's parameters act from the first CNP of a queue pair, CnpInterval at once")
    {
    }

  private:
    /**
     * @brief Have a marked frame arrive at NIC 1.
     * @param net the network
     * @param frame the frame
     */
    static void Mark(TwoNics& net, const RoceFrame& frame)
    {
        RoceFramePtr copy = RoceFramePool::Get();
        *copy = frame;
        copy->ecn = EcnCodePoint::CE;
        net.nics[1]->Accept(0, std::move(copy), Simulator::Now().GetTimeStep());
    }

    void DoRun() override
    {
        TwoNics::Options options;
        options.congestion = "ns3::rdmacell::DcqcnSigcomm";
        TwoNics net(options);
        PointerValue pointer;
        net.nics[0]->GetAttribute("CongestionOps", pointer);
        NS_TEST_EXPECT_MSG_EQ(pointer.Get<CongestionOps>(), net.nics[0]->GetCongestionOps(), "own");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->SetAttributeFailSafe("CongestionOps", pointer),
                              false,
                              "read-only");

        auto [first, a] = net.Connect();
        auto [second, b] = net.Connect();
        first->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
        second->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
        Simulator::Run();
        Mark(net, net.sent[0][0].frame); // an initial alpha of 1: the rate is halved
        Simulator::Run();
        Config::Set(DCQCN + "InitialAlpha", DoubleValue(0.5));
        const int64_t start = Simulator::Now().GetTimeStep();
        Mark(net, net.sent[0][0].frame);
        Mark(net, net.sent[0][1].frame);
        Simulator::Run();
        const auto rateOf = [&net](const VerbsQp* qp) {
            return net.nics[0]->FindQp(qp->GetQpNum())->GetRate(Simulator::Now().GetTimeStep());
        };
        NS_TEST_EXPECT_MSG_LT(Simulator::Now().GetTimeStep() - start,
                              MicroSeconds(45).GetTimeStep(),
                              "the second mark of the first queue pair is within CnpInterval");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, 2, "one for each queue pair");
        NS_TEST_EXPECT_MSG_EQ(rateOf(first), 4e9, "alpha was 1");
        NS_TEST_EXPECT_MSG_EQ(rateOf(second), 6e9, "alpha was 0.5");

        Config::Set(DCQCN + "CnpInterval", TimeValue(Time(0)));
        Mark(net, net.sent[0][0].frame);
        Mark(net, net.sent[0][0].frame);
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, 4, "one for each mark");
        Simulator::Run();
    }
};

/**
 * @ingroup tests
 * @brief Values that cannot work are refused: by checkers, where the NIC meets its device, and by
 * Modify().
 */
class RefusedSettingTestCase : public TestCase
{
  public:
    RefusedSettingTestCase()
        : TestCase("attributes out of range, and a path MTU that the device cannot carry")
    {
    }

  private:
    /**
     * @brief Connect a NIC to a device.
     * @param pathMtu PathMtu of the NIC
     * @param mtu MTU of the device
     * @param congestion CongestionOpsType
     * @return the message of the error, empty if there is none
     */
    static std::string Meet(uint32_t pathMtu, uint16_t mtu, const std::string& congestion)
    {
        auto node = CreateObject<Node>();
        auto device = CreateObject<FrameNetDevice>();
        device->SetMtu(mtu);
        node->AddDevice(device);
        auto nic = CreateObject<RoceNic>();
        nic->SetAttribute("PathMtu", UintegerValue(pathMtu));
        nic->SetAttribute("CongestionOpsType", StringValue("ns3::rdmacell::" + congestion));
        std::string message;
        try
        {
            nic->SetDevice(device);
        }
        catch (const InputError& error)
        {
            message = error.what();
        }
        nic->Dispose();
        return message;
    }

    void DoRun() override
    {
        // IPv4 20, UDP 8, BTH 12, RETH 16, immediate data 4 and ICRC 4 bytes; padded to 4 bytes.
        NS_TEST_EXPECT_MSG_EQ(Meet(4096, 4160, "DcqcnConnectX"), "", "fits");
        NS_TEST_EXPECT_MSG_EQ(Meet(4095, 4160, "DcqcnConnectX"), "", "fits with padding");
        NS_TEST_EXPECT_MSG_EQ(Meet(4096, 4159, "DcqcnConnectX"),
                              "PathMtu 4096 of the NIC makes packets of 4160 bytes, but the MTU of "
                              "its device is 4159",
                              "does not fit");
        NS_TEST_EXPECT_MSG_EQ(Meet(1000, 4200, "Dcqcn").empty(), false, "an abstract class");
        NS_TEST_EXPECT_MSG_EQ(Meet(1000, 4200, "RoceNic").empty(), false, "not congestion control");

        const auto nic = CreateObject<RoceNic>();
        for (const auto& [name, low, high] :
             std::vector<std::tuple<std::string, int64_t, int64_t>>{{"PathMtu", 256, 4096},
                                                                    {"AckInterval", 1, 1000000},
                                                                    {"ControlClass", 0, 7},
                                                                    {"LinkOverhead", -14, 1000}})
        {
            const auto accepts = [&nic, &name = name](int64_t value) {
                return nic->SetAttributeFailSafe(name, StringValue(std::to_string(value)));
            };
            NS_TEST_EXPECT_MSG_EQ(accepts(low), true, name);
            NS_TEST_EXPECT_MSG_EQ(accepts(high), true, name);
            NS_TEST_EXPECT_MSG_EQ((low != 0 && accepts(low - 1)), false, name);
            NS_TEST_EXPECT_MSG_EQ((high < 1000000 && accepts(high + 1)), false, name);
        }
        NS_TEST_EXPECT_MSG_EQ(nic->SetAttributeFailSafe("Latency", TimeValue(NanoSeconds(-1))),
                              false,
                              "Latency");

        TwoNics net;
        net.devices[0]->SetMtu(1500);
        VerbsQp* qp = net.nics[0]->CreateQp({net.cqs[0], net.cqs[0]});
        QpAttr attr;
        attr.qpState = QpState::INIT;
        qp->Modify(attr);
        attr.qpState = QpState::RTR;
        attr.pathMtu = 1437;
        NS_TEST_EXPECT_MSG_EQ(qp->Modify(attr), false, "1440 bytes and 64");
        attr.pathMtu = 1436;
        NS_TEST_EXPECT_MSG_EQ(qp->Modify(attr), true, "1436 bytes and 64");
    }
};

/**
 * @ingroup tests
 * @brief Suite of the NIC's attributes: when they act, and what they refuse.
 */
class NicAttributeTestSuite : public TestSuite
{
  public:
    NicAttributeTestSuite()
        : TestSuite("rdmacell-nic-attribute", TestSuite::Type::UNIT)
    {
        AddTestCase(new NextPacketTestCase);
        AddTestCase(new LaterQpTestCase);
        AddTestCase(new DcqcnAttributeTestCase);
        AddTestCase(new RefusedSettingTestCase);
    }
};

static NicAttributeTestSuite g_nicAttributeTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
