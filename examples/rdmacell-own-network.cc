/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A network of your own to start from: nodes, links, addresses, flows and trace sinks.
 *
 *     host 0 \                        / host 2
 *             switch 0 ----- switch 1              all links 100 Gb/s and 1 us
 *     host 1 /                        \ host 3
 *
 * Flow 0 is alone: 1000 packets of 1082 bytes on the wire take 86.56 us on one link, the last one
 * 87 ns on two more, its ACK 7 ns on three, and 6 links 1 us each: 92.8 us. Flows 1 and 2 start at
 * 1 ms and share a link: 2 * 86.56 us + 6.2 us = 179.3 us. Switch 0 holds one packet more of each
 * every 173 ns, and pauses it at 93 packets (100,000 bytes): 1.09 us + 91 * 173 ns = 16.8 us.
 */

#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/rdmacell-module.h"

using namespace ns3;
using namespace ns3::rdmacell;

void
OnFlowFinished(uint64_t flow)
{
    std::cout << Simulator::Now().As(Time::US) << ": flow " << flow << " has finished\n";
}

void
OnPfcSent(uint32_t port, uint8_t /* classes */, uint16_t quanta)
{
    std::cout << Simulator::Now().As(Time::US) << ": switch 0, port " << port
              << (quanta > 0 ? ": pause\n" : ": resume\n");
}

int
main(int argc, char* argv[])
{
    if (argc > 1)
    {
        std::cerr << "rdmacell-own-network: expected no argument, found '" << argv[1] << "'\n";
        return 2;
    }
    Time::SetResolution(Time::PS);
    NodeContainer hosts(4), switches(2);
    FabricSwitchHelper switchHelper;
    switchHelper.SetAttribute("Ecn", BooleanValue(false));
    switchHelper.SetAttribute("PauseThreshold", UintegerValue(100'000));
    switchHelper.SetAttribute("ResumeThreshold", UintegerValue(90'000));
    switchHelper.Install(switches);
    FrameLinkHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Gbps"));
    link.SetChannelAttribute("Delay", StringValue("1us"));
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        link.Install(hosts.Get(i), switches.Get(i / 2));
    }
    link.Install(switches);
    RoceNicHelper().Install(hosts);
    HostAddressHelper addresses;
    addresses.SetBase("192.168.1.1");
    addresses.Assign(hosts);
    RouteHelper::PopulateRoutes(hosts);
    HostAppHelper apps("ns3::rdmacell::FlowApp");
    apps.SetFlows({{0, 0, 2, 1'000'000, Time(0)}, // id, source, destination, bytes, start
                   {1, 0, 2, 1'000'000, MilliSeconds(1)},
                   {2, 1, 3, 1'000'000, MilliSeconds(1)}});
    apps.Install(hosts);
    Config::ConnectWithoutContext("/NodeList/*/ApplicationList/*/FlowFinished",
                                  MakeCallback(&OnFlowFinished));
    Config::ConnectWithoutContext("/NodeList/4/$ns3::rdmacell::FabricSwitch/PfcSent",
                                  MakeCallback(&OnPfcSent));
    Simulator::Run();
    Simulator::Destroy();
}
