/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/roce-frame-pool.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

using namespace ns3::rdmacell;

TEST(RoceFramePool, CountsTheFramesThatSomebodyOwns)
{
    ASSERT_EQ(RoceFramePool::GetLive(), 0U);
    RoceFramePtr first = RoceFramePool::Get();
    EXPECT_EQ(RoceFramePool::GetLive(), 1U);
    RoceFramePtr second = RoceFramePool::Get();
    EXPECT_EQ(RoceFramePool::GetLive(), 2U);
    RoceFramePtr moved = std::move(first);
    EXPECT_EQ(RoceFramePool::GetLive(), 2U);
    moved.reset();
    EXPECT_EQ(RoceFramePool::GetLive(), 1U);
    second.reset();
    EXPECT_EQ(RoceFramePool::GetLive(), 0U);
}

TEST(RoceFramePool, UsesTheLastFrameReleasedAgain)
{
    RoceFramePtr frame = RoceFramePool::Get();
    const RoceFrame* address = frame.get();
    frame.reset();
    frame = RoceFramePool::Get();
    EXPECT_EQ(frame.get(), address);
}

TEST(RoceFramePool, GrowsOnlyBeyondThePeak)
{
    std::vector<RoceFramePtr> frames;
    for (int i = 0; i < 5000; ++i)
    {
        frames.push_back(RoceFramePool::Get());
    }
    std::set<const RoceFrame*> distinct;
    for (const RoceFramePtr& frame : frames)
    {
        distinct.insert(frame.get());
    }
    EXPECT_EQ(distinct.size(), 5000U);
    const std::size_t capacity = RoceFramePool::GetCapacity();
    EXPECT_GE(capacity, 5000U);
    for (int round = 0; round < 3; ++round)
    {
        frames.clear();
        EXPECT_EQ(RoceFramePool::GetLive(), 0U);
        for (int i = 0; i < 5000; ++i)
        {
            frames.push_back(RoceFramePool::Get());
        }
        EXPECT_EQ(RoceFramePool::GetCapacity(), capacity);
    }
}

TEST(RoceFramePool, GivesFramesOfZerosWhateverTheyHeldBefore)
{
    RoceFramePtr frame = RoceFramePool::Get();
    const RoceFrame* address = frame.get();
    std::memset(static_cast<void*>(frame.get()), 0xa5, sizeof(RoceFrame));
    frame->telemetryBytes = 0; // it has none to give back
    frame.reset();
    frame = RoceFramePool::Get();
    ASSERT_EQ(frame.get(), address);
    const auto* bytes = reinterpret_cast<const uint8_t*>(frame.get());
    EXPECT_TRUE(std::all_of(bytes, bytes + sizeof(RoceFrame), [](uint8_t b) { return b == 0; }));
    EXPECT_EQ(frame->kind, FrameKind::ROCE);
    EXPECT_EQ(frame->ecn, EcnCodePoint::NOT_ECT);
}

TEST(RoceFramePool, AlignsFramesToCacheLines)
{
    const RoceFramePtr frame = RoceFramePool::Get();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(frame.get()) % 64, 0U);
}
