/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/global-cell-id.h"
#include "ns3/token-ring.h"
#include "ns3/tracking-queue.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

using Kind = TrackingQueue::TokenKind;

namespace
{

constexpr uint32_t CELL = 234'000; ///< 1.5 BDP between pods
constexpr uint32_t RING = 64;      ///< slots

/// Send a cell over a queue pair.
TrackingQueue::Cell&
Send(TrackingQueue& queue, uint16_t path)
{
    TrackingQueue::Cell& cell = queue.Send();
    cell.path = path;
    ++cell.sends;
    return cell;
}

/// Send a cell again over another queue pair.
void
Resend(TrackingQueue& queue, uint64_t sequence, uint16_t path)
{
    TrackingQueue::Cell& cell = *queue.Find(sequence);
    cell.path = path;
    ++cell.sends;
}

} // namespace

TEST(TrackingQueue, CutsAFlowIntoCells)
{
    const struct
    {
        uint64_t size;
        uint64_t cells;
        uint32_t last;
    } cases[] = {{0, 1, 0},
                 {1, 1, 1},
                 {CELL, 1, CELL},
                 {CELL + 1, 2, 1},
                 {10'000'000, 43, 172'000},
                 {5'000'000'000, 21'368, 122'000}};

    for (const auto& each : cases)
    {
        TrackingQueue queue(each.size, CELL, 1, RING);
        EXPECT_EQ(queue.GetCellCount(), each.cells);
        uint64_t bytes = 0;
        while (!queue.IsDone())
        {
            ASSERT_TRUE(queue.MaySend());
            const TrackingQueue::Cell cell = Send(queue, 0);
            EXPECT_EQ(cell.offset, bytes);
            bytes += cell.length;
            if (cell.sequence + 1 == each.cells)
            {
                EXPECT_EQ(cell.length, each.last);
            }
            EXPECT_EQ(queue.OnToken(cell.sequence, 0), Kind::TIMELY);
            queue.Complete(cell.sequence);
        }
        EXPECT_EQ(bytes, each.size);
        EXPECT_FALSE(queue.MaySend());
    }
}

TEST(TrackingQueue, TokensOpenTheWindowOnce)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 2, RING);
    Send(queue, 0);
    Send(queue, 0);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(0, 0), Kind::TIMELY);
    EXPECT_TRUE(queue.MaySend());
    Send(queue, 0);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(0, 0), Kind::KNOWN) << "the same token again";
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(3, 0), Kind::UNKNOWN) << "not sent yet";
    EXPECT_EQ(queue.GetNextSend(), 3U);
    EXPECT_EQ(queue.GetNextAck(), 0U);
}

TEST(TrackingQueue, AWindowThatShrinksWaitsForTokens)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 3, RING);
    for (int i = 0; i < 3; ++i)
    {
        Send(queue, 0);
    }
    queue.SetWindow(1);
    EXPECT_EQ(queue.OnToken(0, 0), Kind::TIMELY);
    EXPECT_EQ(queue.OnToken(1, 0), Kind::TIMELY);
    EXPECT_FALSE(queue.MaySend()) << "one is still without a token";
    EXPECT_EQ(queue.OnToken(2, 0), Kind::TIMELY);
    EXPECT_TRUE(queue.MaySend());
    Send(queue, 0);
    EXPECT_FALSE(queue.MaySend());
    queue.SetWindow(2);
    EXPECT_TRUE(queue.MaySend());
}

TEST(TrackingQueue, OneLateCellOfAPathIsExcused)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 2, RING);
    Send(queue, 0);
    Send(queue, 0);
    EXPECT_TRUE(queue.Excuse(*queue.Find(0)));
    EXPECT_TRUE(queue.MaySend()) << "the next cell tries another path";
    EXPECT_FALSE(queue.Excuse(*queue.Find(1))) << "one for each path";
    Send(queue, 1);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_TRUE(queue.Excuse(*queue.Find(2))) << "it is late, too";
    Send(queue, 2);
    EXPECT_FALSE(queue.Excuse(*queue.Find(3))) << "two tries without a result";
    EXPECT_EQ(queue.OnToken(0, 0), Kind::TIMELY) << "it was only late";
    EXPECT_EQ(queue.CountExcused(), 1U);
    EXPECT_FALSE(queue.MaySend()) << "1 and 3 are without a token and count";
    EXPECT_FALSE(queue.Excuse(*queue.Find(0))) << "it has a token";
    EXPECT_TRUE(queue.Excuse(*queue.Find(3)));
    queue.Complete(2);
    EXPECT_EQ(queue.CountExcused(), 1U);
}

TEST(TrackingQueue, OvertakenCellsOfALatePathDoNotCount)
{
    TrackingQueue queue(20 * uint64_t{CELL}, CELL, 4, RING);
    for (int i = 0; i < 3; ++i)
    {
        Send(queue, 0);
    }
    Send(queue, 2);
    EXPECT_FALSE(queue.MaySend());
    queue.Find(0)->late = true;
    EXPECT_TRUE(queue.Excuse(*queue.Find(0)));
    Send(queue, 1);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(4, 0), Kind::TIMELY);
    EXPECT_TRUE(queue.ExcuseOvertaken(*queue.Find(4)));
    EXPECT_EQ(queue.CountExcused(), 3U) << "all of path 0, and not the one on path 2, in time";
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(queue.MaySend()) << i;
        Send(queue, 1);
    }
    EXPECT_FALSE(queue.MaySend()) << "four count: those on paths 1 and 2";
    EXPECT_FALSE(queue.ExcuseOvertaken(*queue.Find(4))) << "nothing new";
    EXPECT_TRUE(queue.Excuse(*queue.Find(3))) << "the try for path 0 has a result";
    std::vector<uint64_t> again;
    queue.RollBack(0, again);
    EXPECT_EQ(again, (std::vector<uint64_t>{0, 1, 2}));
    EXPECT_EQ(queue.CountExcused(), 1U) << "those that are sent again count";
}

TEST(TrackingQueue, KnowsWhatSpeaksForALatePath)
{
    TrackingQueue queue(20 * uint64_t{CELL}, CELL, 8, RING);
    for (const uint16_t path : {0, 0, 1, 1, 1})
    {
        Send(queue, path);
    }
    EXPECT_FALSE(queue.IsBehind(*queue.Find(1)));
    queue.OnToken(0, 0);
    EXPECT_TRUE(queue.IsBehind(*queue.Find(1))) << "0 is still on the queue pair";
    EXPECT_FALSE(queue.IsBehind(*queue.Find(2))) << "another one";
    EXPECT_EQ(queue.CountTokensAfter(*queue.Find(1)), 0U);
    queue.OnToken(3, 0);
    queue.OnToken(4, 0);
    EXPECT_EQ(queue.CountTokensAfter(*queue.Find(1)), 2U);
    EXPECT_EQ(queue.CountTokensAfter(*queue.Find(4)), 0U);
    queue.Complete(0);
    EXPECT_FALSE(queue.IsBehind(*queue.Find(1)));
}

TEST(TrackingQueue, NoMoreThanAWindowIsOvertaken)
{
    TrackingQueue queue(20 * uint64_t{CELL}, CELL, 1, RING);
    for (int i = 0; i < 3; ++i)
    {
        Send(queue, static_cast<uint16_t>(i));
        queue.Find(i)->late = true;
        EXPECT_EQ(queue.Excuse(*queue.Find(i)), i < 2);
    }
    queue.SetWindow(5);
    Send(queue, 3);
    queue.OnToken(3, 0);
    EXPECT_TRUE(queue.ExcuseOvertaken(*queue.Find(3)));
    EXPECT_EQ(queue.CountExcused(), 3U) << "a window of one, and two tries";
    Send(queue, 4);
    queue.Find(4)->late = true;
    Send(queue, 3);
    queue.OnToken(5, 0);
    EXPECT_FALSE(queue.ExcuseOvertaken(*queue.Find(5)));
    EXPECT_EQ(queue.CountExcused(), 3U);
}

TEST(TrackingQueue, ExcusedCellsThatAreRetransmittedCountAgain)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 1, RING);
    Send(queue, 0);
    queue.Excuse(*queue.Find(0));
    Send(queue, 1);
    std::vector<uint64_t> again;
    queue.RollBack(0, again);
    EXPECT_EQ(again, std::vector<uint64_t>{0});
    Resend(queue, 0, 1);
    EXPECT_EQ(queue.CountExcused(), 0U);
    EXPECT_EQ(queue.OnToken(1, 0), Kind::TIMELY);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(0, 1), Kind::TIMELY);
    EXPECT_TRUE(queue.MaySend());
}

TEST(TrackingQueue, NextAckMovesOverAllThatIsComplete)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 4, RING);
    for (int i = 0; i < 4; ++i)
    {
        Send(queue, 0);
    }
    queue.Complete(1);
    queue.Complete(2);
    EXPECT_EQ(queue.GetNextAck(), 0U);
    queue.Complete(0);
    EXPECT_EQ(queue.GetNextAck(), 3U);
    EXPECT_EQ(queue.OnToken(1, 0), Kind::UNKNOWN) << "it is complete";
    queue.Complete(1);
    EXPECT_EQ(queue.GetNextAck(), 3U);
    EXPECT_EQ(queue.GetNextSend(), 4U);
}

TEST(TrackingQueue, RollsBackToTheEarliestIncompleteCellOfAQueuePair)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 6, RING);
    Send(queue, 1);
    Send(queue, 1);
    Send(queue, 2);
    Send(queue, 1);
    queue.Complete(0);
    EXPECT_EQ(queue.OnToken(1, 0), Kind::TIMELY) << "its head has arrived, its payload perhaps not";
    std::vector<uint64_t> again;
    queue.RollBack(1, again);
    EXPECT_EQ(again, (std::vector<uint64_t>{1, 3}));
    EXPECT_EQ(queue.Find(2)->path, 2) << "not on the faulty queue pair";
    EXPECT_EQ(queue.Find(1)->path, TrackingQueue::NO_PATH);
    EXPECT_FALSE(queue.Find(1)->hasToken);
    queue.RollBack(1, again);
    EXPECT_EQ(again.size(), 2U) << "nothing is left on it";
}

// A token of the first attempt that arrives after the second attempt: no sample, one step.
TEST(TrackingQueue, LateTokensProveDeliveryButTellNoRtt)
{
    TrackingQueue queue(10 * uint64_t{CELL}, CELL, 1, RING);
    Send(queue, 0);
    std::vector<uint64_t> again;
    queue.RollBack(0, again);
    Resend(queue, 0, 1);
    EXPECT_FALSE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(0, 0), Kind::LATE);
    EXPECT_TRUE(queue.MaySend());
    EXPECT_EQ(queue.OnToken(0, 1), Kind::KNOWN);
    Send(queue, 1);
    EXPECT_FALSE(queue.MaySend()) << "the window has moved once";
}

TEST(TrackingQueue, AttemptsAreCountedModulo16)
{
    TrackingQueue queue(CELL, CELL, 1, RING);
    Send(queue, 0);
    std::vector<uint64_t> again;
    for (int i = 0; i < 17; ++i)
    {
        queue.RollBack(0, again);
        Resend(queue, 0, 0);
    }
    EXPECT_EQ(queue.Find(0)->sends, 18U);
    EXPECT_EQ(queue.OnToken(0, 1), Kind::TIMELY);
}

TEST(TrackingQueue, TheSpanIsHeldWithinTheRing)
{
    TrackingQueue queue(1000 * uint64_t{CELL}, CELL, 1, 8);
    Send(queue, 0); // its completion is missing
    for (uint64_t i = 1; i < 8; ++i)
    {
        queue.OnToken(i - 1, 0);
        ASSERT_TRUE(queue.MaySend());
        Send(queue, 1);
        queue.Complete(i);
    }
    EXPECT_FALSE(queue.MaySend()) << "cell 8 would use the slot of cell 0";
    queue.Complete(0);
    EXPECT_TRUE(queue.MaySend());
}

// 200 cells, 64 slots: an old token in a slot is never taken for a new one.
TEST(TrackingQueue, OldTokensInSlotsNeverMatch)
{
    const GlobalCellId::Layout layout = GlobalCellId::Layout::OWN;
    const TokenRing ring(0, RING);
    std::vector<uint8_t> memory(TokenRing::GetBytes(RING));
    TrackingQueue queue(200 * uint64_t{CELL}, CELL, 1, RING);
    uint32_t matches = 0;
    for (uint64_t sequence = 0; sequence < 200; ++sequence)
    {
        Send(queue, 0);
        // The application polls all slots before the token arrives, and after.
        for (int round = 0; round < 2; ++round)
        {
            for (uint64_t slot = 0; slot < RING; ++slot)
            {
                const Token token = Token::Decode(&memory[ring.GetSlotAddress(slot)]);
                const GlobalCellId id = GlobalCellId::Decode(token.cellId, layout);
                const uint64_t number =
                    GlobalCellId::Extend(id.sequence, queue.GetNextAck(), layout);
                if (token.receivedAt != 0 && queue.OnToken(number, id.attempt) == Kind::TIMELY)
                {
                    EXPECT_EQ(round, 1);
                    EXPECT_EQ(number, sequence);
                    ++matches;
                }
            }
            Token token;
            GlobalCellId id;
            id.sequence = static_cast<uint32_t>(sequence);
            token.cellId = id.Encode(layout);
            token.receivedAt = sequence + 1;
            const auto bytes = token.Encode();
            std::copy(bytes.begin(), bytes.end(), &memory[ring.GetSlotAddress(sequence)]);
        }
        queue.Complete(sequence);
    }
    EXPECT_EQ(matches, 200U);
    EXPECT_TRUE(queue.IsDone());
}
