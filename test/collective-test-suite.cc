/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Collectives over the verbs: times against closed forms, order of the steps, and failures.
 */

#include "collective-runs.h"

#include "ns3/collective-report.h"
#include "ns3/test.h"

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Link time of a full packet of 1000 bytes beside its payload, as a factor.
constexpr double WIRE_FACTOR = 1.082;

} // namespace

/**
 * @ingroup tests
 * @brief A collective alone on a switch takes as long as it must, and not much longer.
 */
class CollectiveTimeTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param ranks how many
     * @param job the collective, without ranks
     * @param payloads payload that the critical path sends, as a multiple of the buffer
     */
    CollectiveTimeTestCase(uint32_t ranks, const std::string& job, double payloads)
        : TestCase(job + " of " + std::to_string(ranks) + " ranks"),
          m_ranks(ranks),
          m_job(job),
          m_payloads(payloads)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        RunCollectives("single-switch:hosts=" + std::to_string(m_ranks),
                       m_job,
                       "ecmp",
                       nullptr,
                       [this](FabricRun& run, CollectiveRun& collectives) {
                           Check(run, collectives.GetJob(0));
                       });
    }

    /**
     * @brief Check the results.
     * @param run the run
     * @param job the collective
     */
    void Check(FabricRun& run, const CollectiveJob& job)
    {
        NS_TEST_ASSERT_MSG_EQ((job.GetStatus() == CollectiveJob::Status::FINISHED),
                              true,
                              "not finished");
        const auto& iteration = job.GetIterations().front();
        const double time = TimeStep(iteration.GetTime()).GetSeconds();
        const double bytes = static_cast<double>(job.GetSpec().bytes);
        const double least = m_payloads * bytes * WIRE_FACTOR * 8 / 100e9;
        NS_TEST_EXPECT_MSG_GT_OR_EQ(iteration.GetTime(), iteration.bound, "below the bound");
        NS_TEST_EXPECT_MSG_LT(iteration.GetTime(), 1.01 * iteration.bound, "1 % above the bound");
        NS_TEST_EXPECT_MSG_GT(time, least, "shorter than serialization alone");
        NS_TEST_EXPECT_MSG_LT(time, 1.05 * least, "longer than serialization and 5 %");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left in the network");
        uint64_t sent = 0;
        for (uint64_t step = 0; step < job.GetGraph().CountSteps(); ++step)
        {
            sent += job.GetGraph().GetStep(step).bytes;
        }
        uint64_t placed = 0;
        for (const auto& nic : run.nics)
        {
            placed += nic->GetStats().bytesPlaced;
        }
        NS_TEST_EXPECT_MSG_EQ(placed, sent, "other bytes than those of the steps");
    }

    uint32_t m_ranks;  ///< how many
    std::string m_job; ///< the collective
    double m_payloads; ///< of the critical path, as a multiple of the buffer
};

/**
 * @ingroup tests
 * @brief No step starts before all its inputs are there, under any scheme, and all are done.
 */
class CollectiveOrderTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     * @param jobs collectives whose inputs all arrive
     */
    CollectiveOrderTestCase(const std::string& scheme, const std::string& jobs)
        : TestCase(scheme + ": order of " + jobs),
          m_scheme(scheme),
          m_jobs(jobs)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const auto prepare = [this](FabricRun&, CollectiveRun& collectives) {
            m_run = &collectives;
            collectives.TraceConnectWithoutContext(
                "StepStarted",
                MakeCallback(&CollectiveOrderTestCase::NoteStarted, this));
            collectives.TraceConnectWithoutContext(
                "StepArrived",
                MakeCallback(&CollectiveOrderTestCase::NoteArrived, this));
        };
        const auto check = [this](FabricRun& run, CollectiveRun& collectives) {
            for (std::size_t job = 0; job < collectives.CountJobs(); ++job)
            {
                CheckJob(collectives.GetJob(job));
            }
            NS_TEST_EXPECT_MSG_EQ(collectives.ListActive().size(), 0, "messages are left");
            NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left");
        };
        RunCollectives("fat-tree:k=4", m_jobs, m_scheme, prepare, check);
        NS_TEST_EXPECT_MSG_GT(m_checked, 0, "no input was checked");
    }

    /**
     * @brief Check that a job has done all its steps and waits for nothing.
     * @param job the job
     */
    void CheckJob(const CollectiveJob& job)
    {
        NS_TEST_EXPECT_MSG_EQ(std::string(NameStatus(job)), "finished", job.GetSpec().text);
        NS_TEST_EXPECT_MSG_EQ(job.CountWaiting(), 0, "steps wait");
        for (const CollectiveIteration& iteration : job.GetIterations())
        {
            NS_TEST_EXPECT_MSG_GT_OR_EQ(iteration.GetTime(), iteration.bound, "below the bound");
        }
    }

    /**
     * @brief A step starts.
     * @param job index of the job
     * @param iteration of the job
     * @param step number of the step
     */
    void NoteStarted(uint32_t job, uint32_t iteration, uint64_t step)
    {
        const auto key = std::make_pair(job, iteration);
        NS_TEST_EXPECT_MSG_EQ(m_started[key].insert(step).second, true, "a step starts twice");
        const uint32_t inputs = m_run->GetJob(job).GetGraph().CountInputs(step);
        NS_TEST_EXPECT_MSG_EQ(m_present[key][step], inputs, "step " << step << " starts early");
        m_checked += inputs;
    }

    /**
     * @brief A step is done.
     * @param job index of the job
     * @param iteration of the job
     * @param step number of the step
     */
    void NoteArrived(uint32_t job, uint32_t iteration, uint64_t step)
    {
        const auto key = std::make_pair(job, iteration);
        NS_TEST_EXPECT_MSG_EQ(m_started[key].count(step), 1, "a step is done that has not started");
        CollectiveGraph::StepList after;
        m_run->GetJob(job).GetGraph().ListAfterArrival(step, after);
        for (const uint64_t next : after)
        {
            ++m_present[key][next];
        }
    }

    using Key = std::pair<uint32_t, uint32_t>; ///< job, iteration

    std::string m_scheme;                                  ///< name of the scheme
    std::string m_jobs;                                    ///< the collectives
    CollectiveRun* m_run{nullptr};                         ///< under test
    std::map<Key, std::set<uint64_t>> m_started;           ///< steps
    std::map<Key, std::map<uint64_t, uint32_t>> m_present; ///< by step: inputs that are there
    uint64_t m_checked{0};                                 ///< inputs
};

/**
 * @ingroup tests
 * @brief In an all-to-all of shifts, a rank has one message in flight at a time.
 */
class CollectiveShiftTestCase : public TestCase
{
  public:
    CollectiveShiftTestCase()
        : TestCase("one message a rank in flight in an all-to-all of shifts")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("fat-tree:k=4"), {});
        run.Build();
        // Before the collectives, whose own sinks start the next messages.
        for (const auto& app : run.apps)
        {
            app->TraceConnectWithoutContext(
                "FlowStarted",
                MakeCallback(&CollectiveShiftTestCase::NoteStarted, this));
            app->TraceConnectWithoutContext(
                "FlowFinished",
                MakeCallback(&CollectiveShiftTestCase::NoteFinished, this));
        }
        const auto collectives =
            CollectiveHelper::Install(run, ParseCollectives("alltoall-shift:size=1MB"), 3000);
        run.Run(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(m_sources.size(), 16 * 15, "not all messages were sent");
        NS_TEST_EXPECT_MSG_EQ(collectives->CountRunning(), 0, "not finished");
    }

    /**
     * @brief A message starts.
     * @param flow it
     */
    void NoteStarted(const Flow& flow)
    {
        const uint32_t before = m_inFlight[flow.src]++;
        NS_TEST_EXPECT_MSG_EQ(before, 0, "host " << flow.src << " sends already");
        m_firstId = m_sources.empty() ? flow.id : m_firstId;
        m_sources.push_back(flow.src);
    }

    /**
     * @brief A message is acknowledged.
     * @param flowId it
     */
    void NoteFinished(uint64_t flowId)
    {
        --m_inFlight[m_sources.at(flowId - m_firstId)];
    }

    uint64_t m_firstId{0};                   ///< of the messages
    std::vector<uint32_t> m_sources;         ///< by message
    std::map<uint32_t, uint32_t> m_inFlight; ///< messages by host
};

/**
 * @ingroup tests
 * @brief A link is lost in the middle of an AllReduce.
 */
class CollectiveLinkTestCase : public TestCase
{
  public:
    /// What happens to the link.
    enum class Loss
    {
        REROUTED, ///< switches get new routes
        FLAPS,    ///< it comes back soon
        HOST,     ///< it is a host's only link and stays down
    };

    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     * @param loss what happens
     */
    CollectiveLinkTestCase(const std::string& scheme, Loss loss)
        : TestCase(scheme + ": a link is lost, case " +
                   std::to_string(static_cast<uint32_t>(loss))),
          m_scheme(scheme),
          m_loss(loss)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        RunCollectives(
            "leaf-spine:hosts=8,leaves=4,spines=2",
            "allreduce-ring:size=4MB,chunks=2",
            m_scheme,
            [this](FabricRun& run, CollectiveRun&) {
                // Links of the hosts come first; then those of the first leaf.
                const uint32_t link = m_loss == Loss::HOST ? 3 : 8;
                const bool reroute = m_loss == Loss::REROUTED;
                Simulator::Schedule(MicroSeconds(150), [&run, link, reroute]() {
                    run.SetLinkUp(link, false, reroute);
                });
                if (m_loss == Loss::FLAPS)
                {
                    Simulator::Schedule(MilliSeconds(2),
                                        [&run, link]() { run.SetLinkUp(link, true, false); });
                }
            },
            [this](FabricRun&, CollectiveRun& collectives) {
                const CollectiveJob& job = collectives.GetJob(0);
                NS_TEST_EXPECT_MSG_EQ(std::string(NameStatus(job)),
                                      (m_loss == Loss::HOST ? "failed" : "finished"),
                                      "status");
                NS_TEST_EXPECT_MSG_EQ(collectives.CountRunning(), 0, "the job has not ended");
                NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(1), "it has ended late");
                std::ostringstream csv;
                WriteCollectiveCsv(collectives, csv);
                NS_TEST_EXPECT_MSG_NE(csv.str().find(NameStatus(job)),
                                      std::string::npos,
                                      "collective.csv: " << csv.str());
            });
    }

    std::string m_scheme; ///< name of the scheme
    Loss m_loss;          ///< what happens
};

/**
 * @ingroup tests
 * @brief Collectives.
 */
class CollectiveTestSuite : public TestSuite
{
  public:
    CollectiveTestSuite()
        : TestSuite("rdmacell-collective", TestSuite::Type::SYSTEM)
    {
        for (const uint32_t n : {2U, 4U, 5U, 8U})
        {
            const double once = (n - 1.0) / n;
            const std::string size = ":size=" + std::to_string(1'200'000 * n);
            Add(n, "allreduce-ring" + size, 2 * once);
            Add(n, "allgather-ring" + size, once);
            Add(n, "reducescatter-ring" + size, once);
            Add(n, "alltoall" + size, once);
            Add(n, "alltoall-shift" + size, once);
            Add(n, "alltoall-moe" + size + ",zipf=0", 2 * once);
            Add(n, "broadcast-ring" + size, n - 1);
        }
        Add(4, "allreduce-halving-doubling:size=4MB", 1.5);
        Add(8, "allreduce-halving-doubling:size=4MB", 1.75);
        Add(5, "allreduce-halving-doubling:size=4MB", 3.5); // a half twice, 3 / 2, the whole
        Add(8, "broadcast-tree:size=4MB", 3);
        Add(5, "broadcast-tree:size=4MB", 3);
        for (const Scheme& scheme : GetSchemes())
        {
            AddTestCase(new CollectiveOrderTestCase(
                scheme.name,
                "allreduce-ring:size=1MB,ranks=7,channels=2,chunks=2,iterations=2,placement=spread+"
                "allreduce-halving-doubling:size=500kB,ranks=6,start=5us,host=0"));
        }
        AddTestCase(new CollectiveOrderTestCase(
            "ecmp",
            "alltoall-moe:size=1MB,ranks=5,iterations=3,compute=10us+broadcast-ring:size=1MB,"
            "chunks=8,ranks=4,overlap=50us,iterations=2+alltoall:size=1MB,host=1"));
        AddTestCase(new CollectiveShiftTestCase);
        using Loss = CollectiveLinkTestCase::Loss;
        for (const std::string scheme :
             {"ecmp", "planned", "qp-split", "qp-roundrobin", "rdmacell", "rdmacell-adaptive"})
        {
            AddTestCase(new CollectiveLinkTestCase(scheme, Loss::REROUTED));
            AddTestCase(new CollectiveLinkTestCase(scheme, Loss::FLAPS));
        }
        // RDMACell never gives a flow up.
        AddTestCase(new CollectiveLinkTestCase("ecmp", Loss::HOST));
        AddTestCase(new CollectiveLinkTestCase("qp-split", Loss::HOST));
        AddTestCase(new CollectiveLinkTestCase("qp-roundrobin", Loss::HOST));
    }

  private:
    /**
     * @brief Add a case with a closed form.
     * @param ranks how many
     * @param job the collective, without ranks
     * @param payloads payload that the critical path sends, as a multiple of the buffer
     */
    void Add(uint32_t ranks, const std::string& job, double payloads)
    {
        AddTestCase(new CollectiveTimeTestCase(ranks, job, payloads));
    }
};

/// Registers the suite.
static CollectiveTestSuite g_collectiveTestSuite;
