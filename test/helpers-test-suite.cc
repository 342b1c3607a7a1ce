/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Helpers on networks that a user has connected: ports, addresses, routes, flows, and mistakes.
 */

#include "fabric-run.h"

#include "ns3/boolean.h"
#include "ns3/fabric-switch-helper.h"
#include "ns3/frame-link-helper.h"
#include "ns3/host-address-helper.h"
#include "ns3/host-app-helper.h"
#include "ns3/input-error.h"
#include "ns3/node-list.h"
#include "ns3/roce-nic-helper.h"
#include "ns3/route-helper.h"
#include "ns3/stats-helper.h"
#include "ns3/system-path.h"
#include "ns3/test.h"

#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @ingroup tests
 * @brief A case about a leaf-spine network of two leaves and two spines, connected by hand: 100
 * Gb/s, 1 us. Hosts are made last, so node ids are not the numbers of the graph; ports of leaf 0
 * are spine 1, spine 0, host 0, host 1.
 */
class OwnNetworkTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @brief Connect the nodes.
     * @param loadBalancer TypeId of the switches' load balancer
     */
    void Connect(const std::string& loadBalancer = "ns3::rdmacell::EcmpBalancer")
    {
        m_switches.Create(4); // leaves, then spines
        m_hosts.Create(4);
        m_switchHelper.SetLoadBalancer(loadBalancer);
        m_switchHelper.Install(m_switches.Get(0));
        m_link.SetDeviceAttribute("DataRate", StringValue("100Gbps"));
        m_link.SetChannelAttribute("Delay", StringValue("1us"));
        m_link.Install(m_switches.Get(3), m_switches.Get(0));
        m_link.Install(m_switches.Get(0), m_switches.Get(2));
        m_link.Install(m_switches.Get(1), m_switches.Get(2));
        m_link.Install(m_switches.Get(1), m_switches.Get(3));
        for (uint32_t i = 1; i < 4; ++i)
        {
            m_switchHelper.Install(m_switches.Get(i)); // after the links
        }
        for (uint32_t host = 0; host < 4; ++host)
        {
            m_link.Install(m_hosts.Get(host), m_switches.Get(host / 2));
        }
        RoceNicHelper().Install(m_hosts);
    }

    /**
     * @brief Get a switch.
     * @param number leaves 0 and 1, spines 2 and 3
     * @return the switch
     */
    Ptr<FabricSwitch> GetSwitch(uint32_t number) const
    {
        return m_switches.Get(number)->GetObject<FabricSwitch>();
    }

    /**
     * @brief Get a switch's ports towards an address.
     * @param number the switch
     * @param address the address
     * @return ports
     */
    std::vector<uint16_t> GetPorts(uint32_t number, const char* address) const
    {
        const PortSet ports = GetSwitch(number)->GetRoute(Ipv4Address(address).Get());
        return {ports.begin(), ports.end()};
    }

    /**
     * @brief Expect an error.
     * @param action does something wrong
     * @param expected text of the error
     */
    void ExpectError(const std::function<void()>& action, const std::string& expected)
    {
        std::string found = "no error";
        try
        {
            action();
        }
        catch (const InputError& error)
        {
            found = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(found, expected, "text of the error");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    NodeContainer m_hosts;             ///< hosts
    NodeContainer m_switches;          ///< leaves, then spines
    FabricSwitchHelper m_switchHelper; ///< makes switches
    FrameLinkHelper m_link;            ///< makes links
};

/**
 * @ingroup tests
 * @brief Routes, roles and numbers of ToR switches of a network connected by hand.
 */
class RoutesTestCase : public OwnNetworkTestCase
{
  public:
    RoutesTestCase()
        : OwnNetworkTestCase("routes of a network connected by hand, with addresses of the user's")
    {
    }

  private:
    void DoRun() override
    {
        Connect();
        HostAddressHelper addresses;
        addresses.SetBase("192.168.0.1", 256);
        addresses.Assign(NodeContainer(m_hosts.Get(0), m_hosts.Get(1), m_hosts.Get(2)));
        HostAddressHelper::Assign(m_hosts.Get(3), "10.9.8.7");
        RouteHelper::PopulateRoutes(m_hosts);

        using Ports = std::vector<uint16_t>;
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "192.168.0.1") == Ports{2}), true, "host 0");
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "192.168.1.1") == Ports{3}), true, "host 1");
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "192.168.2.1") == Ports{0, 1}), true, "host 2");
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "10.9.8.7") == Ports{0, 1}), true, "host 3");
        NS_TEST_EXPECT_MSG_EQ((GetPorts(3, "10.9.8.7") == Ports{1}), true, "from spine 1");
        NS_TEST_EXPECT_MSG_EQ(GetPorts(0, "10.0.0.1").size(), 0, "nobody's address");

        const Ptr<FabricSwitch> leaf = GetSwitch(0);
        NS_TEST_EXPECT_MSG_EQ((leaf->GetPortRole(0) == PortRole::UP), true, "uplink");
        NS_TEST_EXPECT_MSG_EQ((leaf->GetPortRole(2) == PortRole::HOST), true, "host");
        NS_TEST_EXPECT_MSG_EQ((GetSwitch(2)->GetPortRole(0) == PortRole::DOWN), true, "downlink");
        NS_TEST_EXPECT_MSG_EQ(GetSwitch(1)->GetTor(), 1, "number of leaf 1");
        NS_TEST_EXPECT_MSG_EQ(GetSwitch(2)->GetTor(), SwitchView::NO_TOR, "a spine has none");
        NS_TEST_EXPECT_MSG_EQ(leaf->GetTorOf(Ipv4Address("10.9.8.7").Get()), 1, "of host 3");

        // Routes follow a link that goes down when they are computed anew, and come back.
        const auto channel = DynamicCast<FrameChannel>(leaf->GetDevice(1)->GetChannel());
        channel->SetUp(false);
        RouteHelper::PopulateRoutes(m_hosts);
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "10.9.8.7") == Ports{0}), true, "spine 1 only");
        NS_TEST_EXPECT_MSG_EQ((GetPorts(1, "192.168.0.1") == Ports{1}), true, "from leaf 1, too");
        channel->SetUp(true);
        RouteHelper::PopulateRoutes(m_hosts);
        NS_TEST_EXPECT_MSG_EQ((GetPorts(0, "10.9.8.7") == Ports{0, 1}), true, "both spines");
    }
};

/**
 * @ingroup tests
 * @brief Flows on a network connected by hand take the ideal time, as on the same one by name.
 */
class OwnFlowsTestCase : public OwnNetworkTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     */
    explicit OwnFlowsTestCase(const std::string& scheme)
        : OwnNetworkTestCase("flows of " + scheme + " on a network connected by hand"),
          m_scheme(scheme)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 3, 1'000'000, Time(0)},
                                      {1, 2, 1, 50'000, MilliSeconds(1)},
                                      {2, 0, 1, 1, MilliSeconds(2)}};
        std::map<uint64_t, Time> expected;
        {
            FabricRun run(MakeTopology("leaf-spine:hosts=4,leaves=2,spines=2"), flows, m_scheme);
            run.Build();
            Record(run.apps, expected);
            run.Run(MilliSeconds(5));
            const auto times = expected;
            NS_TEST_EXPECT_MSG_EQ(times.size(), 3, "flows of the network by name");
        }
        Connect(FindScheme(m_scheme).loadBalancer);
        HostAddressHelper addresses;
        addresses.SetBase("192.168.0.1");
        addresses.Assign(m_hosts);
        RouteHelper::PopulateRoutes(m_hosts);
        HostAppHelper helper(FindScheme(m_scheme).hostApp);
        helper.SetFlows(flows);
        const ApplicationContainer container = helper.Install(m_hosts);
        NS_TEST_EXPECT_MSG_EQ(container.GetN(), 4, "applications");
        std::vector<Ptr<HostApp>> apps;
        for (uint32_t i = 0; i < container.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(container.Get(i)->GetNode(), m_hosts.Get(i), "in order");
            apps.push_back(DynamicCast<HostApp>(container.Get(i)));
        }
        std::map<uint64_t, Time> found;
        Record(apps, found);
        Simulator::Stop(MilliSeconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(found.size(), 3, "flows finished");
        for (const auto& [flow, time] : found)
        {
            NS_TEST_EXPECT_MSG_EQ(time, expected[flow], "end of flow " << flow);
        }
    }

    /**
     * @brief Note when flows finish.
     * @param apps the applications
     * @param ends gets the times by flow
     */
    static void Record(const std::vector<Ptr<HostApp>>& apps, std::map<uint64_t, Time>& ends)
    {
        for (const auto& app : apps)
        {
            app->TraceConnectWithoutContext("FlowFinished",
                                            Callback<void, uint64_t>([&ends](uint64_t flow) {
                                                ends[flow] = Simulator::Now();
                                            }));
        }
    }

    std::string m_scheme; ///< name of the scheme
};

/**
 * @ingroup tests
 * @brief Random streams: the same switches take the same numbers, by whatever helper.
 */
class StreamsTestCase : public OwnNetworkTestCase
{
  public:
    StreamsTestCase()
        : OwnNetworkTestCase("random streams of switches and of lossy links")
    {
    }

  private:
    void DoRun() override
    {
        Connect("ns3::rdmacell::SprayBalancer");
        const int64_t used = FabricSwitchHelper::AssignStreams(m_switches, 100);
        NS_TEST_EXPECT_MSG_GT(used, 4, "a marker and a load balancer each");
        NS_TEST_EXPECT_MSG_EQ(FabricSwitchHelper::AssignStreams(m_hosts, 100), 0, "no switches");

        NetworkGraph graph = MakeTopology("leaf-spine:hosts=4,leaves=2,spines=2");
        graph.links[5].frameErrorRate = 0.1;
        FabricHelper helper;
        helper.SetLoadBalancer("ns3::rdmacell::SprayBalancer");
        const Ptr<Fabric> fabric = helper.Install(graph);
        NS_TEST_EXPECT_MSG_EQ(helper.AssignStreams(fabric, 0), used + 2, "and both ends of a link");
    }
};

/**
 * @ingroup tests
 * @brief Recorders of a network connected by hand.
 */
class RecordersTestCase : public OwnNetworkTestCase
{
  public:
    RecordersTestCase()
        : OwnNetworkTestCase("recorders of a network connected by hand")
    {
    }

  private:
    void DoRun() override
    {
        Connect();
        HostAddressHelper().Assign(m_hosts);
        RouteHelper::PopulateRoutes(m_hosts);
        HostAppHelper apps("ns3::rdmacell::FlowApp");
        apps.SetFlows({{0, 0, 2, 1000, Time(0)}});
        apps.Install(m_hosts);
        StatsHelper stats(m_hosts);
        stats.EnableLinks(MicroSeconds(10));
        Simulator::Stop(MicroSeconds(25));
        Simulator::Run();
        const std::string directory = CreateTempDirFilename("");
        SystemPath::MakeDirectories(directory);
        stats.Write(directory);
        std::ifstream csv(directory + "/link.csv");
        uint32_t lines = 0;
        for (std::string line; std::getline(csv, line);)
        {
            ++lines;
        }
        // A packet takes 4.3 us there and its acknowledgment 4.1 us back: in the first interval.
        NS_TEST_EXPECT_MSG_EQ(lines, 1 + 2 * 4, "a header, and 4 links each way");
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(directory + "/pfc.csv").good(), false, "not enabled");
    }
};

/**
 * @ingroup tests
 * @brief Networks that are not complete are refused.
 */
class MistakesTestCase : public OwnNetworkTestCase
{
  public:
    MistakesTestCase()
        : OwnNetworkTestCase("networks that are not complete are refused in one line")
    {
    }

  private:
    void DoRun() override
    {
        Connect();
        const auto populate = [this]() { RouteHelper::PopulateRoutes(m_hosts); };
        ExpectError(populate,
                    "network: host 0: expected an address of its own (HostAddressHelper), found "
                    "0.0.0.0");
        HostAddressHelper().Assign(m_hosts);
        HostAddressHelper::Assign(m_hosts.Get(2), "10.0.0.1");
        ExpectError(populate,
                    "network: host 2: expected an address of its own (HostAddressHelper), found "
                    "10.0.0.1");
        HostAddressHelper::Assign(m_hosts.Get(2), "10.0.0.3");
        populate();

        HostAppHelper apps("ns3::rdmacell::FlowApp");
        apps.SetFlows({{0, 0, 4, 1000, Time(0)}});
        ExpectError([&]() { apps.Install(m_hosts); },
                    "flow 0: expected two different hosts below 4, found 0 and 4");
        apps.SetFlows({{0, 1, 1, 1000, Time(0)}});
        ExpectError([&]() { apps.Install(m_hosts.Get(0)); },
                    "flow 0: expected two different hosts below 4, found 1 and 1");

        // Node 7 is host 3: without it, the network has a node that is neither.
        const NodeContainer some(m_hosts.Get(0), m_hosts.Get(1), m_hosts.Get(2));
        ExpectError([&]() { RouteHelper::PopulateRoutes(some); },
                    "network: expected node 7 to be one of the hosts or a switch "
                    "(FabricSwitchHelper)");
        ExpectError([&]() { RouteHelper::PopulateRoutes(NodeContainer(some, some.Get(1))); },
                    "network: expected different hosts, found node 5 twice");
        NodeContainer more(m_hosts);
        more.Create(1);
        ExpectError([&]() { RouteHelper::PopulateRoutes(more); },
                    "network: host 4: expected exactly one link, to a switch, found 0 links");
        m_link.Install(more.Get(4), m_switches.Get(1));
        ExpectError([&]() { RouteHelper::PopulateRoutes(more); },
                    "network: host 4: expected a NIC (RoceNicHelper), found none");
    }
};

/// The suite.
class HelpersTestSuite : public TestSuite
{
  public:
    HelpersTestSuite()
        : TestSuite("rdmacell-helpers", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new OwnFlowsTestCase("ecmp"));
        AddTestCase(new OwnFlowsTestCase("conweave"));
        AddTestCase(new OwnFlowsTestCase("rdmacell"));
        AddTestCase(new RoutesTestCase);
        AddTestCase(new StreamsTestCase);
        AddTestCase(new RecordersTestCase);
        AddTestCase(new MistakesTestCase);
    }
};

HelpersTestSuite g_helpersTestSuite; ///< registers the suite

} // namespace
