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

#include "driver/argument-check.h"
#include "driver/option-list.h"
#include "driver/program.h"

#include "ns3/event-impl.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/option-values.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

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

/// The command line.
struct Options
{
    std::vector<std::string> schedulers; ///< TypeIds
    std::vector<uint64_t> pending;       ///< numbers of pending events
    bool frames{false};                  ///< the delays of a network instead of uniform ones
    uint64_t events{0};                  ///< of a measurement
    uint32_t repeat{0};                  ///< measurements of which the median is printed
};

/**
 * @brief Split a list at its commas.
 * @param list the list
 * @return its parts
 */
std::vector<std::string>
Split(const std::string& list)
{
    std::vector<std::string> parts;
    std::istringstream stream(list + ",");
    for (std::string part; std::getline(stream, part, ',');)
    {
        parts.push_back(part);
    }
    return parts;
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv arguments
 * @return the options
 * @throws InputError that names an option and says what was expected
 */
Options
ParseOptions(int argc, char* argv[])
{
    Options o;
    OptionList list;
    using S = const std::string&;
    const auto add = [&list](S name, S value, S help, std::function<void(S)> assign) {
        list.Add({{name, value, help, std::move(assign), nullptr, {}, nullptr, nullptr}});
    };
    add("schedulers",
        "ns3::PriorityQueueScheduler,ns3::MapScheduler,ns3::rdmacell::TimingWheelScheduler",
        "TypeIds of the schedulers, with commas",
        [&o](S v) {
            o.schedulers = Split(v);
            for (const std::string& type : o.schedulers)
            {
                CheckDerived("schedulers", type, Scheduler::GetTypeId());
                if (!TypeId::LookupByName(type).HasConstructor())
                {
                    RejectValue("schedulers that can be made", type);
                }
            }
        });
    add("pending", "100,2000,20000", "Numbers of pending events, with commas", [&o](S v) {
        for (const std::string& count : Split(v))
        {
            o.pending.push_back(ParseNumber(count, 1, 100'000'000));
        }
    });
    add("delays", "uniform", "uniform or frames", [&o](S v) {
        o.frames = ParseName<bool>(v, {{"uniform", false}, {"frames", true}});
    });
    add("events", "1000000", "Events of a measurement", [&o](S v) {
        o.events = ParseNumber(v, 1, 1'000'000'000'000);
    });
    add("repeat", "5", "Measurements of which the median is printed", [&o](S v) {
        o.repeat = static_cast<uint32_t>(ParseNumber(v, 1, 1000));
    });
    list.Parse(argv[0], "The cost of an event with each scheduler.", {argv + 1, argv + argc});
    for (const char* const global : {"RngRun", "RngSeed", "SchedulerType"})
    {
        if (list.GetGiven(global))
        {
            throw InputError("--" + std::string(global) + ": has no effect in this program");
        }
    }
    const std::string wheel = "ns3::rdmacell::TimingWheelScheduler::";
    for (const auto& [attribute, value] : list.GetGivenAttributes())
    {
        if (attribute.rfind(wheel, 0) != 0)
        {
            throw InputError("--" + attribute + ": has no effect in this program");
        }
    }
    return o;
}

/**
 * @brief Measure all schedulers and print the results.
 * @param options the command line
 */
void
Run(const Options& options)
{
    Simulator::Run(); // ns-3 records every Time until the first run, which is slow
    Simulator::Destroy();

    std::cout << std::left << std::setw(38) << "scheduler" << std::right << std::setw(10)
              << "pending" << std::setw(10) << "raw" << std::setw(12) << "simulator" << '\n'
              << std::fixed << std::setprecision(1);
    for (const uint64_t n : options.pending)
    {
        for (const auto& type : options.schedulers)
        {
            const double raw = Median(options.repeat, [&]() {
                return MeasureRaw(type, options.frames, n, options.events);
            });
            const double simulator = Median(options.repeat, [&]() {
                return MeasureSimulator(type, options.frames, n, options.events);
            });
            std::cout << std::left << std::setw(38) << type << std::right << std::setw(10) << n
                      << std::setw(10) << raw << std::setw(12) << simulator << std::endl;
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    return RunProgram("rdmacell-scheduler-benchmark", [&]() {
        Run(ParseOptions(argc, argv));
        return 0;
    });
}
