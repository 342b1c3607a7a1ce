/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/adaptive-cell-window.h"
#include "ns3/double.h"
#include "ns3/fixed-cell-window.h"
#include "ns3/object.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Between pods of the K = 8 tree, ns: a base RTT of four cells of 39 kB.
const CellWindow::PathProperties PATH{12'480, 3'120, 39'000};

} // namespace

TEST(FixedCellWindow, NeverChanges)
{
    const auto window = CreateObject<FixedCellWindow>();
    window->SetAttribute("Cells", UintegerValue(3));
    CellWindow::State state = window->Open(PATH);
    EXPECT_EQ(window->GetMost(PATH), 3U);
    window->OnSample(state, PATH, 1'000'000, 2'000'000);
    EXPECT_EQ(window->GetCells(state, PATH, 1'000'000'000), 3U);
    EXPECT_EQ(state.sendAt, 0);
}

TEST(AdaptiveCellWindow, IsABaseRttAtMost)
{
    const auto window = CreateObject<AdaptiveCellWindow>();
    EXPECT_EQ(window->GetMost(PATH), 4U);
    EXPECT_EQ(window->GetMost({12'480, 3'121, 39'000}), 4U) << "a cell and a bit";
    EXPECT_EQ(window->GetMost({12'480, 2'400, 30'000}), 6U) << "5.2 cells";
    EXPECT_EQ(window->GetMost({12'480, 18'720, 234'000}), 1U) << "1.5 BDP";
    EXPECT_EQ(window->GetMost({12'480, 1, 1}), 1024U);
    EXPECT_EQ(window->GetCells(window->Open(PATH), PATH, 0), 4U) << "a new flow, alone";
}

TEST(AdaptiveCellWindow, KeepsThreeQuartersOfACellInQueues)
{
    // towards 3 r / 4 (r - 1): half of the way down, a cell in a round-trip time up
    const struct
    {
        int64_t rtt;
        uint32_t cells;
    } trace[] = {{12'480, 4}, // 1
                 {13'478, 4}, // 1.08: 10.1
                 {15'225, 4}, // 1.22: 4.2
                 {18'720, 3}, // 1.5: 2.25, 3.125
                 {18'720, 2}, // 2.69
                 {18'720, 2}, // 2.47
                 {12'480, 2}, // 2.87
                 {12'480, 3}, // 3.22
                 {12'480, 3}, // 3.53
                 {12'480, 3}, // 3.82
                 {12'480, 4},
                 {24'960, 2}, // 2: 1.5, 2.75
                 {24'960, 2}, // 2.125
                 {24'960, 1}, // 1.81
                 {62'400, 1}, // 5: 0.94, at least 1
                 {12'000, 2}};

    const auto window = CreateObject<AdaptiveCellWindow>();
    window->SetAttribute("WaitAbove", DoubleValue(5));
    CellWindow::State state = window->Open(PATH);
    for (const auto& each : trace)
    {
        window->OnSample(state, PATH, each.rtt, 1'000'000);
        EXPECT_EQ(state.cells, each.cells) << each.rtt;
        EXPECT_LE(state.sendAt, 1'000'000) << "no wait";
    }
}

TEST(AdaptiveCellWindow, WaitsForTheExcess)
{
    const auto window = CreateObject<AdaptiveCellWindow>();
    CellWindow::State state = window->Open(PATH);
    window->OnSample(state, PATH, 4 * 12'480 + 700, 1'000'000);
    EXPECT_EQ(state.cells, 2U) << "half of the way to 1";
    EXPECT_EQ(state.sendAt, 1'000'700);
    window->OnSample(state, PATH, 13'000, 1'010'000);
    EXPECT_LE(state.sendAt, 1'010'000);
}

TEST(AdaptiveCellWindow, AHostsFlowsShareWhatItMayQueue)
{
    const auto window = CreateObject<AdaptiveCellWindow>();
    const CellWindow::State fresh = window->Open(PATH);
    EXPECT_EQ(window->GetCells(fresh, PATH, 100 * 39'000), 4U) << "no token says that it queues";
    CellWindow::State state = fresh;
    window->OnSample(state, PATH, 5 * 12'480, 0);
    EXPECT_DOUBLE_EQ(window->GetAverageRtt(), 1.5);
    // 1.5 / 0.5 = 3 BDP, 12 cells of all flows together
    EXPECT_EQ(window->GetCells(fresh, PATH, 0), 4U);
    EXPECT_EQ(window->GetCells(fresh, PATH, 8 * 39'000), 4U);
    EXPECT_EQ(window->GetCells(fresh, PATH, 8 * 39'000 + 1), 3U);
    EXPECT_EQ(window->GetCells(fresh, PATH, 10 * 39'000), 2U);
    EXPECT_EQ(window->GetCells(fresh, PATH, 12 * 39'000), 1U);
    EXPECT_EQ(window->GetCells(fresh, PATH, 100 * 39'000), 1U) << "one is always allowed";
    EXPECT_EQ(window->GetCells(state, PATH, 0), 2U) << "its own token was slow";
}

TEST(AdaptiveCellWindow, FollowsItsAttributes)
{
    const auto window = CreateObject<AdaptiveCellWindow>();
    window->SetAttribute("QueuedCells", DoubleValue(1));
    window->SetAttribute("WaitAbove", DoubleValue(2));
    window->SetAttribute("Gain", DoubleValue(1));
    window->SetAttribute("QueuedBdp", DoubleValue(2));
    CellWindow::State state = window->Open(PATH);
    window->OnSample(state, PATH, 3 * 12'480, 0);
    EXPECT_DOUBLE_EQ(window->GetAverageRtt(), 3);
    EXPECT_EQ(state.sendAt, 12'480);
    const CellWindow::State fresh = window->Open(PATH);
    // 2 * 3 / 2 = 3 BDP
    EXPECT_EQ(window->GetCells(fresh, PATH, 10 * 39'000), 2U);
    window->OnSample(state, PATH, 18'720, 0);
    EXPECT_EQ(state.cells, 3U) << "1 * 1.5 / 0.5";
}
