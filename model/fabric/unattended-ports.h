/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef UNATTENDED_PORTS_H
#define UNATTENDED_PORTS_H

#include "ns3/egress-port.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Ports whose last transmission ends without an event, and has to be settled in time.
 *
 * A frame's bytes are released when its last bit has left. If nothing waits behind it, an event
 * only for this would double the cost of a hop. Instead the port is noted here, and settled before
 * the next time that anybody looks at the buffer.
 */
class UnattendedPorts
{
  public:
    /**
     * @brief Note a port.
     * @param port the port, which is sending; may be noted already, with an end that has passed
     */
    void Add(EgressPort* port)
    {
        const int64_t end = port->GetBusyUntil();
        m_ports.push_back({port, end});
        m_firstEnd = end < m_firstEnd ? end : m_firstEnd;
    }

    /**
     * @brief Settle the ports whose transmission has ended.
     * @param now the current time, steps
     */
    void Settle(int64_t now)
    {
        if (now >= m_firstEnd)
        {
            SettleDue(now);
        }
    }

    /**
     * @brief From now on have an event at the end of each transmission: forget the ports.
     * @param now the current time, steps
     */
    void Attend(int64_t now);

  private:
    /// A port and the end of its transmission.
    struct Entry
    {
        EgressPort* port; ///< the port
        int64_t end;      ///< steps
    };

    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); ///< no end

    /**
     * @brief Settle the ports that are due, at least one.
     * @param now the current time
     */
    void SettleDue(int64_t now);

    std::vector<Entry> m_ports; ///< ports noted
    int64_t m_firstEnd{NEVER};  ///< earliest end among them
};

} // namespace ns3::rdmacell

#endif // UNATTENDED_PORTS_H
