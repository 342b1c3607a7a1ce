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
 * @brief DCQCN's notification point of one queue pair: decides when to send a CNP.
 *
 * The first marked frame triggers a CNP at once; after that there is at most one in each interval,
 * and only for a frame that is marked (Zhu et al., SIGCOMM 2015, section 3.1).
 */
class CnpGenerator
{
  public:
    /**
     * @brief Handle a frame with a congestion mark.
     * @param now the current time, steps
     * @param interval least time between CNPs, steps
     * @return true if a CNP must be sent now
     */
    bool OnMarked(int64_t now, int64_t interval);

  private:
    int64_t m_last{0};  ///< time of the last CNP
    bool m_sent{false}; ///< there was one
};

} // namespace ns3::rdmacell

#endif // CNP_GENERATOR_H
