/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The attributes of CellApp and FlowApp: runs with the values at the edges of their ranges, refusal
 * of those beyond, and when attributes are read.
 */

#include "cell-run.h"

#include "ns3/boolean.h"
#include "ns3/double.h"

#include <functional>
#include <sstream>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// An attribute of CellApp, or of another class as Class::Name, with values as text.
struct Edges
{
    std::string name;                 ///< of the attribute
    std::vector<std::string> allowed; ///< values at the edges of the range, and special ones
    std::vector<std::string> refused; ///< values beyond
};

const std::vector<Edges> EDGES{
    {"QueuePairs", {"1", "64"}, {"0", "65"}},
    {"CellBdp", {"0", "1000"}, {"-1", "1001"}},
    {"CellBytes", {"0", "1", "1073741824"}, {"1073741825"}},
    {"FixedCellWindow::Cells", {"1", "1024"}, {"0", "1025"}},
    {"Pooled", {"true"}, {}},
    {"PoolSlots", {"1", "3", "1024"}, {"0", "1025"}},
    {"RingSlots", {"1", "2", "4096"}, {"0", "3", "63", "8192"}},
    {"Alpha", {"0", "1"}, {"-0.1", "1.1"}},
    {"Beta", {"0", "1"}, {"-0.1", "1.1"}},
    {"DeviationFactor", {"0", "1e300"}, {"-1"}},
    {"SoftFloor", {"0", "10000"}, {"-1", "10001"}},
    {"SoftCeiling", {"1ns", "1s"}, {"0s", "-1ns", "1001ms"}},
    {"PortSelection", {"Traced"}, {}},
    {"LinkMemory", {"0s", "1ns", "1s"}, {"-1ns", "1001ms"}},
    {"CompletionTimeout", {"0s", "1ns", "1s"}, {"-1ns", "1001ms"}},
    {"TurnAround", {"0s", "1s"}, {"-1ns", "1001ms"}},
    {"PollPeriod", {"0s", "1ns", "1s"}, {"-1ns", "1001ms"}},
    {"ResetTime", {"0s", "1s"}, {"-1ns", "1001ms"}},
    {"ReceiveDepth", {"1", "32768"}, {"0", "32769"}},
    {"TrafficClass", {"0", "7"}, {"8"}},
    {"Timeout", {"0", "1", "31"}, {"32"}},
    {"RetryCount", {"0", "7"}, {"8"}},
    {"SchedulerType", {"ns3::rdmacell::StickyCellScheduler"}, {"ns3::rdmacell::None"}},
    {"History", {"Host"}, {}},
    {"RttStart", {"FirstBit", "LineRate"}, {}},
};

/**
 * @brief Make flows both ways between two racks, of 0 bytes to some cells.
 * @return the flows
 */
std::vector<Flow>
MakeFlows()
{
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < 8; ++i)
    {
        flows.push_back({i, i % 2, 1 - i % 2, 60'000ULL * i, MicroSeconds(10 * i)});
    }
    return flows;
}

} // namespace

/**
 * @ingroup tests
 * @brief All flows finish with a value of an attribute, with own groups and with shared ones.
 */
class EdgeTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param name attribute of CellApp
     * @param value its value
     * @param pooled flows share groups
     */
    EdgeTestCase(const std::string& name, const std::string& value, bool pooled)
        : CellTestCase(name + "=" + value + (pooled ? ", pooled" : "")),
          m_settings{{"Pooled", pooled ? "true" : "false"}, {name, value}}
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"), MakeFlows(), m_settings);
        Finish(run, MakeFlows());
    }

    CellAttributes m_settings; ///< attributes of CellApp
};

/**
 * @ingroup tests
 * @brief Values beyond the edges are refused.
 */
class RefusalTestCase : public TestCase
{
  public:
    RefusalTestCase()
        : TestCase("values beyond the edges")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        for (const Edges& edges : EDGES)
        {
            for (const std::string& value : edges.refused)
            {
                const bool isOther = edges.name.find("::") != std::string::npos;
                Refuse((isOther ? "" : "CellApp::") + edges.name, value);
            }
        }
        Refuse("FlowApp::TrafficClass", "8");
        Refuse("FlowApp::Timeout", "32");
        Refuse("FlowApp::RetryCount", "8");
        Config::Reset();
    }

    /**
     * @brief Check that a value is refused.
     * @param attribute type and name
     * @param value as text
     */
    void Refuse(const std::string& attribute, const std::string& value)
    {
        const bool taken =
            Config::SetDefaultFailSafe("ns3::rdmacell::" + attribute, StringValue(value));
        NS_TEST_EXPECT_MSG_EQ(taken, false, attribute << "=" << value);
    }
};

/**
 * @ingroup tests
 * @brief What is set before the application starts acts; what is set later has no effect, not even
 * on flows that start later.
 */
class ReadOnceTestCase : public CellTestCase
{
  public:
    ReadOnceTestCase()
        : CellTestCase("attributes are read when the application starts")
    {
    }

  private:
    /// Sets attributes of an application.
    using Change = std::function<void(HostApp& app)>;

    /**
     * @brief Run.
     * @param before applied before the applications start
     * @param later applied after 1 us
     * @return fct.csv
     */
    std::string RunOnce(const Change& before, const Change& later)
    {
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"), MakeFlows());
        run.Build();
        for (const auto& app : run.apps)
        {
            before(*app);
            Simulator::Schedule(MicroSeconds(1), [app, later]() { later(*app); });
        }
        Finish(run, MakeFlows());
        std::ostringstream csv;
        run.fct->WriteCsv(csv);
        return csv.str();
    }

    void DoRun() override
    {
        UsePicoseconds();
        const Change nothing = [](HostApp&) {};
        const Change change = [](HostApp& app) {
            app.SetAttribute("CellBdp", DoubleValue(0.3));
            app.SetAttribute("RingSlots", UintegerValue(4096));
            app.SetAttribute("QueuePairs", UintegerValue(64));
            app.SetAttribute("Pooled", BooleanValue(true));
            app.SetAttribute("TurnAround", TimeValue(MicroSeconds(10)));
            app.SetAttribute("TrafficClass", UintegerValue(5));
        };
        const std::string plain = RunOnce(nothing, nothing);
        NS_TEST_EXPECT_MSG_NE(RunOnce(change, nothing), plain, "set before: no effect");
        NS_TEST_EXPECT_MSG_EQ(RunOnce(nothing, change), plain, "set later: an effect");
    }
};

/**
 * @ingroup tests
 * @brief The class of FlowApp's frames is that of the start of the application.
 */
class FlowAppClassTestCase : public TestCase
{
  public:
    FlowAppClassTestCase()
        : TestCase("attributes of FlowApp are read when the application starts")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 1, 1'000, Time(0)},
                                      {1, 0, 1, 1'000, MicroSeconds(50)}};
        FabricRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"), flows);
        run.Build();
        run.apps[0]->SetAttribute("TrafficClass", UintegerValue(5));
        Simulator::Schedule(MicroSeconds(20), [&run]() {
            run.apps[0]->SetAttribute("TrafficClass", UintegerValue(2));
        });
        std::vector<uint32_t> classes;
        run.fabric->GetHostDevice(0)->TraceConnectWithoutContext(
            "FrameTx",
            Callback<void, const RoceFrame&>(
                [&classes](const RoceFrame& frame) { classes.push_back(frame.priority); }));
        run.Run();
        NS_TEST_EXPECT_MSG_EQ((classes == std::vector<uint32_t>{5, 5}), true, "classes");
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 2, "flows finish");
    }
};

/**
 * @ingroup tests
 * @brief The attributes of CellApp and FlowApp.
 */
class CellAttributeTestSuite : public TestSuite
{
  public:
    CellAttributeTestSuite()
        : TestSuite("rdmacell-cell-attribute", TestSuite::Type::SYSTEM)
    {
        for (const Edges& edges : EDGES)
        {
            for (const std::string& value : edges.allowed)
            {
                AddTestCase(new EdgeTestCase(edges.name, value, false));
                AddTestCase(new EdgeTestCase(edges.name, value, true));
            }
        }
        AddTestCase(new RefusalTestCase);
        AddTestCase(new ReadOnceTestCase);
        AddTestCase(new FlowAppClassTestCase);
    }
};

/// Registers the suite.
static CellAttributeTestSuite g_cellAttributeTestSuite;
