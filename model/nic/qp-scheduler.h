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
 * @brief Decides which queue pair of a NIC sends next.
 *
 * Queue pairs that may send now are ready: there is a list of them for each traffic class. Classes,
 * and the queue pairs of a class, are served round robin. Queue pairs that congestion control
 * delays are paced: they are in a set ordered by the time at which they may send. Idle queue pairs
 * are in neither, so their number costs nothing.
 */
class QpScheduler
{
  public:
    static constexpr uint32_t CLASSES = 8;                                ///< traffic classes
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); ///< no time

    /// State of a queue pair in the schedule.
    enum class State : uint8_t
    {
        IDLE,       ///< has nothing to send
        IN_SERVICE, ///< its frame is being sent, and it has another one
        READY,      ///< may send: in the list of its class
        PACED,      ///< may send later: in the set ordered by time
    };

    /// The scheduler's part of a queue pair, which derives from it.
    struct Entry
    {
        boost::intrusive::list_member_hook<> readyHook; ///< in the list of its class
        boost::intrusive::set_member_hook<> pacedHook;  ///< in the set ordered by time
        int64_t notBefore{0};                           ///< earliest start of its next frame, steps
        uint8_t trafficClass{0};                        ///< class of its frames
        State state{State::IDLE};                       ///< state in the schedule
    };

    /**
     * @brief Add an idle queue pair that has something to send.
     * @param entry the queue pair; notBefore and trafficClass are set
     * @param now the current time, steps
     */
    void Add(Entry& entry, int64_t now);

    /**
     * @brief Add the queue pair that Pop() returned last, as it has more to send.
     *
     * It becomes ready or paced when the end of its frame is known: behind the paced ones that may
     * send by then.
     *
     * @param entry the queue pair
     */
    void Requeue(Entry& entry);

    /**
     * @brief Remove a queue pair in any state; it is idle then.
     * @param entry the queue pair
     */
    void Remove(Entry& entry);

    /**
     * @brief Remove the ready queue pair whose turn it is.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @return the queue pair, which is idle now, or nullptr if none may send
     */
    Entry* Pop(uint8_t pausedClasses, int64_t now);

    /**
     * @brief Ask whether a queue pair may send at a later time.
     * @param pausedClasses bitmask of classes that must not send
     * @param when the time, steps; Pop() is not called before
     * @return true if so
     */
    bool HasReady(uint8_t pausedClasses, int64_t when);

    /**
     * @brief Get the time at which the first paced queue pair may send.
     * @return time steps, or NEVER
     */
    int64_t GetNextTime() const;

  private:
    /**
     * @brief Make the paced queue pairs ready that may send by a time, then the one in service.
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
         * @brief Compare two queue pairs.
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

    /// The set of paced queue pairs.
    using PacedSet = boost::intrusive::multiset<
        Entry,
        boost::intrusive::
            member_hook<Entry, boost::intrusive::set_member_hook<>, &Entry::pacedHook>,
        boost::intrusive::compare<Earlier>,
        boost::intrusive::constant_time_size<false>>;

    std::array<ReadyList, CLASSES> m_ready; ///< ready queue pairs by class
    PacedSet m_paced;                       ///< paced queue pairs
    Entry* m_inService{nullptr};            ///< the one that is IN_SERVICE, or nullptr
    uint32_t m_readyClasses{0};             ///< bitmask of classes with ready queue pairs
    uint32_t m_lastClass{0};                ///< class served last
};

} // namespace ns3::rdmacell

#endif // QP_SCHEDULER_H
