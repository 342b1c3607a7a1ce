/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * doc/traces.md against the TypeIds: it lists every trace source of the module, and each one is
 * reached by the Config path that it gives, in a network of some scheme.
 */

#include "fabric-run.h"

#include "ns3/collective-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/network-graph.h"
#include "ns3/nstime.h"
#include "ns3/scheme-registry.h"
#include "ns3/test.h"
#include "ns3/type-id.h"

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A type as the document describes it.
struct DocumentedType
{
    std::string path;              ///< to its objects
    std::set<std::string> sources; ///< names of its trace sources
};

/**
 * @brief Find the text between two backquotes.
 * @param line a line
 * @return the text, empty if there is none
 */
std::string
GetCode(const std::string& line)
{
    const std::size_t start = line.find('`');
    const std::size_t end = line.find('`', start + 1);
    return end == std::string::npos ? "" : line.substr(start + 1, end - start - 1);
}

/**
 * @brief Read doc/traces.md.
 * @return types by name
 */
std::map<std::string, DocumentedType>
ReadDocument()
{
    const std::string heading = "## ";
    std::map<std::string, DocumentedType> types;
    std::ifstream text(RDMACELL_TRACE_DIR "/../doc/traces.md");
    std::string type;
    for (std::string line; std::getline(text, line);)
    {
        if (line.rfind(heading, 0) == 0)
        {
            type = line.substr(heading.size());
        }
        else if (line.rfind("Path: ", 0) == 0)
        {
            types[type].path = GetCode(line);
        }
        else if (line.rfind("| `", 0) == 0)
        {
            types[type].sources.insert(GetCode(line));
        }
    }
    return types;
}

/**
 * @brief Describe two racks with a host each and two spines.
 * @return the network
 */
NetworkGraph
MakeSmallNetwork()
{
    const DataRate rate("100Gbps");
    const Time delay = MicroSeconds(1);
    NetworkGraph graph;
    graph.name = "two racks";
    graph.hosts = 2;
    graph.switches = 4;
    graph.links = {{0, 2, rate, delay, 0}, {1, 3, rate, delay, 0}};
    for (uint32_t rack : {2U, 3U})
    {
        graph.links.push_back({rack, 4, rate, delay, 0});
        graph.links.push_back({rack, 5, rate, delay, 0});
    }
    return graph;
}

/**
 * @ingroup tests
 * @brief The document lists the trace sources of all types, and no others.
 */
class DocumentedSourcesTestCase : public TestCase
{
  public:
    DocumentedSourcesTestCase()
        : TestCase("the document lists every trace source")
    {
    }

  private:
    void DoRun() override
    {
        std::map<std::string, std::set<std::string>> registered;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            for (std::size_t s = 0; tid.GetGroupName() == "RdmaCell" && s < tid.GetTraceSourceN();
                 ++s)
            {
                registered[tid.GetName()].insert(tid.GetTraceSource(s).name);
            }
        }
        NS_TEST_ASSERT_MSG_GT(registered.size(), 4, "the module's types have trace sources");
        const auto documented = ReadDocument();
        NS_TEST_EXPECT_MSG_EQ(documented.size(), registered.size(), "types");
        for (const auto& [type, names] : registered)
        {
            const auto found = documented.find(type);
            NS_TEST_ASSERT_MSG_EQ((found != documented.end()), true, type << " is documented");
            NS_TEST_EXPECT_MSG_EQ((found->second.sources == names), true, "sources of " << type);
        }
    }
};

/**
 * @ingroup tests
 * @brief Each source is reached by its path.
 */
class SourcePathsTestCase : public TestCase
{
  public:
    SourcePathsTestCase()
        : TestCase("each trace source is reached by its Config path")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const auto documented = ReadDocument();
        std::set<std::string> reached;
        for (const Scheme& scheme : GetSchemes())
        {
            FabricRun run(MakeSmallNetwork(), {{0, 0, 1, 1000, Time(0)}}, scheme.name);
            run.Build();
            const auto collectives =
                CollectiveHelper::Install(run, ParseCollectives("alltoall:size=1kB"), 3000);
            for (const auto& [type, description] : documented)
            {
                const Config::MatchContainer objects = Config::LookupMatches(description.path);
                for (const std::string& source : description.sources)
                {
                    if (objects.GetN() > 0 &&
                        objects.Get(0)->GetInstanceTypeId().LookupTraceSourceByName(source))
                    {
                        reached.insert(type + "/" + source);
                    }
                }
            }
        }
        for (const auto& [type, description] : documented)
        {
            for (const std::string& source : description.sources)
            {
                const std::string name = type + "/" + source;
                NS_TEST_EXPECT_MSG_EQ(reached.count(name), 1, name << " by " << description.path);
            }
        }
    }
};

/**
 * @ingroup tests
 * @brief doc/traces.md against the TypeIds.
 */
class TracePathTestSuite : public TestSuite
{
  public:
    TracePathTestSuite()
        : TestSuite("rdmacell-trace-path", TestSuite::Type::UNIT)
    {
        AddTestCase(new DocumentedSourcesTestCase);
        AddTestCase(new SourcePathsTestCase);
    }
};

/// Registers the suite.
TracePathTestSuite g_tracePathTestSuite;

} // namespace
