/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CNP_GENERATOR_H
#define CNP_GENERATOR_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief DCQCN's notification point of one queue pair: says when to send a CNP.
 *
 * The first marked frame gives a CNP at once; after that there is at most one in each interval,
 * and only for a frame that is marked (Zhu et al., SIGCOMM 2015, section 3.1).
 */
class CnpGenerator
{
  public:
    /**
     * @brief A frame with a congestion mark has arrived.
     * @param now the current time, steps
     * @param interval least time between CNPs, steps
     * @return true if a CNP is to be sent
     */
    bool OnMarked(int64_t now, int64_t interval)
    {
        if (m_sent && now - m_last < interval)
        {
            return false;
        }
        m_sent = true;
        m_last = now;
        return true;
    }

  private:
    int64_t m_last{0};  ///< when the last CNP was sent
    bool m_sent{false}; ///< one has been sent
};

} // namespace ns3::rdmacell

#endif // CNP_GENERATOR_H
