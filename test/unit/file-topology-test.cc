/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of reading networks from files.
 */

#include "test-files.h"

#include "ns3/topology-registry.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

NetworkGraph
LoadText(const std::string& content)
{
    const ScratchFile file(content);
    return MakeTopology("file:path=" + file.GetPath());
}

/// The error of a file, without its name.
std::string
LoadError(const std::string& content)
{
    const ScratchFile file(content);
    const auto text = ErrorOf([&file] { MakeTopology("file:path=" + file.GetPath()); });
    return text.rfind(file.GetPath(), 0) == 0 ? text.substr(file.GetPath().size()) : text;
}

/// Two hosts, 0 and 2, and switch 1.
const std::string HEAD = "3 1 2\n1\n";
const std::string SMALL = HEAD + "0 1 100Gbps 1us 0\n2 1 25Gbps 0.5us\n";

} // namespace

TEST(FileTopology, NodesAreRenumberedHostsFirst)
{
    const NetworkGraph graph = LoadText("# a comment\n\n" + SMALL);
    EXPECT_EQ(graph.hosts, 2U);
    EXPECT_EQ(graph.switches, 1U);
    ASSERT_EQ(graph.links.size(), 2U);
    EXPECT_EQ(graph.links[0].a, 0U);
    EXPECT_EQ(graph.links[0].b, 2U);
    EXPECT_EQ(graph.links[0].rate, DataRate(100000000000));
    EXPECT_EQ(graph.links[0].delay, MicroSeconds(1));
    EXPECT_EQ(graph.links[1].a, 1U);
    EXPECT_EQ(graph.links[1].b, 2U);
    EXPECT_EQ(graph.links[1].rate, DataRate(25000000000));
    EXPECT_EQ(graph.links[1].delay, NanoSeconds(500));
}

TEST(FileTopology, ErrorRatesAreTaken)
{
    const NetworkGraph graph = LoadText(HEAD + "0 1 1Gbps 1us 0.001\n2 1 1Gbps 1us 1\n");
    EXPECT_DOUBLE_EQ(graph.links[0].frameErrorRate, 0.001);
    EXPECT_DOUBLE_EQ(graph.links[1].frameErrorRate, 1);
}

TEST(FileTopology, RepeatedLinesAreParallelLinks)
{
    const NetworkGraph graph = LoadText("4 2 5\n2 3\n"
                                        "0 2 100Gbps 1us 0\n"
                                        "1 3 100Gbps 1us 0\n"
                                        "2 3 100Gbps 1us 0\n"
                                        "2 3 100Gbps 1us 0\n"
                                        "2 3 100Gbps 1us 0\n");
    const auto edges = graph.GetEdges();
    ASSERT_EQ(edges[2].size(), 4U);
    for (uint32_t port = 1; port < 4; ++port)
    {
        EXPECT_EQ(edges[2][port].peer, 3U);
        EXPECT_EQ(edges[2][port].link, port + 1);
    }
}

TEST(FileTopology, AGraphThatIsWrittenReadsBackTheSame)
{
    NetworkGraph graph = MakeTopology("fat-tree:k=6,oversubscription=2,fabricRate=40Gbps");
    graph.links.back().delay = NanoSeconds(600);
    std::string text = std::to_string(graph.GetNodes()) + ' ' + std::to_string(graph.switches) +
                       ' ' + std::to_string(graph.links.size()) + '\n';
    for (uint32_t node = graph.hosts; node < graph.GetNodes(); ++node)
    {
        text += std::to_string(node) + ' ';
    }
    for (const auto& link : graph.links)
    {
        text += '\n' + std::to_string(link.a) + ' ' + std::to_string(link.b) + ' ' +
                std::to_string(link.rate.GetBitRate()) + "bps " +
                std::to_string(link.delay.GetNanoSeconds()) + "ns 0.000000";
    }
    const NetworkGraph loaded = LoadText(text);
    ASSERT_EQ(loaded.links.size(), graph.links.size());
    EXPECT_EQ(loaded.hosts, graph.hosts);
    EXPECT_EQ(loaded.switches, graph.switches);
    for (std::size_t i = 0; i < graph.links.size(); ++i)
    {
        EXPECT_EQ(loaded.links[i].a, graph.links[i].a);
        EXPECT_EQ(loaded.links[i].b, graph.links[i].b);
        EXPECT_EQ(loaded.links[i].rate, graph.links[i].rate);
        EXPECT_EQ(loaded.links[i].delay, graph.links[i].delay);
        EXPECT_EQ(loaded.links[i].frameErrorRate, 0);
    }
}

TEST(FileTopology, AFileThatIsMissingIsNamed)
{
    EXPECT_EQ(ErrorOf([] { MakeTopology("file"); }),
              "file: expected the path of a file, found none");
    EXPECT_EQ(ErrorOf([] { MakeTopology("/nonexistent/net.topology"); }),
              "/nonexistent/net.topology: cannot be opened for reading");
}

TEST(FileTopology, NumbersOfTheFileAreKept)
{
    // The kind: a number is taken for that of another numbering. Switches are 0 and 3.
    const NetworkGraph graph = LoadText("5 2 4\n0\n3\n0 1 10Gbps 1us 0\n0 2 10Gbps 1us 0\n"
                                        "0 3 10Gbps 1us 0\n3 4 10Gbps 1us 0\n");
    EXPECT_EQ(graph.fileNumbers, (std::vector<uint32_t>{1, 2, 4, 0, 3}));
    const std::string text = graph.Describe();
    EXPECT_NE(text.find("\n  hosts 0 to 1: nodes 1 to 2 of the file\n"
                        "  host 2: node 4 of the file\n"
                        "  switch 3: node 0 of the file\n"
                        "  switch 4: node 3 of the file\n"),
              std::string::npos)
        << text;
    // Errors name nodes as the file does.
    EXPECT_EQ(LoadError("4 1 3\n0\n0 1 1Gbps 1us\n0 2 1Gbps 1us\n0 2 1Gbps 1us\n"),
              ": host 2: expected exactly one link, to a switch, found 2 links");
    EXPECT_EQ(LoadError("4 2 2\n0 1\n0 2 1Gbps 1us\n1 3 1Gbps 1us\n"),
              ": expected a connected network, but node 3 cannot be reached from host 2");
}

TEST(FileTopology, RowsAfterTheLinksArePassedOverWithANote)
{
    // The kind: a reader that is stricter than the files that users have. HPCC's own topologies end
    // with a description of their columns.
    for (const char* const rest :
         {"\nFirst line: total node #, switch node #, link #\n", "0 1 100Gbps 1us 0\n"})
    {
        const NetworkGraph graph = LoadText(SMALL + rest);
        EXPECT_EQ(graph.links.size(), 2U);
        EXPECT_NE(graph.note.find(": note: 1 row after the 2 links passed over"), std::string::npos)
            << graph.note;
    }
    EXPECT_EQ(LoadText(SMALL).note, "");
}

TEST(FileTopology, NumbersAreReadAsTheFormatsSimulatorsDo)
{
    const NetworkGraph graph =
        LoadText(HEAD + "0 1 25000000000 0.000001 1e-3\n2 1 25Gbps 1us 2.5E-04\n");
    EXPECT_EQ(graph.links[0].rate, DataRate(25000000000));
    EXPECT_EQ(graph.links[0].delay, MicroSeconds(1));
    EXPECT_DOUBLE_EQ(graph.links[0].frameErrorRate, 0.001);
    EXPECT_DOUBLE_EQ(graph.links[1].frameErrorRate, 0.00025);
    EXPECT_EQ(LoadError(HEAD + "0 1 0 1us 0\n2 1 25Gbps 1us\n"),
              ":3: expected a rate in bits per second above 0 such as 100Gbps, found '0bps'");
}

TEST(FileTopology, AMalformedHeadIsNamedByLine)
{
    const std::string counts = "expected three numbers: nodes, switches, links";
    EXPECT_EQ(LoadError(""), ": " + counts);
    EXPECT_EQ(LoadError("3 1\n"), ":1: " + counts);
    EXPECT_EQ(LoadError("3 1 2 0\n"), ":1: " + counts);
    EXPECT_EQ(LoadError("x 1 2\n"), ":1: expected the number of nodes, found 'x'");
    EXPECT_EQ(LoadError("3 -1 2\n"), ":1: expected the number of switches, found '-1'");
    EXPECT_EQ(LoadError("3 1 2.5\n"), ":1: expected the number of links, found '2.5'");
    EXPECT_EQ(LoadError("4294967296 1 2\n"),
              ":1: expected the number of nodes, found '4294967296'");
    EXPECT_EQ(LoadError("3 4 2\n"), ":1: expected from 1 to 3 switches, found 4");
    EXPECT_EQ(LoadError("3 0 2\n"), ":1: expected from 1 to 3 switches, found 0");
    EXPECT_EQ(LoadError("4000000000 1 2\n"),
              ":1: expected at most 1048576 nodes, found 4000000000");
    EXPECT_EQ(LoadError("# counts\n3 1 2\n"), ":2: expected the numbers of 1 switches");
    EXPECT_EQ(LoadError("3 1 2\n1 2\n"), ":2: expected the numbers of 1 switches");
    EXPECT_EQ(LoadError("4 2 2\n2 x\n"), ":2: expected the number of a switch, found 'x'");
    EXPECT_EQ(LoadError("4 2 2\n2 4\n"), ":2: expected different switches below 4, found 4");
    EXPECT_EQ(LoadError("4 2 2\n2 2\n"), ":2: expected different switches below 4, found 2");
}

TEST(FileTopology, AMalformedLinkIsNamedByLine)
{
    const std::string fields =
        "expected a link: node, node, rate, delay, and optionally an error rate";
    const std::string first = HEAD + "0 1 100Gbps 1us 0\n";
    EXPECT_EQ(LoadError(first + "2 1 100Gbps\n"), ":4: " + fields);
    EXPECT_EQ(LoadError(first + "\n# gap\n2 1 100Gbps 1us 0 0\n"), ":6: " + fields);
    EXPECT_EQ(LoadError(first + "a 1 100Gbps 1us 0\n"),
              ":4: expected the number of a node, found 'a'");
    EXPECT_EQ(LoadError(first + "2 3 100Gbps 1us 0\n"),
              ":4: expected two different nodes below 3, found 2 and 3");
    EXPECT_EQ(LoadError(first + "2 2 100Gbps 1us 0\n"),
              ":4: expected two different nodes below 3, found 2 and 2");
    EXPECT_EQ(LoadError(first + "2 1 100GBps 1us 0\n"),
              ":4: expected a rate in bits per second above 0 such as 100Gbps, found '100GBps'");
    EXPECT_EQ(LoadError(first + "2 1 100Gbps 1parsec 0\n"),
              ":4: expected a time such as 1us or 0.001ms, found '1parsec'");
    EXPECT_EQ(LoadError(first + "2 1 100Gbps 1us 1.1\n"),
              ":4: expected an error rate from 0 to 1, found '1.1'");
    EXPECT_EQ(LoadError(first + "2 1 100Gbps 1us -0.1\n"),
              ":4: expected an error rate from 0 to 1, found '-0.1'");
    EXPECT_EQ(LoadError(first), ":3: expected the 2 links that the first line says, found 1");
}

TEST(FileTopology, AGraphThatIsNotConnectedIsRejected)
{
    EXPECT_EQ(LoadError("4 2 2\n2 3\n0 2 100Gbps 1us 0\n1 3 100Gbps 1us 0\n"),
              ": expected a connected network, but node 1 cannot be reached from host 0");
    EXPECT_EQ(LoadError("3 1 2\n1\n0 1 100Gbps 1us 0\n0 1 100Gbps 1us 0\n"),
              ": host 0: expected exactly one link, to a switch, found 2 links");
}
