/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUE_EVENT_QUEUE_H
#define DUE_EVENT_QUEUE_H

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The events of the current slot of a timing wheel: a sorted array of few entries.
 *
 * An event is a number of the caller's, its node. Events of equal time stay in the order in which
 * they came.
 */
class DueEventQueue
{
  public:
    /// What Remove() returns if there is no such event.
    static constexpr uint32_t NONE = 0xffffffff;

    /**
     * @brief Ask whether there are events.
     * @return true if not
     */
    bool IsEmpty() const
    {
        return m_first == m_events.size();
    }

    /**
     * @brief Get the first event; there must be one.
     * @return its node
     */
    uint32_t GetFirst() const
    {
        return m_events[m_first].node;
    }

    /**
     * @brief Take the first event out; there must be one.
     * @return its node
     */
    uint32_t Pop()
    {
        const uint32_t node = m_events[m_first++].node;
        if (m_first == m_events.size())
        {
            m_events.clear();
            m_first = 0;
        }
        else if (m_first >= LONG_FRONT && m_first >= m_events.size() / 2)
        {
            m_events.erase(m_events.begin(), m_events.begin() + m_first);
            m_first = 0;
        }
        return node;
    }

    /**
     * @brief Put an event in its place, behind those of the same time.
     * @param time time of the event
     * @param node its node
     * @return how many events had to be moved
     */
    size_t Insert(uint64_t time, uint32_t node)
    {
        size_t i = m_events.size();
        m_events.push_back({time, 0, node});
        for (; i > m_first && m_events[i - 1].time > time; --i)
        {
            m_events[i] = m_events[i - 1];
        }
        m_events[i] = {time, 0, node};
        return m_events.size() - 1 - i;
    }

    /**
     * @brief Put an event anywhere, in the reverse of the order in which events came; the queue is
     * valid again after Sort() only.
     * @param time time of the event
     * @param node its node
     */
    void PrependUnsorted(uint64_t time, uint32_t node)
    {
        m_events.push_back({time, 0, node});
    }

    /// @brief Sort the events, all of which came by PrependUnsorted() and none is gone.
    void Sort()
    {
        std::reverse(m_events.begin(), m_events.end());
        if (m_events.size() > LONG_QUEUE)
        {
            SortMany();
            return;
        }
        for (size_t i = 1; i < m_events.size(); ++i)
        {
            const Event event = m_events[i];
            size_t j = i;
            for (; j > 0 && m_events[j - 1].time > event.time; --j)
            {
                m_events[j] = m_events[j - 1];
            }
            m_events[j] = event;
        }
    }

    /**
     * @brief Take an event out.
     * @tparam Match function of a node
     * @param time time of the event
     * @param match says whether a node is the one
     * @return the node, or NONE
     */
    template <typename Match>
    uint32_t Remove(uint64_t time, Match match)
    {
        const auto found =
            std::find_if(m_events.begin() + m_first, m_events.end(), [&](const Event& event) {
                return event.time == time && match(event.node);
            });
        if (found == m_events.end())
        {
            return NONE;
        }
        const uint32_t node = found->node;
        m_events.erase(found);
        return node;
    }

  private:
    /// An event.
    struct Event
    {
        uint64_t time;  ///< its time
        uint32_t order; ///< place by arrival, used by SortMany() only
        uint32_t node;  ///< its node
    };

    /// Longer queues are sorted by std::sort, which is not stable.
    static constexpr size_t LONG_QUEUE = 24;

    /// So many entries that were popped are dropped from the front.
    static constexpr size_t LONG_FRONT = 1024;

    /// @brief Sort the events by time and, at equal times, as they are.
    void SortMany()
    {
        for (size_t i = 0; i < m_events.size(); ++i)
        {
            m_events[i].order = static_cast<uint32_t>(i);
        }
        std::sort(m_events.begin(), m_events.end(), [](const Event& a, const Event& b) {
            return std::tie(a.time, a.order) < std::tie(b.time, b.order);
        });
    }

    std::vector<Event> m_events; ///< the events, and in front of them those popped before
    size_t m_first{0};           ///< index of the first event
};

} // namespace ns3::rdmacell

#endif // DUE_EVENT_QUEUE_H
