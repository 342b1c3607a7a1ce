/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEME_TEST_CASE_H
#define SCHEME_TEST_CASE_H

#include "fabric-run.h"

#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/// A network under load, to run schemes on.
struct SchemeScenario
{
    std::string name;                           ///< for messages
    NetworkGraph graph;                         ///< network
    std::vector<Flow> flows;                    ///< traffic
    std::function<void(FabricRun&)> schedule{}; ///< called after Build(), to schedule failures
    bool bothWays{true}; ///< data in both directions, which carry CONGA's feedback
};

/**
 * @ingroup tests
 * @brief A scheme on a network: all flows finish, no lossless frame is dropped, hosts receive no
 * header or control frame of the scheme, and at the end the network is empty and no frame is left.
 */
class SchemeTestCase : public TestCase
{
  public:
    /// The counters of the scheme, and "out_of_order" of the NICs.
    using Counters = std::map<std::string, uint64_t>;

    /**
     * @brief Make the case.
     * @param scheme its name
     * @param scenario the network
     * @param check checks the counters; may be null
     */
    SchemeTestCase(const std::string& scheme,
                   SchemeScenario scenario,
                   std::function<void(SchemeTestCase&, const Counters&)> check = nullptr)
        : TestCase(scheme + " on " + scenario.name),
          m_scheme(scheme),
          m_scenario(std::move(scenario)),
          m_check(std::move(check))
    {
    }

    /**
     * @brief Expect a counter to be above a number.
     * @param counters the counters
     * @param name the counter
     * @param least the number
     */
    void ExpectAbove(const Counters& counters, const std::string& name, uint64_t least)
    {
        NS_TEST_EXPECT_MSG_EQ(counters.count(name), 1, "there is no counter " << name);
        NS_TEST_EXPECT_MSG_GT(counters.at(name), least, name);
    }

    /**
     * @brief Expect a counter to be a number.
     * @param counters the counters
     * @param name the counter
     * @param value the number
     */
    void ExpectEqual(const Counters& counters, const std::string& name, uint64_t value)
    {
        NS_TEST_EXPECT_MSG_EQ(counters.count(name), 1, "there is no counter " << name);
        NS_TEST_EXPECT_MSG_EQ(counters.at(name), value, name);
    }

  private:
    void DoRun() override
    {
        {
            FabricRun run(m_scenario.graph, m_scenario.flows, m_scheme);
            run.Build();
            WatchHosts(run);
            if (m_scenario.schedule)
            {
                m_scenario.schedule(run);
            }
            // Schemes may have timers that never end. Frames in flight when the last flow has
            // finished arrive within this time.
            run.fct->OnAllDone([]() { Simulator::Stop(MilliSeconds(10)); });
            run.Run(Seconds(10));
            // A control frame of the scheme may have been sent just now.
            for (uint32_t look = 0; look < 100 && run.CountLeftovers() > 0; ++look)
            {
                run.Run(MicroSeconds(1));
            }
            const FctSummary summary = run.fct->GetSummary();
            NS_TEST_EXPECT_MSG_EQ(summary.finished, m_scenario.flows.size(), "not all finished");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(summary.minimum, 1.0, "slowdown below 1");
            const FabricSwitchStats stats = run.fabric->GetSwitchStats();
            NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(SwitchDrop::LOSSLESS), 0, "lossless drops");
            if (!m_scenario.schedule)
            {
                NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "drops");
            }
            NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left in the network");
            NS_TEST_EXPECT_MSG_GT(m_hostFrames, m_scenario.flows.size(), "frames were watched");
            NS_TEST_EXPECT_MSG_EQ(m_carrying, 0, "frames on hosts' links with a scheme's bytes");
            if (m_check)
            {
                Counters counters = run.fabric->GetSchemeCounters();
                for (const auto& nic : run.nics)
                {
                    counters["out_of_order"] += nic->GetStats().outOfOrderDrops;
                }
                m_check(*this, counters);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    /**
     * @brief Check the frames that arrive at hosts.
     * @param run the run
     */
    void WatchHosts(const FabricRun& run)
    {
        for (uint32_t host = 0; host < run.fabric->GetHosts().GetN(); ++host)
        {
            Callback<void, const RoceFrame&> watch([this](const RoceFrame& frame) {
                ++m_hostFrames;
                m_carrying +=
                    frame.balancerBytes > 0 || frame.kind == FrameKind::BALANCER ||
                            frame.scratch != decltype(frame.scratch){} ||
                            frame.wireBytes != RoceWireBytes(frame.opcode, frame.payloadBytes) +
                                                   frame.extensionBytes
                        ? 1
                        : 0;
            });
            run.fabric->GetHostDevice(host)->TraceConnectWithoutContext("FrameRx", watch);
        }
    }

    std::string m_scheme;                                          ///< its name
    SchemeScenario m_scenario;                                     ///< the network
    std::function<void(SchemeTestCase&, const Counters&)> m_check; ///< checks the counters
    uint64_t m_hostFrames{0};                                      ///< frames that hosts received
    uint64_t m_carrying{0}; ///< of these, frames with bytes of a scheme
};

} // namespace ns3::rdmacell

#endif // SCHEME_TEST_CASE_H
