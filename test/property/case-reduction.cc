/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "case-reduction.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Count the elements of a list of a case.
 * @param list its name
 * @param whole the case
 * @return elements
 */
size_t
CountElements(const std::string& list, const RandomCase& whole)
{
    if (list == "flows")
    {
        return whole.flows.size();
    }
    if (list == "links")
    {
        return whole.graph.links.size();
    }
    if (list == "outages")
    {
        return whole.outages.size();
    }
    return list == "losses" ? whole.losses.size() : whole.settings.size();
}

/**
 * @brief Keep some elements.
 * @param kept their indexes
 * @param elements the list
 */
template <typename T>
void
Select(const std::vector<size_t>& kept, std::vector<T>& elements)
{
    std::vector<T> left;
    for (size_t i : kept)
    {
        left.push_back(elements.at(i));
    }
    elements = left;
}

/**
 * @brief Find the nodes that no flow needs: hosts without flows, then switches with one link.
 * @param reduced the case
 * @return by node: true if it stays
 */
std::vector<bool>
FindNeeded(const RandomCase& reduced)
{
    const NetworkGraph& graph = reduced.graph;
    std::vector<bool> needed(graph.GetNodes(), true);
    std::fill(needed.begin(), needed.begin() + graph.hosts, false);
    for (const Flow& flow : reduced.flows)
    {
        needed[flow.src] = true;
        needed[flow.dst] = true;
    }
    for (bool changed = true; changed;)
    {
        changed = false;
        std::vector<uint32_t> links(graph.GetNodes(), 0);
        for (const NetworkGraph::Link& link : graph.links)
        {
            const bool both = needed[link.a] && needed[link.b];
            links[link.a] += both ? 1 : 0;
            links[link.b] += both ? 1 : 0;
        }
        for (uint32_t node = graph.hosts; node < graph.GetNodes(); ++node)
        {
            if (needed[node] && links[node] <= 1)
            {
                needed[node] = false;
                changed = true;
            }
        }
    }
    return needed;
}

/**
 * @brief Number nodes anew, and remove links without both ends.
 * @param needed by node: true if it stays
 * @param reduced the case
 * @return for each link that stays: its index before
 */
std::vector<size_t>
RemoveNodes(const std::vector<bool>& needed, RandomCase& reduced)
{
    NetworkGraph& graph = reduced.graph;
    std::vector<uint32_t> number(graph.GetNodes());
    uint32_t next = 0;
    uint32_t hosts = 0;
    for (uint32_t node = 0; node < graph.GetNodes(); ++node)
    {
        number[node] = next;
        next += needed[node] ? 1 : 0;
        hosts += needed[node] && graph.IsHost(node) ? 1 : 0;
    }
    std::vector<size_t> left;
    for (size_t i = 0; i < graph.links.size(); ++i)
    {
        if (needed[graph.links[i].a] && needed[graph.links[i].b])
        {
            left.push_back(i);
        }
    }
    Select(left, graph.links);
    for (NetworkGraph::Link& link : graph.links)
    {
        link.a = number[link.a];
        link.b = number[link.b];
    }
    for (Flow& flow : reduced.flows)
    {
        flow.src = number[flow.src];
        flow.dst = number[flow.dst];
    }
    graph.hosts = hosts;
    graph.switches = next - hosts;
    return left;
}

/**
 * @brief Number the links of faults anew, and remove the faults of links that are gone.
 * @param links for each link that stays: its index before
 * @param faults the faults
 */
template <typename T>
void
MoveFaults(const std::vector<size_t>& links, std::vector<T>& faults)
{
    std::vector<T> left;
    for (T fault : faults)
    {
        const auto found = std::find(links.begin(), links.end(), fault.link);
        if (found != links.end())
        {
            fault.link = static_cast<size_t>(found - links.begin());
            left.push_back(fault);
        }
    }
    faults = left;
}

} // namespace

const std::vector<std::string>&
CaseReduction::GetLists()
{
    static const std::vector<std::string> lists{"outages", "losses", "flows", "links", "settings"};
    return lists;
}

CaseReduction::CaseReduction(const std::string& text)
{
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, '/');)
    {
        const std::string list = part.substr(0, part.find('='));
        const auto& lists = GetLists();
        std::istringstream numbers(part.substr(std::min(part.size(), list.size() + 1)));
        std::vector<size_t> kept;
        for (std::string number; std::getline(numbers, number, '.');)
        {
            if (number.empty() || number.size() > 9 ||
                number.find_first_not_of("0123456789") != std::string::npos)
            {
                throw InputError("--reduce: expected numbers, found '" + number + "'");
            }
            kept.push_back(std::stoul(number));
        }
        if (std::find(lists.begin(), lists.end(), list) == lists.end())
        {
            throw InputError("--reduce: expected a list such as flows=0.1, found '" + part + "'");
        }
        m_kept[list] = kept;
    }
}

std::string
CaseReduction::GetText() const
{
    std::string text;
    for (const auto& [list, kept] : m_kept)
    {
        text += (text.empty() ? "" : "/") + list + "=";
        for (size_t i = 0; i < kept.size(); ++i)
        {
            text += (i == 0 ? "" : ".") + std::to_string(kept[i]);
        }
    }
    return text;
}

void
CaseReduction::Keep(const std::string& list, const std::vector<size_t>& kept)
{
    m_kept[list] = kept;
}

std::vector<size_t>
CaseReduction::GetKept(const std::string& list, const RandomCase& whole) const
{
    const auto found = m_kept.find(list);
    if (found != m_kept.end())
    {
        return found->second;
    }
    std::vector<size_t> all(CountElements(list, whole));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

RandomCase
CaseReduction::Apply(const RandomCase& whole) const
{
    RandomCase reduced = whole;
    if (m_kept.empty())
    {
        return reduced;
    }
    for (const std::string& list : GetLists())
    {
        for (size_t index : GetKept(list, whole))
        {
            if (index >= CountElements(list, whole))
            {
                throw InputError("--reduce: the case has no element " + std::to_string(index) +
                                 " of " + list);
            }
        }
    }
    Select(GetKept("flows", whole), reduced.flows);
    Select(GetKept("outages", whole), reduced.outages);
    Select(GetKept("losses", whole), reduced.losses);
    Select(GetKept("settings", whole), reduced.settings);
    const std::vector<size_t> links = GetKept("links", whole);
    Select(links, reduced.graph.links);
    MoveFaults(links, reduced.outages);
    MoveFaults(links, reduced.losses);
    const std::vector<size_t> left = RemoveNodes(FindNeeded(reduced), reduced);
    MoveFaults(left, reduced.outages);
    MoveFaults(left, reduced.losses);
    SortFlows(reduced.flows);
    return reduced;
}

} // namespace ns3::rdmacell
