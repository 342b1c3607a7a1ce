/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Attributes of the schemes that are changed while a scheme runs, and values that they refuse.
 */

#include "host-address.h"
#include "tor-test-case.h"

#include "ns3/conga-balancer.h"
#include "ns3/conweave-balancer.h"
#include "ns3/drill-balancer.h"
#include "ns3/hula-balancer.h"
#include "ns3/letflow-balancer.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @ingroup tests
 * @brief Attributes that are changed while a scheme runs act at once, or are read once.
 */
class RunTimeAttributeTestCase : public TestCase
{
  public:
    RunTimeAttributeTestCase()
        : TestCase("attributes changed at run time act, or their help says that they are read once")
    {
    }

  private:
    /// @brief DRILL's Samples act at once.
    void CheckDrill()
    {
        MockSwitchView view;
        view.ports.resize(8);
        std::vector<uint16_t> ports;
        for (uint16_t port = 0; port < 8; ++port)
        {
            ports.push_back(port);
            view.ports[port].queueBytes[3] = port == 5 ? 0 : 1000;
        }
        auto drill = CreateObject<DrillBalancer>();
        drill->AssignStreams(1);
        drill->Attach(view);
        drill->SetAttribute("Samples", UintegerValue(8));
        for (uint32_t host = 0; host < 100; ++host)
        {
            const RoceFramePtr frame = MakeRoceFrame(NEAR, HostAddress::Of(host));
            NS_TEST_EXPECT_MSG_EQ(drill->SelectPort(*frame, {ports.data(), 8}, 0),
                                  5,
                                  "of all ports the shortest");
        }
        drill->Dispose();
    }

    /// @brief The gap of flowlets is read once.
    void CheckLetFlow()
    {
        MockSwitchView view;
        view.ports.resize(8);
        auto letFlow = CreateObject<LetFlowBalancer>();
        letFlow->Attach(view);
        letFlow->SetAttribute("FlowletGap", TimeValue(MicroSeconds(1)));
        const std::vector<uint16_t> ports{4, 5};
        for (int64_t us = 0; us < 1000; us += 50)
        {
            const RoceFramePtr frame = MakeRoceFrame(NEAR, FAR);
            letFlow->SelectPort(*frame, {ports.data(), 2}, MicroSeconds(us).GetTimeStep());
        }
        NS_TEST_EXPECT_MSG_EQ(letFlow->GetCounters().at("flowlets"), 1, "the gap is still 100 us");
        letFlow->Dispose();
    }

    /// @brief HULA's period is read once, what each probe is made with acts at once.
    void CheckHula()
    {
        MockSwitchView view;
        view.ports.resize(3);
        view.ports[0].role = PortRole::HOST;
        view.tor = 0;
        view.torCount = 1;
        view.torOf = {{HostAddress::Of(0), 0}};
        auto hula = CreateObject<HulaBalancer>();
        hula->AssignStreams(1);
        hula->Attach(view);
        hula->SetAttribute("ProbePeriod", TimeValue(MicroSeconds(1)));
        hula->SetAttribute("ProbeClass", UintegerValue(5));
        Simulator::Stop(MicroSeconds(700));
        Simulator::Run();
        hula->Dispose();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(view.sent.size(), 20, "ten periods of 70 us, two uplinks");
        for (const MockSwitchView::Sent& sent : view.sent)
        {
            NS_TEST_EXPECT_MSG_EQ(sent.queue, 5, "class");
        }
        view.sent.clear();
    }

    /// @brief The help of all other attributes says that they are read once.
    void CheckHelp()
    {
        const std::set<std::string> act{"ns3::rdmacell::DrillBalancer::Samples",
                                        "ns3::rdmacell::CongaBalancer::SampledPaths",
                                        "ns3::rdmacell::HulaBalancer::ProbeClass",
                                        "ns3::rdmacell::HulaBalancer::RandomTies",
                                        "ns3::rdmacell::HulaBalancer::Suppression"};
        uint32_t checked = 0;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId type = TypeId::GetRegistered(i);
            if (!type.IsChildOf(LoadBalancer::GetTypeId()))
            {
                continue;
            }
            for (std::size_t a = 0; a < type.GetAttributeN(); ++a)
            {
                const std::string name = type.GetAttributeFullName(a);
                const bool once = type.GetAttribute(a).help.find(
                                      "read when the switch is initialized") != std::string::npos;
                NS_TEST_EXPECT_MSG_NE(once, (act.count(name) == 1), name);
                ++checked;
            }
        }
        NS_TEST_EXPECT_MSG_GT(checked, 25, "attributes");
    }

    /// @brief Values that the help rules out are refused.
    void CheckRanges()
    {
        const auto conweave = CreateObject<ConWeaveBalancer>();
        const auto conga = CreateObject<CongaBalancer>();
        const auto hula = CreateObject<HulaBalancer>();
        const auto refuses =
            [](const Ptr<Object>& object, const std::string& name, const std::string& value) {
                return !object->SetAttributeFailSafe(name, StringValue(value));
            };
        NS_TEST_EXPECT_MSG_EQ(refuses(conweave, "ReorderQueues", "0"), true, "no reorder queue");
        NS_TEST_EXPECT_MSG_EQ(refuses(conweave, "ReorderQueues", "57"), true, "64 with classes");
        NS_TEST_EXPECT_MSG_EQ(refuses(conweave, "DataClass", "8"), true, "eight classes");
        NS_TEST_EXPECT_MSG_EQ(refuses(conga, "QuantizationBits", "7"), true, "six bits");
        NS_TEST_EXPECT_MSG_EQ(refuses(conga, "DreAlpha", "0"), true, "no decay");
        NS_TEST_EXPECT_MSG_EQ(refuses(hula, "KeepAlivePeriods", "0"), true, "no keep-alive time");
        NS_TEST_EXPECT_MSG_EQ(refuses(hula, "ProbePeriod", "0"), true, "no period");
        NS_TEST_EXPECT_MSG_EQ(refuses(hula, "TableSize", "0"), true, "no entry");
        conweave->Dispose();
        conga->Dispose();
        hula->Dispose();
    }

    void DoRun() override
    {
        CheckDrill();
        CheckLetFlow();
        CheckHula();
        CheckHelp();
        CheckRanges();
    }
};

/// Attributes of the schemes.
class SchemeAttributeTestSuite : public TestSuite
{
  public:
    SchemeAttributeTestSuite()
        : TestSuite("rdmacell-scheme-attribute", TestSuite::Type::UNIT)
    {
        AddTestCase(new RunTimeAttributeTestCase);
    }
};

SchemeAttributeTestSuite g_schemeAttributeTestSuite; ///< registers the suite

} // namespace
