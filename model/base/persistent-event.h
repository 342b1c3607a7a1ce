/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PERSISTENT_EVENT_H
#define PERSISTENT_EVENT_H

#include "direct-event.h"
#include "event-order.h"
#include "sequential-simulator-impl.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <limits>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A timer that is one EventImpl for its owner's life, re-armed without allocation.
 *
 * Simulator::Cancel() marks an EventImpl for good, so this one is never cancelled. Disarming and
 * moving the time later only change a number: the event that is already in the simulator's list
 * fires early, sees that it is not due, and goes back into the list at the right time. So a timer
 * that is pushed back for each packet and rarely fires costs almost nothing.
 *
 * Times are in the simulator's time steps.
 *
 * @tparam T the owner's class
 * @tparam Method the owner's function that is called when the timer expires
 */
template <typename T, void (T::*Method)(int64_t)>
class alignas(64) PersistentEvent : public DirectEvent // one cache line
{
  public:
    /// A time that never comes.
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /**
     * @brief Make a timer that is not armed.
     * @param owner the owner; it calls Detach() before it is destroyed
     */
    explicit PersistentEvent(T* owner)
        : m_owner(owner)
    {
    }

    /**
     * @brief Set the context (node id) in which the owner is called.
     * @param context node id, or Simulator::NO_CONTEXT
     */
    void SetContext(uint32_t context)
    {
        m_context = context;
    }

    /**
     * @brief Give the event a place among those of equal time, before it is armed.
     * @param place the place, see EventOrder
     */
    void SetPlace(uint32_t place)
    {
        m_place = place;
    }

    /**
     * @brief Arm the timer, whether it is armed already or not.
     * @param now the current time
     * @param due when to fire, not before now
     */
    void ArmAt(int64_t now, int64_t due)
    {
        m_due = due;
        if (due < m_listed)
        {
            m_overtaken += m_listed != NEVER ? 1 : 0;
            m_listed = due;
            Ref(); // the list takes a reference over
            if (m_direct)
            {
                ScheduleDirect(due - now);
            }
            else
            {
                Schedule(due - now);
            }
        }
    }

    /// @brief Disarm the timer.
    void Disarm()
    {
        m_due = NEVER;
    }

    /**
     * @brief Ask whether the timer will fire.
     * @return true if armed
     */
    bool IsArmed() const
    {
        return m_due != NEVER;
    }

    /**
     * @brief Ask when the timer will fire.
     * @return time steps, or NEVER
     */
    int64_t GetDue() const
    {
        return m_due;
    }

    /// @brief Forget the owner: nothing is called any more.
    void Detach()
    {
        m_owner = nullptr;
        m_due = NEVER;
    }

  protected:
    /**
     * @brief Get the owner.
     * @return the owner, or null after Detach()
     */
    const T* GetOwner() const
    {
        return m_owner;
    }

  private:
    /**
     * @brief Have a simulator of this module list the event.
     * @param delay from now on
     */
    void ScheduleDirect(int64_t delay)
    {
        if (m_place == EventOrder::NO_PLACE)
        {
            m_direct->ScheduleDirect(m_context, delay, this);
        }
        else
        {
            m_direct->SchedulePlaced(m_context, delay, this, m_place);
        }
    }

    /**
     * @brief Have the simulator list the event. The first time it is asked for; like its owner, a
     * timer lives within one simulation.
     * @param delay from now on
     */
    [[gnu::noinline]] void Schedule(int64_t delay)
    {
        SimulatorImpl* simulator = PeekPointer(Simulator::GetImplementation());
        m_direct = dynamic_cast<SequentialSimulatorImpl*>(simulator);
        if (m_direct)
        {
            ScheduleDirect(delay);
        }
        else
        {
            simulator->ScheduleWithContext(m_context, TimeStep(delay), this);
        }
    }

    [[gnu::flatten]] void Fire() final
    {
        // The first entry to fire is the earliest one. Only where later ones were left behind by an
        // earlier listing must the clock say which this is; else asking it can be spared.
        if (m_overtaken > 0 && Simulator::Now().GetTimeStep() != m_listed)
        {
            --m_overtaken;
            return;
        }
        const int64_t now = m_listed;
        m_listed = NEVER;
        if (m_due > now)
        {
            if (m_due != NEVER)
            {
                ArmAt(now, m_due);
            }
            return;
        }
        m_due = NEVER;
        (m_owner->*Method)(now);
    }

    SequentialSimulatorImpl* m_direct{nullptr}; ///< the simulator, once known to be of this kind
    T* m_owner;                                 ///< the owner
    uint32_t m_context{Simulator::NO_CONTEXT};  ///< node id
    uint32_t m_place{EventOrder::NO_PLACE};     ///< among events of equal time
    int64_t m_due{NEVER};                       ///< when to fire
    int64_t m_listed{NEVER};                    ///< earliest entry in the simulator's list
    uint32_t m_overtaken{0};                    ///< later entries, which do nothing
};

} // namespace ns3::rdmacell

#endif // PERSISTENT_EVENT_H
