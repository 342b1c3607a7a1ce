/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEFERRED_RELEASES_H
#define DEFERRED_RELEASES_H

#include "ns3/egress-port.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The ports of a switch whose last transmission ends without an event.
 *
 * A frame's buffer space is released when its last bit has left. If nothing waits behind the frame,
 * an event for this alone would double the cost of a hop. Instead the release is deferred: the port
 * is noted here, and its buffer space is released before the buffer is next examined.
 */
class DeferredReleases
{
  public:
    /**
     * @brief Defer the release of the frame that a port is sending.
     * @param port the port; it may be here already, with a transmission that has ended
     */
    void Add(EgressPort* port)
    {
        const int64_t end = port->GetBusyUntil();
        m_entries.push_back({port, end});
        m_firstEnd = end < m_firstEnd ? end : m_firstEnd;
    }

    /**
     * @brief Release the frames that have left by now.
     * @param now the current time, steps
     */
    void ReleaseDue(int64_t now)
    {
        if (now >= m_firstEnd)
        {
            ReleaseEnded(now);
        }
    }

    /**
     * @brief Replace all deferred releases by events at the ends of their transmissions.
     * @param now the current time, steps
     */
    void ReplaceByEvents(int64_t now);

  private:
    /// A port and the end of its transmission.
    struct Entry
    {
        EgressPort* port; ///< the port
        int64_t end;      ///< steps
    };

    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); ///< no end

    /**
     * @brief Release the frames that have left by now, at least one.
     * @param now the current time
     */
    void ReleaseEnded(int64_t now);

    std::vector<Entry> m_entries; ///< ports that are sending
    int64_t m_firstEnd{NEVER};    ///< earliest end among them
};

} // namespace ns3::rdmacell

#endif // DEFERRED_RELEASES_H
