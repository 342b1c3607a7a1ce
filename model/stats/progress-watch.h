/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRESS_WATCH_H
#define PROGRESS_WATCH_H

#include "stall-report.h"

#include "ns3/event-id.h"
#include "ns3/fabric-switch.h"
#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rank-link.h"
#include "ns3/roce-nic.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Notices that nothing moves any more although flows are unfinished, reports who waits for
 * whom, and stops the simulation. Keep it until the simulation is destroyed.
 *
 * What moves is payload that is placed for the first time, and flows that finish. While any flow is
 * unfinished, both are read each quarter of StallTimeout; frames cost nothing, flows two
 * increments. Frames that are only sent do not count: PFC frames, probes and retransmissions go on
 * in a network that is stuck.
 *
 * If nothing has moved for StallTimeout, and for as long as frames may need through the network,
 * the pauses are examined. A closed cycle is a deadlock: no timer ends it. Otherwise something may
 * still be waiting for a timer. The timers that run at that time are noted: local ACK timers with
 * all retries that are left, RNR timers, pacing, those of applications. If all have expired and
 * still nothing has moved, the run is stalled, although timers may have been started again. So
 * retries without limit do not hide a stall, and long timeouts do not make one.
 *
 * If no event is pending, nothing is waited for.
 */
class ProgressWatch : public Object
{
  public:
    ProgressWatch();
    ~ProgressWatch() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Watch a switch, before the first flow starts.
     * @param node the switch, with its ports
     */
    void AddSwitch(Ptr<FabricSwitch> node);

    /**
     * @brief Watch a host, before its first flow starts.
     * @param nic its NIC, connected to its device
     * @param app its application
     */
    void AddHost(Ptr<RoceNic> nic, Ptr<HostApp> app);

    /**
     * @brief Wait for a change from outside, such as a link that comes up: there is no stall before
     * it, and it counts as progress. The last of several is waited for.
     * @param at simulated time
     */
    void ExpectChange(Time at);

    /// Lists flows that have started and neither finished nor failed.
    using FlowLister = std::function<std::vector<Flow>()>;

    /**
     * @brief Set what lists the unfinished flows in reports; without it they are only counted.
     * @param lister called when a report is made
     */
    void SetFlowLister(FlowLister lister);

    /**
     * @brief Set the numbers by which the user knows the nodes.
     * @param numbers NetworkGraph::fileNumbers
     */
    void SetFileNumbers(std::vector<uint32_t> numbers);

    /**
     * @brief Judge a run that has ended by itself or at a limit of simulated time. A deadlock of a
     * part of the network is found here only, and flows that have failed because nothing moved.
     * @return true if the run was stuck, as GetReport() tells then
     */
    bool Conclude();

    /**
     * @brief Get the report on a run that is stuck.
     * @return the report, or null
     */
    const StallReport* GetReport() const;

    /**
     * @brief Count the flows that have started and neither finished nor failed.
     * @return flows
     */
    uint64_t GetActiveFlows() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief A flow has started.
     * @param flow the flow
     */
    void NoteStarted(const Flow& flow);

    /**
     * @brief A flow has finished.
     * @param flowId the flow
     */
    void NoteFinished(uint64_t flowId);

    /**
     * @brief A flow has failed.
     * @param flowId the flow
     */
    void NoteFailed(uint64_t flowId);

    /**
     * @brief Sum up the payload that has been placed for the first time.
     * @return bytes; less than before for a while when duplicates are recognized late
     */
    int64_t CountPlacedBytes() const;

    /**
     * @brief Sum up the data frames that NICs have sent, retransmitted ones included.
     * @return frames
     */
    uint64_t CountSentFrames() const;

    /**
     * @brief Compute how long a frame and its acknowledgment may take through an empty network.
     * @return an upper limit
     */
    Time ComputeLongestPath() const;

    /// @brief Check whether something has moved, and check again later.
    void Check();

    /**
     * @brief Note progress since the last check.
     * @return true if there was any
     */
    bool UpdateProgress();

    /// @brief Add up the flows that have ended at all ranks.
    void SumUp();

    /**
     * @brief Ask whether there is a closed cycle of pauses. Over ranks none is known of.
     * @param report on the network
     * @return true if there is
     */
    bool HasCycles(const StallReport& report) const;

    /**
     * @brief Find the end of the timers that run, at all ranks.
     * @param report on the network
     * @return the latest
     */
    Time GetLastExpiry(const StallReport& report) const;

    /**
     * @brief Make a report if the network is stuck.
     * @param isEventPending false if nothing will happen any more
     * @return true if it is
     */
    bool Judge(bool isEventPending);

    /**
     * @brief Ask whether nothing has moved for long enough.
     * @param until end of the time
     * @return true if so
     */
    bool IsStill(Time until) const;

    /**
     * @brief Compute how long applications may wait for timers of their own from now on.
     * @return the longest HostApp::GetLongestWait()
     */
    Time GetLongestWait() const;

    /**
     * @brief Ask whether a timer that ran when this was first asked in a standstill may still make
     * something move.
     * @param report on the network
     * @return true if so
     */
    bool HasTimers(const StallReport& report);

    /**
     * @brief Ask at the end of a run whether its standstill may be the wait for one timer.
     * @param report on the network
     * @return true if a timer runs and none has expired in vain before
     */
    bool IsFirstTimerRunning(const StallReport& report) const;

    /**
     * @brief Complete a report and keep it.
     * @param report on the network, which is stuck
     */
    void Keep(std::unique_ptr<StallReport> report);

    static constexpr uint64_t NOT_NOTED = UINT64_MAX; ///< value of m_sentBefore while all moves

    Time m_timeout;                            ///< see StallTimeout
    std::vector<Ptr<FabricSwitch>> m_switches; ///< switches
    std::vector<Ptr<RoceNic>> m_nics;          ///< NICs by host
    std::vector<Ptr<HostApp>> m_apps;          ///< applications by host
    FlowLister m_lister;                       ///< lists unfinished flows, or empty
    std::vector<uint32_t> m_fileNumbers;       ///< numbers of nodes in a file, or empty
    Time m_changeAt;                           ///< last change from outside
    uint64_t m_started{0};                     ///< flows that have started
    uint64_t m_finished{0};                    ///< flows that have finished
    uint64_t m_failed{0};                      ///< flows that have failed
    uint64_t m_allFinished{0};                 ///< of all ranks, as of the last SumUp()
    uint64_t m_allFailed{0};                   ///< of all ranks, as of the last SumUp()
    RankLink* m_link{nullptr};                 ///< to other ranks, or null
    Time m_lastFailed;                         ///< when the last of them has
    int64_t m_placed{0};                       ///< the most that CountPlacedBytes() has given
    uint64_t m_finishedBefore{0};              ///< m_finished at the last check
    Time m_moved;                              ///< check that has seen progress last
    Time m_longestPath;                        ///< see ComputeLongestPath()
    Time m_timersEnd;                          ///< end of the timers that ran when it was noted
    bool m_areTimersNoted{false};              ///< m_timersEnd is of this standstill
    uint64_t m_sentBefore{NOT_NOTED}; ///< frames sent at the first check that saw a standstill
    EventId m_check;                  ///< next check
    std::unique_ptr<const StallReport> m_report; ///< made when the network is stuck
};

} // namespace ns3::rdmacell

#endif // PROGRESS_WATCH_H
