/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_TIMERS_H
#define QP_TIMERS_H

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"

#include <boost/intrusive/set.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The timers of all queue pairs of a NIC (local ACK timeout, RNR wait) on one event.
 *
 * A timer is moved to a later time with each acknowledgment and rarely expires. Moving it to a
 * later time or stopping it only changes its deadline; the set of timers keeps it where it is until
 * the event reaches it, and then it is evaluated lazily: it has expired, is put at its deadline, or
 * is dropped.
 */
class QpTimers
{
  public:
    static constexpr int64_t NEVER = INT64_MAX; ///< no time

    /// The timer of a queue pair, which derives from it.
    class Entry
    {
      public:
        virtual ~Entry() = default;

        /**
         * @brief The timer has expired; it is stopped.
         * @param now the current time, steps
         */
        virtual void OnTimer(int64_t now) = 0;

        /**
         * @brief Ask whether the timer runs.
         * @return true if so
         */
        bool IsTimerRunning() const
        {
            return m_deadline != NEVER;
        }

        /**
         * @brief Get when the timer expires.
         * @return steps, NEVER if it does not run
         */
        int64_t GetDeadline() const
        {
            return m_deadline;
        }

      private:
        friend class QpTimers;
        boost::intrusive::set_member_hook<> m_hook; ///< in the set of timers
        int64_t m_deadline{NEVER};                  ///< when it expires
        int64_t m_listed{NEVER};                    ///< its key in the set, at most m_deadline
    };

    QpTimers();
    ~QpTimers();
    QpTimers(const QpTimers&) = delete;
    QpTimers& operator=(const QpTimers&) = delete;

    /**
     * @brief Set the context in which timers expire.
     * @param context node id
     */
    void SetContext(uint32_t context);

    /**
     * @brief Start a timer, or move it.
     * @param entry the queue pair
     * @param now the current time, steps
     * @param deadline when it expires, steps, after now
     */
    void Start(Entry& entry, int64_t now, int64_t deadline)
    {
        entry.m_deadline = deadline;
        if (deadline < entry.m_listed)
        {
            Relist(entry, now);
        }
    }

    /**
     * @brief Stop a timer.
     * @param entry the queue pair
     */
    void Stop(Entry& entry)
    {
        entry.m_deadline = NEVER;
    }

    /**
     * @brief Remove a queue pair that is destroyed.
     * @param entry the queue pair
     */
    void Remove(Entry& entry);

    /// @brief Stop all timers for good.
    void Dispose();

  private:
    /**
     * @brief Move a timer to its deadline in the set.
     * @param entry the queue pair
     * @param now the current time
     */
    void Relist(Entry& entry, int64_t now);

    /**
     * @brief Evaluate the timers that are listed for now.
     * @param now the current time
     */
    void Fire(int64_t now);

    /// Orders by listed time; equal times in order of insertion.
    struct Earlier
    {
        /**
         * @brief Compare two timers.
         * @param a one
         * @param b another
         * @return true if a is evaluated before b
         */
        bool operator()(const Entry& a, const Entry& b) const
        {
            return a.m_listed < b.m_listed;
        }
    };

    /// Timers by listed time.
    using TimerSet = boost::intrusive::multiset<
        Entry,
        boost::intrusive::member_hook<Entry, boost::intrusive::set_member_hook<>, &Entry::m_hook>,
        boost::intrusive::compare<Earlier>,
        boost::intrusive::constant_time_size<false>>;

    using Event = PersistentEvent<QpTimers, &QpTimers::Fire>; ///< event type

    TimerSet m_timers;  ///< all that are listed
    Ptr<Event> m_event; ///< at the first listed time
};

} // namespace ns3::rdmacell

#endif // QP_TIMERS_H
