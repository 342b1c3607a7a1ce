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

#include "ns3/test.h"

#include <cstdint>
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
 * @brief Collectives on networks of several switches and servers.
 */
class CollectiveNetworkTestSuite : public TestSuite
{
  public:
    CollectiveNetworkTestSuite()
        : TestSuite("rdmacell-collective-network", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new CollectiveServerTestCase);
    }
};

static CollectiveNetworkTestSuite g_collectiveNetworkTestSuite; ///< registers the suite
