/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-address.h"
#include "mock-switch-view.h"

#include "ns3/drill-balancer.h"
#include "ns3/e-ecmp-balancer.h"
#include "ns3/ecmp-balancer.h"
#include "ns3/object-factory.h"
#include "ns3/spray-balancer.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t A = 0x0a000001;   ///< a host
constexpr uint32_t FAR = 0x0a000041; ///< destination of its packets

/**
 * @brief Choose a port for a packet.
 * @param balancer the scheme
 * @param ports ports of equal cost
 * @param frame the packet
 * @return the port
 */
uint32_t
Choose(const Ptr<LoadBalancer>& balancer,
       const std::vector<uint16_t>& ports,
       const RoceFramePtr& frame)
{
    return balancer->SelectPort(*frame, {ports.data(), static_cast<uint32_t>(ports.size())}, 0);
}

/// Packet spraying.
class SprayTestCase : public TestCase
{
  public:
    SprayTestCase()
        : TestCase("spraying is uniform packet by packet, and leaves ACK and CNP in order")
    {
    }

  private:
    void DoRun() override
    {
        MockSwitchView view;
        view.ports.resize(8);
        auto spray = CreateObject<SprayBalancer>();
        spray->AssignStreams(1);
        spray->Attach(view);
        const std::vector<uint16_t> ports{4, 5, 6, 7};
        std::array<int, 8> packets{};
        std::array<int, 64> pairs{};
        uint32_t last = 0;
        for (int i = 0; i < 4096; ++i)
        {
            const uint32_t port = Choose(spray, ports, MakeRoceFrame(A, FAR));
            ++packets[port];
            ++pairs[8 * last + port];
            last = port;
        }
        for (uint16_t port : ports)
        {
            // 3.5 standard deviations, and 4 for each of 16 pairs of packets in a row
            NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(packets[port] - 1024), 97, "port " << port);
            for (uint16_t next : ports)
            {
                NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(pairs[8 * port + next] - 256),
                                            62,
                                            "port " << port << " then " << next);
            }
        }
        std::set<uint32_t> used;
        for (int i = 0; i < 100; ++i)
        {
            used.insert(
                Choose(spray, ports, MakeRoceFrame(A, FAR, 0xc000, 0, RoceOpcode::ACKNOWLEDGE)));
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), 1, "ports of the ACKs of a flow");
        NS_TEST_EXPECT_MSG_EQ(spray->GetCounters().at("sprayed_packets"), 4096, "counter");
    }
};

/// DRILL on a switch with eight ports of equal cost.
class DrillTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     */
    explicit DrillTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @brief A packet arrives.
     * @param host number of the host that it goes to
     * @return the port that it takes
     */
    uint32_t Send(uint32_t host = 64)
    {
        return Choose(m_drill, m_candidates, MakeRoceFrame(A, HostAddress::Of(host)));
    }

    /**
     * @brief Set the length of a queue.
     * @param port its port
     * @param bytes its length
     */
    void SetQueue(uint32_t port, uint64_t bytes)
    {
        m_view.ports[port].queueBytes[3] = bytes;
    }

    Ptr<DrillBalancer> m_drill;         ///< under test
    std::vector<uint16_t> m_candidates; ///< ports of equal cost

  private:
    void DoSetup() override
    {
        m_view.ports.resize(8);
        m_candidates = {0, 1, 2, 3, 4, 5, 6, 7};
        m_drill = CreateObject<DrillBalancer>();
        m_drill->AssignStreams(1);
        m_drill->Attach(m_view);
    }

    void DoTeardown() override
    {
        m_drill->Dispose();
    }

    MockSwitchView m_view; ///< its switch
};

/// d = 2
class DrillSamplesTestCase : public DrillTestCase
{
  public:
    DrillSamplesTestCase()
        : DrillTestCase("the shorter of two different random queues is taken")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t port = 0; port < 8; ++port)
        {
            SetQueue(port, 1000 * port);
        }
        std::array<int, 8> packets{};
        for (uint32_t host = 0; host < 5600; ++host) // none with a remembered port
        {
            ++packets[Send(host)];
        }
        // Of 28 pairs, 7 - i have port i as the shorter one.
        for (int port = 0; port < 8; ++port)
        {
            const double expected = 5600 * (7 - port) / 28.0;
            NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(packets[port] - expected),
                                        4 * std::sqrt(expected * (1 - expected / 5600)),
                                        "port " << port);
        }
    }
};

/// m = 1
class DrillMemoryTestCase : public DrillTestCase
{
  public:
    DrillMemoryTestCase()
        : DrillTestCase("the best port is remembered, by destination, until another is shorter")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t port = 0; port < 8; ++port)
        {
            SetQueue(port, port == 5 ? 1000 : 2000);
        }
        uint32_t tries = 0;
        while (Send() != 5 && tries < 1000)
        {
            ++tries;
        }
        NS_TEST_ASSERT_MSG_LT(tries, 1000, "port 5 is found");
        for (int i = 0; i < 100; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(), 5, "and kept, though rarely drawn");
        }
        SetQueue(5, 2000);
        NS_TEST_EXPECT_MSG_EQ(Send(), 5, "kept in a tie");
        SetQueue(5, 2001);
        NS_TEST_EXPECT_MSG_NE(Send(), 5, "left when any other is shorter");
        NS_TEST_EXPECT_MSG_NE(Send(), 5, "and forgotten");

        std::set<uint32_t> first;
        SetQueue(5, 1000);
        for (uint32_t host = 100; host < 200; ++host)
        {
            first.insert(Send(host));
        }
        NS_TEST_EXPECT_MSG_GT(first.size(), 4, "other destinations have their own memory");
    }
};

/// All candidates compared, and one that is down.
class DrillAllTestCase : public DrillTestCase
{
  public:
    DrillAllTestCase()
        : DrillTestCase(
              "with two ports the shorter one is always taken; a port that is down is not")
    {
    }

  private:
    void DoRun() override
    {
        m_candidates = {2, 6};
        for (uint32_t i = 0; i < 100; ++i)
        {
            SetQueue(2, i % 3 == 0 ? 5000 : 3000);
            SetQueue(6, 4000);
            NS_TEST_EXPECT_MSG_EQ(Send(), (i % 3 == 0 ? 6 : 2), "packet " << i);
        }
        m_candidates = {6, 7};
        SetQueue(2, 0);
        SetQueue(7, 9000);
        NS_TEST_EXPECT_MSG_EQ(Send(), 6, "port 2 is no candidate any more");
    }
};

/// E-ECMP, compared with ECMP.
class EEcmpTestCase : public TestCase
{
  public:
    EEcmpTestCase()
        : TestCase("16 queue pairs of one 5-tuple: ECMP uses 1 path, E-ECMP about 10 of 16")
    {
    }

  private:
    /**
     * @brief Count the paths that packets of one 5-tuple take over two tiers of four ports.
     * @param type TypeId of the scheme
     * @param queuePairs destination queue pair of each packet
     * @return paths
     */
    static std::size_t CountPaths(const std::string& type, const std::vector<uint32_t>& queuePairs)
    {
        const std::vector<uint16_t> ports{0, 1, 2, 3};
        std::vector<MockSwitchView> views(5);
        std::vector<Ptr<LoadBalancer>> switches;
        for (uint32_t i = 0; i < 5; ++i)
        {
            views[i].hashSeed = 1 + i;
            ObjectFactory factory;
            factory.SetTypeId(type);
            switches.push_back(factory.Create<LoadBalancer>());
            switches.back()->Attach(views[i]);
        }
        std::set<uint32_t> paths;
        for (uint32_t queuePair : queuePairs)
        {
            RoceFramePtr frame = MakeRoceFrame(A, FAR);
            frame->destQp = queuePair;
            const uint32_t up = Choose(switches[0], ports, frame);
            paths.insert(4 * up + Choose(switches[1 + up], ports, frame));
        }
        return paths.size();
    }

    void DoRun() override
    {
        std::size_t sum = 0;
        for (uint32_t group = 0; group < 100; ++group)
        {
            std::vector<uint32_t> queuePairs(16);
            std::iota(queuePairs.begin(), queuePairs.end(), 17 + 16 * group);
            sum += CountPaths("ns3::rdmacell::EEcmpBalancer", queuePairs);
            NS_TEST_EXPECT_MSG_EQ(CountPaths("ns3::rdmacell::EcmpBalancer", queuePairs), 1, "ECMP");
        }
        // 16 (1 - (15/16)^16) = 10.30; a group's standard deviation is 1.2
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / 100.0, 10.30, 0.42, "E-ECMP");
        NS_TEST_EXPECT_MSG_EQ(
            CountPaths("ns3::rdmacell::EEcmpBalancer", std::vector<uint32_t>(1000, 42)),
            1,
            "1000 packets of a queue pair");
    }
};

/// Suite of the schemes that choose packet by packet or by hash.
class SprayTestSuite : public TestSuite
{
  public:
    SprayTestSuite()
        : TestSuite("rdmacell-spray", TestSuite::Type::UNIT)
    {
        AddTestCase(new SprayTestCase);
    }
};

/// DRILL's suite.
class DrillTestSuite : public TestSuite
{
  public:
    DrillTestSuite()
        : TestSuite("rdmacell-drill", TestSuite::Type::UNIT)
    {
        AddTestCase(new DrillSamplesTestCase);
        AddTestCase(new DrillMemoryTestCase);
        AddTestCase(new DrillAllTestCase);
    }
};

/// E-ECMP's suite.
class EEcmpTestSuite : public TestSuite
{
  public:
    EEcmpTestSuite()
        : TestSuite("rdmacell-eecmp", TestSuite::Type::UNIT)
    {
        AddTestCase(new EEcmpTestCase);
    }
};

SprayTestSuite g_sprayTestSuite; ///< registers the suite
DrillTestSuite g_drillTestSuite; ///< registers the suite
EEcmpTestSuite g_eEcmpTestSuite; ///< registers the suite

} // namespace
