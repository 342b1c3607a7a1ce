/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RUN_H
#define FABRIC_RUN_H

#include "ns3/abort.h"
#include "ns3/fabric-scenario.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/topology-registry.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Set the time resolution to 1 ps, as the programs do. Call it before anything is built.
 *
 * ns-3 fixes the resolution when a simulation first runs, so that a suite that needs this must be
 * the first of its process: test.py and ctest give each suite a process.
 */
inline void
UsePicoseconds()
{
    if (Time::GetResolution() != Time::PS)
    {
        Time::SetResolution(Time::PS);
    }
}

/**
 * @ingroup tests
 * @brief A whole simulation for a test, whose parts are public.
 *
 * Helpers may be changed between the constructor and Build(), objects between Build() and Run().
 */
class FabricRun : public FabricScenario
{
  public:
    /**
     * @brief Prepare a run.
     * @param graph network
     * @param flows traffic; sorted and numbered here
     * @param scheme name of the scheme
     */
    FabricRun(NetworkGraph graph, std::vector<Flow> flows, const std::string& scheme = "ecmp")
        : FabricScenario(std::move(graph), std::move(flows), FindScheme(scheme))
    {
        const std::string application = FindScheme(scheme).hostApp + "::";
        const std::string nic = "ns3::rdmacell::RoceNic::";
        for (const auto& [path, value] : FindScheme(scheme).attributes)
        {
            // Defaults would outlive the run; schemes set attributes of applications and NICs only.
            if (path.rfind(application, 0) == 0)
            {
                GetAppHelper().SetAttribute(path.substr(application.size()), StringValue(value));
                continue;
            }
            NS_ABORT_MSG_IF(path.rfind(nic, 0) != 0,
                            path << " is not an attribute of the application or of the NIC");
            GetNicHelper().SetAttribute(path.substr(nic.size()), StringValue(value));
        }
    }

    ~FabricRun()
    {
        Destroy();
    }

    /**
     * @brief Set the payload of full packets.
     * @param mtu bytes
     */
    void SetMtu(uint32_t mtu)
    {
        nicHelper.SetAttribute("PathMtu", UintegerValue(mtu));
    }

    /// @brief Build everything.
    void Build()
    {
        FabricScenario::Build();
        fabric = GetFabric();
        nics = GetNics();
        apps = GetApps();
        fct = GetFct();
        Start();
    }

    /**
     * @brief Simulate until nothing is left to do, or for some time.
     * @param limit how long
     */
    void Run(Time limit = Time::Max())
    {
        if (!fabric)
        {
            Build();
        }
        if (limit < Time::Max())
        {
            Simulator::Stop(limit);
        }
        Simulator::Run();
    }

    /// @brief Release everything.
    void Destroy()
    {
        fct = nullptr;
        apps.clear();
        nics.clear();
        fabric = nullptr;
        Simulator::Destroy();
    }

    /**
     * @brief Count the frames that the switches hold, and groups that are paused.
     * @return 0 when the network is empty and every counter is back at zero
     */
    uint64_t CountLeftovers()
    {
        uint64_t left = 0;
        for (const auto& node : fabric->GetSwitches())
        {
            left += node->GetBuffer().IsEmpty() ? 0 : 1;
            for (uint32_t port = 0; port < node->GetPortCount(); ++port)
            {
                const EgressPort& egress = node->GetDevice(port)->GetEgress();
                left += egress.GetTotalBytes() + egress.GetPausedClasses();
            }
        }
        const FabricSwitchStats stats = fabric->GetSwitchStats();
        return left + (stats.pfcPauses - stats.pfcResumes);
    }

    FabricHelper& fabricHelper{GetFabricHelper()}; ///< builds the network
    RoceNicHelper& nicHelper{GetNicHelper()};      ///< installs the NICs
    Ptr<Fabric> fabric;                            ///< network
    std::vector<Ptr<RoceNic>> nics;                ///< by host
    std::vector<Ptr<HostApp>> apps;                ///< by host
    Ptr<FctRecorder> fct;                          ///< flow completion times
};

} // namespace ns3::rdmacell

#endif // FABRIC_RUN_H
