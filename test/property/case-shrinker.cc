/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "case-shrinker.h"

#include "ns3/input-error.h"

#include <utility>
#include <vector>

namespace ns3::rdmacell
{

CaseShrinker::CaseShrinker(const RandomCase& whole,
                           StillFails stillFails,
                           std::chrono::seconds most)
    : m_whole(whole),
      m_stillFails(std::move(stillFails)),
      m_end(std::chrono::steady_clock::now() + most)
{
}

CaseReduction
CaseShrinker::Search()
{
    for (bool smaller = true; smaller && !IsOver();)
    {
        smaller = false;
        for (const std::string& list : CaseReduction::GetLists())
        {
            smaller = ReduceList(list) || smaller;
        }
    }
    return m_best;
}

bool
CaseShrinker::ReduceList(const std::string& list)
{
    bool smaller = false;
    std::vector<size_t> kept = m_best.GetKept(list, m_whole);
    for (size_t part = kept.size(); part >= 1 && !IsOver(); part /= 2)
    {
        for (size_t at = 0; at < kept.size() && !IsOver();)
        {
            std::vector<size_t> rest(kept.begin(), kept.begin() + static_cast<ptrdiff_t>(at));
            const size_t next = std::min(kept.size(), at + part);
            rest.insert(rest.end(), kept.begin() + static_cast<ptrdiff_t>(next), kept.end());
            if (Try(list, rest))
            {
                kept = rest;
                smaller = true;
            }
            else
            {
                at = next;
            }
        }
    }
    return smaller;
}

bool
CaseShrinker::Try(const std::string& list, const std::vector<size_t>& kept)
{
    CaseReduction candidate = m_best;
    candidate.Keep(list, kept);
    const RandomCase reduced = candidate.Apply(m_whole);
    if (reduced.flows.empty())
    {
        return false;
    }
    try
    {
        reduced.graph.Check();
    }
    catch (const InputError&)
    {
        return false; // not connected any more
    }
    if (!m_stillFails(reduced))
    {
        return false;
    }
    m_best = candidate;
    return true;
}

} // namespace ns3::rdmacell
