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
 * A timer is pushed back with each acknowledgment and rarely fires. Pushing back or stopping it
 * changes a number; its place in the order of time is looked at only when the time comes for
 * which it was listed.
 */
class QpTimers
{
  public:
    static constexpr int64_t NEVER = INT64_MAX; ///< no time

    /// What is kept of a queue pair; a base class of it.
    class Entry
    {
      public:
        virtual ~Entry() = default;

        /**
         * @brief The timer has run out; it is stopped.
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

      private:
        friend class QpTimers;
        boost::intrusive::set_member_hook<> m_hook; ///< in the order of time
        int64_t m_deadline{NEVER};                  ///< when it runs out
        int64_t m_listed{NEVER};                    ///< its place in the order, at most m_deadline
    };

    QpTimers();
    ~QpTimers();
    QpTimers(const QpTimers&) = delete;
    QpTimers& operator=(const QpTimers&) = delete;

    /**
     * @brief Set the context in which timers run out.
     * @param context node id
     */
    void SetContext(uint32_t context);

    /**
     * @brief Start a timer, or move it.
     * @param entry the queue pair
     * @param now the current time, steps
     * @param deadline when it runs out, steps, after now
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
     * @brief Forget a queue pair.
     * @param entry the queue pair
     */
    void Remove(Entry& entry);

    /// @brief Never fire again.
    void Dispose();

  private:
    /**
     * @brief Put a timer at its deadline's place in the order of time.
     * @param entry the queue pair
     * @param now the current time
     */
    void Relist(Entry& entry, int64_t now);

    /**
     * @brief Serve the timers whose listed time has come.
     * @param now the current time
     */
    void Fire(int64_t now);

    /// Orders by listed time; equal times in order of insertion.
    struct Earlier
    {
        /**
         * @brief Compare.
         * @param a one
         * @param b another
         * @return true if a is looked at before b
         */
        bool operator()(const Entry& a, const Entry& b) const
        {
            return a.m_listed < b.m_listed;
        }
    };

    /// The order of time.
    using Order = boost::intrusive::multiset<
        Entry,
        boost::intrusive::member_hook<Entry, boost::intrusive::set_member_hook<>, &Entry::m_hook>,
        boost::intrusive::compare<Earlier>,
        boost::intrusive::constant_time_size<false>>;

    using Event = PersistentEvent<QpTimers, &QpTimers::Fire>; ///< event type

    Order m_order;      ///< by listed time
    Ptr<Event> m_event; ///< at the first listed time
};

} // namespace ns3::rdmacell

#endif // QP_TIMERS_H
