/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The cost of an event with each scheduler by the hold model: a fixed number of events is pending,
 * and each schedules its successor.
 *
 *     rdmacell-scheduler-benchmark --pending=100,2000,20000 --delays=frames
 *
 * prints a line for each scheduler and number of pending events: nanoseconds of CPU time an event,
 * the median of several repetitions, for the scheduler alone (raw) and for ns-3's simulator with it
 * (simulator). A random number of 1 to 2 ns is in both.
 *
 * Delays, at a resolution of 1 ps:
 *
 * - uniform: 0 to 10 us;
 * - frames: as in a network of 100 to 400 Gbps, half of the events are the end of a transmission
 *   (7 to 90 ns), half the arrival of a frame at the far end (1 us more), one in 256 is a timer of
 *   55 us.
 *
 * On a computer with other load the medians scatter by about a fifth. Expect the timing wheel at
 * about a third of PriorityQueueScheduler's raw cost from 2,000 events on; the simulator adds its
 * own cost of an event to both.
 */

#include "ns3/command-line.h"
#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Draws the delays of a hold model.
class DelaySource
{
  public:
    /**
     * @brief Make a source that always gives the same sequence.
     * @param frames true for the delays of a network instead of uniform ones
     */
    explicit DelaySource(bool frames)
        : m_frames(frames)
    {
    }

    /**
     * @brief Draw a delay.
     * @return picoseconds
     */
    uint64_t Next()
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        const uint64_t draw = m_state >> 32;
        if (!m_frames)
        {
            return draw * 10'000'000 >> 32;
        }
        if (draw % 256 == 0)
        {
            return 55'000'000;
        }
        return 6'900 + ((draw >> 9) * 83'100 >> 23) + (draw & 256 ? 1'000'000 : 0);
    }

  private:
    uint64_t m_state{88172645463325252}; ///< state of an xorshift generator
    bool m_frames;                       ///< a network's delays instead of uniform ones
};

/// An event that schedules itself again, without allocation.
class HoldEvent : public EventImpl
{
  public:
    /**
     * @brief Make an event.
     * @param delays where its delays come from
     * @param left events that are still to be executed, of all together
     */
    HoldEvent(DelaySource& delays, uint64_t& left)
        : m_delays(delays),
          m_left(left)
    {
    }

    /// @brief Insert the event into the event list.
    void Schedule()
    {
        Ref(); // the simulator's
        Simulator::ScheduleWithContext(0, TimeStep(m_delays.Next()), this);
    }

  private:
    void Notify() override
    {
        if (--m_left == 0)
        {
            Simulator::Stop();
        }
        Schedule();
    }

    DelaySource& m_delays; ///< where its delays come from
    uint64_t& m_left;      ///< events still to be executed
};

/**
 * @brief Measure CPU time.
 * @param work function to measure
 * @return nanoseconds
 */
double
Measure(const std::function<void()>& work)
{
    const std::clock_t start = std::clock();
    work();
    return 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/**
 * @brief Measure a scheduler alone.
 * @param type TypeId name of the scheduler
 * @param frames see DelaySource
 * @param pending events in the list
 * @param events events to remove and to insert
 * @return nanoseconds an event
 */
double
MeasureRaw(const std::string& type, bool frames, uint64_t pending, uint64_t events)
{
    ObjectFactory factory(type);
    Ptr<Scheduler> scheduler = factory.Create<Scheduler>();
    DelaySource delays(frames);
    uint32_t uid = 4;
    for (uint64_t i = 0; i < pending; ++i)
    {
        scheduler->Insert({nullptr, {delays.Next(), uid++, 0}});
    }
    auto hold = [&](uint64_t count) {
        for (uint64_t i = 0; i < count; ++i)
        {
            Scheduler::Event event = scheduler->RemoveNext();
            event.key.m_ts += delays.Next();
            event.key.m_uid = uid++;
            scheduler->Insert(event);
        }
    };
    hold(10 * pending); // until the initial times have no influence
    return Measure([&]() { hold(events); }) / events;
}

/**
 * @brief Measure ns-3's simulator with a scheduler.
 * @param type TypeId name of the scheduler
 * @param frames see DelaySource
 * @param pending events in the list
 * @param events events to execute
 * @return nanoseconds an event
 */
double
MeasureSimulator(const std::string& type, bool frames, uint64_t pending, uint64_t events)
{
    Simulator::SetScheduler(ObjectFactory(type));
    DelaySource delays(frames);
    uint64_t left = 10 * pending; // until the initial times have no influence
    for (uint64_t i = 0; i < pending; ++i)
    {
        Ptr<HoldEvent> event(new HoldEvent(delays, left), false);
        event->Schedule();
    }
    Simulator::Run();
    left = events;
    const double time = Measure([]() { Simulator::Run(); });
    Simulator::Destroy();
    return time / events;
}

/**
 * @brief Repeat a measurement.
 * @param repeat how many times
 * @param measure the measurement
 * @return the median
 */
double
Median(uint32_t repeat, const std::function<double()>& measure)
{
    std::vector<double> results(repeat);
    std::generate(results.begin(), results.end(), measure);
    std::sort(results.begin(), results.end());
    return results[results.size() / 2];
}

/**
 * @brief Split a list at its commas.
 * @param list the list
 * @return its parts
 */
std::vector<std::string>
Split(const std::string& list)
{
    std::vector<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');)
    {
        parts.push_back(part);
    }
    return parts;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string schedulers = "ns3::PriorityQueueScheduler,ns3::MapScheduler,"
                             "ns3::rdmacell::TimingWheelScheduler";
    std::string pending = "100,2000,20000";
    std::string delays = "uniform";
    uint64_t events = 1'000'000;
    uint32_t repeat = 5;

    CommandLine cmd(__FILE__);
    cmd.AddValue("schedulers", "TypeIds of the schedulers, with commas", schedulers);
    cmd.AddValue("pending", "Numbers of pending events, with commas", pending);
    cmd.AddValue("delays", "uniform or frames", delays);
    cmd.AddValue("events", "Events of a measurement", events);
    cmd.AddValue("repeat", "Measurements of which the median is printed", repeat);
    cmd.Parse(argc, argv);

    if (delays != "uniform" && delays != "frames")
    {
        std::cerr << "--delays=" << delays << ": expected uniform or frames\n";
        return 2;
    }
    if (events == 0 || repeat == 0)
    {
        std::cerr << "--events and --repeat: expected at least 1\n";
        return 2;
    }
    for (const auto& type : Split(schedulers))
    {
        TypeId tid;
        if (!TypeId::LookupByNameFailSafe(type, &tid) || !tid.IsChildOf(Scheduler::GetTypeId()))
        {
            std::cerr << "--schedulers: " << type << ": expected the TypeId of a scheduler\n";
            return 2;
        }
    }

    std::vector<uint64_t> counts;
    for (const auto& count : Split(pending))
    {
        char* end = nullptr;
        counts.push_back(std::strtoull(count.c_str(), &end, 10));
        if (*end != '\0' || counts.back() == 0)
        {
            std::cerr << "--pending: " << count << ": expected a number above 0\n";
            return 2;
        }
    }

    Time::SetResolution(Time::PS);
    Simulator::Run(); // ns-3 records every Time until the first run, which is slow
    Simulator::Destroy();

    std::cout << std::left << std::setw(38) << "scheduler" << std::right << std::setw(10)
              << "pending" << std::setw(10) << "raw" << std::setw(12) << "simulator" << '\n'
              << std::fixed << std::setprecision(1);
    for (const uint64_t n : counts)
    {
        for (const auto& type : Split(schedulers))
        {
            const bool frames = delays == "frames";
            const double raw =
                Median(repeat, [&]() { return MeasureRaw(type, frames, n, events); });
            const double simulator =
                Median(repeat, [&]() { return MeasureSimulator(type, frames, n, events); });
            std::cout << std::left << std::setw(38) << type << std::right << std::setw(10) << n
                      << std::setw(10) << raw << std::setw(12) << simulator << std::endl;
        }
    }
    return 0;
}
