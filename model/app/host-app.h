/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_APP_H
#define HOST_APP_H

#include "connection-manager.h"
#include "path-info.h"

#include "ns3/application.h"
#include "ns3/event-impl.h"
#include "ns3/flow.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/verbs-context.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What runs on a host: starts the host's flows at their times, and reports on them.
 *
 * One object serves a host. How a flow is carried over queue pairs is up to the subclass, which is
 * written against verbs alone.
 */
class HostApp : public Application, public ConnectionListener
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Signature of the trace sources.
     * @param flowId the flow
     */
    using FlowTracedCallback = void (*)(uint64_t flowId);

    /// IPv4 address of each host, host byte order, by host index.
    using AddressTable = std::shared_ptr<const std::vector<uint32_t>>;

    /**
     * @brief Connect the program to its surroundings.
     * @param verbs the host's RDMA device; outlives the program
     * @param manager the out-of-band channel
     * @param addresses addresses of all hosts
     */
    void Setup(VerbsContext* verbs, Ptr<ConnectionManager> manager, AddressTable addresses);

    /// Tells what is known of the way to a host.
    using PathQuery = std::function<PathInfo(uint32_t host)>;

    /**
     * @brief Tell the program whom to ask of the way to other hosts, if it wants to know.
     * @param query whom to ask
     */
    void SetPathQuery(PathQuery query);

    /**
     * @brief A NAK of a PSN sequence error has come. Verbs hide this; the paper's text does not.
     *
     * The device is in the middle of handling it: nothing may be posted or changed from here.
     * @param qpNum number of this host's queue pair
     */
    virtual void OnNak(uint32_t qpNum);

    /**
     * @brief Get what the program has counted, for reports.
     * @return name -> number; empty if it counts nothing
     */
    virtual std::map<std::string, uint64_t> GetCounters() const;

    /**
     * @brief Give the host the flows that it sends.
     * @param flows sorted by start
     */
    void SetFlows(std::vector<Flow> flows);

  protected:
    void DoDispose() override;

    /**
     * @brief Start a flow now.
     * @param flow the flow
     */
    virtual void StartFlow(const Flow& flow) = 0;

    /**
     * @brief Report that the last byte of a flow has been placed at its receiver, this host.
     * @param flowId the flow
     */
    void ReportPlaced(uint64_t flowId);

    /**
     * @brief Report that the sender, this host, has learnt that all bytes are acknowledged.
     * @param flowId the flow
     */
    void ReportFinished(uint64_t flowId);

    /**
     * @brief Report that a flow was given up after an error.
     * @param flowId the flow
     */
    void ReportFailed(uint64_t flowId);

    /**
     * @brief Reach the RDMA device.
     * @return the device
     */
    VerbsContext& GetVerbs() const;

    /**
     * @brief Reach the out-of-band channel.
     * @return the channel
     */
    ConnectionManager& GetManager() const;

    /**
     * @brief Look up a host's address.
     * @param host host index
     * @return IPv4 address, host byte order
     */
    uint32_t GetAddressOf(uint32_t host) const;

    /**
     * @brief Look up the way to a host.
     * @param host host index
     * @return what is known of it
     */
    PathInfo GetPathInfo(uint32_t host) const;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @brief Start the flows that are due.
    void StartDueFlows();

    /// @brief Schedule the start of the next flow.
    void ScheduleNext();

    VerbsContext* m_verbs{nullptr};   ///< RDMA device
    Ptr<ConnectionManager> m_manager; ///< out-of-band channel
    AddressTable m_addresses;         ///< all hosts
    PathQuery m_pathQuery;            ///< whom to ask of the way to a host
    std::vector<Flow> m_flows;        ///< to send, by start
    std::size_t m_next{0};            ///< first that has not started
    Ptr<EventImpl> m_start;           ///< start of the next flow: one event, listed again and again

    TracedCallback<uint64_t> m_started;  ///< a flow has started
    TracedCallback<uint64_t> m_placed;   ///< last byte placed
    TracedCallback<uint64_t> m_finished; ///< last byte acknowledged
    TracedCallback<uint64_t> m_failed;   ///< given up
};

} // namespace ns3::rdmacell

#endif // HOST_APP_H
