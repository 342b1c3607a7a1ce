/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_RUN_H
#define CELL_RUN_H

#include "fabric-run.h"

#include "ns3/cell-app.h"
#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/// Attributes of CellApp, by name, or of other classes, as Class::Name; values as text.
using CellAttributes = std::vector<std::pair<std::string, std::string>>;

/// Time of a cell of 1.5 BDP between pods of the K = 8 tree on a link of 100 Gb/s, ns:
/// WRITE_ONLY_WITH_IMM, WRITE_FIRST, 231 WRITE_MIDDLE, WRITE_LAST of 1000 bytes, each with 62 bytes
/// of headers and FCS and 20 of preamble and gap.
constexpr double CELL_NS = (234'000 + 234 * 82 + 20 + 16) * 0.08;

/// Round-trip time of the head of such a cell, ns: 1102 wire bytes out, 114 of the token back
/// behind an acknowledgment of 86, 6 links of 1 us each way.
constexpr double HEAD_NS = 12'000 + (6 * (1102 + 114) + 86) * 0.08;

/// A queue pair was isolated.
struct Isolation
{
    uint32_t group; ///< of which group
    double at;      ///< when, ns
};

/**
 * @ingroup tests
 * @brief A whole run of RDMACell for a test.
 */
class CellRun : public FabricRun
{
  public:
    /**
     * @brief Prepare and build a run.
     * @param graph network
     * @param flows what is sent
     * @param attributes attributes of CellApp, or of others
     */
    CellRun(NetworkGraph graph, std::vector<Flow> flows, const CellAttributes& attributes = {})
        : FabricRun(std::move(graph), std::move(flows), "rdmacell")
    {
        // Most cases are about recoveries, which each late token starts in this reading, and each
        // late completion.
        Config::SetDefault("ns3::rdmacell::CellApp::CompletionTimeout", StringValue("1ms"));
        Config::SetDefault("ns3::rdmacell::CellApp::RecoveryType",
                           StringValue("ns3::rdmacell::IsolatingCellRecovery"));
        for (const auto& [name, value] : attributes)
        {
            const bool isOther = name.find("::") != std::string::npos;
            Config::SetDefault((isOther ? "ns3::rdmacell::" : "ns3::rdmacell::CellApp::") + name,
                               StringValue(value));
        }
    }

    ~CellRun()
    {
        Config::Reset();
    }

    /**
     * @brief Add up the counters of all hosts.
     * @return name -> number
     */
    std::map<std::string, uint64_t> GetCounters() const
    {
        std::map<std::string, uint64_t> sum;
        for (const auto& app : apps)
        {
            for (const auto& [name, count] : app->GetCounters())
            {
                sum[name] += count;
            }
        }
        return sum;
    }

    /**
     * @brief Note when queue pairs of host 0 are isolated. The run must have been built.
     * @param isolations gets them
     */
    void NoteIsolations(std::vector<Isolation>& isolations)
    {
        apps[0]->TraceConnectWithoutContext(
            "Isolated",
            Callback<void, uint32_t, uint16_t>([&isolations](uint32_t group, uint16_t) {
                isolations.push_back({group, Simulator::Now().GetSeconds() * 1e9});
            }));
    }

    /**
     * @brief Find the link between switches that has carried most frames.
     * @return index of the link
     */
    uint32_t FindBusiestLink() const
    {
        uint32_t busiest = 0;
        uint64_t most = 0;
        const NetworkGraph& graph = fabric->GetGraph();
        for (uint32_t link = 0; link < graph.links.size(); ++link)
        {
            const FrameChannel& channel = *fabric->GetChannels()[link];
            const uint64_t frames = channel.GetWire(0).GetFrames() + channel.GetWire(1).GetFrames();
            if (!graph.IsHost(graph.links[link].a) && !graph.IsHost(graph.links[link].b) &&
                frames > most)
            {
                most = frames;
                busiest = link;
            }
        }
        return busiest;
    }

    /**
     * @brief Add up a counter of all NICs.
     * @param counter the counter
     * @return sum
     */
    uint64_t SumNics(uint64_t RoceNicStats::*counter) const
    {
        uint64_t sum = 0;
        for (const auto& nic : nics)
        {
            sum += nic->GetStats().*counter;
        }
        return sum;
    }
};

/**
 * @ingroup tests
 * @brief Loses the frames that a test chooses.
 */
class PickedLoss : public FrameErrorModel
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::PickedLoss")
                                .SetParent<FrameErrorModel>()
                                .SetGroupName("RdmaCell");
        return tid;
    }

    bool IsCorrupt(const RoceFrame& frame) override
    {
        return isLost && isLost(frame);
    }

    std::function<bool(const RoceFrame&)> isLost; ///< the choice
};

/**
 * @ingroup tests
 * @brief A case about RDMACell: at its end every byte has been delivered, each flow has finished,
 * none in less than the ideal time, the network is empty, and no frame is left.
 */
class CellTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// What came out of a run: RDMACell's counters.
    using Counters = std::map<std::string, uint64_t>;

    /**
     * @brief Run to the end and check what must hold in every run.
     * @param run the run
     * @param flows what it sends
     * @return what RDMACell has counted
     */
    Counters Finish(CellRun& run, const std::vector<Flow>& flows)
    {
        run.Run(Seconds(5));
        uint64_t bytes = 0;
        for (const Flow& flow : flows)
        {
            bytes += flow.sizeBytes;
        }
        Counters counters = run.GetCounters();
        const FctSummary summary = run.fct->GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.finished, flows.size(), "not all flows have finished");
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFailed(), 0, "flows were given up");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(summary.minimum, 1.0, "slowdown below 1");
        NS_TEST_EXPECT_MSG_EQ(counters["delivered_bytes"], bytes, "bytes delivered once");
        NS_TEST_EXPECT_MSG_EQ(counters["flows"], flows.size(), "flows finished");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left in the network");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries_true"] + counters["soft_expiries_spurious"] +
                                  counters["soft_expiries_unknown"],
                              counters["soft_expiries"],
                              "each expiry is of one kind");
        return counters;
    }
};

} // namespace ns3::rdmacell

#endif // CELL_RUN_H
