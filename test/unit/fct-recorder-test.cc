/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of recording flow completion times, and of percentiles and times as text.
 */

#include "ns3/fct-recorder.h"
#include "ns3/host-app.h"
#include "ns3/nanosecond-text.h"
#include "ns3/object.h"
#include "ns3/percentile.h"
#include "ns3/simulator.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// An application that reports as the test asks.
class ReportingApp : public HostApp
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::ReportingApp")
                                .SetParent<HostApp>()
                                .SetGroupName("RdmaCellTest")
                                .AddConstructor<ReportingApp>();
        return tid;
    }

    void PlaceAt(int64_t ns, uint64_t flow)
    {
        Simulator::Schedule(NanoSeconds(ns), &ReportingApp::ReportPlaced, this, flow);
    }

    void FinishAt(int64_t ns, uint64_t flow)
    {
        Simulator::Schedule(NanoSeconds(ns), &ReportingApp::ReportFinished, this, flow);
    }

    void FailAt(int64_t ns, uint64_t flow)
    {
        Simulator::Schedule(NanoSeconds(ns), &ReportingApp::ReportFailed, this, flow);
    }

    ConnectionReply OnConnect(const ConnectionRequest& /* request */) override
    {
        return {};
    }

    void OnDisconnect(uint32_t /* qpNum */) override
    {
    }

  private:
    void StartFlow(const Flow& /* flow */) override
    {
    }
};

const std::string HEADER =
    "flow_id,src,dst,size_bytes,start_ns,fct_ns,rx_done_ns,ideal_ns,slowdown,status\n";

/// Six flows, of which those that start from 100 ns to before 200 ns are measured.
class FctRecorderTest : public testing::Test
{
  protected:
    FctRecorderTest()
    {
        const int64_t starts[] = {50, 100, 150, 160, 199, 200};
        for (uint32_t i = 0; i < 6; ++i)
        {
            flows.push_back({i, i, i + 1, 1000 * (i + 1), NanoSeconds(starts[i])});
        }
        // Ideally, each flow takes 100 ns for each 1000 bytes.
        const auto ideal = [this](const Flow& flow) {
            asked.push_back(flow.id);
            return NanoSeconds(static_cast<int64_t>(flow.sizeBytes / 10)).GetTimeStep();
        };
        recorder = Create<FctRecorder>(flows, ideal, NanoSeconds(100), NanoSeconds(200));
        app = CreateObject<ReportingApp>();
        recorder->Connect(app);
    }

    ~FctRecorderTest() override
    {
        Simulator::Destroy();
    }

    std::string Csv() const
    {
        std::ostringstream out;
        recorder->WriteCsv(out);
        return out.str();
    }

    std::vector<Flow> flows;
    std::vector<uint64_t> asked;
    Ptr<FctRecorder> recorder;
    Ptr<ReportingApp> app;
};

} // namespace

TEST(Percentile, InterpolatesLinearlyAsNumpyDoes)
{
    // numpy.percentile([1, 2, ..., 20], [0, 50, 95, 99, 99.9, 100])
    std::vector<double> values;
    for (int i = 1; i <= 20; ++i)
    {
        values.push_back(i);
    }
    EXPECT_DOUBLE_EQ(Percentile(values, 0), 1);
    EXPECT_DOUBLE_EQ(Percentile(values, 50), 10.5);
    EXPECT_DOUBLE_EQ(Percentile(values, 95), 19.05);
    EXPECT_DOUBLE_EQ(Percentile(values, 99), 19.81);
    EXPECT_DOUBLE_EQ(Percentile(values, 99.9), 19.981);
    EXPECT_DOUBLE_EQ(Percentile(values, 100), 20);
    // numpy.percentile([1, 1.25, 4], [50, 75, 99])
    EXPECT_DOUBLE_EQ(Percentile({1, 1.25, 4}, 50), 1.25);
    EXPECT_DOUBLE_EQ(Percentile({1, 1.25, 4}, 75), 2.625);
    EXPECT_DOUBLE_EQ(Percentile({1, 1.25, 4}, 99), 3.945);
    EXPECT_DOUBLE_EQ(Percentile({7}, 99.9), 7);
}

TEST(FormatNanoseconds, HasTheDecimalsThatATimeNeeds)
{
    const int64_t ns = NanoSeconds(1).GetTimeStep();
    EXPECT_EQ(FormatNanoseconds(0), "0");
    EXPECT_EQ(FormatNanoseconds(4466 * ns), "4466");
    EXPECT_EQ(FormatNanoseconds(1000000000 * ns), "1000000000");
}

TEST(FormatNanosecondsDeathTest, PicosecondsAreDecimals)
{
    // The resolution can be set once in a process, so this runs in one of its own.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(
        {
            Time::SetResolution(Time::PS);
            const bool right = FormatNanoseconds(4466080) == "4466.08" &&
                               FormatNanoseconds(1) == "0.001" &&
                               FormatNanoseconds(120) == "0.12" && FormatNanoseconds(5000) == "5" &&
                               FormatNanoseconds(10001) == "10.001";
            exit(right ? 0 : 1);
        },
        testing::ExitedWithCode(0),
        "");
}

TEST_F(FctRecorderTest, WritesTheFlowsOfTheWindow)
{
    app->FinishAt(150, 0); // starts before the window
    app->PlaceAt(450, 1);
    app->FinishAt(500, 1); // 400 ns, ideal 200
    app->PlaceAt(620, 2);
    app->FinishAt(600, 2); // 450 ns, ideal 300; the order of the reports does not matter
    app->FinishAt(900, 5); // starts as the window ends
    Simulator::Run();
    EXPECT_EQ(Csv(),
              HEADER + "1,1,2,2000,100,400,450,200,2.000000,finished\n"
                       "2,2,3,3000,150,450,620,300,1.500000,finished\n"
                       "3,3,4,4000,160,,,,,unfinished\n"
                       "4,4,5,5000,199,,,,,unfinished\n");
    EXPECT_EQ(recorder->GetOfferedBytes(), 2000U + 3000 + 4000 + 5000);
    EXPECT_EQ(recorder->GetFlows(), 6U);
    EXPECT_EQ(recorder->GetFinished(), 4U);
}

TEST_F(FctRecorderTest, UnfinishedFlowsAreReportedAndNeverAveraged)
{
    app->FinishAt(500, 1); // slowdown 2
    app->PlaceAt(600, 3);  // complete at the receiver, not acknowledged
    app->FailAt(700, 4);
    Simulator::Stop(NanoSeconds(800));
    app->FinishAt(900, 2); // the run is over by then
    Simulator::Run();
    const FctSummary summary = recorder->GetSummary();
    EXPECT_EQ(summary.flows, 4U);
    EXPECT_EQ(summary.finished, 1U);
    EXPECT_EQ(summary.unfinished, 3U);
    EXPECT_EQ(recorder->GetFailed(), 1U);
    for (const double figure :
         {summary.average, summary.p50, summary.p95, summary.p99, summary.p999, summary.minimum})
    {
        EXPECT_DOUBLE_EQ(figure, 2);
    }
    EXPECT_EQ(Csv(),
              HEADER + "1,1,2,2000,100,400,,200,2.000000,finished\n"
                       "2,2,3,3000,150,,,,,unfinished\n"
                       "3,3,4,4000,160,,600,,,unfinished\n"
                       "4,4,5,5000,199,,,,,unfinished\n");
}

TEST_F(FctRecorderTest, WithoutAFinishedFlowThereIsNoSlowdown)
{
    app->FinishAt(300, 0); // outside the window
    Simulator::Run();
    const FctSummary summary = recorder->GetSummary();
    EXPECT_EQ(summary.flows, 4U);
    EXPECT_EQ(summary.finished, 0U);
    EXPECT_EQ(summary.unfinished, 4U);
    EXPECT_TRUE(std::isnan(summary.average));
    EXPECT_TRUE(std::isnan(summary.p99));
    EXPECT_TRUE(std::isnan(summary.minimum));
    EXPECT_TRUE(std::isnan(summary.firstHalf));
}

TEST_F(FctRecorderTest, SummarizesSlowdowns)
{
    app->FinishAt(100 + 200, 1);  // 1
    app->FinishAt(150 + 375, 2);  // 1.25
    app->FinishAt(160 + 1600, 3); // 4
    Simulator::Run();
    const FctSummary summary = recorder->GetSummary();
    EXPECT_EQ(summary.finished, 3U);
    EXPECT_DOUBLE_EQ(summary.average, 6.25 / 3);
    EXPECT_DOUBLE_EQ(summary.firstHalf, 1);
    EXPECT_DOUBLE_EQ(summary.secondHalf, 5.25 / 2);
    EXPECT_DOUBLE_EQ(summary.p50, 1.25);
    EXPECT_DOUBLE_EQ(summary.p95, 3.725);
    EXPECT_DOUBLE_EQ(summary.p99, 3.945);
    EXPECT_DOUBLE_EQ(summary.p999, 3.9945);
    EXPECT_DOUBLE_EQ(summary.minimum, 1);
}

TEST_F(FctRecorderTest, SlowdownIsNotClamped)
{
    app->FinishAt(100 + 150, 1); // faster than ideal: an error that must be visible
    Simulator::Run();
    EXPECT_DOUBLE_EQ(recorder->GetSummary().minimum, 0.75);
    EXPECT_NE(Csv().find(",0.750000,finished\n"), std::string::npos);
}

TEST_F(FctRecorderTest, ComputesTheIdealOfFinishedFlowsOnce)
{
    app->FinishAt(500, 1);
    app->FinishAt(600, 2);
    app->FailAt(700, 3);
    Simulator::Run();
    recorder->GetSummary();
    Csv();
    EXPECT_EQ(asked, (std::vector<uint64_t>{1, 2}));
}

TEST_F(FctRecorderTest, CallsBackWhenAllFlowsHaveEnded)
{
    int64_t done = -1;
    recorder->OnAllDone([&done] { done = Simulator::Now().GetNanoSeconds(); });
    for (uint32_t i = 0; i < 5; ++i)
    {
        app->FinishAt(300 + i, i);
    }
    Simulator::Schedule(NanoSeconds(400), [&done] { EXPECT_EQ(done, -1); });
    app->FailAt(500, 5); // an end as well
    Simulator::Run();
    EXPECT_EQ(done, 500);
}

TEST_F(FctRecorderTest, FlowsMadeDuringTheRunAreRememberedWhileActive)
{
    const auto active = [this] {
        std::vector<uint64_t> ids;
        for (const Flow& flow : recorder->ListActive())
        {
            ids.push_back(flow.id);
        }
        return ids;
    };
    for (uint32_t i = 0; i < 6; ++i)
    {
        app->FinishAt(290, i);
    }
    Simulator::Schedule(NanoSeconds(250), [this] {
        recorder->AddBackground({{6, 0, 1, 1000, NanoSeconds(260)},
                                 {7, 1, 0, 1000, NanoSeconds(300)},
                                 {8, 1, 0, 1000, NanoSeconds(600)}});
    });
    app->PlaceAt(310, 6);
    app->FinishAt(320, 6);
    app->FailAt(330, 7);
    app->PlaceAt(340, 7); // what is in flight arrives
    Simulator::Schedule(NanoSeconds(305), [&] {
        EXPECT_EQ(active(), (std::vector<uint64_t>{6, 7}));
    });
    Simulator::Schedule(NanoSeconds(350), [&] { EXPECT_TRUE(active().empty()); });
    Simulator::Schedule(NanoSeconds(600), [&] { EXPECT_EQ(active(), (std::vector<uint64_t>{8})); });
    Simulator::Run();
    EXPECT_EQ(recorder->GetBackgroundFlows(), 3U);
    EXPECT_EQ(recorder->GetFlows(), 6U);
    EXPECT_EQ(recorder->GetFinished(), 6U);
    EXPECT_EQ(recorder->GetFailed(), 0U);
    EXPECT_EQ(recorder->GetSummary().flows, 4U);
    EXPECT_EQ(Csv().find("\n6,"), std::string::npos);
    EXPECT_EQ(asked.size(), 6U);
}

TEST_F(FctRecorderTest, CallsBackWhenTheFlowsOfTheWindowHaveEnded)
{
    int64_t done = -1;
    recorder->OnMeasuredDone([&done] {
        EXPECT_EQ(done, -1); // once
        done = Simulator::Now().GetNanoSeconds();
    });
    app->FinishAt(310, 1);
    app->FinishAt(320, 2);
    app->FailAt(330, 3);
    Simulator::Schedule(NanoSeconds(335), [this] { EXPECT_FALSE(recorder->IsMeasuredDone()); });
    app->FinishAt(340, 4);
    app->FinishAt(350, 0); // before the window
    app->FinishAt(360, 5); // after it
    Simulator::Run();
    EXPECT_EQ(done, 340);
    EXPECT_TRUE(recorder->IsMeasuredDone());
}

TEST_F(FctRecorderTest, WritesTheColumnsOfTheHpccSimulator)
{
    app->FinishAt(500, 1);
    app->FinishAt(600, 2);
    app->FailAt(700, 3);
    Simulator::Run();
    std::ostringstream out;
    // Host 2 has address 11.0.2.1: a leading zero that the eight digits keep.
    recorder->WriteHpcc(out, {0x0b000001, 0x0b000101, 0x0b000201, 0x0b000301});
    EXPECT_EQ(out.str(),
              "0b000101 0b000201 10001 100 2000 100 400 200\n"
              "0b000201 0b000301 10002 100 3000 150 450 300\n");
}
