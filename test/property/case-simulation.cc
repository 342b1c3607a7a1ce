/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "case-simulation.h"

#include "../fabric-run.h"
#include "flow-ledger.h"
#include "frame-ledger.h"
#include "pause-ledger.h"
#include "payload-ledger.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/packet-error-model.h"
#include "ns3/pointer.h"

#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @ingroup tests
 * @brief A case that is being simulated, with all books on it.
 */
class CaseSimulation
{
  public:
    /**
     * @brief Build.
     * @param toRun the case; outlives the simulation
     * @param findings gets the violations; outlives the simulation
     * @throws InputError if the models refuse the case
     */
    CaseSimulation(const RandomCase& toRun, Findings& findings);

    /// @brief Destroy the simulation while the books are there.
    ~CaseSimulation()
    {
        m_run.Destroy();
    }

    CaseSimulation(const CaseSimulation&) = delete;
    CaseSimulation& operator=(const CaseSimulation&) = delete;

    /// @brief Simulate, and check the properties.
    void Run();

    /**
     * @brief Ask whether the run ended in a cycle of pauses.
     * @return true if so
     */
    bool IsDeadlocked() const
    {
        return m_deadlocked;
    }

    /**
     * @brief Ask whether the run was ended while cells were still being sent again.
     * @return true if so
     */
    bool GoesOn() const
    {
        return m_goesOn;
    }

    /**
     * @brief Count what has happened.
     * @return name -> number
     */
    std::map<std::string, uint64_t> GetCounters() const;

    /**
     * @brief Get what runs with the same results have in common.
     * @return the text
     */
    std::string GetDigest() const;

  private:
    /// @brief Set the error models of links with losses.
    void InstallLosses();

    /// @brief Schedule outages, looks, and the end.
    void ScheduleAll();

    /// @brief Some time after the last flow: nothing may be pending.
    void OnLate();

    /// @brief Go on until the network is empty, if the scheme's events never end.
    void Drain();

    /// @brief Check what holds when nothing is left to do.
    void CheckDrained();

    /// @brief Check what switches may drop.
    void CheckDrops();

    /// @brief Check the flows and what the NICs have placed for them.
    void CheckFlows();

    /**
     * @brief Ask whether no flow can be faster than its ideal, which is that of one of the shortest
     * paths. Over several paths a flow can use the rates of all; and with routes computed anew, a
     * flow can get a path of more links that is faster.
     * @return true if so
     */
    bool IsIdealABound() const;

    /// @brief Count the choices among equal-cost ports.
    void WatchChoices();

    /**
     * @brief Ask whether the scheme is RDMACell.
     * @return true if its applications send cells
     */
    bool SendsCells() const
    {
        return m_case.scheme.rfind("rdmacell", 0) == 0;
    }

    /**
     * @brief Ask whether queue pairs outlive their flows.
     * @return true if so
     */
    bool KeepsQueuePairs() const
    {
        return SendsCells() || m_case.scheme.rfind("qp-", 0) == 0;
    }

    /**
     * @brief Ask whether the scheme has events that never end.
     * @return true if so
     */
    bool HasEndlessEvents() const
    {
        return m_case.scheme == "hula"; // its probes
    }

    const RandomCase& m_case;                 ///< the case
    Findings& m_findings;                     ///< violations
    FabricRun m_run;                          ///< simulation
    std::unique_ptr<FrameLedger> m_frames;    ///< books on frames
    std::unique_ptr<PauseLedger> m_pauses;    ///< books on PFC
    std::unique_ptr<PayloadLedger> m_payload; ///< books on payload
    std::unique_ptr<FlowLedger> m_flows;      ///< books on flows
    EventId m_late;                           ///< calls OnLate()
    uint64_t m_choices{0};                    ///< choices among equal-cost ports
    bool m_allDone{false};                    ///< all flows have finished or failed
    bool m_isLate{false};                     ///< OnLate() has ended the run
    bool m_goesOn{false};                     ///< see CaseResult::goesOn
    bool m_deadlocked{false};                 ///< ended in a cycle of pauses
};

CaseSimulation::CaseSimulation(const RandomCase& toRun, Findings& findings)
    : m_case(toRun),
      m_findings(findings),
      m_run(toRun.graph, toRun.flows, toRun.scheme)
{
    m_run.Build();
    InstallLosses();
    const auto latency = [&](const std::string& name) {
        return Time(m_case.GetSetting(name, "0s"));
    };
    m_frames = std::make_unique<FrameLedger>(m_run.fabric,
                                             latency("RoceNic::Latency"),
                                             latency("FabricSwitch::Latency"),
                                             findings);
    m_pauses = std::make_unique<PauseLedger>(m_run.fabric, findings);
    m_payload = std::make_unique<PayloadLedger>(m_run.nics, findings);
    m_flows = std::make_unique<FlowLedger>(m_run.GetFlows(), m_run.apps, toRun.graph, findings);
    WatchChoices();
    ScheduleAll();
}

void
CaseSimulation::WatchChoices()
{
    for (const auto& node : m_run.fabric->GetSwitches())
    {
        node->GetLoadBalancer()->TraceConnectWithoutContext(
            "PathChosen",
            Callback<void, const RoceFrame&, uint32_t>(
                [this](const RoceFrame&, uint32_t) { ++m_choices; }));
    }
}

bool
CaseSimulation::IsIdealABound() const
{
    for (const CaseOutage& outage : m_case.outages)
    {
        if (outage.reroute)
        {
            return false;
        }
    }
    return m_choices == 0 || m_case.scheme == "ecmp" || m_case.scheme == "eecmp";
}

void
CaseSimulation::InstallLosses()
{
    int64_t stream = 2'000'000;
    for (const CaseLoss& loss : m_case.losses)
    {
        const auto device = DynamicCast<FrameNetDevice>(
            m_run.fabric->GetChannels()[loss.link]->GetDevice(loss.end));
        if (loss.kind == CaseLoss::Kind::PACKETS)
        {
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_BYTE);
            model->SetRate(loss.frameRate / 1000);
            stream += model->AssignStreams(stream);
            auto adapter = CreateObject<PacketErrorModel>();
            adapter->SetAttribute("ErrorModel", PointerValue(model));
            device->SetErrorModel(adapter);
            continue;
        }
        auto model = CreateObject<RandomFrameErrorModel>();
        const bool bits = loss.kind == CaseLoss::Kind::BITS;
        model->SetAttribute(bits ? "BitErrorRate" : "FrameErrorRate",
                            DoubleValue(bits ? loss.frameRate / 8000 : loss.frameRate));
        stream += model->AssignStreams(stream);
        device->SetErrorModel(model);
    }
}

void
CaseSimulation::ScheduleAll()
{
    for (const CaseOutage& outage : m_case.outages)
    {
        Simulator::Schedule(outage.at, [this, &outage]() {
            m_frames->NoteOutage(outage.link);
            m_run.SetLinkUp(static_cast<uint32_t>(outage.link), false, outage.reroute);
        });
        Simulator::Schedule(outage.at + outage.length, [this, &outage]() {
            m_run.SetLinkUp(static_cast<uint32_t>(outage.link), true, outage.reroute);
        });
    }
    for (const Time& look : m_case.looks)
    {
        Simulator::Schedule(look, [this]() {
            m_frames->Check();
            m_payload->Check();
        });
    }
    m_late = Simulator::Schedule(Seconds(5), [this]() { OnLate(); });
    m_run.fct->OnAllDone([this]() {
        m_allDone = true;
        Simulator::Remove(m_late); // canceled, it would still be pending
        // Canceled timers stay pending; on slow links those of cells are of seconds.
        const Time later = HasEndlessEvents() ? MilliSeconds(25) : Seconds(20);
        m_late = Simulator::Schedule(later, [this]() { OnLate(); });
    });
}

void
CaseSimulation::OnLate()
{
    if (!Simulator::IsFinished() && !HasEndlessEvents() && m_allDone && !m_pauses->IsDeadlocked())
    {
        m_findings.Add("events", "events are pending 20 s after the last flow");
    }
    m_isLate = true;
    Simulator::Stop();
}

void
CaseSimulation::Run()
{
    Simulator::Run();
    m_deadlocked = m_pauses->IsDeadlocked();
    m_goesOn = SendsCells() && !m_allDone && m_isLate;
    if (HasEndlessEvents() && !m_deadlocked)
    {
        Drain();
    }
    m_frames->Check();
    m_payload->Check();
    CheckDrops();
    CheckFlows();
    if (!m_deadlocked && !m_goesOn)
    {
        CheckDrained();
    }
}

void
CaseSimulation::Drain()
{
    for (uint32_t look = 0; look < 500 && m_run.CountLeftovers() > 0; ++look)
    {
        m_run.Run(
            MicroSeconds(1007)); // no multiple of a period, so that probes are not always there
    }
}

void
CaseSimulation::CheckDrained()
{
    m_findings.ExpectEqual("drained",
                           "counters that are not back at zero",
                           m_run.CountLeftovers(),
                           0);
    if (!HasEndlessEvents()) // a probe may always be in flight
    {
        m_findings.ExpectEqual("drained", "frames left", RoceFramePool::GetLive(), 0);
    }
    m_pauses->CheckDrained();
    if (m_allDone)
    {
        m_payload->CheckIdle(!KeepsQueuePairs());
    }
}

void
CaseSimulation::CheckDrops()
{
    const FabricSwitchStats stats = m_run.fabric->GetSwitchStats();
    if (m_case.losses.empty()) // a lost pause does not stop the sender
    {
        m_findings.ExpectEqual("lossless",
                               "frames of lossless classes dropped",
                               stats.GetDrops(SwitchDrop::LOSSLESS),
                               0);
    }
    if (m_case.outages.empty())
    {
        m_findings.ExpectEqual("routes",
                               "frames dropped without a route",
                               stats.GetDrops(SwitchDrop::NO_ROUTE) +
                                   stats.GetDrops(SwitchDrop::TTL) +
                                   stats.GetDrops(SwitchDrop::CONTROL),
                               0);
    }
    if (!m_case.HasFaults() && stats.GetDrops() == 0 &&
        (m_case.scheme == "ecmp" || m_case.scheme == "eecmp"))
    {
        uint64_t naks = 0;
        for (const auto& nic : m_run.nics)
        {
            naks += nic->GetStats().naksSent;
        }
        m_findings.ExpectEqual("order", "NAKs where each flow has one path", naks, 0);
    }
}

void
CaseSimulation::CheckFlows()
{
    m_flows->CheckEnd(m_deadlocked || m_goesOn);
    const FctSummary summary = m_run.fct->GetSummary();
    if (IsIdealABound() && summary.finished > 0 && !(summary.minimum >= 1))
    {
        m_findings.Add("slowdown", "slowdown of " + std::to_string(summary.minimum));
    }
    if (m_deadlocked || m_goesOn)
    {
        return;
    }
    const bool pausing = m_case.GetSetting("FabricSwitch::Pfc", "true") == "true";
    if (!m_case.HasFaults() && pausing && m_case.GetSetting("FlowApp::Timeout", "12") == "12" &&
        m_case.GetSetting("FlowApp::RetryCount", "").empty())
    {
        m_findings.ExpectEqual("flow ends", "flows failed", m_flows->GetFailed(), 0);
    }
    if (m_flows->GetFailed() > 0 || !m_allDone)
    {
        return;
    }
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
    for (const Flow& flow : m_run.GetFlows())
    {
        bytes[{flow.src, flow.dst}] += flow.sizeBytes;
    }
    for (const auto& [hosts, sum] : bytes)
    {
        const uint64_t placed =
            m_payload->GetPlaced(m_run.nics[hosts.first]->GetIpAddress(), hosts.second);
        if (SendsCells() ? placed < sum : placed != sum)
        {
            m_findings.Add("payload",
                           "from host " + std::to_string(hosts.first) + " to host " +
                               std::to_string(hosts.second) + ": expected " + std::to_string(sum) +
                               " bytes placed, found " + std::to_string(placed));
        }
    }
}

std::map<std::string, uint64_t>
CaseSimulation::GetCounters() const
{
    const FabricSwitchStats stats = m_run.fabric->GetSwitchStats();
    std::map<std::string, uint64_t> counters{
        {"flows", m_run.fct->GetFlows()},
        {"flows failed", m_flows->GetFailed()},
        {"frame-hops", m_run.fabric->GetFrameHops()},
        {"pauses", stats.pfcPauses},
        {"drops for lack of buffer", stats.GetDrops(SwitchDrop::LOSSY)},
        {"ECN marks", stats.ecnMarks},
        {"choices of a port", m_choices},
    };
    for (const auto& nic : m_run.nics)
    {
        counters["packets retransmitted"] += nic->GetStats().retransmittedFrames;
        counters["timeouts"] += nic->GetStats().timeouts;
        counters["CNPs"] += nic->GetStats().cnpsSent;
    }
    return counters;
}

std::string
CaseSimulation::GetDigest() const
{
    std::ostringstream csv;
    m_run.fct->WriteCsv(csv);
    TrajectoryHash hash;
    for (const char c : csv.str())
    {
        hash.Add(static_cast<uint8_t>(c));
    }
    return std::to_string(m_frames->GetHash()) + "-" + std::to_string(hash.Get());
}

} // namespace

CaseResult
SimulateCase(const RandomCase& toRun, bool own)
{
    GlobalValue::Bind("SimulatorImplementationType",
                      StringValue("ns3::rdmacell::SequentialSimulatorImpl"));
    GlobalValue::Bind(
        "SchedulerType",
        StringValue(own ? "ns3::rdmacell::TimingWheelScheduler" : "ns3::MapScheduler"));
    for (const auto& [name, value] : toRun.settings)
    {
        Config::SetDefault(name, StringValue(value));
    }
    CaseResult result;
    Findings findings;
    try
    {
        CaseSimulation simulation(toRun, findings);
        simulation.Run();
        result.deadlocked = simulation.IsDeadlocked();
        result.goesOn = simulation.GoesOn();
        result.digest = simulation.GetDigest();
        result.counters = simulation.GetCounters();
    }
    catch (const InputError& error)
    {
        result.refusal = error.what();
    }
    findings.ExpectEqual("drained", "frames left after the run", RoceFramePool::GetLive(), 0);
    result.findings = findings.Get();
    return result;
}

} // namespace ns3::rdmacell
