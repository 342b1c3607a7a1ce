/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_SCALING_APP_H
#define QP_SCALING_APP_H

#include "recycling-map.h"
#include "verbs-app.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief QP scaling: a host has several queue pairs to each other host for as long as it runs, so
 * that a hash of the 5-tuple or of the queue pair spreads its messages over several paths.
 *
 * Flows are messages, as those of a collective library. Either each message is split over all queue
 * pairs, or whole messages are given to one queue pair after the other (Gangidi et al., "RDMA over
 * Ethernet for Distributed AI Training at Meta Scale", SIGCOMM 2024). The messages of a queue pair
 * are sent in order.
 *
 * Before a message, the sender asks the receiver for memory, over the out-of-band channel. A queue
 * pair that fails takes its messages with it; it is replaced when the next message needs it.
 */
class QpScalingApp : public VerbsApp
{
  public:
    /// How messages use the queue pairs.
    enum Mode
    {
        SPLIT,       ///< each message over all of them
        ROUND_ROBIN, ///< whole messages over one after the other
    };

    QpScalingApp();
    ~QpScalingApp() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From ConnectionListener
    ConnectionReply OnConnect(const ConnectionRequest& request) override;
    void OnDisconnect(uint32_t qpNum) override;
    PrivateData OnCall(Ipv4Address from, const PrivateData& data) override;
    void OnMessage(Ipv4Address from, const PrivateData& data) override;

  protected:
    void StartFlow(const Flow& flow) override;
    void OnSendCompletion(const WorkCompletion& completion) override;
    void OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length) override;
    void DoDispose() override;

  private:
    /// A queue pair to a peer.
    struct Lane
    {
        VerbsQp* qp{nullptr};          ///< the queue pair, or null before it is made
        ConnectionRequest request;     ///< what the peer was sent
        uint32_t remoteQpNum{0};       ///< the peer's queue pair
        bool isConnected{false};       ///< messages may be posted
        std::deque<uint64_t> messages; ///< with a part that has not completed, in order
        std::deque<SendWr> requests;   ///< of parts, until the queue pair has room for them
    };

    /// The queue pairs to another host.
    struct Pair
    {
        std::vector<Lane> lanes;   ///< as many as QueuePairs
        uint32_t next{0};          ///< lane of the next whole message
        std::deque<Flow> messages; ///< that wait for connections
    };

    /// A message that this host sends.
    struct OutgoingMessage
    {
        Ipv4Address peer;      ///< receiver
        uint32_t number{0};    ///< of its memory there
        uint32_t parts{0};     ///< that have not completed
        bool hasFailed{false}; ///< a part has
    };

    /// A message that this host receives.
    struct IncomingMessage
    {
        MemoryRegion* region; ///< where it is placed
        uint64_t flowId;      ///< Flow::id
        uint64_t left;        ///< bytes that have not been placed
    };

    /// Where a queue pair belongs.
    struct LaneName
    {
        Ipv4Address peer; ///< the other host
        uint32_t index;   ///< lane
    };

    /**
     * @brief Connect the lanes of a pair that have no queue pair.
     * @param peer the other host
     */
    void ConnectLanes(Ipv4Address peer);

    /**
     * @brief The peer has replied.
     * @param name the lane
     * @param reply the reply
     */
    void OnConnected(const LaneName& name, const ConnectionReply& reply);

    /**
     * @brief Send the messages that wait for connections, if all are there.
     * @param peer the other host
     */
    void SendWaiting(Ipv4Address peer);

    /**
     * @brief Post a message.
     * @param flow the message
     * @param address where it goes
     * @param rkey key of the memory there
     */
    void PostMessage(const Flow& flow, uint64_t address, uint32_t rkey);

    /**
     * @brief Post a part of a message.
     * @param lane the queue pair
     * @param offset first byte in the message
     * @param bytes of the part
     * @param address of the message
     * @param rkey key of the memory there
     */
    void PostPart(Lane& lane, uint64_t offset, uint64_t bytes, uint64_t address, uint32_t rkey);

    /**
     * @brief Post the requests of a lane that its queue pair has room for.
     * @param lane the queue pair
     */
    static void PostWaiting(Lane& lane);

    /**
     * @brief A part of a message has completed; report the message if it was the last one.
     * @param flowId the message
     * @param failed whether it has failed
     */
    void CompletePart(uint64_t flowId, bool failed);

    /**
     * @brief Give a failed queue pair up, and what was posted to it.
     * @param name the lane
     */
    void BreakLane(const LaneName& name);

    /**
     * @brief Compute the UDP source port that all queue pairs to a peer have.
     * @param peer the other host
     * @return the port; 0 if each has its own
     */
    uint16_t ComputeSourcePort(Ipv4Address peer) const;

    uint32_t m_queuePairs;                              ///< to each other host
    Mode m_mode;                                        ///< how messages use them
    bool m_samePort;                                    ///< they have one UDP source port
    std::map<Ipv4Address, Pair> m_pairs;                ///< by peer
    RecyclingMap<uint32_t, LaneName> m_lanes;           ///< by this side's QPN
    RecyclingMap<uint64_t, OutgoingMessage> m_outgoing; ///< by Flow::id
    RecyclingMap<uint32_t, IncomingMessage> m_incoming; ///< by number
    RecyclingMap<uint32_t, VerbsQp*> m_passive;         ///< by this side's QPN
    uint32_t m_nextNumber{0};                           ///< of an incoming message
};

} // namespace ns3::rdmacell

#endif // QP_SCALING_APP_H
