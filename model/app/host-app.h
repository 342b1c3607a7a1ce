/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_APP_H
#define HOST_APP_H

#include "path-info.h"
#include "rdma-connection-manager.h"

#include "ns3/application.h"
#include "ns3/flow.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/persistent-event.h"
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
 * @brief The application of a host: starts the host's flows at their times, and reports on them.
 *
 * One object serves a host, for the flows that it sends and those that it receives. A subclass
 * decides how a flow is carried over queue pairs; it knows the verbs, and other hosts by their IPv4
 * addresses.
 *
 * Before it starts, an application needs Setup(), SetFlows() if the host sends, and SetPathQuery()
 * if the subclass asks for path characteristics. Nodes and addresses may be any: the address table
 * says which address a host index of Flow::src and Flow::dst stands for.
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
     * @brief Signature of the trace source FlowStarted.
     * @param flow the flow
     */
    using FlowStartedTracedCallback = void (*)(const Flow& flow);

    /**
     * @brief Signature of the trace sources FlowPlaced, FlowFinished and FlowFailed.
     * @param flowId Flow::id
     */
    using FlowTracedCallback = void (*)(uint64_t flowId);

    /// Address of each host, by the host index that flows use.
    using AddressTable = std::shared_ptr<const std::vector<Ipv4Address>>;

    /**
     * @brief Set what the application runs on.
     * @param verbs the host's RDMA device; outlives the application
     * @param manager the out-of-band channel, the same for all hosts
     * @param addresses addresses of all hosts
     */
    void Setup(VerbsContext* verbs, Ptr<RdmaConnectionManager> manager, AddressTable addresses);

    /// Gives the characteristics of the path from this host to a peer.
    using PathQuery = std::function<PathInfo(Ipv4Address peer)>;

    /**
     * @brief Set where the application gets path characteristics from.
     * @param query called when a flow starts, at most once for each flow
     */
    void SetPathQuery(PathQuery query);

    /**
     * @brief Set how the application traces routes, where it does.
     * @param tracer returns the links between switches that packets from this host take
     */
    void SetRouteTracer(RouteTracer tracer);

    /**
     * @brief Set the flows that the host sends; before the application starts.
     * @param flows sorted by start; one that starts before the application does starts with it
     */
    void SetFlows(std::vector<Flow> flows);

    /**
     * @brief Add a flow that the host sends, also while the application runs. Flows that have
     * started take no memory any more when all before it have.
     * @param flow starts no earlier than those before it, nor than now
     */
    void AddFlow(const Flow& flow);

    /**
     * @brief Count the flows that the host sends, those that have started included, up to the first
     * AddFlow().
     * @return flows
     */
    std::size_t GetFlowCount() const;

    /**
     * @brief Send a flow now, beside those of SetFlows(); the application has started.
     * @param flow the flow; its id is that of no other
     */
    void SendFlow(const Flow& flow);

    /**
     * @brief A NAK of a PSN sequence error has arrived. Verbs hide this, but a paper may use it.
     *
     * The device is still processing the NAK: nothing may be posted or modified from here.
     * @param qpNum this host's queue pair
     */
    virtual void OnNak(uint32_t qpNum);

    /**
     * @brief Tell how long the application may still wait for timers of its own, and for exchanges
     * over the out-of-band channel, before it acts again.
     * @return an upper limit from now on; here a round trip of the channel
     */
    virtual Time GetLongestWait() const;

    /**
     * @brief Count the payload that has been placed in this host's memory more than once, because
     * the application had it sent again.
     * @return bytes; here 0
     */
    virtual uint64_t GetDuplicateBytes() const;

    /**
     * @brief Get the application's counters, for reports.
     * @return name -> number; empty if it counts nothing
     */
    virtual std::map<std::string, uint64_t> GetCounters() const;

  protected:
    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;

    /**
     * @brief Start a flow now.
     * @param flow the flow
     */
    virtual void StartFlow(const Flow& flow) = 0;

    /**
     * @brief Report that the last byte of a flow has been placed in the memory of its receiver,
     * this host.
     * @param flowId the flow
     */
    void ReportPlaced(uint64_t flowId);

    /**
     * @brief Report that the sender, this host, knows that all bytes of a flow are acknowledged.
     * @param flowId the flow
     */
    void ReportFinished(uint64_t flowId);

    /**
     * @brief Report that a flow was given up after an error.
     * @param flowId the flow
     */
    void ReportFailed(uint64_t flowId);

    /**
     * @brief Get the RDMA device.
     * @return the device
     */
    VerbsContext& GetVerbs() const;

    /**
     * @brief Get the out-of-band channel.
     * @return the channel
     */
    RdmaConnectionManager& GetConnectionManager() const;

    /**
     * @brief Get this host's address.
     * @return the address
     */
    Ipv4Address GetAddress() const;

    /**
     * @brief Get the address of a host.
     * @param host host index, as in Flow::dst
     * @return the address; fatal if the table has no such host
     */
    Ipv4Address GetAddressOf(uint32_t host) const;

    /**
     * @brief Get the characteristics of the path to a peer.
     * @param peer its address
     * @return the characteristics; fatal without a path query
     */
    PathInfo GetPathInfo(Ipv4Address peer) const;

    /**
     * @brief Trace the route of packets from this host.
     * @param peer address of their destination
     * @param port their UDP source port
     * @return the links between switches that they take; fatal without a tracer
     */
    LinkList TraceRoute(Ipv4Address peer, uint16_t port) const;

  private:
    /**
     * @brief Start the flows that are due.
     * @param now the current time, steps
     */
    void StartDueFlows(int64_t now);

    /**
     * @brief Start a flow, or if this host is of another rank, help its receiver to.
     * @param flow the flow
     */
    void StartOrServe(const Flow& flow);

    /// @brief Schedule the start of the next flow.
    void ScheduleNextFlow();

    /// The start of the next flow.
    using StartEvent = PersistentEvent<HostApp, &HostApp::StartDueFlows>;

    Ptr<StartEvent> m_startEvent;         ///< one event for all flows; null while not running
    VerbsContext* m_verbs{nullptr};       ///< RDMA device
    Ptr<RdmaConnectionManager> m_manager; ///< out-of-band channel
    AddressTable m_addresses;             ///< of all hosts
    PathQuery m_pathQuery;                ///< gives path characteristics
    RouteTracer m_routeTracer;            ///< traces routes
    std::vector<Flow> m_flows;            ///< to send, by start
    std::size_t m_nextFlow{0};            ///< first that has not started

    TracedCallback<const Flow&> m_started; ///< a flow has started
    TracedCallback<uint64_t> m_placed;     ///< last byte placed
    TracedCallback<uint64_t> m_finished;   ///< last byte acknowledged
    TracedCallback<uint64_t> m_failed;     ///< given up
};

} // namespace ns3::rdmacell

#endif // HOST_APP_H
