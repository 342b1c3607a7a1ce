/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_APP_H
#define CELL_APP_H

#include "cell-context.h"
#include "cell-receiver.h"
#include "host-app.h"
#include "qp-group.h"
#include "recycling-map.h"

#include "ns3/completion-queue.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief RDMACell: load balancing by the hosts, over ordinary queue pairs (arXiv 2606.20581).
 *
 * A flow is cut into cells of 1.5 BDP. A cell is a chain of two WRITEs: the head, of one packet,
 * with Global_Cell_ID as immediate data, and the rest, in silence. The receiver answers the head by
 * a token, which it writes into the sender's memory. Tokens open the window for the next cells, and
 * their round-trip times tell the sender when a queue pair is at fault: then its cells go over
 * other queue pairs, whose UDP source ports take them over other paths, and it is reset.
 *
 * Written against verbs alone, as a program for libibverbs would be.
 */
class CellApp : public HostApp, private CellSettings
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
     * @brief Signature of the trace source RttSample.
     * @param flowId the flow
     * @param cell number of the cell
     * @param rtt from the start of the cell to its token
     */
    using RttTracedCallback = void (*)(uint64_t flowId, uint64_t cell, Time rtt);

    /**
     * @brief Signature of the trace source Isolated.
     * @param group number of the group of queue pairs; with groups of their own, of the flow among
     * those that this host sends
     * @param path which of its queue pairs
     */
    using IsolatedTracedCallback = void (*)(uint32_t group, uint16_t path);

    /**
     * @brief Get the counters.
     * @return the counters of both sides at this host
     */
    const CellCounters& GetCellCounters() const;

    // From HostApp
    std::map<std::string, uint64_t> GetCounters() const override;
    void OnNak(uint32_t qpNum) override;

    // From ConnectionListener
    ConnectionReply OnConnect(const ConnectionRequest& request) override;
    void OnDisconnect(uint32_t qpNum) override;
    PrivateData OnCall(Ipv4Address from, const PrivateData& data) override;
    void OnMessage(Ipv4Address from, const PrivateData& data) override;

  protected:
    void StartFlow(const Flow& flow) override;
    void DoDispose() override;

  private:
    /// A group of queue pairs of another host.
    struct RemoteGroup
    {
        Ipv4Address address; ///< of the host
        uint32_t group;      ///< its number for the group

        /**
         * @brief Compare.
         * @param other another group
         * @return true if it is the same
         */
        bool operator==(const RemoteGroup& other) const;
    };

    /// Hashes groups of other hosts.
    struct RemoteGroupHash
    {
        /**
         * @brief Hash.
         * @param key the group
         * @return its hash
         */
        std::size_t operator()(const RemoteGroup& key) const;
    };

    /// A flow at the receiver.
    struct IncomingFlow
    {
        RemoteGroup group;      ///< over which it comes
        CellReceiver* receiver; ///< of the group
        uint16_t slot;          ///< its slot
    };

    /**
     * @brief Find the receiver of a group, which is made if there is none.
     * @param group the group
     * @return the receiver
     */
    CellReceiver& GetReceiver(const RemoteGroup& group);

    /**
     * @brief Choose the number of an incoming flow.
     * @return a number that no other incoming flow has
     */
    uint32_t ChooseFlowNumber();

    template <typename T>
    static T CellApp::*Knob(T CellSettings::*member);

    /**
     * @brief Add the attributes of cells and their distribution.
     * @param tid gets them
     * @return the same
     */
    static TypeId AddCellAttributes(TypeId tid);

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

    /// @brief Make the queues and the region that all flows share, at the first use.
    void OpenDevice();

    /**
     * @brief Make a group of queue pairs.
     * @param dst host at the other end
     * @return the group
     */
    QpGroup& MakeGroup(uint32_t dst);

    /**
     * @brief Send completions have come.
     * @param cq the queue
     */
    void OnSendCompletion(CompletionQueue* cq);

    /**
     * @brief Heads of cells have come.
     * @param cq the queue
     */
    void OnReceiveCompletion(CompletionQueue* cq);

    /**
     * @brief A token was written.
     * @param address of its slot
     * @param length its bytes
     */
    void OnTokenWritten(uint64_t address, uint32_t length);

    /**
     * @brief A WRITE has been placed in the memory of a flow that comes.
     * @param address where it begins
     * @param length its bytes
     */
    void OnPlaced(uint64_t address, uint32_t length);

    /**
     * @brief The scheduler looks at the token ring.
     * @param group whose
     * @param address of the slot with a new token
     */
    void ReadToken(uint32_t group, uint64_t address);

    /**
     * @brief Act on a NAK.
     * @param qpNum queue pair
     */
    void HandleNak(uint32_t qpNum);

    /**
     * @brief Free what a group no longer needs, and the group if it is done.
     * @param id its number
     */
    void Release(uint32_t id);

    TracedCallback<uint64_t, uint64_t, Time> m_rttSample; ///< a token has told an RTT
    TracedCallback<uint32_t, uint16_t> m_isolated;        ///< a recovery has begun
    CellContext m_context;                                ///< shared
    CompletionQueue::Notification m_sent;                 ///< made once
    CompletionQueue::Notification m_received;             ///< made once
    uint32_t m_nextGroup{0};                              ///< number
    uint32_t m_nextFlowNumber{0};                         ///< of an incoming flow
    RecyclingMap<uint32_t, QpGroup> m_groups;             ///< by number
    std::unordered_map<uint32_t, uint32_t> m_pools;       ///< host -> group
    RecyclingMap<RemoteGroup, CellReceiver, RemoteGroupHash> m_receivers; ///< by group
    RecyclingMap<uint32_t, IncomingFlow> m_incoming;                      ///< by number
};

} // namespace ns3::rdmacell

#endif // CELL_APP_H
