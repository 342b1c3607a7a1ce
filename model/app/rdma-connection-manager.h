/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CONNECTION_MANAGER_H
#define RDMA_CONNECTION_MANAGER_H

#include "private-data.h"

#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3::rdmacell
{

/// What the active side sends to the passive side to connect two queue pairs.
struct ConnectionRequest
{
    Ipv4Address address;       ///< of the active side
    uint32_t qpNum{0};         ///< its queue pair
    uint32_t psn{0};           ///< first PSN that it sends
    uint8_t trafficClass{0};   ///< class of the requests
    uint16_t udpSourcePort{0}; ///< that both sides take; 0: computed from the two QPNs
    PrivateData privateData;   ///< of the application
};

/// What the passive side answers.
struct ConnectionReply
{
    uint32_t qpNum{0};       ///< its queue pair
    uint32_t psn{0};         ///< first PSN that it sends
    PrivateData privateData; ///< of the application
};

/**
 * @ingroup rdmacell
 * @brief The passive side of connections at a host.
 */
class ConnectionListener
{
  public:
    virtual ~ConnectionListener() = default;

    /**
     * @brief Accept a connection: create a queue pair and bring it to RTS; or, if the two queue
     * pairs were connected before, reset this side's one and bring it to RTS again.
     * @param request from the active side
     * @return the answer
     */
    virtual ConnectionReply OnConnect(const ConnectionRequest& request) = 0;

    /**
     * @brief The active side has closed a connection: destroy the queue pair.
     * @param qpNum the passive side's queue pair
     */
    virtual void OnDisconnect(uint32_t qpNum) = 0;

    /**
     * @brief Answer a call that concerns no queue pair. By default the answer is empty.
     * @param from address of the caller
     * @param data from the caller
     * @return the answer
     */
    virtual PrivateData OnCall(Ipv4Address from, const PrivateData& data);

    /**
     * @brief Receive a message that concerns no queue pair and has no answer. By default it is
     * ignored.
     * @param from address of the sender
     * @param data from the sender
     */
    virtual void OnMessage(Ipv4Address from, const PrivateData& data);
};

/**
 * @ingroup rdmacell
 * @brief The out-of-band channel over which applications exchange queue pair numbers and memory
 * keys.
 *
 * In a data center this is a TCP connection or librdmacm over a management network; it does not use
 * the fabric. One object serves all hosts, as a channel serves its devices; hosts know each other
 * by address only. With a delay of 0, an exchange takes no simulated time and no event.
 */
class RdmaConnectionManager : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Get the one-way delay.
     * @return the delay; 0 if an exchange takes no time
     */
    Time GetDelay() const;

    /// Called with the answer to a connection request.
    using ReplyCallback = Callback<void, const ConnectionReply&>;

    /// Called with the answer to a call.
    using AnswerCallback = Callback<void, const PrivateData&>;

    /**
     * @brief Register the passive side of a host.
     * @param address address of the host
     * @param listener the passive side; nullptr to remove it
     * @param context node id
     */
    void Listen(Ipv4Address address, ConnectionListener* listener, uint32_t context);

    /**
     * @brief Connect a queue pair to one at another host.
     * @param destination address of a host that listens
     * @param request numbers of this side
     * @param reply called one round trip of the channel later, in the same call if that is 0
     */
    void Connect(Ipv4Address destination, const ConnectionRequest& request, ReplyCallback reply);

    /**
     * @brief Connect without a callback object, if an exchange takes no time.
     * @param destination address of a host that listens
     * @param request numbers of this side
     * @return the answer; nothing, and nothing done, if an exchange takes time
     */
    std::optional<ConnectionReply> ConnectAtOnce(Ipv4Address destination,
                                                 const ConnectionRequest& request);

    /**
     * @brief Close a connection.
     * @param destination address of the passive side
     * @param qpNum ConnectionReply::qpNum
     */
    void Disconnect(Ipv4Address destination, uint32_t qpNum);

    /**
     * @brief Ask another host something that concerns no queue pair.
     * @param destination address of a host that listens
     * @param from address of this side
     * @param data for the other side's OnCall()
     * @param answer called one round trip of the channel later, in the same call if that is 0
     */
    void Call(Ipv4Address destination,
              Ipv4Address from,
              const PrivateData& data,
              AnswerCallback answer);

    /**
     * @brief Ask without a callback object, if an exchange takes no time.
     * @param destination address of a host that listens
     * @param from address of this side
     * @param data for the other side's OnCall()
     * @return the answer; nothing, and nothing done, if an exchange takes time
     */
    std::optional<PrivateData> CallAtOnce(Ipv4Address destination,
                                          Ipv4Address from,
                                          const PrivateData& data);

    /**
     * @brief Send another host a message without an answer.
     * @param destination address of a host that listens
     * @param from address of this side
     * @param data for the other side's OnMessage()
     */
    void SendMessage(Ipv4Address destination, Ipv4Address from, const PrivateData& data);

  private:
    /// The passive side of a host.
    struct Passive
    {
        ConnectionListener* listener; ///< the passive side
        uint32_t context;             ///< node id
    };

    /**
     * @brief Find a passive side.
     * @param address address of a host
     * @return the passive side; fatal if the host does not listen
     */
    const Passive& Find(Ipv4Address address) const;

    /**
     * @brief A connection request has arrived.
     * @param destination address of the passive side
     * @param request the request
     * @param reply to call with the answer
     * @param origin node id of the active side
     */
    void AcceptConnection(Ipv4Address destination,
                          ConnectionRequest request,
                          ReplyCallback reply,
                          uint32_t origin);

    /**
     * @brief A call has arrived.
     * @param destination address of the called side
     * @param from address of the caller
     * @param data from the caller
     * @param answer to call with the answer
     * @param origin node id of the caller
     */
    void AcceptCall(Ipv4Address destination,
                    Ipv4Address from,
                    PrivateData data,
                    AnswerCallback answer,
                    uint32_t origin);

    Time m_delay;                             ///< one way
    std::map<Ipv4Address, Passive> m_passive; ///< by address
};

} // namespace ns3::rdmacell

#endif // RDMA_CONNECTION_MANAGER_H
