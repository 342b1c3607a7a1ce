/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-topology.h"

#include "ns3/decimal.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"
#include "ns3/string.h"
#include "ns3/text-table.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// A larger number is a mistake; memory for it is not allocated.
constexpr uint32_t MAX_NODES = 1U << 20;

/**
 * @brief Read a whole number or reject the line.
 * @param table the file, at the line
 * @param text the field
 * @param what what the field is, for the message
 * @return the number
 */
uint32_t
ReadWhole(const TextTable& table, const std::string& text, const std::string& what)
{
    const auto number = ParseWhole(text);
    if (!number || *number > UINT32_MAX)
    {
        table.Fail("expected " + what + ", found '" + text + "'");
    }
    return static_cast<uint32_t>(*number);
}

/**
 * @brief Read the first two lines of a file.
 * @param table the file
 * @param links gets the number of links
 * @param graph gets the numbers of hosts and switches
 * @return by a node's number in the file, its number in the graph
 */
std::vector<uint32_t>
ReadNodes(TextTable& table, uint32_t& links, NetworkGraph& graph)
{
    if (!table.Next() || table.GetWords().size() != 3)
    {
        table.Fail("expected three numbers: nodes, switches, links");
    }
    const auto counts = table.GetWords();
    const uint32_t nodes = ReadWhole(table, counts[0], "the number of nodes");
    graph.switches = ReadWhole(table, counts[1], "the number of switches");
    links = ReadWhole(table, counts[2], "the number of links");
    if (nodes > MAX_NODES)
    {
        table.Fail("expected at most " + std::to_string(MAX_NODES) + " nodes, found " + counts[0]);
    }
    if (graph.switches == 0 || graph.switches > nodes)
    {
        table.Fail("expected from 1 to " + counts[0] + " switches, found " + counts[1]);
    }
    graph.hosts = nodes - graph.switches;
    std::vector<std::string> switches;
    while (switches.size() < graph.switches && table.Next())
    {
        const auto words = table.GetWords();
        switches.insert(switches.end(), words.begin(), words.end());
    }
    if (switches.size() != graph.switches)
    {
        table.Fail("expected the numbers of " + std::to_string(graph.switches) + " switches");
    }
    std::vector<bool> isSwitch(nodes, false);
    for (const std::string& word : switches)
    {
        const uint32_t node = ReadWhole(table, word, "the number of a switch");
        if (node >= nodes || isSwitch[node])
        {
            table.Fail("expected different switches below " + std::to_string(nodes) + ", found " +
                       word);
        }
        isSwitch[node] = true;
    }
    std::vector<uint32_t> numbers(nodes);
    uint32_t host = 0;
    uint32_t other = graph.hosts;
    for (uint32_t node = 0; node < nodes; ++node)
    {
        numbers[node] = isSwitch[node] ? other++ : host++;
    }
    graph.fileNumbers.resize(nodes);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        graph.fileNumbers[numbers[node]] = node;
    }
    return numbers;
}

/**
 * @brief Add a unit to a number that has none.
 * @param text a number, with or without unit
 * @param unit the unit that ns-3, and so the format's simulators, take it in
 * @return the number with its unit
 */
std::string
WithUnit(const std::string& text, const std::string& unit)
{
    return text.find_first_not_of("0123456789.") == std::string::npos ? text + unit : text;
}

/**
 * @brief Read a link.
 * @param table the file, at the line
 * @param numbers by a node's number in the file, its number in the graph
 * @return the link
 */
NetworkGraph::Link
ReadLink(const TextTable& table, const std::vector<uint32_t>& numbers)
{
    const auto words = table.GetWords();
    if (words.size() != 4 && words.size() != 5)
    {
        table.Fail("expected a link: node, node, rate, delay, and optionally an error rate");
    }
    const uint32_t a = ReadWhole(table, words[0], "the number of a node");
    const uint32_t b = ReadWhole(table, words[1], "the number of a node");
    if (a >= numbers.size() || b >= numbers.size() || a == b)
    {
        table.Fail("expected two different nodes below " + std::to_string(numbers.size()) +
                   ", found " + words[0] + " and " + words[1]);
    }
    const auto loss = ParseScientific(words.size() == 5 ? words[4] : "0", 12);
    if (!loss || *loss > 1'000'000'000'000)
    {
        table.Fail("expected an error rate from 0 to 1, found '" + words[4] + "'");
    }
    try
    {
        return {numbers[a],
                numbers[b],
                ParseRate(WithUnit(words[2], "bps")),
                ParseTime(WithUnit(words[3], "s")),
                static_cast<double>(*loss) / 1e12};
    }
    catch (const InputError& error)
    {
        table.Fail(error.what());
    }
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FileTopology);

TypeId
FileTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::FileTopology")
                            .SetParent<NetworkTopology>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<FileTopology>()
                            .AddAttribute("Path",
                                          "File in the format of the HPCC family of simulators",
                                          StringValue(""),
                                          MakeStringAccessor(&FileTopology::m_path),
                                          MakeStringChecker());
    return tid;
}

NetworkGraph
FileTopology::DoBuild() const
{
    if (m_path.empty())
    {
        throw InputError("file: expected the path of a file, found none");
    }
    TextTable table(m_path);
    NetworkGraph graph;
    graph.name = m_path;
    uint32_t links = 0;
    const std::vector<uint32_t> numbers = ReadNodes(table, links, graph);
    while (graph.links.size() < links && table.Next())
    {
        graph.links.push_back(ReadLink(table, numbers));
    }
    if (graph.links.size() != links)
    {
        table.Fail("expected the " + std::to_string(links) + " links that the first line says, " +
                   "found " + std::to_string(graph.links.size()));
    }
    graph.note = table.SkipRest("after the " + std::to_string(links) + " links");
    return graph;
}

} // namespace ns3::rdmacell
