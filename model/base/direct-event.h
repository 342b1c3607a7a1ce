/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIRECT_EVENT_H
#define DIRECT_EVENT_H

#include "ns3/event-impl.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief An event that cannot be canceled, so that a simulator need not ask whether it was.
 *
 * SequentialSimulatorImpl::ScheduleDirect() takes it; for other simulators it is an EventImpl as
 * any other.
 */
class DirectEvent : public EventImpl
{
  public:
    /// Bit of an event's number (Scheduler::EventKey::m_uid) that tells it from other events.
    static constexpr uint32_t UID_BIT = 1;

    /// @brief Run the event.
    virtual void Fire() = 0;

    /// @brief Several events before this one: load what the event points to; see Prefetchable.
    virtual void PrefetchEarly() const
    {
    }

    /// @brief One event before this one: load what is found through that; see Prefetchable.
    virtual void PrefetchLate() const
    {
    }

  private:
    void Notify() final
    {
        Fire();
    }
};

} // namespace ns3::rdmacell

#endif // DIRECT_EVENT_H
