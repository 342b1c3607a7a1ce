/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mock-switch-view.h"

#include "ns3/letflow-balancer.h"
#include "ns3/nstime.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t A = 0x0a000001;                   ///< a host
constexpr uint32_t B = 0x0a000002;                   ///< its neighbor
constexpr uint32_t FAR = 0x0a000041;                 ///< destination of their packets
constexpr std::array<uint16_t, 4> PORTS{4, 5, 6, 7}; ///< ports of equal cost

/// LetFlow on a switch with four ports of equal cost.
class LetFlowTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     */
    explicit LetFlowTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @brief A packet arrives.
     * @param now when
     * @param source source address
     * @param candidates ports of equal cost
     * @param opcode BTH opcode
     * @return the port that it takes
     */
    uint32_t Send(Time now,
                  uint32_t source = A,
                  PortSet candidates = {PORTS.data(), 4},
                  RoceOpcode opcode = RoceOpcode::WRITE_MIDDLE)
    {
        const RoceFramePtr frame = MakeRoceFrame(source, FAR, 0xc000, 1000, opcode);
        return m_letFlow->SelectPort(*frame, candidates, now.GetTimeStep());
    }

    /**
     * @brief Get a counter.
     * @param name its name
     * @return its value
     */
    uint64_t Count(const std::string& name) const
    {
        return m_letFlow->GetCounters().at(name);
    }

    Ptr<LetFlowBalancer> m_letFlow; ///< under test

  private:
    void DoSetup() override
    {
        m_view.ports.resize(8);
        m_letFlow = CreateObject<LetFlowBalancer>();
        m_letFlow->AssignStreams(1);
        m_letFlow->Attach(m_view);
    }

    void DoTeardown() override
    {
        m_letFlow->Dispose();
    }

    MockSwitchView m_view; ///< its switch
};

/// Packets of one flow without a pause.
class LetFlowSteadyTestCase : public LetFlowTestCase
{
  public:
    LetFlowSteadyTestCase()
        : LetFlowTestCase("packets each 50 us for 10 ms keep their port")
    {
    }

  private:
    void DoRun() override
    {
        std::set<uint32_t> used;
        for (uint32_t i = 0; i <= 200; ++i)
        {
            used.insert(Send(MicroSeconds(50 * i)));
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), 1, "ports");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 1, "flowlets");
    }
};

/// Pauses.
class LetFlowUniformTestCase : public LetFlowTestCase
{
  public:
    LetFlowUniformTestCase()
        : LetFlowTestCase(
              "packets each 150 us draw uniformly from all ports, the last one included")
    {
    }

  private:
    void DoRun() override
    {
        std::array<int, 8> packets{};
        uint32_t last = 0;
        int same = 0;
        for (uint32_t i = 0; i < 2000; ++i)
        {
            const uint32_t port = Send(MicroSeconds(150 * i));
            ++packets[port];
            same += port == last ? 1 : 0;
            last = port;
        }
        for (uint16_t port : PORTS)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(packets[port] - 500), 70, "port " << port);
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(same - 500), 70, "flowlets on the port before");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2000, "flowlets");
        // The first packet has no flowlet before it.
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"),
                              static_cast<uint64_t>(2000 - 1 - same),
                              "reroutes");
    }
};

/// Gaps at the limit.
class LetFlowLimitTestCase : public LetFlowTestCase
{
  public:
    LetFlowLimitTestCase()
        : LetFlowTestCase("a gap of exactly 100 us keeps the port, a longer one draws")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 0; i < 100; ++i)
        {
            Send(MicroSeconds(100 * i));
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 1, "gaps of 100 us");
        for (uint32_t i = 1; i <= 100; ++i)
        {
            Send(MicroSeconds(10000 + 100 * i) + TimeStep(i));
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 101, "gaps of 100 us and one step");
    }
};

/// Flows at the rates of NICs.
class LetFlowLineRateTestCase : public LetFlowTestCase
{
  public:
    LetFlowLineRateTestCase()
        : LetFlowTestCase("a flow of 10 MB at 100G is one flowlet, and so it is at 1G")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 0; i < 10000; ++i)
        {
            Send(NanoSeconds(84) * i); // 1048 bytes on the wire
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 1, "100 Gbit/s");
        for (uint32_t i = 0; i < 10000; ++i)
        {
            Send(MicroSeconds(900) + NanoSeconds(8384) * i, B);
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2, "another flow, at 1 Gbit/s by DCQCN");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 0, "reroutes");
    }
};

/// Flows that differ in their source address only.
class LetFlowKeyTestCase : public LetFlowTestCase
{
  public:
    LetFlowKeyTestCase()
        : LetFlowTestCase("two hosts that use the same UDP ports have flowlets of their own")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t i = 0; i < 1000; ++i)
        {
            // Each pauses for 120 us, but a packet of either comes each 60 us.
            Send(MicroSeconds(120 * i), A);
            Send(MicroSeconds(120 * i + 60), B);
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2000, "flowlets");
    }
};

/// A port that is down.
class LetFlowLostPortTestCase : public LetFlowTestCase
{
  public:
    LetFlowLostPortTestCase()
        : LetFlowTestCase("a flowlet whose port is down draws from the others")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t port = Send(MicroSeconds(0));
        std::array<uint16_t, 3> left{};
        uint32_t count = 0;
        for (uint16_t other : PORTS)
        {
            if (other != port)
            {
                left[count++] = other;
            }
        }
        const uint32_t next = Send(MicroSeconds(1), A, {left.data(), 3});
        NS_TEST_EXPECT_MSG_NE(next, port, "another port");
        NS_TEST_EXPECT_MSG_EQ(Send(MicroSeconds(2)),
                              next,
                              "and keeps it when the first one is up again");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2, "flowlets");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 1, "reroutes");
    }
};

/// ACK and CNP.
class LetFlowControlTestCase : public LetFlowTestCase
{
  public:
    LetFlowControlTestCase()
        : LetFlowTestCase("ACK and CNP are forwarded by ECMP, and start no flowlets")
    {
    }

  private:
    void DoRun() override
    {
        for (RoceOpcode opcode : {RoceOpcode::ACKNOWLEDGE, RoceOpcode::CNP})
        {
            std::set<uint32_t> used;
            for (uint32_t i = 0; i < 100; ++i)
            {
                used.insert(Send(MicroSeconds(150 * i), A, {PORTS.data(), 4}, opcode));
            }
            NS_TEST_EXPECT_MSG_EQ(used.size(), 1, "ports");
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 0, "flowlets");
    }
};

/// LetFlow's suite.
class LetFlowTestSuite : public TestSuite
{
  public:
    LetFlowTestSuite()
        : TestSuite("rdmacell-letflow", TestSuite::Type::UNIT)
    {
        AddTestCase(new LetFlowSteadyTestCase);
        AddTestCase(new LetFlowUniformTestCase);
        AddTestCase(new LetFlowLimitTestCase);
        AddTestCase(new LetFlowLineRateTestCase);
        AddTestCase(new LetFlowKeyTestCase);
        AddTestCase(new LetFlowLostPortTestCase);
        AddTestCase(new LetFlowControlTestCase);
    }
};

LetFlowTestSuite g_letFlowTestSuite; ///< registers the suite

} // namespace
