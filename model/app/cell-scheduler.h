/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SCHEDULER_H
#define CELL_SCHEDULER_H

#include "path-estimator.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides over which queue pair of a group each cell goes (RDMACell's scheduler).
 *
 * Normal transfer: a policy picks the queue pair of each new cell. Fast recovery: the faulty queue
 * pair is isolated, and what was on it goes over the healthy ones in turn, from the new primary on;
 * it comes back after its reset.
 *
 * A queue pair is isolated for a missing token or a NAK only while another one is healthy, and one
 * base RTT after the last isolation at the earliest. So tokens that are late on all paths alike, or
 * a group of one, end in waiting, not in a standstill.
 */
class CellScheduler
{
  public:
    /// How the queue pair of a new cell is picked.
    enum NextQp
    {
        STICKY,      ///< the primary, as long as it is healthy (the paper's state machine)
        ROUND_ROBIN, ///< the next healthy one (the paper's abstract: cells over multiple paths)
        MIN_RTT,     ///< the healthy one of least RTT_avg; each is tried once, first
    };

    /// T_soft is doubled this often at most: to about a second.
    static constexpr uint8_t MOST_BACKOFF = 10;

    /// No queue pair.
    static constexpr uint16_t NONE = std::numeric_limits<uint16_t>::max();

    /**
     * @brief Make a scheduler.
     * @param paths queue pairs of the group
     * @param healthy whether they are healthy from the start
     * @param policy how the queue pair of a new cell is picked
     * @param estimator settings of the estimators
     * @param holdDown least time between two isolations, steps
     * @param history estimator of the host, of all its ways as long; outlives the scheduler, gets
     * its samples, and stands in for its own before the first; nullptr if there is none
     */
    CellScheduler(uint16_t paths,
                  bool healthy,
                  NextQp policy,
                  const PathEstimator::Settings& estimator,
                  int64_t holdDown,
                  PathEstimator* history);

    /**
     * @brief Pick the queue pair of a new cell.
     * @return index, or NONE if none is healthy
     */
    uint16_t PickNext();

    /**
     * @brief Pick the queue pair of a cell that is sent again.
     * @return index, or NONE if none is healthy
     */
    uint16_t PickBackup();

    /**
     * @brief Ask whether a queue pair may be isolated for a missing token or a NAK.
     * @param path the queue pair
     * @param now the current time, steps
     * @return true if it is healthy, another one is, too, and the hold-down is over
     */
    bool MayRecover(uint16_t path, int64_t now) const;

    /**
     * @brief Take a queue pair out of use. If it was the primary, the next healthy one is now.
     * @param path the queue pair
     * @param now the current time, steps
     */
    void Isolate(uint16_t path, int64_t now);

    /**
     * @brief Put a queue pair into use, without samples.
     * @param path the queue pair
     */
    void Restore(uint16_t path);

    /**
     * @brief Ask whether a queue pair is in use.
     * @param path the queue pair
     * @return true if so
     */
    bool IsHealthy(uint16_t path) const;

    /**
     * @brief Count the queue pairs in use.
     * @return how many
     */
    uint16_t CountHealthy() const;

    /**
     * @brief Get the primary.
     * @return index, or NONE if none is healthy
     */
    uint16_t GetPrimary() const;

    /**
     * @brief Get the end of the hold-down.
     * @return steps
     */
    int64_t GetHoldEnd() const;

    /**
     * @brief T_soft has passed, and a queue pair is isolated for it: double T_soft for all cells of
     * the group until there is a sample.
     *
     * Cells that are sent again give no sample (Karn). Without the doubling, a group whose true
     * round-trip time is above T_soft would never learn it (RFC 6298, section 5).
     */
    void BackOff();

    /**
     * @brief Get how often T_soft is doubled.
     * @return at most MOST_BACKOFF
     */
    uint8_t GetBackoff() const;

    /**
     * @brief Take a round-trip time.
     * @param path the queue pair
     * @param rtt from the start of a cell to its token, steps
     */
    void AddSample(uint16_t path, int64_t rtt);

    /**
     * @brief Get the estimator of a queue pair.
     * @param path the queue pair
     * @return the estimator
     */
    const PathEstimator& GetEstimator(uint16_t path) const;

    /**
     * @brief Compute T_soft of a queue pair, not doubled; one without samples has that of the whole
     * group, and a group without samples that of the history.
     * @param path the queue pair
     * @return steps
     */
    int64_t GetSoftTimeout(uint16_t path) const;

  private:
    /// What is known of a queue pair.
    struct Path
    {
        bool healthy{false};      ///< it is in use
        bool isolatedOnce{false}; ///< it has been isolated
        PathEstimator estimator;  ///< of its samples
    };

    /**
     * @brief Find the next healthy queue pair, in a circle.
     * @param from where to begin
     * @return index, or NONE if none is healthy
     */
    uint16_t FindHealthy(uint16_t from) const;

    /**
     * @brief Get the RTT_avg by which MIN_RTT judges a queue pair.
     * @param path the queue pair
     * @return its own; without samples 0, or after a reset that of the whole group
     */
    double GetCost(uint16_t path) const;

    /**
     * @brief Find the healthy queue pair of least RTT_avg.
     * @return index, or NONE if none is healthy
     */
    uint16_t FindFastest() const;

    NextQp m_policy;                                 ///< how the queue pair of a new cell is picked
    PathEstimator::Settings m_settings;              ///< of the estimators
    int64_t m_holdDown;                              ///< least time between two isolations
    int64_t m_holdEnd{0};                            ///< when the next isolation may come
    uint16_t m_primary{0};                           ///< queue pair in use
    uint16_t m_next{0};                              ///< ROUND_ROBIN: where to look first
    uint16_t m_backup{0};                            ///< of resends: where to look first
    boost::container::small_vector<Path, 8> m_paths; ///< queue pairs
    PathEstimator m_session;                         ///< of all samples of the group
    PathEstimator* m_history;                        ///< of all samples of the host, or nullptr
    uint8_t m_backoff{0};                            ///< how often T_soft is doubled
};

} // namespace ns3::rdmacell

#endif // CELL_SCHEDULER_H
