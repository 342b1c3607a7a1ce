/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/roce-frame-pool.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell::test
{

/// A frame crosses one switch in the time that its two links take, and leaves nothing behind.
class OneSwitchTestCase : public FrameTestCase
{
  public:
    OneSwitchTestCase()
        : FrameTestCase("One frame through one switch")
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
        TestStream stream;
        stream.to = 1;
        a.Start(MicroSeconds(5), stream);
        Simulator::Run();
        // 1082 bytes (1062, preamble and gap) take 86.56 ns, twice; each link 1 us.
        NS_TEST_ASSERT_MSG_EQ(b.GetReceived(), 1, "the frame arrives");
        NS_TEST_EXPECT_MSG_EQ(b.arrivals[0].time,
                              NanoSeconds(5000 + 2 * (86 + 1000)).GetTimeStep(),
                              "store and forward");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all bytes are released");
        NS_TEST_EXPECT_MSG_EQ(tor->GetStats().admitted, 1, "one frame");
    }
};

/// Suite of FabricSwitch.
class SwitchTestSuite : public TestSuite
{
  public:
    SwitchTestSuite()
        : TestSuite("rdmacell-switch", TestSuite::Type::UNIT)
    {
        AddTestCase(new OneSwitchTestCase);
    }
};

static SwitchTestSuite g_switchTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
