/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The trace sources of CellApp and HostApp, connected by Config path: what they give, and when.
 */

#include "cell-run.h"

#include <cmath>
#include <sstream>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Round-trip time of the head of a cell between two racks, ns: 1102 wire bytes there, 114 of the
/// token back behind an acknowledgment of 86, 4 links of 1 us each way.
constexpr double RACK_HEAD_NS = 8'000 + (4 * (1102 + 114) + 86) * 0.08;

/// T_soft before any sample, ns: three base RTTs of 8 us and four payloads of 1000 bytes, and the
/// payload of a cell of 2000 bytes.
constexpr double RACK_INITIAL_NS = 3 * (8'000 + 4 * 80) + 160;

/// What the trace sources have given, as one line of text each.
struct Record
{
    std::vector<std::string> lines; ///< in order
    std::vector<double> times;      ///< when, ns

    /**
     * @brief Add a line.
     * @param context path of the source
     * @param what name of the source and values
     */
    void Add(const std::string& context, const std::string& what)
    {
        // "/NodeList/0/..." names the host: nodes are hosts first.
        lines.push_back(context.substr(std::string("/NodeList/").size(), 1) + " " + what);
        times.push_back(Simulator::Now().GetSeconds() * 1e9);
    }

    /**
     * @brief Find a line.
     * @param line the line
     * @return when it was added first, ns; -1 if it was not
     */
    double Find(const std::string& line) const
    {
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            if (lines[i] == line)
            {
                return times[i];
            }
        }
        return -1;
    }

    /**
     * @brief Select the lines of a source.
     * @param source its name
     * @return its lines, in order
     */
    std::string Select(const std::string& source) const
    {
        std::string selected;
        for (const std::string& line : lines)
        {
            if (line.find(" " + source + " ") != std::string::npos)
            {
                selected += line + "; ";
            }
        }
        return selected;
    }
};

/**
 * @brief Connect a trace source of all hosts that gives numbers.
 * @tparam Args their types
 * @param type TypeId of the source
 * @param source name of the source
 * @param record gets what it gives
 */
template <typename... Args>
void
Connect(const std::string& type, const std::string& source, Record& record)
{
    Config::Connect("/NodeList/*/ApplicationList/*/$ns3::rdmacell::" + type + "/" + source,
                    Callback<void, std::string, Args...>(
                        [source, &record](const std::string& context, Args... values) {
                            std::ostringstream text;
                            text << source;
                            ((text << " " << values), ...);
                            record.Add(context, text.str());
                        }));
}

/**
 * @brief Connect all trace sources of all hosts.
 * @param record gets what they give
 */
void
ConnectAll(Record& record)
{
    Connect<uint64_t, uint64_t, uint16_t, uint32_t>("CellApp", "CellPosted", record);
    Connect<uint64_t, uint64_t, uint16_t, uint32_t>("CellApp", "CellRetransmitted", record);
    Connect<uint64_t, uint64_t, uint32_t>("CellApp", "CellCompleted", record);
    Connect<uint64_t, uint64_t, uint16_t>("CellApp", "TokenSent", record);
    Connect<uint64_t, uint64_t, uint16_t>("CellApp", "TokenReceived", record);
    Connect<uint32_t, uint16_t>("CellApp", "Isolated", record);
    Connect<uint32_t, uint16_t>("CellApp", "Restored", record);
    Connect<uint64_t>("HostApp", "FlowPlaced", record);
    Connect<uint64_t>("HostApp", "FlowFinished", record);
    Config::Connect("/NodeList/*/ApplicationList/*/$ns3::rdmacell::HostApp/FlowStarted",
                    Callback<void, std::string, const Flow&>(
                        [&record](const std::string& context, const Flow& flow) {
                            std::ostringstream text;
                            text << "FlowStarted " << flow.id << " " << flow.src << " " << flow.dst
                                 << " " << flow.sizeBytes;
                            record.Add(context, text.str());
                        }));
    Config::Connect(
        "/NodeList/*/ApplicationList/*/$ns3::rdmacell::CellApp/RttSample",
        Callback<void, std::string, uint64_t, uint64_t, Time>(
            [&record](const std::string& context, uint64_t flow, uint64_t cell, Time t) {
                std::ostringstream text;
                text << "RttSample " << flow << " " << cell << " " << t.GetPicoSeconds();
                record.Add(context, text.str());
            }));
}

/// A window that the first token opens for a second cell, and that then waits 10 us.
class OpeningWindow : public CellWindow
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::OpeningWindow")
                                .SetParent<CellWindow>()
                                .SetGroupName("RdmaCell")
                                .AddConstructor<OpeningWindow>();
        return tid;
    }

    State Open(const PathProperties& /* path */) const override
    {
        return State();
    }

    void OnSample(State& state,
                  const PathProperties& /* path */,
                  int64_t /* rtt */,
                  int64_t now) override
    {
        if (state.cells == 1)
        {
            state.sendAt = now + MicroSeconds(10).GetTimeStep();
        }
        state.cells = 2;
    }

    uint32_t GetMost(const PathProperties& /* path */) const override
    {
        return 2;
    }
};

NS_OBJECT_ENSURE_REGISTERED(OpeningWindow);

} // namespace

/**
 * @ingroup tests
 * @brief A window of another type: it grows and waits as it says, and each change is traced.
 */
class WindowTraceTestCase : public CellTestCase
{
  public:
    WindowTraceTestCase()
        : CellTestCase("a window that grows and waits")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 1, 10'000, Time(0)}};
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=1"),
                    flows,
                    {{"CellBytes", "2000"}, {"WindowType", "ns3::rdmacell::test::OpeningWindow"}});
        run.Build();
        Record record;
        ConnectAll(record);
        Connect<uint64_t, uint32_t>("CellApp", "WindowChanged", record);
        Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(record.Select("WindowChanged"), "0 WindowChanged 0 2; ", "once");
        const auto at = [&](const std::string& line, double expected) {
            NS_TEST_EXPECT_MSG_EQ_TOL(record.Find(line), expected, 0.01, line);
        };
        at("0 WindowChanged 0 2", RACK_HEAD_NS);
        at("0 CellPosted 0 1 0 2000", RACK_HEAD_NS + 10'000);
        at("0 CellPosted 0 2 0 2000", RACK_HEAD_NS + 10'000);
        // The token of the second cell lets the fourth leave, without another wait.
        at("0 CellPosted 0 3 0 2000", 2 * RACK_HEAD_NS + 10'000);
    }
};

/**
 * @ingroup tests
 * @brief A flow of three cells of 2000, 2000 and 1000 bytes, over three paths in turn, without
 * faults. Each token opens the window for the next cell.
 */
class CellTraceTestCase : public CellTestCase
{
  public:
    CellTraceTestCase()
        : CellTestCase("trace sources of a flow without faults")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 1, 5'000, MicroSeconds(1)}};
        CellRun run(
            MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4"),
            flows,
            {{"CellBytes", "2000"}, {"SchedulerType", "ns3::rdmacell::RoundRobinCellScheduler"}});
        run.Build();
        Record record;
        ConnectAll(record);
        Finish(run, flows);
        const auto expect = [&](const std::string& source, const std::string& lines) {
            NS_TEST_EXPECT_MSG_EQ(record.Select(source), lines, source);
        };
        expect("FlowStarted", "0 FlowStarted 0 0 1 5000; ");
        expect("CellPosted",
               "0 CellPosted 0 0 0 2000; 0 CellPosted 0 1 1 2000; 0 CellPosted 0 2 2 1000; ");
        expect("TokenSent", "1 TokenSent 0 0 0; 1 TokenSent 0 1 1; 1 TokenSent 0 2 2; ");
        // The last cell is one packet: its acknowledgment, which arrives before the token, ends the
        // flow.
        expect("TokenReceived", "0 TokenReceived 0 0 0; 0 TokenReceived 0 1 1; ");
        expect("CellCompleted",
               "0 CellCompleted 0 0 2000; 0 CellCompleted 0 1 2000; 0 CellCompleted 0 2 1000; ");
        expect("FlowPlaced", "1 FlowPlaced 0; ");
        expect("FlowFinished", "0 FlowFinished 0; ");
        expect("CellRetransmitted", "");
        expect("Isolated", "");
        expect("Restored", "");

        const auto at = [&](const std::string& line, double expected) {
            NS_TEST_EXPECT_MSG_EQ_TOL(record.Find(line), 1'000 + expected, 0.01, line);
        };
        const double there = 4'000 + 4 * 1102 * 0.08;
        at("0 FlowStarted 0 0 1 5000", 0);
        at("0 CellPosted 0 0 0 2000", 0);
        at("1 TokenSent 0 0 0", there);
        at("0 TokenReceived 0 0 0", RACK_HEAD_NS);
        at("0 RttSample 0 0 " + std::to_string(std::llround(RACK_HEAD_NS * 1e3)), RACK_HEAD_NS);
        at("0 CellPosted 0 1 1 2000", RACK_HEAD_NS);
        // Its head leaves behind the acknowledgment of the token before.
        at("1 TokenSent 0 1 1", RACK_HEAD_NS + 86 * 0.08 + there);
    }
};

/**
 * @ingroup tests
 * @brief The one cell of a flow is lost: T_soft expires, its path is isolated, the cell is
 * retransmitted on the next path, and the first path is in use again after its reset.
 */
class RecoveryTraceTestCase : public CellTestCase
{
  public:
    RecoveryTraceTestCase()
        : CellTestCase("trace sources of a recovery")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 1, 1'000, Time(0)}};
        // A pool outlives its flows.
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4"),
                    flows,
                    {{"CellBytes", "2000"}, {"Pooled", "true"}});
        run.Build();
        Record record;
        ConnectAll(record);
        auto loss = CreateObject<PickedLoss>();
        loss->isLost = [left = 1](const RoceFrame& frame) mutable {
            return frame.opcode == RoceOpcode::WRITE_ONLY_WITH_IMM && left-- > 0;
        };
        run.fabric->GetHostDevice(1)->SetErrorModel(loss);
        Finish(run, flows);
        const auto expect = [&](const std::string& source, const std::string& lines) {
            NS_TEST_EXPECT_MSG_EQ(record.Select(source), lines, source);
        };
        expect("CellPosted", "0 CellPosted 0 0 0 1000; 0 CellPosted 0 0 1 1000; ");
        expect("CellRetransmitted", "0 CellRetransmitted 0 0 1 1000; ");
        expect("Isolated", "0 Isolated 0 0; ");
        expect("Restored", "0 Restored 0 0; ");
        expect("TokenSent", "1 TokenSent 0 0 1; ");
        expect("CellCompleted", "0 CellCompleted 0 0 1000; ");
        expect("RttSample", "");

        const auto at = [&](const std::string& line, double expected) {
            NS_TEST_EXPECT_MSG_EQ_TOL(record.Find(line), expected, 0.01, line);
        };
        at("0 CellPosted 0 0 0 1000", 0);
        at("0 Isolated 0 0", RACK_INITIAL_NS);
        at("0 CellRetransmitted 0 0 1 1000", RACK_INITIAL_NS);
        at("1 TokenSent 0 0 1", RACK_INITIAL_NS + 4'000 + 4 * 1102 * 0.08);
        at("0 Restored 0 0", RACK_INITIAL_NS + 100'000);
    }
};

/**
 * @ingroup tests
 * @brief The trace sources of CellApp and HostApp.
 */
class CellTraceTestSuite : public TestSuite
{
  public:
    CellTraceTestSuite()
        : TestSuite("rdmacell-cell-trace", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new CellTraceTestCase);
        AddTestCase(new RecoveryTraceTestCase);
        AddTestCase(new WindowTraceTestCase);
    }
};

/// Registers the suite.
static CellTraceTestSuite g_cellTraceTestSuite;
