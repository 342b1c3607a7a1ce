/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The timing wheel gives events in the order of ns-3's own schedulers, whatever is asked of it.
 */

#include "mixed-delays.h"

#include "ns3/event-impl.h"
#include "ns3/event-order.h"
#include "ns3/map-scheduler.h"
#include "ns3/nstime.h"
#include "ns3/slot-bitmap.h"
#include "ns3/test.h"
#include "ns3/timing-wheel-scheduler.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

/**
 * @ingroup tests
 * @brief Random programs of insert, peek, remove and remove next, against MapScheduler.
 *
 * The uids of the events in the wheel are those of the events in the map plus an offset. With an
 * offset of 2^31 or more, they wrap around between 2^31 and 2^32, which the map would not bear.
 * Uids below 2^31 may come in any order, as those of events that have a place.
 */
class RandomProgramTestCase : public TestCase
{
  public:
    /// What makes a program.
    struct Options
    {
        std::string name;       ///< for messages
        uint64_t scale;         ///< see MixedDelays
        size_t pending;         ///< events pending, about
        int64_t slotWidth;      ///< attribute of the wheel, in time steps
        uint32_t uidOffset;     ///< uids in the wheel minus uids in the map
        bool past;              ///< some inserts lie before the event that was removed last
        uint64_t origin;        ///< time of the first events
        uint64_t programLength; ///< operations
        bool scattered{false};  ///< uids come in any order, below 2^31
    };

    /**
     * @brief Make the case.
     * @param options of the program
     * @param lookAheadFrom attribute of the wheel, events
     */
    RandomProgramTestCase(const Options& options, uint32_t lookAheadFrom)
        : TestCase("random program: " + options.name + ", look ahead from " +
                   std::to_string(lookAheadFrom)),
          m_options(options),
          m_lookAheadFrom(lookAheadFrom),
          m_delays(1 + options.uidOffset % 1000, options.scale)
    {
    }

  private:
    void DoRun() override;

    /// @brief Insert an event into both.
    void Insert();

    /// @brief Remove the next event from both.
    void RemoveNext();

    /// @brief Remove an event that is pending, any, from both.
    void RemoveAny();

    /**
     * @brief Compare two events.
     * @param actual event of the wheel
     * @param expected event of the map
     */
    void ExpectSame(const Scheduler::Event& actual, const Scheduler::Event& expected);

    /**
     * @brief Make of an event of the map that of the wheel.
     * @param event event of the map
     * @return event of the wheel
     */
    Scheduler::Event InWheel(Scheduler::Event event) const
    {
        event.key.m_uid += m_options.uidOffset;
        event.key.m_uid |= m_options.uidOffset & EventOrder::UNPLACED_BIT;
        return event;
    }

    Options m_options;                       ///< of the program
    uint32_t m_lookAheadFrom;                ///< attribute of the wheel
    MixedDelays m_delays;                    ///< random numbers
    Ptr<TimingWheelScheduler> m_wheel;       ///< under test
    Ptr<MapScheduler> m_map;                 ///< reference
    std::vector<Scheduler::Event> m_pending; ///< what the map holds, in no order
    uint64_t m_now{0};                       ///< time of the event that was removed last
    uint32_t m_uid{4};                       ///< uid of the next event in the map
    bool m_same{true};                       ///< no difference so far
};

void
RandomProgramTestCase::ExpectSame(const Scheduler::Event& actual, const Scheduler::Event& expected)
{
    const Scheduler::Event wanted = InWheel(expected);
    m_same = m_same && actual.key.m_ts == wanted.key.m_ts && actual.key.m_uid == wanted.key.m_uid &&
             actual.key.m_context == wanted.key.m_context && actual.impl == wanted.impl;
}

void
RandomProgramTestCase::Insert()
{
    uint64_t time = m_now + m_delays.Next();
    if (m_options.past && m_delays.Draw(8) == 0)
    {
        time = m_now - std::min(m_now, m_delays.Next());
    }
    // Nobody follows the pointer, so it need not lead anywhere; but it must be handed on.
    const auto impl = reinterpret_cast<EventImpl*>(uintptr_t{16} * m_uid);
    // An odd factor makes of different numbers different numbers.
    const uint32_t uid =
        m_options.scattered ? m_uid * 2'654'435'769U % EventOrder::UNPLACED_BIT : m_uid;
    const Scheduler::Event event{impl, {time, uid, m_uid % 7}};
    ++m_uid;
    m_map->Insert(event);
    m_wheel->Insert(InWheel(event));
    m_pending.push_back(event);
}

void
RandomProgramTestCase::RemoveNext()
{
    const Scheduler::Event expected = m_map->RemoveNext();
    ExpectSame(m_wheel->RemoveNext(), expected);
    m_now = expected.key.m_ts;
    *std::find(m_pending.begin(), m_pending.end(), expected) = m_pending.back();
    m_pending.pop_back();
}

void
RandomProgramTestCase::RemoveAny()
{
    auto& event = m_pending[m_delays.Draw(m_pending.size())];
    m_map->Remove(event);
    m_wheel->Remove(InWheel(event));
    event = m_pending.back();
    m_pending.pop_back();
}

void
RandomProgramTestCase::DoRun()
{
    m_map = CreateObject<MapScheduler>();
    m_wheel = CreateObject<TimingWheelScheduler>();
    m_wheel->SetAttribute("SlotWidth", TimeValue(TimeStep(m_options.slotWidth)));
    m_wheel->SetAttribute("LookAheadFrom", UintegerValue(m_lookAheadFrom));
    m_now = m_options.origin;
    bool filling = true;
    for (uint64_t step = 0; step < m_options.programLength && m_same; ++step)
    {
        if (m_pending.empty())
        {
            filling = true;
        }
        else if (m_pending.size() >= m_options.pending)
        {
            filling = m_delays.Draw(1000) != 0; // now and then let both run empty
        }
        const uint64_t choice = m_delays.Draw(16);
        const bool full = m_pending.size() >= m_options.pending;
        if (m_pending.empty() || (filling && !full && choice < 10))
        {
            Insert();
        }
        else if (choice == 15)
        {
            RemoveAny();
        }
        else
        {
            RemoveNext();
        }
        m_same = m_same && m_wheel->IsEmpty() == m_map->IsEmpty();
        if (!m_pending.empty() && m_delays.Draw(2) == 0)
        {
            ExpectSame(m_wheel->PeekNext(), m_map->PeekNext());
        }
        NS_TEST_ASSERT_MSG_EQ(m_same, true, "first difference at step " << step);
    }
    while (!m_map->IsEmpty())
    {
        NS_TEST_ASSERT_MSG_EQ(m_wheel->IsEmpty(), false, "an event was lost");
        RemoveNext();
        NS_TEST_ASSERT_MSG_EQ(m_same, true, "difference in the last events");
    }
    NS_TEST_ASSERT_MSG_EQ(m_wheel->IsEmpty(), true, "an event is left over");
}

/**
 * @ingroup tests
 * @brief Events at one time come out as they went in, when the uids pass 2^32, from each part.
 *
 * MapScheduler would give those with the small uids first.
 */
class UidWrapTestCase : public TestCase
{
  public:
    UidWrapTestCase()
        : TestCase("uids wrap around")
    {
    }

  private:
    void DoRun() override;
};

void
UidWrapTestCase::DoRun()
{
    // In the current slot, in the wheel, in the heap.
    for (const uint64_t time : {uint64_t{0}, uint64_t{200}, uint64_t{1} << 40})
    {
        Ptr<TimingWheelScheduler> wheel = CreateObject<TimingWheelScheduler>();
        const uint32_t first = 0xffffffff - 50;
        for (uint32_t i = 0; i < 100; ++i)
        {
            wheel->Insert({nullptr, {time, (first + i) | EventOrder::UNPLACED_BIT, 0}});
        }
        wheel->Remove({nullptr, {time, (first + 51) | EventOrder::UNPLACED_BIT, 0}});
        for (uint32_t i = 0; i < 100; ++i)
        {
            if (i != 51)
            {
                const uint32_t uid = wheel->RemoveNext().key.m_uid;
                NS_TEST_EXPECT_MSG_EQ(uid,
                                      ((first + i) | EventOrder::UNPLACED_BIT),
                                      "order at time " << time);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(wheel->IsEmpty(), true, "an event is left over");
    }
}

/**
 * @ingroup tests
 * @brief At one time, events that have a place come by place, then the others as they went in, in
 * each part of the wheel.
 */
class PlaceTestCase : public TestCase
{
  public:
    PlaceTestCase()
        : TestCase("places among events of equal time")
    {
    }

  private:
    void DoRun() override;
};

void
PlaceTestCase::DoRun()
{
    constexpr uint32_t other = EventOrder::UNPLACED_BIT;
    const std::vector<uint32_t> inserted{other + 7, 30, other + 3, 10, 20, other + 5, 5};
    const std::vector<uint32_t> expected{5, 10, 20, 30, other + 7, other + 3, other + 5};
    for (const uint32_t lookAheadFrom : {0U, UINT32_MAX})
    {
        for (const uint64_t time : {uint64_t{0}, uint64_t{200}, uint64_t{1} << 40})
        {
            Ptr<TimingWheelScheduler> wheel = CreateObject<TimingWheelScheduler>();
            wheel->SetAttribute("LookAheadFrom", UintegerValue(lookAheadFrom));
            for (const uint32_t uid : inserted)
            {
                wheel->Insert({nullptr, {time, uid, 0}});
            }
            std::vector<uint32_t> order;
            while (!wheel->IsEmpty())
            {
                NS_TEST_EXPECT_MSG_EQ(wheel->PeekNext().key.m_uid,
                                      expected.at(order.size()),
                                      "next at time " << time);
                order.push_back(wheel->RemoveNext().key.m_uid);
            }
            NS_TEST_EXPECT_MSG_EQ((order == expected), true, "order at time " << time);
        }
    }
}

/**
 * @ingroup tests
 * @brief The width of a slot follows the events, unless it is given.
 */
class SlotWidthTestCase : public TestCase
{
  public:
    SlotWidthTestCase()
        : TestCase("width of a slot")
    {
    }

  private:
    void DoRun() override;

    /// Events that are pending.
    static constexpr uint32_t PENDING = 2000;

    /**
     * @brief Use a scheduler for a while: each event that is removed is inserted again.
     * @param wheel the scheduler, which is empty
     * @param longest bound of the delays, which are uniform, in time steps
     */
    void Hold(Ptr<TimingWheelScheduler> wheel, uint64_t longest)
    {
        for (uint32_t i = 0; i < PENDING; ++i)
        {
            wheel->Insert({nullptr, {m_now, i, 0}});
        }
        for (uint32_t i = 0; i < 100'000; ++i)
        {
            Scheduler::Event event = wheel->RemoveNext();
            event.key.m_ts += m_random() % longest;
            wheel->Insert(event);
        }
        while (!wheel->IsEmpty())
        {
            m_now = wheel->RemoveNext().key.m_ts;
        }
    }

    uint64_t m_now{0};        ///< time of the event that was removed last
    std::mt19937_64 m_random; ///< random numbers
};

void
SlotWidthTestCase::DoRun()
{
    Ptr<TimingWheelScheduler> automatic = CreateObject<TimingWheelScheduler>();
    Ptr<TimingWheelScheduler> fixed = CreateObject<TimingWheelScheduler>();
    fixed->SetSlotWidth(TimeStep(1000));
    // To longer delays and back to shorter ones.
    for (const uint64_t longest : {2'000'000ULL, 3'000'000'000'000ULL, 100'000'000ULL, 1000ULL})
    {
        Hold(automatic, longest);
        const uint64_t width = automatic->GetSlotWidthInUse().GetTimeStep();
        const uint64_t gap = longest / 2 / PENDING; // between events, on average
        NS_TEST_EXPECT_MSG_LT_OR_EQ(width, 1 + 16 * gap, "many events a slot at " << longest);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(width * 16384, longest, "the wheel is short at " << longest);
    }
    NS_TEST_EXPECT_MSG_EQ(automatic->GetSlotWidth(), Time(0), "attribute");

    Hold(fixed, 2'000'000);
    NS_TEST_EXPECT_MSG_EQ(fixed->GetSlotWidthInUse(), TimeStep(512), "a power of two");
    NS_TEST_EXPECT_MSG_EQ(fixed->GetSlotWidth(), TimeStep(1000), "attribute");
}

/**
 * @ingroup tests
 * @brief The bitmap of slots finds what a set finds.
 */
class SlotBitmapTestCase : public TestCase
{
  public:
    SlotBitmapTestCase()
        : TestCase("bitmap of slots")
    {
    }

  private:
    void DoRun() override;
};

void
SlotBitmapTestCase::DoRun()
{
    constexpr uint32_t SLOTS = 16384;
    SlotBitmap<SLOTS> bitmap;
    std::set<uint32_t> used;
    std::mt19937 random(1);
    for (uint32_t i = 0; i < 200'000; ++i)
    {
        // Mostly a handful of slots, so that all distances occur; at times thousands.
        const uint32_t most = i % 50'000 < 45'000 ? 1 + i % 5 : 5000;
        const uint32_t slot = random() % SLOTS;
        if (used.size() < most)
        {
            bitmap.Set(slot);
            used.insert(slot);
        }
        else
        {
            auto victim = used.lower_bound(slot);
            victim = victim == used.end() ? used.begin() : victim;
            bitmap.Clear(*victim);
            used.erase(victim);
        }
        const uint32_t start = random() % 4 == 0 ? slot : random() % SLOTS;
        auto next = used.lower_bound(start);
        next = next == used.end() ? used.begin() : next;
        const uint32_t expected = next == used.end() ? bitmap.NONE : *next;
        NS_TEST_ASSERT_MSG_EQ(bitmap.Find(start), expected, "search from " << start);
    }
}

/**
 * @ingroup tests
 * @brief The wheel tells what comes, and keeps what it has told in order with what is inserted.
 */
class LookAheadTestCase : public TestCase
{
  public:
    LookAheadTestCase()
        : TestCase("look-ahead")
    {
    }

  private:
    void DoRun() override;
};

void
LookAheadTestCase::DoRun()
{
    const auto wheel = CreateObject<TimingWheelScheduler>();
    wheel->SetSlotWidth(TimeStep(64));
    wheel->SetAttribute("LookAheadFrom", UintegerValue(500));
    const auto insert = [&wheel](uint64_t time, uint32_t uid) {
        wheel->Insert({reinterpret_cast<EventImpl*>(uintptr_t{16} * uid), {time, uid, 0}});
    };
    for (uint32_t i = 0; i < 1000; ++i)
    {
        insert(10 * i, 10 + i);
    }
    NS_TEST_EXPECT_MSG_EQ(wheel->LooksAhead(), false, "not before the first review");
    NS_TEST_EXPECT_MSG_EQ(wheel->PeekAhead(0).key.m_uid, 0, "nothing is known");
    uint32_t next = 0;
    while (!wheel->LooksAhead())
    {
        NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next++, "order");
    }
    NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next++, "order");
    for (uint32_t place = 0; place < TimingWheelScheduler::AHEAD; ++place)
    {
        NS_TEST_EXPECT_MSG_EQ(wheel->PeekAhead(place).key.m_uid, 10 + next + place, "coming");
    }
    // One among those that come next, more of them than there is room for, one behind them, and one
    // of the same time as another.
    const uint64_t now = 10 * (next - 1);
    insert(now + 15, 2000);
    NS_TEST_EXPECT_MSG_EQ(wheel->PeekAhead(1).key.m_uid, 2000, "in its place");
    for (uint32_t i = 0; i < 40; ++i)
    {
        insert(now + 5, 3000 + i);
    }
    insert(now + 20, 2001);
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < 45; ++i)
    {
        order.push_back(wheel->RemoveNext().key.m_uid);
    }
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 40; ++i)
    {
        expected.push_back(3000 + i);
    }
    expected.insert(expected.end(), {10 + next, 2000, 11 + next, 2001, 12 + next});
    NS_TEST_EXPECT_MSG_EQ((order == expected), true, "by time, then by insertion");
    next += 3;
    while (wheel->LooksAhead())
    {
        NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next++, "order");
    }
    NS_TEST_EXPECT_MSG_LT(1000 - next, 500, "off again when few events are pending");
    NS_TEST_EXPECT_MSG_EQ(wheel->PeekAhead(0).key.m_uid, 0, "nothing is known");
    while (!wheel->IsEmpty())
    {
        NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next++, "order");
    }
    NS_TEST_EXPECT_MSG_EQ(next, 1000, "all events");

    // Events far apart are not taken ahead: what is inserted before them would find no slots.
    for (uint32_t i = 0; i < 2000; ++i)
    {
        insert(20000 + 1'000'000 * uint64_t{i}, 10 + i);
    }
    for (next = 0; !wheel->LooksAhead(); ++next)
    {
        NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next, "order");
    }
    for (uint32_t i = 0; i < 10; ++i)
    {
        NS_TEST_ASSERT_MSG_EQ(wheel->RemoveNext().key.m_uid, 10 + next++, "order");
        NS_TEST_EXPECT_MSG_EQ(wheel->PeekAhead(0).key.m_uid, 0, "the next one is far");
    }
}

/**
 * @ingroup tests
 * @brief Tests of the timing wheel scheduler.
 */
class SchedulerTestSuite : public TestSuite
{
  public:
    SchedulerTestSuite()
        : TestSuite("rdmacell-scheduler", TestSuite::Type::UNIT)
    {
        constexpr int64_t automatic = 0;
        constexpr int64_t latest = std::numeric_limits<int64_t>::max();
        for (const RandomProgramTestCase::Options& options :
             std::vector<RandomProgramTestCase::Options>{
                 {"delays as at 1 ns", 1, 500, automatic, 0, false, 0, 200'000},
                 {"delays as at 1 ps", 1000, 500, automatic, 0, false, 0, 200'000},
                 {"few events", 1000, 5, automatic, 0, false, 0, 200'000},
                 {"many events", 1000, 5000, automatic, 0, false, 0, 100'000},
                 {"inserts before the last event", 1000, 300, automatic, 0, true, 0, 200'000},
                 {"narrow slots", 1000, 300, 1, 0, false, 0, 100'000},
                 {"medium slots", 1, 300, 256, 0, true, 0, 100'000},
                 {"wide slots", 1, 300, latest, 0, true, 0, 100'000},
                 {"late in time", 1, 300, automatic, 0, false, latest - 1, 100'000},
                 {"last slot of all", 1, 300, automatic, 0, true, ~0ULL - (1ULL << 36), 1'000},
                 {"uids wrap around", 1, 500, automatic, 0xffffffff - 20'000, false, 0, 200'000},
                 {"uids in any order", 1, 500, automatic, 0, false, 0, 200'000, true},
                 {"the same, wide slots", 1, 300, latest, 0, true, 0, 100'000, true}})
        {
            // Never, always, and now and then.
            AddTestCase(new RandomProgramTestCase(options, UINT32_MAX));
            AddTestCase(new RandomProgramTestCase(options, 0));
            AddTestCase(
                new RandomProgramTestCase(options, static_cast<uint32_t>(options.pending / 2)));
        }
        AddTestCase(new LookAheadTestCase);
        AddTestCase(new UidWrapTestCase);
        AddTestCase(new PlaceTestCase);
        AddTestCase(new SlotWidthTestCase);
        AddTestCase(new SlotBitmapTestCase);
    }
};

/// Registers the suite.
static SchedulerTestSuite g_schedulerTestSuite;
