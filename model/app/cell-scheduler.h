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
 * @brief Chooses the path of each cell of a group (RDMACell's scheduler).
 *
 * Normal transfer: a policy picks the path of each new cell. Fast recovery: the faulty path is
 * isolated, and its cells are retransmitted on the healthy ones in turn, from the new primary on;
 * it is in use again after its reset.
 *
 * A path is isolated for a late token or a NAK only while another one is healthy, and one base RTT
 * after the last isolation at the earliest. So tokens that are late on all paths alike, or a group
 * of one path, lead to waiting and not to a group without paths.
 */
class CellScheduler
{
  public:
    /// How the path of a new cell is picked.
    enum NextQp
    {
        STICKY,      ///< the primary, as long as it is healthy (the paper's state machine)
        ROUND_ROBIN, ///< the next healthy one (the paper's abstract: cells over multiple paths)
        MIN_RTT,     ///< the healthy one of least RTT_avg, after each has been tried once
    };

    /// How often T_soft is doubled at most: 1 ms to about a second.
    static constexpr uint8_t MAX_BACKOFF = 10;

    /// No path.
    static constexpr uint16_t NONE = std::numeric_limits<uint16_t>::max();

    /**
     * @brief Construct a scheduler.
     * @param paths paths of the group
     * @param healthy whether they are healthy from the start
     * @param policy how the path of a new cell is picked
     * @param estimator settings of the estimators
     * @param holdDown least time between two isolations, steps
     * @param history estimator of all paths of the host with this base RTT; outlives the scheduler,
     * gets its samples, and replaces its own estimator before the first; nullptr if there is none
     */
    CellScheduler(uint16_t paths,
                  bool healthy,
                  NextQp policy,
                  const PathEstimator::Settings& estimator,
                  int64_t holdDown,
                  PathEstimator* history);

    /**
     * @brief Pick the path of a new cell.
     * @return index, or NONE if none is healthy
     */
    uint16_t PickNext();

    /**
     * @brief Pick the path of a cell that is retransmitted.
     * @return index, or NONE if none is healthy
     */
    uint16_t PickBackup();

    /**
     * @brief Ask whether a path may be isolated for a late token or a NAK.
     * @param path the path
     * @param now the current time, steps
     * @return true if it is healthy, another one is, too, and the hold-down is over
     */
    bool MayIsolate(uint16_t path, int64_t now) const;

    /**
     * @brief Take a path out of use. If it is the primary, the next healthy one becomes the
     * primary.
     * @param path the path
     * @param now the current time, steps
     */
    void Isolate(uint16_t path, int64_t now);

    /**
     * @brief Put a path into use, without samples.
     * @param path the path
     */
    void Restore(uint16_t path);

    /**
     * @brief Ask whether a path is in use.
     * @param path the path
     * @return true if so
     */
    bool IsHealthy(uint16_t path) const;

    /**
     * @brief Count the paths in use.
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
    int64_t GetHoldDownEnd() const;

    /**
     * @brief T_soft has expired, and a path is isolated for it: double T_soft for all cells of the
     * group until there is a sample.
     *
     * Retransmitted cells give no sample (Karn). Without the doubling, a group whose true
     * round-trip time is above T_soft would never learn it (RFC 6298, section 5).
     */
    void BackOff();

    /**
     * @brief Get how often T_soft is doubled.
     * @return at most MAX_BACKOFF
     */
    uint8_t GetBackoff() const;

    /**
     * @brief Add a sample of the round-trip time.
     * @param path the path
     * @param rtt from the start of a cell to its token, steps
     */
    void AddSample(uint16_t path, int64_t rtt);

    /**
     * @brief Get the estimator of a path.
     * @param path the path
     * @return the estimator
     */
    const PathEstimator& GetEstimator(uint16_t path) const;

    /**
     * @brief Compute T_soft of a path, not doubled; a path without samples has that of the whole
     * group, and a group without samples that of the history.
     * @param path the path
     * @return steps
     */
    int64_t GetSoftTimeout(uint16_t path) const;

  private:
    /// A path.
    struct Path
    {
        bool healthy{false};      ///< it is in use
        bool isolatedOnce{false}; ///< it has been isolated
        PathEstimator estimator;  ///< of its samples
    };

    /**
     * @brief Find the next healthy path, cyclically.
     * @param from first path to look at
     * @return index, or NONE if none is healthy
     */
    uint16_t FindHealthy(uint16_t from) const;

    /**
     * @brief Get the RTT_avg that MIN_RTT compares.
     * @param path the path
     * @return its own; without samples 0, or after a reset that of the whole group
     */
    double GetCost(uint16_t path) const;

    /**
     * @brief Find the healthy path of least RTT_avg.
     * @return index, or NONE if none is healthy
     */
    uint16_t FindFastest() const;

    NextQp m_policy;                                 ///< how the path of a new cell is picked
    PathEstimator::Settings m_settings;              ///< of the estimators
    int64_t m_holdDown;                              ///< least time between two isolations
    int64_t m_holdDownEnd{0};                        ///< end of the hold-down
    uint16_t m_primary{0};                           ///< path in use
    uint16_t m_next{0};                              ///< ROUND_ROBIN: where to look first
    uint16_t m_backup{0};                            ///< of retransmissions: where to look first
    boost::container::small_vector<Path, 8> m_paths; ///< paths
    PathEstimator m_session;                         ///< of all samples of the group
    PathEstimator* m_history;                        ///< of all samples of the host, or nullptr
    uint8_t m_backoff{0};                            ///< how often T_soft is doubled
};

} // namespace ns3::rdmacell

#endif // CELL_SCHEDULER_H
