/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_APP_H
#define CELL_APP_H

#include "cell-counters.h"
#include "cell-receive-side.h"
#include "cell-send-side.h"
#include "cell-settings.h"
#include "cell-traces.h"
#include "verbs-app.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief RDMACell: load balancing by the hosts, over ordinary queue pairs (arXiv 2606.20581).
 *
 * A flow is cut into cells of 1.5 BDP. A cell is a chain of two WRITEs: the head, of one packet,
 * with Global_Cell_ID as immediate data, and the payload WRITE, without a notification at the
 * receiver. The receiver answers the head by a token, which it writes into the sender's memory.
 * Tokens open the window for the next cells, and their round-trip times tell the sender when a path
 * is at fault: then its cells go over other queue pairs, whose UDP source ports take them over
 * other paths, and it is reset.
 *
 * Written against verbs alone, as an application for libibverbs would be. Attributes are read when
 * the application starts; later changes have no effect.
 */
class CellApp : public VerbsApp, public CellTraces, private CellSettings
{
  public:
    CellApp();
    ~CellApp() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Signature of the trace sources CellPosted and CellRetransmitted.
     * @param flowId the flow
     * @param cell number of the cell in the flow, from 0
     * @param path path of the flow's group that the cell is posted on
     * @param bytes length of the cell
     */
    using CellTracedCallback = void (*)(uint64_t flowId,
                                        uint64_t cell,
                                        uint16_t path,
                                        uint32_t bytes);

    /**
     * @brief Signature of the trace source CellCompleted.
     * @param flowId the flow
     * @param cell number of the cell in the flow
     * @param bytes length of the cell
     */
    using CellCompletedTracedCallback = void (*)(uint64_t flowId, uint64_t cell, uint32_t bytes);

    /**
     * @brief Signature of the trace sources TokenSent and TokenReceived.
     * @param flowId the flow
     * @param cell number of the cell that the token is for
     * @param path path that the head of the cell has taken
     */
    using TokenTracedCallback = void (*)(uint64_t flowId, uint64_t cell, uint16_t path);

    /**
     * @brief Signature of the trace source RttSample.
     * @param flowId the flow
     * @param cell number of the cell
     * @param rtt from the start of the cell to its token
     */
    using RttTracedCallback = void (*)(uint64_t flowId, uint64_t cell, Time rtt);

    /**
     * @brief Signature of the trace source WindowChanged.
     * @param flowId the flow
     * @param cells how many may be without a token
     */
    using WindowTracedCallback = void (*)(uint64_t flowId, uint32_t cells);

    /**
     * @brief Signature of the trace source PathChanged.
     * @param flowId the flow
     * @param oldPath path of its group that the last new cell has taken
     * @param newPath path of its group that the cell takes
     */
    using PathChangeTracedCallback = void (*)(uint64_t flowId, uint16_t oldPath, uint16_t newPath);

    /**
     * @brief Signature of the trace sources Isolated and Restored.
     * @param group number of the group of queue pairs; where each flow has a group of its own,
     * flows of a host are numbered from 0 in the order of their starts
     * @param path path of the group
     */
    using PathTracedCallback = void (*)(uint32_t group, uint16_t path);

    // From HostApp
    Time GetLongestWait() const override;
    uint64_t GetDuplicateBytes() const override;
    std::map<std::string, uint64_t> GetCounters() const override;
    void OnNak(uint32_t qpNum) override;

    // From ConnectionListener
    ConnectionReply OnConnect(const ConnectionRequest& request) override;
    void OnDisconnect(uint32_t qpNum) override;
    PrivateData OnCall(Ipv4Address from, const PrivateData& data) override;
    void OnMessage(Ipv4Address from, const PrivateData& data) override;

  protected:
    void StartApplication() override;
    void StartFlow(const Flow& flow) override;
    void OnSendCompletion(const WorkCompletion& completion) override;
    void OnReceiveCompletion(const WorkCompletion& completion) override;
    void OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length) override;
    void DoDispose() override;

  private:
    /**
     * @brief Address a setting as a member of CellApp, as accessors of attributes need it.
     * @tparam T its type
     * @param setting the setting
     * @return the same as a member of CellApp
     */
    template <typename T>
    static T CellApp::*Setting(T CellSettings::*setting)
    {
        return static_cast<T CellApp::*>(setting);
    }

    /**
     * @brief Add the attributes of cells and their distribution.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddCellAttributes(TypeId tid);

    /**
     * @brief Add the attributes of window, scheduler and recovery.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddPartAttributes(TypeId tid);

    /**
     * @brief Add the attributes of round-trip times and timeouts.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddTimingAttributes(TypeId tid);

    /**
     * @brief Add the attributes of queue pairs.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddVerbsAttributes(TypeId tid);

    /**
     * @brief Add the trace sources.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddTraceSources(TypeId tid);

    /**
     * @brief Get the window.
     * @return of the type windowType, made now if there is none
     * @throws InputError if that is no CellWindow
     */
    Ptr<CellWindow> GetWindow() const;

    /**
     * @brief Get the scheduler.
     * @return of the type schedulerType, made now if there is none
     * @throws InputError if that is no CellScheduler
     */
    Ptr<CellScheduler> GetScheduler() const;

    /**
     * @brief Get the recovery.
     * @return of the type recoveryType, made now if there is none
     * @throws InputError if that is no CellRecovery
     */
    Ptr<CellRecovery> GetRecovery() const;

    CellSettings m_settings;       ///< the attributes as they were when the application started
    CellCounters m_counters;       ///< of both sides
    CellSendSide m_sendSide;       ///< what this host sends
    CellReceiveSide m_receiveSide; ///< what this host receives
};

} // namespace ns3::rdmacell

#endif // CELL_APP_H
