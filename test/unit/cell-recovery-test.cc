/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/isolating-cell-recovery.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rerouting-cell-recovery.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

using Action = CellRecovery::Action;

namespace
{

/// A cell without a token.
CellRecovery::LateCell
Late(int64_t ageUs, int64_t laterRttUs)
{
    return {MicroSeconds(ageUs).GetTimeStep(), MicroSeconds(laterRttUs).GetTimeStep()};
}

} // namespace

TEST(CellRecovery, IsolatingTakesEachLateTokenForAFault)
{
    const auto recovery = CreateObject<IsolatingCellRecovery>();
    EXPECT_EQ(recovery->OnLateToken(Late(1, 0)), Action::ISOLATE);
    EXPECT_EQ(recovery->OnLateToken(Late(30, 20)), Action::ISOLATE);
}

TEST(CellRecovery, ReroutingNeedsEvidenceForAFault)
{
    const auto recovery = CreateObject<ReroutingCellRecovery>();
    EXPECT_EQ(recovery->OnLateToken(Late(40, 0)), Action::REROUTE) << "no later cell has a token";
    EXPECT_EQ(recovery->OnLateToken(Late(639, 20)), Action::REROUTE) << "not 32 of its RTTs";
    EXPECT_EQ(recovery->OnLateToken(Late(640, 20)), Action::ISOLATE) << "others deliver";
    EXPECT_EQ(recovery->OnLateToken(Late(3999, 0)), Action::REROUTE);
    EXPECT_EQ(recovery->OnLateToken(Late(4000, 0)), Action::ISOLATE) << "FaultTime";
}

TEST(CellRecovery, ReroutingFollowsItsAttributes)
{
    const auto recovery = CreateObject<ReroutingCellRecovery>();
    recovery->SetAttribute("FaultRtts", DoubleValue(10));
    recovery->SetAttribute("FaultTime", TimeValue(MicroSeconds(500)));
    EXPECT_EQ(recovery->OnLateToken(Late(199, 20)), Action::REROUTE);
    EXPECT_EQ(recovery->OnLateToken(Late(200, 20)), Action::ISOLATE);
    EXPECT_EQ(recovery->OnLateToken(Late(499, 0)), Action::REROUTE);
    EXPECT_EQ(recovery->OnLateToken(Late(500, 0)), Action::ISOLATE);
}

TEST(CellRecovery, ManyLaterTokensAreEvidenceBeforeThat)
{
    const auto recovery = CreateObject<ReroutingCellRecovery>();
    CellRecovery::LateCell late = Late(50, 20);
    late.laterTokens = 15;
    EXPECT_EQ(recovery->OnLateToken(late), Action::REROUTE);
    late.laterTokens = 16;
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE);
    recovery->SetAttribute("FaultCells", UintegerValue(20));
    EXPECT_EQ(recovery->OnLateToken(late), Action::REROUTE);
}

TEST(CellRecovery, ACellBehindAnotherMayOnlyWaitForIt)
{
    const auto recovery = CreateObject<ReroutingCellRecovery>();
    CellRecovery::LateCell late = Late(1'000, 20);
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE);
    late.behind = true;
    EXPECT_EQ(recovery->OnLateToken(late), Action::REROUTE) << "its queue pair may be paced";
    late.laterTokens = 16;
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE);
    late = Late(4'000, 20);
    late.behind = true;
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE) << "FaultTime";
}

TEST(CellRecovery, FaultTimeGrowsWithCellsAndRetransmissions)
{
    const auto recovery = CreateObject<ReroutingCellRecovery>();
    CellRecovery::LateCell late = Late(8'000, 0);
    late.sends = 2;
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE);
    late.sends = 3;
    EXPECT_EQ(recovery->OnLateToken(late), Action::REROUTE) << "16 ms";
    late = Late(25'599, 0);
    late.leastLimit = MicroSeconds(25'600).GetTimeStep();
    EXPECT_EQ(recovery->OnLateToken(late), Action::REROUTE);
    late.age = late.leastLimit;
    EXPECT_EQ(recovery->OnLateToken(late), Action::ISOLATE);
}
