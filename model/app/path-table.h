/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_TABLE_H
#define PATH_TABLE_H

#include "path-estimator.h"
#include "path-map.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What RDMACell knows of the paths of a group: which are healthy, which is the primary, and
 * their round-trip times. A CellScheduler chooses among them.
 *
 * Fast recovery: a faulty path is isolated, and its cells are retransmitted on the healthy ones in
 * turn, from the new primary on; it is in use again after its reset.
 *
 * A path is isolated for a late token or a NAK only while another one is healthy, and one base RTT
 * after the last isolation at the earliest. So tokens that are late on all paths alike, or a group
 * of one path, lead to waiting and not to a group without paths.
 */
class PathTable
{
  public:
    /// How often T_soft is doubled at most: 1 ms to about a second.
    static constexpr uint8_t MAX_BACKOFF = 10;

    /// No path.
    static constexpr uint16_t NONE = std::numeric_limits<uint16_t>::max();

    /**
     * @brief Construct a table.
     * @param paths paths of the group
     * @param healthy whether they are healthy from the start
     * @param estimator settings of the estimators
     * @param baseRtt base RTT of the paths, the least time between two isolations, steps
     * @param history estimator of all paths of the host with this base RTT; outlives the table,
     * gets its samples, and replaces its own estimator before the first; nullptr if there is none
     */
    PathTable(uint16_t paths,
              bool healthy,
              const PathEstimator::Settings& estimator,
              int64_t baseRtt,
              PathEstimator* history);

    /**
     * @brief Set where the paths lead: samples tell the map, and the map tells of other paths.
     * @param map what the host knows; outlives the table
     * @param ports ports of the paths, in turn, which the map outlives
     * @param first index of the port of the first path
     * @param memory time in which what is known of a link falls to nothing, steps; 0: samples tell
     * nothing
     */
    void SetMap(PathMap& map, const std::vector<TracedPort>& ports, uint16_t first, int64_t memory);

    /**
     * @brief Get the UDP source port of a path.
     * @param path the path
     * @return the port; 0 without SetMap()
     */
    uint16_t GetPort(uint16_t path) const;

    /**
     * @brief Get how long packets over a path are delayed, as far as other flows of the host have
     * shown.
     * @param path the path
     * @param now the current time, steps
     * @return time above the base RTT, steps; 0 without SetMap()
     */
    int64_t GetKnownExcess(uint16_t path, int64_t now) const;

    /**
     * @brief Get the number of paths.
     * @return at least 1
     */
    uint16_t GetSize() const;

    /**
     * @brief Find the next healthy path, cyclically.
     * @param from first path to look at
     * @return index, or NONE if none is healthy
     */
    uint16_t FindHealthy(uint16_t from) const;

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
     * @brief Ask whether a path has ever been isolated.
     * @param path the path
     * @return true if so
     */
    bool WasIsolated(uint16_t path) const;

    /**
     * @brief Get the primary: the path of the last new cell.
     * @return index, or NONE if none is healthy
     */
    uint16_t GetPrimary() const;

    /**
     * @brief Set the primary.
     * @param path a healthy path, or NONE
     */
    void SetPrimary(uint16_t path);

    /**
     * @brief Let new cells take another path: if a path is the primary, the next healthy one
     * becomes the primary.
     * @param path the path
     * @return false if the path stays the primary, as no other one is healthy
     */
    bool Leave(uint16_t path);

    /**
     * @brief Get the path that follows the one picked last, for schedulers that take turns.
     * @return index; one beyond the last stands for the first
     */
    uint16_t GetNext() const;

    /**
     * @brief Set the path that GetNext() returns.
     * @param path the path
     */
    void SetNext(uint16_t path);

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
     * @param now the current time, steps
     */
    void AddSample(uint16_t path, int64_t rtt, int64_t now);

    /**
     * @brief A cell has been without a token for some time, which says that the round-trip time is
     * longer.
     * @param path the path
     * @param elapsed from the start of the cell until now, steps
     * @param now the current time, steps
     */
    void NoteLate(uint16_t path, int64_t elapsed, int64_t now);

    /**
     * @brief Get what a path has shown last.
     * @param path the path
     * @return its last sample, or a longer time that a cell has been without a token, steps; 0 if
     * there is none since it was put into use
     */
    int64_t GetLastRtt(uint16_t path) const;

    /**
     * @brief Get the time of GetLastRtt().
     * @param path the path
     * @return steps
     */
    int64_t GetLastTime(uint16_t path) const;

    /**
     * @brief Get the estimator of a path.
     * @param path the path
     * @return the estimator
     */
    const PathEstimator& GetEstimator(uint16_t path) const;

    /**
     * @brief Get the estimator of all samples of the group.
     * @return the estimator
     */
    const PathEstimator& GetSession() const;

    /**
     * @brief Compute T_soft of a path, not doubled; a path without samples has that of the whole
     * group, and a group without samples that of the history.
     * @param path the path
     * @return steps
     */
    int64_t GetSoftTimeout(uint16_t path) const;

  private:
    /**
     * @brief Get where a path leads. SetMap() has been called.
     * @param path the path
     * @return its port and links
     */
    const TracedPort& GetTraced(uint16_t path) const;

    /**
     * @brief Tell the map how long packets take over a path.
     * @param path the path
     * @param rtt from the start of a cell to its token, or until now, steps
     * @param now the current time, steps
     */
    void NoteInMap(uint16_t path, int64_t rtt, int64_t now) const;

    /// A path.
    struct Path
    {
        bool healthy{false};      ///< it is in use
        bool isolatedOnce{false}; ///< it has been isolated
        int64_t lastRtt{0};       ///< last sample, or time without a token, steps; 0 if none
        int64_t lastTime{0};      ///< when that was, steps
        PathEstimator estimator;  ///< of its samples
    };

    PathEstimator::Settings m_settings;              ///< of the estimators
    int64_t m_baseRtt;                               ///< least time between two isolations
    int64_t m_holdDownEnd{0};                        ///< end of the hold-down
    uint16_t m_primary{0};                           ///< path in use
    uint16_t m_next{0};                              ///< where a scheduler looks first
    uint16_t m_backup{0};                            ///< of retransmissions: where to look first
    boost::container::small_vector<Path, 8> m_paths; ///< paths
    PathEstimator m_session;                         ///< of all samples of the group
    PathMap* m_map{nullptr};                         ///< of the host, or nullptr
    const std::vector<TracedPort>* m_ports{nullptr}; ///< in the map
    uint16_t m_firstPort{0};                         ///< index of the port of the first path
    int64_t m_linkMemory{0};                         ///< steps
    PathEstimator* m_history;                        ///< of all samples of the host, or nullptr
    uint8_t m_backoff{0};                            ///< how often T_soft is doubled
};

} // namespace ns3::rdmacell

#endif // PATH_TABLE_H
