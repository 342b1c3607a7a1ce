/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_CLASS_TABLE_H
#define PATH_CLASS_TABLE_H

#include "path-profile.h"

#include <boost/container/small_vector.hpp>
#include <boost/functional/hash.hpp>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Stores sets of paths by class: the rates of the links in order, and the sum of the delays.
 *
 * Only paths that may be the fastest (or the slowest) of their set for some packets are kept: a
 * path is left out if another one has, on each link, at least its rate, and at most its delay (or
 * at most its rate, and at least its delay). Each set is stored once, whatever the delay that its
 * paths share, so a set is a number and a delay, and the number of different sets is that of the
 * kinds of positions in a network, not that of its nodes.
 */
class PathClassTable
{
  public:
    /// Which paths of a set are kept.
    enum class Keep
    {
        FASTEST, ///< those that are not slower than another one in all respects
        SLOWEST, ///< those that are not faster than another one in all respects
    };

    /// A set of paths of equally many links.
    struct Paths
    {
        uint32_t set{0};  ///< number of the set; 0 has one path, without links
        int64_t delay{0}; ///< that all of its paths have besides their own, steps

        /**
         * @brief Compare.
         * @param other another set of the same table
         * @return true if it has the same paths
         */
        bool operator==(const Paths& other) const
        {
            return set == other.set && delay == other.delay;
        }
    };

    /**
     * @brief Make a table.
     * @param keep which paths to keep
     * @param rates all rates of links, in ascending order
     */
    PathClassTable(Keep keep, const std::vector<LineRate>& rates);

    PathClassTable(const PathClassTable&) = delete;
    PathClassTable& operator=(const PathClassTable&) = delete;

    /**
     * @brief Put a link before all paths of a set.
     * @param rate index of its rate
     * @param delay of the link and the node that sends on it, steps
     * @param paths the paths behind it
     * @return the longer paths
     */
    Paths Prepend(uint32_t rate, int64_t delay, const Paths& paths);

    /**
     * @brief Join two sets of paths of equally many links.
     * @param a one
     * @param b the other
     * @return the paths of both
     */
    Paths Join(const Paths& a, const Paths& b);

    /**
     * @brief List the paths of a set.
     * @param paths the set
     * @return their profiles
     */
    PathProfiles List(const Paths& paths) const;

  private:
    /// A class of paths.
    struct PathClass
    {
        uint32_t links; ///< the links: index into m_links; 0 is none
        int64_t delay;  ///< steps

        /**
         * @brief Compare.
         * @param other another class
         * @return true if it is the same
         */
        bool operator==(const PathClass& other) const
        {
            return links == other.links && delay == other.delay;
        }
    };

    /// A path's first link, and the rest of the path.
    struct Links
    {
        uint32_t rate{0}; ///< index of its rate
        uint32_t rest{0}; ///< index into m_links
    };

    using Classes = std::vector<PathClass>; ///< of a set, by links; the least delay is 0

    /// Hashes a set by its classes.
    struct SetHash
    {
        const std::vector<Classes>& sets; ///< by number

        /**
         * @brief Hash a set.
         * @param set its number
         * @return the hash
         */
        std::size_t operator()(uint32_t set) const;
    };

    /// Compares sets by their classes.
    struct SetEqual
    {
        const std::vector<Classes>& sets; ///< by number

        /**
         * @brief Compare two sets.
         * @param a number of one
         * @param b number of the other
         * @return true if they have the same classes
         */
        bool operator()(uint32_t a, uint32_t b) const;
    };

    /// What Join() was asked: two sets, and the delay of the second less that of the first.
    using JoinKey = std::tuple<uint32_t, uint32_t, int64_t>;

    /// Answers of Join() that are kept; more are forgotten, as where all delays differ.
    static constexpr std::size_t MAX_JOINS = 1U << 18;

    /**
     * @brief Find a path.
     * @param rate index of its first link's rate
     * @param rest the links behind that one
     * @return the path: index into m_links
     */
    uint32_t FindLinks(uint32_t rate, uint32_t rest);

    /**
     * @brief Find a set; enter it if it is new.
     * @param classes the classes, in any order; no two have the same links
     * @return its number, and the least delay
     */
    Paths FindSet(Classes classes);

    /**
     * @brief Check whether a path makes another one superfluous.
     * @param a one
     * @param b the other, with as many other links
     * @return true if a is to be kept and b is not
     */
    bool Beats(const PathClass& a, const PathClass& b) const;

    /**
     * @brief Join two sets that were not joined before.
     * @param a one
     * @param b the other
     * @return the paths of both
     */
    Paths JoinAnew(const Paths& a, const Paths& b);

    Keep m_keep;                                         ///< which paths are kept
    std::vector<LineRate> m_rates;                       ///< in ascending order
    std::vector<Links> m_links;                          ///< all paths; 0 has no link
    std::unordered_map<uint64_t, uint32_t> m_knownLinks; ///< rate, rest -> index into m_links
    std::vector<Classes> m_sets;                         ///< by number
    std::unordered_set<uint32_t, SetHash, SetEqual> m_knownSets;      ///< numbers, by classes
    std::unordered_map<uint64_t, uint32_t> m_prepended;               ///< rate, set -> set
    std::unordered_map<JoinKey, Paths, boost::hash<JoinKey>> m_joins; ///< answers of Join()
};

} // namespace ns3::rdmacell

#endif // PATH_CLASS_TABLE_H
