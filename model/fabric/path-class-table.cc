/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-class-table.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Make one key of two numbers.
 * @param high one
 * @param low the other
 * @return the key
 */
uint64_t
MakeKey(uint32_t high, uint32_t low)
{
    return uint64_t{high} << 32 | low;
}

} // namespace

PathClassTable::PathClassTable(Keep keep, const std::vector<LineRate>& rates)
    : m_keep(keep),
      m_rates(rates),
      m_links(1),
      m_knownSets(0, SetHash{m_sets}, SetEqual{m_sets})
{
    FindSet({{0, 0}}); // number 0
}

std::size_t
PathClassTable::SetHash::operator()(uint32_t set) const
{
    std::size_t hash = 0;
    for (const PathClass& each : sets[set])
    {
        boost::hash_combine(hash, each.links);
        boost::hash_combine(hash, each.delay);
    }
    return hash;
}

bool
PathClassTable::SetEqual::operator()(uint32_t a, uint32_t b) const
{
    return sets[a] == sets[b];
}

uint32_t
PathClassTable::FindLinks(uint32_t rate, uint32_t rest)
{
    const auto [entry, isNew] =
        m_knownLinks.emplace(MakeKey(rate, rest), static_cast<uint32_t>(m_links.size()));
    if (isNew)
    {
        m_links.push_back({rate, rest});
    }
    return entry->second;
}

PathClassTable::Paths
PathClassTable::FindSet(Classes classes)
{
    std::sort(classes.begin(), classes.end(), [](const PathClass& a, const PathClass& b) {
        return a.links < b.links;
    });
    int64_t least = classes.front().delay;
    for (const PathClass& each : classes)
    {
        least = std::min(least, each.delay);
    }
    for (PathClass& each : classes)
    {
        each.delay -= least;
    }
    m_sets.push_back(std::move(classes));
    const auto [entry, isNew] = m_knownSets.insert(static_cast<uint32_t>(m_sets.size()) - 1);
    if (!isNew)
    {
        m_sets.pop_back();
    }
    return {*entry, least};
}

PathClassTable::Paths
PathClassTable::Prepend(uint32_t rate, int64_t delay, const Paths& paths)
{
    const auto [entry, isNew] = m_prepended.emplace(MakeKey(rate, paths.set), 0);
    if (isNew)
    {
        Classes classes = m_sets[paths.set];
        for (PathClass& each : classes)
        {
            each.links = FindLinks(rate, each.links);
        }
        entry->second = FindSet(std::move(classes)).set;
    }
    return {entry->second, paths.delay + delay};
}

bool
PathClassTable::Beats(const PathClass& a, const PathClass& b) const
{
    // Whichever is kept, the comparison is whether one path is at least as fast as the other.
    const PathClass& fast = m_keep == Keep::FASTEST ? a : b;
    const PathClass& slow = m_keep == Keep::FASTEST ? b : a;
    if (fast.delay > slow.delay)
    {
        return false;
    }
    for (uint32_t i = fast.links, j = slow.links; i != j; i = m_links[i].rest, j = m_links[j].rest)
    {
        if (m_links[i].rate < m_links[j].rate)
        {
            return false;
        }
    }
    return true;
}

PathClassTable::Paths
PathClassTable::Join(const Paths& a, const Paths& b)
{
    if (a == b)
    {
        return a;
    }
    if (a.set == b.set && m_sets[a.set].size() == 1)
    {
        return (m_keep == Keep::FASTEST) == (a.delay < b.delay) ? a : b;
    }
    if (m_joins.size() >= MAX_JOINS)
    {
        m_joins.clear();
    }
    const auto [entry, isNew] = m_joins.emplace(JoinKey{a.set, b.set, b.delay - a.delay}, Paths());
    if (isNew)
    {
        entry->second = JoinAnew({a.set, 0}, {b.set, b.delay - a.delay});
    }
    return {entry->second.set, entry->second.delay + a.delay};
}

PathClassTable::Paths
PathClassTable::JoinAnew(const Paths& a, const Paths& b)
{
    Classes kept;
    for (const Paths& each : {a, b})
    {
        for (PathClass path : m_sets[each.set])
        {
            path.delay += each.delay;
            const auto beats = [&](const PathClass& other) { return Beats(other, path); };
            if (std::any_of(kept.begin(), kept.end(), beats))
            {
                continue;
            }
            const auto isBeaten = [&](const PathClass& other) { return Beats(path, other); };
            kept.erase(std::remove_if(kept.begin(), kept.end(), isBeaten), kept.end());
            kept.push_back(path);
        }
    }
    return FindSet(std::move(kept));
}

PathProfiles
PathClassTable::List(const Paths& paths) const
{
    PathProfiles profiles;
    for (const PathClass& each : m_sets[paths.set])
    {
        PathProfile& profile = profiles.emplace_back();
        profile.delay = paths.delay + each.delay;
        for (uint32_t i = each.links; i != 0; i = m_links[i].rest)
        {
            profile.rates.push_back(m_rates[m_links[i].rate]);
        }
    }
    return profiles;
}

} // namespace ns3::rdmacell
