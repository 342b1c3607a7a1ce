/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_BUSY_TABLE_H
#define PATH_BUSY_TABLE_H

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The time until which each path is busy, that is, not used for reroutes (Song et al.,
 * SIGCOMM 2023, 3.2.2): a NOTIFY makes its path busy for theta_path_busy.
 *
 * Paths are numbered densely, so this is an array, and not a FlowTable. It grows with the first
 * NOTIFY about a path.
 */
class PathBusyTable
{
  public:
    /**
     * @brief Make a path busy.
     * @param tor ToR switch at its end
     * @param path its number
     * @param until end of that time, steps
     */
    void SetBusy(uint32_t tor, uint32_t path, int64_t until)
    {
        if (tor >= m_until.size())
        {
            m_until.resize(tor + 1);
        }
        if (path >= m_until[tor].size())
        {
            m_until[tor].resize(path + 1, 0);
        }
        m_until[tor][path] = until;
    }

    /**
     * @brief Ask whether a path is busy.
     * @param tor ToR switch at its end
     * @param path its number
     * @param now the current time, steps
     * @return true if so
     */
    bool IsBusy(uint32_t tor, uint32_t path, int64_t now) const
    {
        return tor < m_until.size() && path < m_until[tor].size() && now < m_until[tor][path];
    }

  private:
    std::vector<std::vector<int64_t>> m_until; ///< by ToR switch and path, steps
};

} // namespace ns3::rdmacell

#endif // PATH_BUSY_TABLE_H
