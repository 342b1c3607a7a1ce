/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_SCHEDULER_H
#define QP_SCHEDULER_H

#include <array>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstdint>
#include <limits>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which queue pair of a NIC sends next.
 *
 * Queue pairs that may send now wait in one list for each traffic class, served round robin, and
 * so are the classes. Queue pairs that congestion control delays wait in a set ordered by when
 * they may send. Queue pairs with nothing to send are in neither, so nothing here depends on how
 * many there are.
 */
class QpScheduler
{
  public:
    static constexpr uint32_t CLASSES = 8;                                ///< traffic classes
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); ///< no time

    /// Where an entry waits.
    enum class Place : uint8_t
    {
        NOWHERE, ///< has nothing to send
        SERVED,  ///< its frame is being sent and it has more
        READY,   ///< in the list of its class
        PACED,   ///< in the set ordered by time
    };

    /// What the scheduler keeps of a queue pair; a base class of it.
    struct Entry
    {
        boost::intrusive::list_member_hook<> readyHook; ///< in the list of its class
        boost::intrusive::set_member_hook<> pacedHook;  ///< in the set ordered by time
        int64_t notBefore{0};                           ///< earliest start of its next frame, steps
        uint8_t trafficClass{0};                        ///< class of its frames
        Place place{Place::NOWHERE};                    ///< where it waits
    };

    /**
     * @brief Add a queue pair that has something to send and is in no place.
     * @param entry the queue pair; notBefore and trafficClass are set
     * @param now the current time, steps
     */
    void Add(Entry& entry, int64_t now);

    /**
     * @brief Add the queue pair that was taken last, as it has more to send.
     *
     * It gets its place when the end of its frame is known: behind those whose time comes by then.
     *
     * @param entry the queue pair
     */
    void Requeue(Entry& entry);

    /**
     * @brief Remove a queue pair, wherever it waits.
     * @param entry the queue pair
     */
    void Remove(Entry& entry);

    /**
     * @brief Take the queue pair whose turn it is.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @return the queue pair, now in no place, or nullptr if none may send
     */
    Entry* Pop(uint8_t pausedClasses, int64_t now);

    /**
     * @brief Ask whether a queue pair may send at a time to come.
     * @param pausedClasses bitmask of classes that must not send
     * @param when the time, steps; no frame is taken before
     * @return true if so
     */
    bool HasReady(uint8_t pausedClasses, int64_t when);

    /**
     * @brief Get when the first delayed queue pair may send.
     * @return time steps, or NEVER
     */
    int64_t GetNextTime() const;

  private:
    /**
     * @brief Make queue pairs ready whose time has come, then place the one that was served.
     * @param when the time
     */
    void Promote(int64_t when);

    /**
     * @brief Append a queue pair to the list of its class.
     * @param entry the queue pair
     */
    void MakeReady(Entry& entry);

    /// Orders by time; equal times in order of insertion.
    struct Earlier
    {
        /**
         * @brief Compare.
         * @param a one
         * @param b another
         * @return true if a may send before b
         */
        bool operator()(const Entry& a, const Entry& b) const
        {
            return a.notBefore < b.notBefore;
        }
    };

    /// A list of ready queue pairs.
    using ReadyList =
        boost::intrusive::list<Entry,
                               boost::intrusive::member_hook<Entry,
                                                             boost::intrusive::list_member_hook<>,
                                                             &Entry::readyHook>,
                               boost::intrusive::constant_time_size<false>>;

    /// The set of delayed queue pairs.
    using PacedSet = boost::intrusive::multiset<
        Entry,
        boost::intrusive::
            member_hook<Entry, boost::intrusive::set_member_hook<>, &Entry::pacedHook>,
        boost::intrusive::compare<Earlier>,
        boost::intrusive::constant_time_size<false>>;

    std::array<ReadyList, CLASSES> m_ready; ///< those that may send, by class
    PacedSet m_paced;                       ///< those that may not yet
    Entry* m_served{nullptr};               ///< the one in place SERVED, or nullptr
    uint32_t m_readyClasses{0};             ///< bitmask of classes whose list is not empty
    uint32_t m_lastClass{0};                ///< class served last
};

} // namespace ns3::rdmacell

#endif // QP_SCHEDULER_H
