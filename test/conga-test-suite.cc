/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-test-case.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Fed-back and local metrics.
class CongaChoiceTestCase : public CongaTestCase
{
  public:
    CongaChoiceTestCase()
        : CongaTestCase("a flowlet takes the least maximum of fed-back and local congestion")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        const Time now = MicroSeconds(1);
        Report({0, 7}, now);
        Report({1, 2}, now);
        NS_TEST_EXPECT_MSG_EQ(Send(10, now), 1, "fed back 7 and 2, local 0 and 0");
        Load(1, 3, now);
        NS_TEST_EXPECT_MSG_EQ(Send(11, now), 1, "fed back 7 and 2, local 0 and 3");
        Load(1, 4, now);
        Report({0, 6}, now);
        NS_TEST_EXPECT_MSG_EQ(Send(12, now), 0, "fed back 6 and 2, local 0 and 7");
        const Time later = MicroSeconds(10'000); // all metrics have decayed
        Load(1, 4, later);
        Report({0, 5}, later);
        Report({1, 3}, later);
        NS_TEST_EXPECT_MSG_EQ(Send(13, later),
                              1,
                              "fed back 5 and 3, local 0 and 4: maximum, not sum");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_received"), 5, "packets with feedback");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 4, "flowlets");
    }
};

/// Ties.
class CongaTieTestCase : public CongaTestCase
{
  public:
    CongaTieTestCase()
        : CongaTestCase(
              "in a tie a flow keeps its path and a new one draws; it moves to a better path")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        std::array<int, 2> flows{};
        std::vector<uint32_t> path;
        for (uint16_t flow = 0; flow < 2000; ++flow)
        {
            path.push_back(Send(flow, MicroSeconds(1)));
            ++flows[path.back()];
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(flows[0] - 1000), 90, "4 standard deviations");
        for (int64_t us = 201; us < 2000; us += 200)
        {
            Report({0, 3}, MicroSeconds(us));
            Report({1, 3}, MicroSeconds(us));
            for (uint16_t flow = 0; flow < 100; ++flow)
            {
                NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(us)), path[flow], "3 and 3: stays");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 0, "reroutes");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2900, "flowlets");
        Report({0, 2}, MicroSeconds(2001));
        Report({1, 3}, MicroSeconds(2001));
        for (uint16_t flow = 0; flow < 100; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(2001)), 0, "2 and 3: moves");
        }
    }
};

/// Gaps.
class CongaGapTestCase : public CongaTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param detection GapDetection
     * @param shorter a gap that never starts a flowlet
     * @param longer a gap that always does
     */
    CongaGapTestCase(const std::string& detection, Time shorter, Time longer)
        : CongaTestCase("flowlets with T_fl 500 us and " + detection),
          m_detection(detection),
          m_shorter(shorter),
          m_longer(longer)
    {
    }

  private:
    void DoRun() override
    {
        Start({{"FlowletGap", "500us"}, {"GapDetection", m_detection}, {"AgingTime", "1s"}});
        for (uint16_t flow = 0; flow < 200; ++flow)
        {
            const Time first = MicroSeconds(5000 * flow + 7 * flow); // in all phases of the timer
            Report({0, 0}, first);
            Report({1, 7}, first);
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first), 0, "the better path");
            Report({0, 7}, first);
            Report({1, 0}, first);
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first + m_shorter), 0, "the same flowlet");
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first + m_shorter + m_longer), 1, "the next flowlet");
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 400, "flowlets");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 200, "reroutes");
    }

    std::string m_detection; ///< GapDetection
    Time m_shorter;          ///< never starts a flowlet
    Time m_longer;           ///< always does
};

/// Gaps and the timer of the age bits.
class CongaAgeBitTestCase : public CongaTestCase
{
  public:
    CongaAgeBitTestCase()
        : CongaTestCase("with age bits a gap within two ticks of the timer is not detected")
    {
    }

  private:
    void DoRun() override
    {
        Start({{"FlowletGap", "500us"}, {"GapDetection", "AgeBit"}});
        Send(1, MicroSeconds(10'001));
        Send(1, MicroSeconds(10'999));
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 1, "998 us with one tick in between");
        Send(1, MicroSeconds(11'501));
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2, "502 us with two");
    }
};

/// Aging.
class CongaAgingTestCase : public CongaTestCase
{
  public:
    CongaAgingTestCase()
        : CongaTestCase("a path with the highest metric is tried again after the aging time")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        Report({0, 7}, MicroSeconds(0));
        std::array<int, 2> flows{};
        for (uint16_t flow = 0; flow < 400; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(499)), 1, "1 and 0");
            ++flows[Send(1000 + flow, MicroSeconds(500))];
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(flows[0] - 200), 40, "0 and 0: 4 standard deviations");
    }
};

/// SampledPaths.
class CongaSampleTestCase : public CongaTestCase
{
  public:
    CongaSampleTestCase()
        : CongaTestCase("16 paths are compared, or four consecutive ones and the flow's last one",
                        16)
    {
    }

  private:
    /**
     * @brief Count the new flows that take the only path that is not congested.
     * @return flows, of 2000
     */
    int CountFinds()
    {
        int finds = 0;
        for (uint32_t tag = 0; tag < 16; ++tag)
        {
            Report({tag, tag == 9 ? 0U : 7U}, MicroSeconds(1));
        }
        for (uint16_t flow = 0; flow < 2000; ++flow)
        {
            finds += Send(flow, MicroSeconds(1)) == 9 ? 1 : 0;
        }
        return finds;
    }

    void DoRun() override
    {
        Start({{"AgingTime", "1s"}});
        NS_TEST_EXPECT_MSG_EQ(CountFinds(), 2000, "all compared");
        m_balancer->Dispose();
        Start({{"AgingTime", "1s"}, {"SampledPaths", "4"}});
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(CountFinds() - 500), 78, "4 of 16: 4 deviations");
        for (int64_t us = 1000; us < 100000; us += 1000)
        {
            Send(0, MicroSeconds(us));
        }
        for (int64_t us = 100000; us < 200000; us += 1000)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(0, MicroSeconds(us)), 9, "once taken, it is kept");
        }
    }
};

/// CONGA's decisions.
class CongaTestSuite : public TestSuite
{
  public:
    CongaTestSuite()
        : TestSuite("rdmacell-conga", TestSuite::Type::UNIT)
    {
        AddTestCase(new CongaChoiceTestCase);
        AddTestCase(new CongaTieTestCase);
        AddTestCase(new CongaGapTestCase("AgeBit", MicroSeconds(499), MicroSeconds(1001)));
        AddTestCase(new CongaGapTestCase("Timestamp", MicroSeconds(500), NanoSeconds(500001)));
        AddTestCase(new CongaAgeBitTestCase);
        AddTestCase(new CongaAgingTestCase);
        AddTestCase(new CongaSampleTestCase);
    }
};

CongaTestSuite g_congaTestSuite; ///< registers the suite

} // namespace
