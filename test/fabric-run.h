/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RUN_H
#define FABRIC_RUN_H

#include "ns3/abort.h"
#include "ns3/fabric-helper.h"
#include "ns3/fct-recorder.h"
#include "ns3/flow-app.h"
#include "ns3/ideal-fct.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/roce-nic-helper.h"
#include "ns3/scheme-registry.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/workload-helper.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Count time in picoseconds, as the programs do. To be called before anything is built.
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
 * @brief A whole run for a test: a network, NICs, programs and flows, with all parts in reach.
 *
 * Helpers may be changed between the constructor and Build(), objects between Build() and Run().
 */
class FabricRun
{
  public:
    /**
     * @brief Prepare a run.
     * @param graph network
     * @param flows what is sent; sorted and numbered here
     * @param scheme name of the scheme
     */
    FabricRun(NetworkGraph graph, std::vector<Flow> flows, const std::string& scheme = "ecmp")
        : m_graph(std::move(graph)),
          m_flows(std::move(flows)),
          m_workload(FindScheme(scheme).hostApp)
    {
        SortFlows(m_flows);
        fabricHelper.SetLoadBalancer(FindScheme(scheme).loadBalancer);
        const std::string program = FindScheme(scheme).hostApp + "::";
        for (const auto& [path, value] : FindScheme(scheme).attributes)
        {
            // Defaults would outlive the run; what schemes set so far are programs' attributes.
            NS_ABORT_MSG_IF(path.rfind(program, 0) != 0, path << " is set on no program");
            m_workload.SetAttribute(path.substr(program.size()), StringValue(value));
        }
    }

    /// @brief Release everything; then no frame may be left.
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
        m_mtu = mtu;
        nicHelper.SetAttribute("PathMtu", UintegerValue(mtu));
    }

    /// @brief Build everything.
    void Build()
    {
        fabric = fabricHelper.Install(m_graph);
        nics = nicHelper.Install(fabric);
        apps = m_workload.Install(fabric, m_flows);
        fct = Create<FctRecorder>(
            m_flows,
            [this](const Flow& flow) { return GetIdeal(flow); },
            Time(0),
            Time::Max());
        for (const auto& app : apps)
        {
            fct->Connect(app);
        }
        for (const auto& node : fabric->GetSwitches())
        {
            node->Initialize();
        }
        fabric->AssignStreams(0);
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
     * @brief Compute the ideal completion time of a flow.
     * @param flow the flow
     * @return time steps
     */
    int64_t GetIdeal(const Flow& flow) const
    {
        const IdealFct ideal(m_mtu, FlowApp::GetLongestMessage(m_mtu));
        return ideal.GetFastestFct(fabric->GetPaths(flow.src, flow.dst),
                                   fabric->GetPaths(flow.dst, flow.src),
                                   flow.sizeBytes);
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

    FabricHelper fabricHelper;      ///< builds the network
    RoceNicHelper nicHelper;        ///< builds the NICs
    Ptr<Fabric> fabric;             ///< the network
    std::vector<Ptr<RoceNic>> nics; ///< by host
    std::vector<Ptr<HostApp>> apps; ///< by host
    Ptr<FctRecorder> fct;           ///< completion times

  private:
    NetworkGraph m_graph;      ///< what to build
    std::vector<Flow> m_flows; ///< what to send
    WorkloadHelper m_workload; ///< builds the programs
    uint32_t m_mtu{1000};      ///< payload of full packets
};

} // namespace ns3::rdmacell

#endif // FABRIC_RUN_H
