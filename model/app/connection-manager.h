/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_MANAGER_H
#define CONNECTION_MANAGER_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3::rdmacell
{

/// What the active side tells the passive side: the numbers of its queue pair, and what for.
struct ConnectionRequest
{
    static constexpr uint16_t NO_PATH = 0xffff; ///< pathIndex: no queue pair, only a flow

    uint32_t address{0};        ///< IPv4 address of the active side, host byte order
    uint32_t qpNum{0};          ///< its queue pair
    uint32_t psn{0};            ///< first PSN that it will send
    uint64_t flowId{0};         ///< private data: the flow
    uint64_t sizeBytes{0};      ///< private data: bytes that will come
    uint8_t trafficClass{0};    ///< class of the requests
    uint16_t udpSourcePort{0};  ///< that both sides take, or 0: computed from the numbers
    uint16_t pathIndex{0};      ///< private data: which queue pair of its group this is
    uint32_t group{0};          ///< private data: which group of the active side
    uint16_t slot{0};           ///< private data: by which number cells name the flow
    uint32_t rkey{0};           ///< private data: a region of the active side for answers, or 0
    uint64_t virtualAddress{0}; ///< private data: where in that region
};

/// What the passive side answers.
struct ConnectionReply
{
    uint32_t qpNum{0};          ///< its queue pair; without one, its number for the flow
    uint32_t psn{0};            ///< first PSN that it will send
    uint32_t rkey{0};           ///< key of the region to write to
    uint64_t virtualAddress{0}; ///< where in that region
};

/// The passive side of connections.
class ConnectionListener
{
  public:
    virtual ~ConnectionListener() = default;

    /**
     * @brief Accept a connection: make a queue pair and bring it to RTS.
     * @param request what the active side says
     * @return what to answer
     */
    virtual ConnectionReply OnConnect(const ConnectionRequest& request) = 0;

    /**
     * @brief The active side has finished with a connection: destroy the queue pair.
     * @param qpNum the passive side's queue pair, or its number for a flow
     */
    virtual void OnDisconnect(uint32_t qpNum) = 0;
};

/**
 * @ingroup rdmacell
 * @brief The out-of-band channel by which verbs programs swap queue pair numbers.
 *
 * In a data centre this is a TCP socket or librdmacm over a management network; it is not the
 * fabric, and takes no bytes of it. One object serves all hosts, as a channel serves its devices;
 * hosts know each other by address only. With a delay of 0 an exchange takes no simulated time and
 * no event.
 */
class ConnectionManager : public Object
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

    /// Called with the answer.
    using ReplyCallback = Callback<void, const ConnectionReply&>;

    /**
     * @brief Register a host's passive side.
     * @param address IPv4 address, host byte order
     * @param listener whom to ask; nullptr to remove
     * @param context node id
     */
    void Listen(uint32_t address, ConnectionListener* listener, uint32_t context);

    /**
     * @brief Connect a queue pair to one at another host.
     * @param destination IPv4 address of a host that listens
     * @param request the numbers of this side
     * @param reply called one round trip of the channel later, in the same call if that is 0
     */
    void Connect(uint32_t destination, const ConnectionRequest& request, ReplyCallback reply);

    /**
     * @brief Connect without a callback, which costs a flow more than all else here.
     * @param destination IPv4 address of a host that listens
     * @param request the numbers of this side
     * @return the answer; nothing, and nothing done, if an exchange takes time
     */
    std::optional<ConnectionReply> ConnectAtOnce(uint32_t destination,
                                                 const ConnectionRequest& request);

    /**
     * @brief Say that a connection has done its work.
     * @param destination IPv4 address of the passive side
     * @param qpNum ConnectionReply::qpNum
     */
    void Disconnect(uint32_t destination, uint32_t qpNum);

  private:
    /// A host's passive side.
    struct Passive
    {
        ConnectionListener* listener; ///< whom to ask
        uint32_t context;             ///< node id
    };

    /**
     * @brief Find a passive side.
     * @param address IPv4 address
     * @return the passive side; fatal if nobody listens
     */
    const Passive& Find(uint32_t address) const;

    /**
     * @brief A request has arrived.
     * @param destination IPv4 address of the passive side
     * @param request the request
     * @param reply whom to tell
     * @param origin node id of the active side
     */
    void Accept(uint32_t destination,
                ConnectionRequest request,
                ReplyCallback reply,
                uint32_t origin);

    Time m_delay;                          ///< one way
    std::map<uint32_t, Passive> m_passive; ///< by address
};

} // namespace ns3::rdmacell

#endif // CONNECTION_MANAGER_H
