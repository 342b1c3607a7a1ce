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
 * @brief An event that nobody can cancel, so that a simulator need not ask whether it was.
 *
 * SequentialSimulatorImpl::ScheduleDirect() takes it; for other simulators it is an EventImpl as
 * any other.
 */
class DirectEvent : public EventImpl
{
  public:
    /// Bit of an event's number (Scheduler::EventKey::m_uid) that tells it from other events.
    static constexpr uint32_t UID_BIT = 1;

    /// @brief Do what the event is for.
    virtual void Fire() = 0;

    /**
     * @brief Fetch the memory that the event leads to first; change nothing. May be called for an
     * event that will do nothing. See TimingWheelScheduler::PeekAhead().
     */
    virtual void PrefetchEarly() const
    {
    }

    /// @brief Fetch the memory that is found by what PrefetchEarly() fetched; change nothing.
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
