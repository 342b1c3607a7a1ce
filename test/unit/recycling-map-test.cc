/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recycling-map.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

/// A record that cannot be moved, counts those alive, and has a member that no one sets.
struct Pinned
{
    Pinned(int& counter, int n)
        : alive(counter),
          number(n)
    {
        ++alive;
    }

    ~Pinned()
    {
        --alive;
    }

    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;

    int& alive;                ///< where to count
    int number;                ///< what it was made with
    std::vector<int> notes{1}; ///< what has happened
};

} // namespace

TEST(RecyclingMap, FindsWhatIsThereAndNothingElse)
{
    int alive = 0;
    RecyclingMap<uint32_t, Pinned> map;
    EXPECT_EQ(map.Find(7), nullptr);
    Pinned& seven = map.Emplace(7, alive, 70);
    Pinned& eight = map.Emplace(8, alive, 80);
    for (uint32_t key = 100; key < 1100; ++key)
    {
        map.Emplace(key, alive, 0);
    }
    EXPECT_EQ(map.Find(7), &seven) << "a record stays where it is";
    EXPECT_EQ(map.Find(8), &eight);
    EXPECT_EQ(map.Find(7)->number, 70);
    map.Erase(7);
    EXPECT_EQ(map.Find(7), nullptr);
    EXPECT_EQ(map.GetSize(), 1001U);
    EXPECT_EQ(alive, 1001);
    map.Clear();
    EXPECT_EQ(map.Find(8), nullptr);
    EXPECT_EQ(alive, 0) << "an erased record is destroyed, not kept";
}

TEST(RecyclingMap, NewRecordsHaveTheMemoryOfErasedOnesAndNothingElseOfThem)
{
    int alive = 0;
    RecyclingMap<uint32_t, Pinned> map;
    std::set<const Pinned*> places;
    for (uint32_t key = 0; key < 10'000; ++key)
    {
        Pinned& record = map.Emplace(key, alive, static_cast<int>(key));
        EXPECT_EQ(record.number, static_cast<int>(key));
        EXPECT_EQ(record.notes, std::vector<int>{1})
            << "what was there before has been left behind";
        record.notes.push_back(2);
        places.insert(&record);
        if (key >= 3)
        {
            map.Erase(key - 3);
        }
    }
    EXPECT_EQ(map.GetSize(), 3U);
    EXPECT_EQ(alive, 3);
    EXPECT_EQ(places.size(), 4U) << "as many places as there were records at a time";
}
