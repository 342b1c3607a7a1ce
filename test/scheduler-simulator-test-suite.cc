/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A simulation gives the same events with the timing wheel as with ns-3's own schedulers.
 */

#include "mixed-delays.h"

#include "ns3/config.h"
#include "ns3/direct-event.h"
#include "ns3/event-id.h"
#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/sequential-simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// TypeId name of the scheduler under test.
const std::string WHEEL = "ns3::rdmacell::TimingWheelScheduler";

/// TypeId name of the simulator under test.
const std::string SEQUENTIAL = "ns3::rdmacell::SequentialSimulatorImpl";

} // namespace

/**
 * @ingroup tests
 * @brief A program for ns-3's simulator that reschedules, cancels and removes its events.
 */
class SimulatorProgram
{
  public:
    /**
     * @brief Run the program.
     * @param schedulers TypeId names; the simulator changes to the next one now and then
     * @param scale see MixedDelays
     * @param removes remove some events; otherwise cancel them, which gives the same events
     * @param simulator TypeId name of the simulator
     * @return hash over times, contexts and order of all events
     */
    static uint64_t GetHash(const std::vector<std::string>& schedulers,
                            uint64_t scale,
                            bool removes = true,
                            const std::string& simulator = "ns3::DefaultSimulatorImpl")
    {
        GlobalValue::Bind("SimulatorImplementationType", StringValue(simulator));
        SimulatorProgram program(schedulers, scale, removes);
        program.SetScheduler();
        for (uint32_t i = 0; i < 300; ++i)
        {
            program.Schedule();
        }
        Simulator::Run();
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
        return program.m_hash;
    }

    /// Events that a program executes.
    static constexpr uint64_t EVENTS = 520'000;

  private:
    /**
     * @brief Make a program.
     * @param schedulers see GetHash()
     * @param scale see GetHash()
     * @param removes see GetHash()
     */
    SimulatorProgram(const std::vector<std::string>& schedulers, uint64_t scale, bool removes)
        : m_schedulers(schedulers),
          m_delays(7, scale),
          m_removes(removes)
    {
    }

    /// @brief Change to the next scheduler.
    void SetScheduler()
    {
        Simulator::SetScheduler(ObjectFactory(m_schedulers[m_changes++ % m_schedulers.size()]));
    }

    /// @brief Schedule an event.
    void Schedule()
    {
        const Time delay = TimeStep(m_delays.Next());
        const uint64_t number = m_scheduled++;
        if (number % 3 == 0)
        {
            Simulator::ScheduleWithContext(number % 11,
                                           delay,
                                           &SimulatorProgram::Execute,
                                           this,
                                           number);
            return;
        }
        const EventId id = Simulator::Schedule(delay, &SimulatorProgram::Execute, this, number);
        if (number % 16 == 1)
        {
            m_victims.push_back(id);
        }
    }

    /**
     * @brief Be an event.
     * @param number in the order of scheduling
     */
    void Execute(uint64_t number)
    {
        for (const uint64_t value : {static_cast<uint64_t>(Simulator::Now().GetTimeStep()),
                                     uint64_t{Simulator::GetContext()},
                                     number})
        {
            m_hash = (m_hash ^ value) * 0x100000001b3;
            m_hash ^= m_hash >> 29;
        }
        if (++m_executed >= EVENTS)
        {
            Simulator::Stop();
            return;
        }
        if (m_victims.size() >= 20)
        {
            EndVictim();
        }
        if (m_executed % 40'000 == 0 && m_schedulers.size() > 1)
        {
            SetScheduler();
        }
        // As many as before, in place of those cancelled too.
        Schedule();
        while (m_ended > 0)
        {
            --m_ended;
            Schedule();
        }
    }

    /// @brief Cancel or remove one of the events picked for that.
    void EndVictim()
    {
        const size_t index = m_delays.Draw(m_victims.size());
        const EventId id = m_victims[index];
        m_victims[index] = m_victims.back();
        m_victims.pop_back();
        if (id.IsExpired())
        {
            return;
        }
        ++m_ended;
        if (m_delays.Draw(2) == 0 && m_removes)
        {
            Simulator::Remove(id);
        }
        else
        {
            Simulator::Cancel(id);
        }
    }

    std::vector<std::string> m_schedulers; ///< TypeId names
    MixedDelays m_delays;                  ///< random numbers
    bool m_removes;                        ///< remove some events
    std::vector<EventId> m_victims;        ///< events to be cancelled or removed
    uint64_t m_hash{0xcbf29ce484222325};   ///< over all events
    uint64_t m_scheduled{0};               ///< events scheduled
    uint64_t m_executed{0};                ///< events executed
    uint64_t m_ended{0};                   ///< events cancelled or removed and not replaced
    size_t m_changes{0};                   ///< schedulers set
};

/**
 * @ingroup tests
 * @brief A program gives the same events with each of ns-3's schedulers and with the wheel.
 */
class SameEventsTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param name for messages
     * @param scale see MixedDelays
     */
    SameEventsTestCase(const std::string& name, uint64_t scale)
        : TestCase("same events as with stock schedulers, " + name),
          m_scale(scale)
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t hash = SimulatorProgram::GetHash({WHEEL}, m_scale);
        for (const std::string stock : {"Map", "Heap", "Calendar", "PriorityQueue"})
        {
            // HeapScheduler::Remove() of ns-3.37 to 3.48 fills the gap with an event that it only
            // ever sinks, although it may have to rise: events then come late.
            const bool removes = stock != "Heap";
            NS_TEST_EXPECT_MSG_EQ(
                SimulatorProgram::GetHash({"ns3::" + stock + "Scheduler"}, m_scale, removes),
                hash,
                "other events than with " << stock << "Scheduler");
        }
        NS_TEST_EXPECT_MSG_EQ(
            SimulatorProgram::GetHash({"ns3::MapScheduler", WHEEL, "ns3::CalendarScheduler", WHEEL},
                                      m_scale),
            hash,
            "other events when the scheduler changes in between");
        for (const std::string& scheduler : {WHEEL, std::string("ns3::MapScheduler")})
        {
            NS_TEST_EXPECT_MSG_EQ(
                SimulatorProgram::GetHash({scheduler}, m_scale, true, SEQUENTIAL),
                hash,
                "other events in the sequential simulator than in ns-3's default one");
        }
        NS_TEST_EXPECT_MSG_NE(SimulatorProgram::GetHash({WHEEL}, m_scale + 1),
                              hash,
                              "the hash does not depend on the events");
    }

    uint64_t m_scale; ///< see MixedDelays
};

/**
 * @ingroup tests
 * @brief The sequential simulator keeps the promises of Simulator:: one by one.
 */
class SequentialSimulatorTestCase : public TestCase
{
  public:
    SequentialSimulatorTestCase()
        : TestCase("the sequential simulator: stop, cancel, remove, expiry, destruction")
    {
    }

  private:
    void DoRun() override;

    /// @brief Note that an event has run.
    void Count()
    {
        ++m_count;
        m_context = Simulator::GetContext();
    }

    uint32_t m_count{0};   ///< events that have run
    uint32_t m_context{0}; ///< context of the last one
};

void
SequentialSimulatorTestCase::DoRun()
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(SEQUENTIAL));
    const auto count = &SequentialSimulatorTestCase::Count;
    const EventId first = Simulator::Schedule(NanoSeconds(10), count, this);
    const EventId cancelled = Simulator::Schedule(NanoSeconds(10), count, this);
    const EventId removed = Simulator::Schedule(NanoSeconds(20), count, this);
    const EventId late = Simulator::Schedule(NanoSeconds(40), count, this);
    const EventId end = Simulator::ScheduleDestroy(count, this);
    const EventId noEnd = Simulator::ScheduleDestroy(count, this);
    Simulator::ScheduleWithContext(7, NanoSeconds(15), count, this);
    Simulator::Cancel(cancelled);
    Simulator::Remove(removed);
    Simulator::Remove(noEnd);
    NS_TEST_EXPECT_MSG_EQ(cancelled.IsExpired(), true, "a cancelled event counts as expired");
    NS_TEST_EXPECT_MSG_EQ(removed.IsExpired(), true, "a removed event counts as expired");
    NS_TEST_EXPECT_MSG_EQ(noEnd.IsExpired(), true, "a removed event counts as expired");
    NS_TEST_EXPECT_MSG_EQ(end.IsExpired(), false, "an event waits for the end");
    NS_TEST_EXPECT_MSG_EQ(Simulator::GetDelayLeft(late), NanoSeconds(40), "time left");
    Simulator::Stop(NanoSeconds(30));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(m_count, 2, "two events before the stop");
    NS_TEST_EXPECT_MSG_EQ(m_context, 7, "context of the second one");
    NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), NanoSeconds(30), "time of the stop");
    NS_TEST_EXPECT_MSG_EQ(first.IsExpired(), true, "an event that has run");
    NS_TEST_EXPECT_MSG_EQ(late.IsExpired(), false, "an event after the stop");
    NS_TEST_EXPECT_MSG_EQ(Simulator::GetDelayLeft(late), NanoSeconds(10), "time left");
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(m_count, 3, "the run goes on where it stopped");
    NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), true, "nothing is left");
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(m_count, 4, "the event of the end");
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
}

/**
 * @ingroup tests
 * @brief The sequential simulator has each coming event load its memory, once at each stage.
 */
class PrefetchTestCase : public TestCase
{
  public:
    PrefetchTestCase()
        : TestCase("coming events load their memory in time")
    {
    }

  private:
    void DoRun() override;

    /**
     * @brief Run a thousand events that note the calls of PrefetchEarly() and PrefetchLate().
     * @param lookAheadFrom attribute of the scheduler
     */
    void RunEvents(uint32_t lookAheadFrom);

    /// An event that notes how many others had run at these calls.
    class NotingEvent : public DirectEvent
    {
      public:
        /**
         * @brief Make the event.
         * @param run events that have run
         */
        explicit NotingEvent(uint32_t& run)
            : m_run(run)
        {
        }

        void Fire() override
        {
            at = m_run++;
        }

        void PrefetchEarly() const override
        {
            early.push_back(m_run);
        }

        void PrefetchLate() const override
        {
            late.push_back(m_run);
        }

        uint32_t at{0};                      ///< events that ran before it
        mutable std::vector<uint32_t> early; ///< at calls of PrefetchEarly()
        mutable std::vector<uint32_t> late;  ///< at calls of PrefetchLate()

      private:
        uint32_t& m_run; ///< events that have run
    };

    std::vector<Ptr<NotingEvent>> m_events; ///< in the order of their times
};

void
PrefetchTestCase::RunEvents(uint32_t lookAheadFrom)
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(SEQUENTIAL));
    GlobalValue::Bind("SchedulerType", StringValue(WHEEL));
    Config::SetDefault(WHEEL + "::LookAheadFrom", UintegerValue(lookAheadFrom));
    m_events.clear();
    uint32_t run = 0;
    const auto simulator = DynamicCast<SequentialSimulatorImpl>(Simulator::GetImplementation());
    for (int64_t i = 0; i < 1000; ++i)
    {
        m_events.push_back(Create<NotingEvent>(run));
        m_events.back()->Ref(); // the list's
        simulator->ScheduleDirect(0, 10 * i, PeekPointer(m_events.back()));
    }
    Simulator::Run();
    Simulator::Destroy();
    Config::SetDefault(WHEEL + "::LookAheadFrom", UintegerValue(512));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
    NS_TEST_EXPECT_MSG_EQ(run, 1000, "all have run");
}

void
PrefetchTestCase::DoRun()
{
    RunEvents(0);
    for (uint32_t i = 600; i < 1000; ++i) // the look-ahead begins at the first review
    {
        const NotingEvent& event = *m_events[i];
        NS_TEST_ASSERT_MSG_EQ(event.at, i, "order");
        NS_TEST_ASSERT_MSG_EQ(event.early.size(), 1, "called once");
        NS_TEST_ASSERT_MSG_EQ(event.late.size(), 1, "called once");
        NS_TEST_EXPECT_MSG_EQ(event.early[0], i - 5, "four others come before it then");
        NS_TEST_EXPECT_MSG_EQ(event.late[0], i - 2, "one other comes before it then");
    }
    RunEvents(2000);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        NS_TEST_ASSERT_MSG_EQ(m_events[i]->at, i, "order");
        NS_TEST_ASSERT_MSG_EQ(m_events[i]->early.size() + m_events[i]->late.size(), 0, "few");
    }
}

/**
 * @ingroup tests
 * @brief Of events of equal time, those that have a place come first and by place, whoever inserted
 * them when.
 */
class PlacedEventsTestCase : public TestCase
{
  public:
    PlacedEventsTestCase()
        : TestCase("events that have a place")
    {
    }

  private:
    void DoRun() override;

    /// An event that notes that it runs.
    class NotingEvent : public DirectEvent
    {
      public:
        /**
         * @brief Make the event.
         * @param order gets its name
         * @param name its name
         */
        NotingEvent(std::string& order, char name)
            : m_order(order),
              m_name(name)
        {
        }

        void Fire() override
        {
            m_order += m_name;
        }

      private:
        std::string& m_order; ///< names of events that have run
        char m_name;          ///< its name
    };

    /**
     * @brief Run events of one time.
     * @param scheduler TypeId name
     * @param inserted a letter for each event: those from a on have a place, digits have none
     * @return the letters in the order in which they ran
     */
    static std::string GetOrder(const std::string& scheduler, const std::string& inserted);
};

std::string
PlacedEventsTestCase::GetOrder(const std::string& scheduler, const std::string& inserted)
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(SEQUENTIAL));
    Simulator::SetScheduler(ObjectFactory(scheduler));
    const auto simulator = DynamicCast<SequentialSimulatorImpl>(Simulator::GetImplementation());
    std::string order;
    for (const char name : inserted)
    {
        if (name < 'a')
        {
            Simulator::Schedule(NanoSeconds(5), [&order, name]() { order += name; });
            continue;
        }
        auto event = Create<NotingEvent>(order, name);
        event->Ref(); // the list's
        simulator->SchedulePlaced(0,
                                  NanoSeconds(5).GetTimeStep(),
                                  PeekPointer(event),
                                  static_cast<uint32_t>(name));
    }
    const EventId waiting = Simulator::Schedule(NanoSeconds(5), []() {});
    Simulator::Schedule(NanoSeconds(5),
                        [&order, waiting]() { order += waiting.IsExpired() ? "." : "!"; });
    Simulator::Run();
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
    return order;
}

void
PlacedEventsTestCase::DoRun()
{
    for (const std::string& scheduler : {WHEEL, std::string("ns3::MapScheduler")})
    {
        NS_TEST_EXPECT_MSG_EQ(GetOrder(scheduler, "cab"), "abc.", "by place");
        NS_TEST_EXPECT_MSG_EQ(GetOrder(scheduler, "acb"), "abc.", "whatever the insertion");
        NS_TEST_EXPECT_MSG_EQ(GetOrder(scheduler, "1c2a"), "ac12.", "the others come last");
    }
}

/**
 * @ingroup tests
 * @brief Tests of ns-3's simulator with the timing wheel scheduler.
 */
class SchedulerSimulatorTestSuite : public TestSuite
{
  public:
    SchedulerSimulatorTestSuite()
        : TestSuite("rdmacell-scheduler-simulator", TestSuite::Type::UNIT)
    {
        AddTestCase(new SameEventsTestCase("delays as at 1 ns", 1));
        AddTestCase(new SameEventsTestCase("delays as at 1 ps", 1000));
        AddTestCase(new SequentialSimulatorTestCase);
        AddTestCase(new PrefetchTestCase);
        AddTestCase(new PlacedEventsTestCase);
    }
};

/// Registers the suite.
static SchedulerSimulatorTestSuite g_schedulerSimulatorTestSuite;
