/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCT_RECORDER_H
#define FCT_RECORDER_H

#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// Figures over the finished flows of a measurement window. Slowdowns are NaN if there are none.
struct FctSummary
{
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN(); ///< no finished flow

    uint64_t flows{0};       ///< flows that start in the window
    uint64_t finished{0};    ///< of these, finished flows
    uint64_t unfinished{0};  ///< of these, unfinished flows, which no figure below includes
    double average{NONE};    ///< of the slowdown
    double p50{NONE};        ///< median of the slowdown
    double p95{NONE};        ///< 95th percentile
    double p99{NONE};        ///< 99th percentile
    double p999{NONE};       ///< 99.9th percentile
    double minimum{NONE};    ///< smallest slowdown
    double firstHalf{NONE};  ///< average of the flows that start in the window's first half
    double secondHalf{NONE}; ///< average of those in its second half
};

/**
 * @ingroup rdmacell
 * @brief Records when each flow starts, is placed and is acknowledged, and computes slowdowns. It
 * is driven by the trace sources of HostApp.
 *
 * Flows with other ids than those that it was made with are not its concern.
 *
 * Slowdown is the flow completion time over the ideal one (IdealFct); it is not clamped. Unfinished
 * flows are reported and never averaged. Only flows that start in the measurement window are
 * written and summarized; the others are background load. Flows that are made during the run, after
 * the window, are announced by AddBackground(), and remembered only while they are active.
 */
class FctRecorder : public SimpleRefCount<FctRecorder>
{
  public:
    /// Computes the ideal completion time of a flow, in time steps.
    using Ideal = std::function<int64_t(const Flow&)>;

    /**
     * @brief Make a recorder.
     * @param flows all flows, sorted, with dense ids
     * @param ideal computes ideal completion times; called once for each finished flow
     * @param windowStart start of the measurement window
     * @param windowEnd end of the measurement window; a flow that starts at this time is outside
     */
    FctRecorder(const std::vector<Flow>& flows, Ideal ideal, Time windowStart, Time windowEnd);

    /**
     * @brief Connect to the trace sources of a host's application.
     * @param app the application
     */
    void Connect(Ptr<HostApp> app);

    /**
     * @brief Announce flows that are not measured and were not known at the beginning.
     * @param flows flows with ids above those of all flows so far
     */
    void AddBackground(const std::vector<Flow>& flows);

    /**
     * @brief Set a callback for the time when all flows that were known at the beginning have
     * finished or failed.
     * @param done the callback
     */
    void OnAllDone(std::function<void()> done);

    /**
     * @brief Set a callback for the time when all flows of the window have finished or failed.
     * @param done the callback
     */
    void OnMeasuredDone(std::function<void()> done);

    /**
     * @brief Tell when the last flow of hosts of this rank that was known at the beginning has
     * finished or failed.
     * @return time steps; negative until it has
     */
    int64_t GetOwnEnd() const;

    /**
     * @brief Write the times of flows that this rank knows, for TakeRecords().
     * @return bytes
     */
    std::vector<uint8_t> MakeRecords() const;

    /**
     * @brief Add the times that another rank knows.
     * @param bytes of its MakeRecords()
     */
    void TakeRecords(const std::vector<uint8_t>& bytes);

    /**
     * @brief Ask whether all flows of the window have finished or failed.
     * @return true if so
     */
    bool IsMeasuredDone() const;

    /**
     * @brief Get the number of finished flows, inside the window or not, without background flows.
     * @return flows
     */
    uint64_t GetFinished() const;

    /**
     * @brief Get the number of flows, inside the window or not, without background flows.
     * @return flows
     */
    uint64_t GetFlows() const;

    /**
     * @brief Get the number of background flows that have been announced.
     * @return flows
     */
    uint64_t GetBackgroundFlows() const;

    /**
     * @brief Get the number of flows that failed after an error, without background flows.
     * @return flows
     */
    uint64_t GetFailed() const;

    /**
     * @brief List the flows that have started and neither finished nor failed, inside the window or
     * not, background flows included.
     * @return flows by id
     */
    std::vector<Flow> ListActive() const;

    /**
     * @brief Get the bytes of the flows that start in the window.
     * @return payload bytes
     */
    uint64_t GetOfferedBytes() const;

    /**
     * @brief Compute the figures of the window.
     * @return the figures
     */
    FctSummary GetSummary() const;

    /**
     * @brief Write one row for each flow of the window, with a header row: flow_id, src, dst,
     * size_bytes, start_ns, fct_ns, rx_done_ns, ideal_ns, slowdown, status.
     * @param out the stream
     */
    void WriteCsv(std::ostream& out) const;

    /**
     * @brief Write the finished flows of the window in the eight columns of the HPCC simulator:
     * source and destination address (hexadecimal), ports, size, start, completion time, ideal.
     * @param out the stream
     * @param addresses IPv4 addresses by host index
     */
    void WriteHpcc(std::ostream& out, const std::vector<uint32_t>& addresses) const;

  private:
    /// A flow and its times.
    struct Record
    {
        Flow flow;            ///< the flow
        int64_t finished{-1}; ///< completion time, steps; -1 if not finished
        int64_t placed{-1};   ///< time to the placement of the last byte, steps; or -1
        int64_t ideal{0};     ///< ideal completion time, steps; of finished flows
        bool failed{false};   ///< failed after an error
    };

    /**
     * @brief A flow has been placed.
     * @param flowId the flow
     */
    void NotePlaced(uint64_t flowId);

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
     * @brief Forget a background flow that has finished or failed.
     * @param flowId the flow
     * @return whether it is one
     */
    bool ForgetBackground(uint64_t flowId);

    /**
     * @brief A flow has finished or failed: call m_measuredDone and m_allDone if it was the last.
     * @param record the flow
     */
    void CountEnd(const Record& record);

    /**
     * @brief Ask whether a flow is measured.
     * @param record the flow
     * @return true if it starts in the window
     */
    bool IsMeasured(const Record& record) const;

    std::vector<Record> m_records;         ///< by flow id
    std::map<uint64_t, Flow> m_background; ///< background flows that have not ended, by id
    uint64_t m_backgroundFlows{0};         ///< background flows so far
    Ideal m_ideal;                         ///< computes ideal completion times
    Time m_windowStart;                    ///< start of the measurement window
    Time m_windowEnd;                      ///< end of the measurement window
    uint64_t m_finished{0};                ///< flows finished
    uint64_t m_failed{0};                  ///< flows that failed
    uint64_t m_measuredLeft{0};            ///< flows of the window that have not ended
    uint64_t m_otherFlows{0};              ///< flows of hosts of other ranks
    int64_t m_lastEnd{0};                  ///< when the last flow finished or failed, steps
    std::function<void()> m_allDone;       ///< called when all flows have ended, or empty
    std::function<void()> m_measuredDone;  ///< called when those of the window have, or empty
};

} // namespace ns3::rdmacell

#endif // FCT_RECORDER_H
