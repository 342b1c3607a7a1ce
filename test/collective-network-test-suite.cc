/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Collectives on networks of several switches and servers.
 */

#include "collective-runs.h"

#include "ns3/progress-watch.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

/**
 * @ingroup tests
 * @brief GPUs of a server exchange messages within it, and others over the network.
 */
class CollectiveServerTestCase : public TestCase
{
  public:
    CollectiveServerTestCase()
        : TestCase("messages within servers")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        // 36 MB at 3600 Gb/s: 80 us, and 1 us of latency.
        Check("broadcast-ring:ranks=2,host=0,size=36MB", MicroSeconds(81));
        // Each GPU sends 7 MB one after the other, and no two to the same GPU at a time.
        Check("alltoall:ranks=8,host=0,size=8MB", TimeStep(7'000'000 * 20 / 9) + MicroSeconds(1));
        // From the last GPU of a server to the first of the next, over a spine.
        RunCollectives("rail",
                       "broadcast-ring:ranks=2,host=7,size=1MB",
                       "ecmp",
                       nullptr,
                       [this](FabricRun& run, CollectiveRun& collectives) {
                           const CollectiveIteration& iteration =
                               collectives.GetJob(0).GetIterations().front();
                           NS_TEST_EXPECT_MSG_EQ(run.nics[8]->GetStats().bytesPlaced,
                                                 1'000'000,
                                                 "not over the network");
                           NS_TEST_EXPECT_MSG_EQ(iteration.GetTime(), iteration.bound, "time");
                       });
        // A ring through two servers: each sends to the other once.
        RunCollectives("rail",
                       "allreduce-ring:ranks=16,host=0,size=16MB,iterations=2",
                       "ecmp",
                       nullptr,
                       [this](FabricRun& run, CollectiveRun& collectives) {
                           const CollectiveJob& job = collectives.GetJob(0);
                           for (const CollectiveIteration& iteration : job.GetIterations())
                           {
                               NS_TEST_EXPECT_MSG_GT_OR_EQ(iteration.GetTime(),
                                                           iteration.bound,
                                                           "below the bound");
                               // Two messages in flight share the link between the servers.
                               NS_TEST_EXPECT_MSG_LT(iteration.GetTime(),
                                                     1.2 * iteration.bound,
                                                     "20 % above the bound");
                           }
                           NS_TEST_EXPECT_MSG_EQ(run.nics[0]->GetStats().bytesPlaced +
                                                     run.nics[8]->GetStats().bytesPlaced,
                                                 2 * 2 * 30'000'000,
                                                 "bytes between the servers");
                           NS_TEST_EXPECT_MSG_EQ(run.nics[1]->GetStats().bytesPlaced,
                                                 0,
                                                 "bytes of a GPU with no neighbor outside");
                       });
    }

    /**
     * @brief Run a collective within a server, without a frame.
     * @param job the collective
     * @param time that it takes
     */
    void Check(const std::string& job, Time time)
    {
        RunCollectives("rail",
                       job,
                       "ecmp",
                       nullptr,
                       [&](FabricRun& run, CollectiveRun& collectives) {
                           const CollectiveIteration& iteration =
                               collectives.GetJob(0).GetIterations().front();
                           NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(iteration.GetTime()),
                                                     static_cast<double>(time.GetTimeStep()),
                                                     10,
                                                     job);
                           NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(iteration.bound),
                                                     static_cast<double>(iteration.GetTime()),
                                                     10,
                                                     "bound");
                           NS_TEST_EXPECT_MSG_EQ(run.GetFabric()->GetFrameHops(), 0, "frames");
                       });
    }
};

/**
 * @ingroup tests
 * @brief Uplinks are evenly used, and a collective is as fast as its bound allows.
 */
class CollectiveRouteTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     * @param topology the network, without oversubscription
     * @param job the collective
     * @param most time over bound, at most
     */
    CollectiveRouteTestCase(const std::string& scheme,
                            const std::string& topology,
                            const std::string& job,
                            double most)
        : TestCase(scheme + ": " + job + " on " + topology),
          m_scheme(scheme),
          m_topology(topology),
          m_job(job),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        RunCollectives(
            m_topology,
            m_job,
            m_scheme,
            nullptr,
            [this](FabricRun& run, CollectiveRun& collectives) {
                const CollectiveJob& job = collectives.GetJob(0);
                for (const CollectiveIteration& iteration : job.GetIterations())
                {
                    NS_TEST_EXPECT_MSG_LT(iteration.GetTime(), m_most * iteration.bound, "time");
                    NS_TEST_EXPECT_MSG_EQ_TOL(iteration.uplinks.largest,
                                              1,
                                              0.1,
                                              "largest over mean load of uplinks");
                }
                NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left");
            });
    }

    std::string m_scheme;   ///< name of the scheme
    std::string m_topology; ///< the network
    std::string m_job;      ///< the collective
    double m_most;          ///< time over bound
};

/**
 * @ingroup tests
 * @brief Receivers admit messages: when the first one is sent, and how many are at a time.
 */
class CollectiveAdmissionTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param limit messages to a rank at a time
     */
    CollectiveAdmissionTestCase(uint32_t limit)
        : TestCase("admission of " + std::to_string(limit) + " messages at a time"),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        RunCollectives(
            "single-switch:hosts=8",
            "alltoall:size=800kB,iterations=2,admission=" + std::to_string(m_limit),
            "ecmp",
            [this](FabricRun&, CollectiveRun& collectives) {
                m_run = &collectives;
                collectives.TraceConnectWithoutContext(
                    "StepStarted",
                    MakeCallback(&CollectiveAdmissionTestCase::NoteStarted, this));
                collectives.TraceConnectWithoutContext(
                    "StepArrived",
                    MakeCallback(&CollectiveAdmissionTestCase::NoteArrived, this));
            },
            [this](FabricRun&, CollectiveRun& collectives) {
                NS_TEST_EXPECT_MSG_EQ(collectives.CountRunning(), 0, "not finished");
            });
        // There and back: 162 bytes of link time on two links at 100 Gb/s, and 1 us on each.
        NS_TEST_EXPECT_MSG_EQ(m_first, PicoSeconds(2 * (2 * 12'960 + 2'000'000)), "first message");
        NS_TEST_EXPECT_MSG_EQ(m_most, m_limit, "messages to a rank at a time");
        NS_TEST_EXPECT_MSG_EQ(m_steps, 2 * 8 * 7, "messages");
    }

    /**
     * @brief A message is sent.
     * @param step its number
     */
    void NoteStarted(uint32_t /* job */, uint32_t /* iteration */, uint64_t step)
    {
        m_first = m_steps++ == 0 ? Simulator::Now() : m_first;
        const uint32_t receiver = m_run->GetJob(0).GetGraph().GetStep(step).dst;
        m_most = std::max(m_most, ++m_inFlight[receiver]);
    }

    /**
     * @brief A message has arrived.
     * @param step its number
     */
    void NoteArrived(uint32_t /* job */, uint32_t /* iteration */, uint64_t step)
    {
        --m_inFlight[m_run->GetJob(0).GetGraph().GetStep(step).dst];
    }

    uint32_t m_limit;                        ///< messages to a rank at a time
    CollectiveRun* m_run{nullptr};           ///< under test
    Time m_first;                            ///< when the first message is sent
    uint32_t m_steps{0};                     ///< messages sent
    uint32_t m_most{0};                      ///< messages to a rank at a time
    std::map<uint32_t, uint32_t> m_inFlight; ///< by receiver
};

/**
 * @ingroup tests
 * @brief RDMACell never gives a message up: where a host is cut off, the progress watch ends the
 * run.
 */
class CollectiveStallTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     */
    CollectiveStallTestCase(const std::string& scheme)
        : TestCase(scheme + ": a host is cut off"),
          m_scheme(scheme)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("leaf-spine:hosts=8,leaves=4,spines=2"), {}, m_scheme);
        run.Build();
        const auto watch = run.WatchProgress();
        const auto collectives =
            CollectiveHelper::Install(run, ParseCollectives("allreduce-ring:size=4MB"), 3000);
        Simulator::Schedule(MicroSeconds(150), [&run]() { run.SetLinkUp(3, false, false); });
        run.Run(Seconds(10));
        NS_TEST_EXPECT_MSG_NE(watch->GetReport(), nullptr, "no report");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(1), "it has ended late");
        NS_TEST_EXPECT_MSG_EQ(collectives->CountRunning(), 1, "the job cannot have ended");
    }

    std::string m_scheme; ///< name of the scheme
};

/**
 * @ingroup tests
 * @brief What a job remembers is in proportion to the messages in flight, not to its steps.
 */
class CollectiveMemoryTestCase : public TestCase
{
  public:
    CollectiveMemoryTestCase()
        : TestCase("steps that a job remembers")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        RunCollectives(
            "single-switch:hosts=16",
            "allreduce-ring:size=1600kB,channels=2,chunks=8",
            "ecmp",
            [this](FabricRun&, CollectiveRun& collectives) {
                m_run = &collectives;
                collectives.TraceConnectWithoutContext(
                    "StepArrived",
                    MakeCallback(&CollectiveMemoryTestCase::NoteArrived, this));
            },
            [this](FabricRun&, CollectiveRun& collectives) {
                const CollectiveJob& job = collectives.GetJob(0);
                NS_TEST_EXPECT_MSG_EQ(job.GetGraph().CountSteps(),
                                      16 * 16 * 30,
                                      "16 lanes of 16 ranks and 30 rounds");
                NS_TEST_EXPECT_MSG_EQ(job.CountWaiting(), 0, "steps wait");
            });
        NS_TEST_EXPECT_MSG_GT(m_most, 16, "nothing was remembered");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_most,
                                    2 * 16 * 16,
                                    "more than two for each lane and rank: one in flight, and one "
                                    "whose acknowledgment is");
    }

    /// @brief A message has arrived.
    void NoteArrived(uint32_t /* job */, uint32_t /* iteration */, uint64_t /* step */)
    {
        m_most = std::max(m_most, m_run->GetJob(0).CountWaiting() + m_run->ListActive().size());
    }

    CollectiveRun* m_run{nullptr}; ///< under test
    std::size_t m_most{0};         ///< steps remembered at a time
};

/**
 * @ingroup tests
 * @brief Collectives on networks of several switches and servers.
 */
class CollectiveNetworkTestSuite : public TestSuite
{
  public:
    CollectiveNetworkTestSuite()
        : TestSuite("rdmacell-collective-network", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new CollectiveServerTestCase);
        const std::string leafSpine = "leaf-spine:hosts=16,leaves=4,spines=4";
        const std::string ring = "allreduce-ring:size=4MB,placement=spread";
        AddTestCase(new CollectiveRouteTestCase("pinned", leafSpine, ring, 1.02));
        AddTestCase(new CollectiveRouteTestCase("planned", leafSpine, ring, 1.02));
        AddTestCase(new CollectiveRouteTestCase("planned", "fat-tree:k=4", ring, 1.02));
        AddTestCase(new CollectiveRouteTestCase("planned",
                                                "fat-tree:k=4",
                                                "alltoall-shift:size=4MB,iterations=2",
                                                1.1));
        AddTestCase(new CollectiveStallTestCase("rdmacell"));
        AddTestCase(new CollectiveStallTestCase("rdmacell-adaptive"));
        AddTestCase(new CollectiveMemoryTestCase);
        for (const uint32_t limit : {1U, 2U, 4U})
        {
            AddTestCase(new CollectiveAdmissionTestCase(limit));
        }
    }
};

static CollectiveNetworkTestSuite g_collectiveNetworkTestSuite; ///< registers the suite
