/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PREFETCH_H
#define PREFETCH_H

#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/// Bytes of a cache line.
constexpr std::size_t CACHE_LINE = 64;

/**
 * @brief Load cache lines that are going to be written, without waiting for them.
 * @tparam COUNT how many lines
 * @param start where the first line is; any address, null and invalid ones too
 */
template <std::size_t COUNT = 1>
inline void
PrefetchLines(const void* start)
{
    for (std::size_t line = 0; line < COUNT; ++line)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(start) + line * CACHE_LINE;
        __builtin_prefetch(reinterpret_cast<const void*>(address), 1);
    }
}

/**
 * @ingroup rdmacell
 * @brief The optional contract of look-ahead: load the memory that a coming call will need.
 *
 * In a large network the memory of an event has left the processor's caches by the time the event
 * runs. While many events are pending, SequentialSimulatorImpl calls DirectEvent::PrefetchEarly()
 * and PrefetchLate() for the events that come next, and an event passes the latter on to the
 * interface that it will call: a wire to its FrameReceiver, a device to its FrameSink, a port to
 * its EgressListener. Each of these interfaces is a Prefetchable of that call's arguments.
 *
 * A part that does not override Prefetch() works all the same, only slower. One that does changes
 * nothing, so no result depends on it, and it reads only memory that has been loaded before.
 * The call that is announced may never come: a timer can be disarmed, a link can go down.
 *
 * @tparam Args what tells which memory will be needed
 */
template <typename... Args>
class Prefetchable
{
  public:
    /// @brief Load the memory that the call for these arguments will need.
    virtual void Prefetch(Args...) const
    {
    }

  protected:
    ~Prefetchable() = default;
};

} // namespace ns3::rdmacell

#endif // PREFETCH_H
