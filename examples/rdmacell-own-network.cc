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
 * Flow 0 is alone: 1000 packets of 1082 bytes with preamble and gap take 86.56 us on a link, the
 * last one 87 ns on two more, its acknowledgment 7 ns on three, and 6 links 1 us each: 92.8 us.
 * Flows 1 and 2 start at 1 ms and share a link: 2 * 86.56 us and 6.2 us as above make 179.3 us for
 * the later one. Without ECN, PFC divides the link: of each sender, switch 0 holds one packet more
 * every 173 ns, and pauses it when 93 exceed 100,000 bytes: 1.09 us + 91 * 173 ns = 16.8 us.
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
try
{
    Time::SetResolution(Time::PS);
    uint64_t bytes = 1'000'000;
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument.rfind("--bytes=", 0) != 0)
        {
            throw InputError("expected --bytes=NUMBER, found '" + argument + "'");
        }
        bytes = ParseNumber(argument.substr(8), 1, 1'000'000'000'000);
    }
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
    apps.SetFlows({{0, 0, 2, bytes, Time(0)}, // id, source, destination, bytes, start
                   {1, 0, 2, bytes, MilliSeconds(1)},
                   {2, 1, 3, bytes, MilliSeconds(1)}});
    apps.Install(hosts);
    Config::ConnectWithoutContext("/NodeList/*/ApplicationList/*/FlowFinished",
                                  MakeCallback(&OnFlowFinished));
    Config::ConnectWithoutContext("/NodeList/4/$ns3::rdmacell::FabricSwitch/PfcSent",
                                  MakeCallback(&OnPfcSent));
    const Ptr<ProgressWatch> watch = ProgressWatchHelper::Install(hosts);
    Simulator::Run();
    if (watch->Conclude()) // a deadlock, or flows that nothing moves any more
    {
        watch->GetReport()->Print(std::cerr);
        return 3;
    }
    Simulator::Destroy();
    return 0;
}

catch (const InputError& error)
{
    std::cerr << "rdmacell-own-network: " << error.what() << '\n';
    return 2;
}
