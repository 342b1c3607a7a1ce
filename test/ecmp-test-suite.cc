/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"
#include "host-address.h"

#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// Two leaves of four hosts each, joined by parallel links through one spine.
class LeafSpine
{
  public:
    static constexpr uint32_t LINKS = 4; ///< from each leaf to the spine

    LeafSpine()
        : leaves{net.AddSwitch(), net.AddSwitch()},
          spine(net.AddSwitch())
    {
        for (uint32_t i = 0; i < 8; ++i)
        {
            net.Connect(net.AddHost(), leaves[i / 4]);
        }
        for (uint32_t leaf = 0; leaf < 2; ++leaf)
        {
            std::vector<uint16_t> up;
            std::vector<uint16_t> down;
            for (uint32_t i = 0; i < LINKS; ++i)
            {
                const auto ports = net.Connect(leaves[leaf], spine);
                up.push_back(ports.first);
                down.push_back(ports.second);
            }
            for (uint32_t i = 0; i < 4; ++i)
            {
                spine->SetRoute(Ipv4Address(HostAddress::Of(4 * leaf + i)), down);
            }
            m_up[leaf] = up;
        }
        for (uint32_t host = 0; host < 8; ++host)
        {
            leaves[1 - host / 4]->SetRoute(Ipv4Address(HostAddress::Of(host)), m_up[1 - host / 4]);
        }
    }

    /**
     * @brief Count what went up one of the first leaf's links.
     * @param link which, 0..3
     * @return frames
     */
    uint64_t GetFramesUp(uint32_t link) const
    {
        const auto device = leaves[0]->GetDevice(m_up[0][link]);
        return DynamicCast<FrameChannel>(device->GetChannel())->GetWire(0).GetFrames();
    }

    TestNetwork net;                         ///< all of it
    std::array<Ptr<FabricSwitch>, 2> leaves; ///< leaves
    Ptr<FabricSwitch> spine;                 ///< spine

  private:
    std::array<std::vector<uint16_t>, 2> m_up; ///< by leaf: its ports to the spine
};

} // namespace

/// All frames of a flow take one path, in order.
class OneFlowOnePathTestCase : public FrameTestCase
{
  public:
    OneFlowOnePathTestCase()
        : FrameTestCase("1000 frames of one flow: one path, in order")
    {
    }

  private:
    void Check() override
    {
        LeafSpine fabric;
        TestStream stream;
        stream.to = 4;
        stream.frames = 1000;
        fabric.net.hosts[0]->Start(Time(0), stream);
        Simulator::Run();
        uint32_t used = 0;
        for (uint32_t link = 0; link < LeafSpine::LINKS; ++link)
        {
            used += fabric.GetFramesUp(link) > 0;
        }
        NS_TEST_EXPECT_MSG_EQ(used, 1, "links");
        const std::vector<TestArrival>& arrivals = fabric.net.hosts[4]->arrivals;
        NS_TEST_ASSERT_MSG_EQ(arrivals.size(), 1000, "all arrive");
        for (uint32_t i = 0; i < 1000; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(arrivals[i].psn, i, "in order");
        }
    }
};

/// Four parallel links between two switches each carry a quarter of many flows.
class EcmpParallelLinksTestCase : public FrameTestCase
{
  public:
    EcmpParallelLinksTestCase()
        : FrameTestCase("400 flows over four parallel links")
    {
    }

  private:
    void Check() override
    {
        LeafSpine fabric;
        TestStream stream;
        stream.frames = 5;
        for (uint32_t flow = 0; flow < 400; ++flow)
        {
            const uint32_t from = flow % 4;
            stream.to = 4 + from;
            stream.srcPort = static_cast<uint16_t>(0xc000 + 7 * flow);
            fabric.net.hosts[from]->Start(Time(0), stream);
        }
        Simulator::Run();
        uint64_t received = 0;
        for (const auto& host : fabric.net.hosts)
        {
            received += host->GetReceived();
        }
        NS_TEST_EXPECT_MSG_EQ(received, 2000, "all arrive");
        for (uint32_t link = 0; link < LeafSpine::LINKS; ++link)
        {
            const double percent = static_cast<double>(fabric.GetFramesUp(link)) / 20;
            NS_TEST_EXPECT_MSG_EQ_TOL(percent, 25.0, 9.0, "share of link " << link);
        }
        NS_TEST_EXPECT_MSG_EQ(fabric.leaves[0]->GetBuffer().IsEmpty(), true, "all is released");
        NS_TEST_EXPECT_MSG_EQ(fabric.spine->GetBuffer().IsEmpty(), true, "all is released");
    }
};

/// Seeds that differ from switch to switch let two tiers use all paths, and evenly.
class PolarisationTestCase : public FrameTestCase
{
  public:
    PolarisationTestCase()
        : FrameTestCase("16,000 flows over 4 x 4 paths, by the seeds of real switches")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        constexpr std::array<uint16_t, 4> PORTS{0, 1, 2, 3};
        const PortSet four{PORTS.data(), 4};
        std::vector<Ptr<FabricSwitch>> tiers; // a ToR switch, then its four aggregation switches
        for (uint32_t i = 0; i < 5; ++i)
        {
            tiers.push_back(net.AddSwitch());
            net.Connect(net.AddHost(), tiers.back());
            tiers.back()->Initialize();
        }
        auto uniform = CreateObject<UniformRandomVariable>();
        uniform->SetStream(8);
        std::array<uint32_t, 16> flows{};
        for (uint32_t i = 0; i < 16000; ++i)
        {
            RoceFrame frame{};
            frame.srcIp = HostAddress::Of(uniform->GetInteger(0, 15));
            frame.dstIp = HostAddress::Of(uniform->GetInteger(16, 127));
            frame.srcPort = static_cast<uint16_t>(uniform->GetInteger(0xc000, 0xffff));
            const uint32_t up = tiers[0]->GetLoadBalancer()->SelectPort(frame, four, 0);
            const uint32_t core = tiers[1 + up]->GetLoadBalancer()->SelectPort(frame, four, 0);
            ++flows.at(4 * up + core);
        }
        double chiSquare = 0;
        for (uint32_t path = 0; path < 16; ++path)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(flows[path], 1000.0, 130.0, "flows on path " << path);
            chiSquare += (flows[path] - 1000.0) * (flows[path] - 1000.0) / 1000;
        }
        NS_TEST_EXPECT_MSG_LT(chiSquare, 37.7, "15 degrees of freedom, 0.1 %");
    }
};

/// The base seed changes all switches' choices, and the same seed gives the same ones.
class HashSeedTestCase : public FrameTestCase
{
  public:
    HashSeedTestCase()
        : FrameTestCase("The hash seed")
    {
    }

  private:
    /**
     * @brief Get the choices of a switch for 64 flows.
     * @param seed base seed
     * @return ports, as a text
     */
    static std::string Choices(uint32_t seed)
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("HashSeed", UintegerValue(seed));
        net.Connect(net.AddHost(), tor);
        tor->Initialize();
        constexpr std::array<uint16_t, 4> PORTS{3, 5, 7, 9};
        std::string choices;
        for (uint16_t i = 0; i < 64; ++i)
        {
            RoceFrame frame{};
            frame.srcIp = HostAddress::Of(0);
            frame.dstIp = HostAddress::Of(1);
            frame.srcPort = static_cast<uint16_t>(0xc000 + i);
            const PortSet four{PORTS.data(), 4};
            const uint32_t port = tor->GetLoadBalancer()->SelectPort(frame, four, 0);
            choices += static_cast<char>('0' + port);
        }
        return choices;
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(Choices(1), Choices(1), "the same seed");
        NS_TEST_EXPECT_MSG_NE(Choices(1), Choices(2), "another seed");
        NS_TEST_EXPECT_MSG_EQ(Choices(1).find_first_not_of("3579"), std::string::npos, "members");
    }
};

/// Suite of equal-cost multi-path.
class EcmpTestSuite : public TestSuite
{
  public:
    EcmpTestSuite()
        : TestSuite("rdmacell-ecmp", TestSuite::Type::UNIT)
    {
        AddTestCase(new OneFlowOnePathTestCase);
        AddTestCase(new EcmpParallelLinksTestCase);
        AddTestCase(new PolarisationTestCase);
        AddTestCase(new HashSeedTestCase);
    }
};

static EcmpTestSuite g_ecmpTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
