/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CONNECTION_MANAGER_H
#define RDMA_CONNECTION_MANAGER_H

#include "private-data.h"

#include "ns3/callback.h"
#include "ns3/direct-event.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rank-link.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
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
 *
 * Where hosts are spread over ranks, exchanges with a delay go from rank to rank as frames do.
 * Without one, the rank of a receiver waits at the start of each flow for its sender (RankLink).
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
     * @brief Close a connection. With a delay of 0, the passive side learns of it after CloseDelay.
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
     * @brief Send another host a message without an answer. With a delay of 0, it arrives after
     * CloseDelay.
     * @param destination address of a host that listens
     * @param from address of this side
     * @param data for the other side's OnMessage()
     */
    void SendMessage(Ipv4Address destination, Ipv4Address from, const PrivateData& data);

    /**
     * @brief Prepare for hosts of other ranks, before the simulation starts; nothing happens if
     * there is one process.
     */
    void JoinRanks();

    /**
     * @brief A flow from a host of another rank to a host of this one may start at this time: do
     * for its sender what takes no time, until EndFlowStart() there.
     * @param sender node id of the sender
     * @param receiver address of the receiver; nothing happens if it is of another rank
     */
    void ServeFlowStart(uint32_t sender, Ipv4Address receiver);

    /**
     * @brief A flow of this rank has started: the receiver's rank need not wait any more.
     * @param receiver address of the receiver; nothing happens if it is of this rank
     */
    void EndFlowStart(Ipv4Address receiver);

  protected:
    void DoDispose() override;

  private:
    /// The passive side of a host.
    struct Passive
    {
        ConnectionListener* listener; ///< the passive side
        uint32_t context;             ///< node id
    };

    /// What a letter is.
    enum Kind : uint8_t
    {
        REQUEST,    ///< connection request
        REPLY,      ///< its answer
        CALL,       ///< a call
        ANSWER,     ///< its answer
        DISCONNECT, ///< a connection is closed
        MESSAGE,    ///< a message
        END         ///< of EndFlowStart()
    };

    /// What one host sends another. The kind says which fields have a meaning.
    struct Letter
    {
        int64_t due{0};            ///< when it arrives, steps
        Kind kind{MESSAGE};        ///< what it is
        uint32_t origin{0};        ///< node id of the sender
        uint32_t target{0};        ///< node id of the receiver
        uint32_t number{0};        ///< queue pair to close; or of the callback of an answer
        Ipv4Address from;          ///< address of the sender, of calls and messages
        Ipv4Address to;            ///< address of the receiver
        ConnectionRequest request; ///< connection request
        ConnectionReply reply;     ///< its answer
        PrivateData data;          ///< of calls, answers and messages
    };

    /// The letters to a node that have not arrived.
    class Mailbox
    {
      public:
        /**
         * @brief Make an empty mailbox.
         * @param manager whose it is
         * @param node node id
         */
        Mailbox(RdmaConnectionManager& manager, uint32_t node);
        ~Mailbox();
        Mailbox(const Mailbox&) = delete;
        Mailbox& operator=(const Mailbox&) = delete;

        /**
         * @brief Put a letter in.
         * @param letter the letter
         */
        void Put(const Letter& letter);

        /// @brief Handle the letters that are due.
        void Open();

      private:
        /// The arrival of letters.
        class ArrivalEvent : public DirectEvent
        {
          public:
            /**
             * @brief Make an event.
             * @param mailbox is opened
             */
            explicit ArrivalEvent(Mailbox* mailbox)
                : mailbox(mailbox)
            {
            }

            void Fire() override;

            Mailbox* mailbox; ///< is opened, if not null
        };

        /**
         * @brief Have letters arrive.
         * @param delay from now on, steps
         */
        void Schedule(int64_t delay);

        RdmaConnectionManager& m_manager; ///< whose it is
        uint32_t m_node;                  ///< node id
        std::deque<Letter> m_letters;     ///< in the order in which they arrive
        Ptr<ArrivalEvent> m_arrival;      ///< listed once for each time at which letters arrive
    };

    /**
     * @brief Find a passive side.
     * @param address address of a host
     * @return the passive side; fatal if the host does not listen
     */
    const Passive& Find(Ipv4Address address) const;

    /**
     * @brief Begin a letter to a host that listens.
     * @param kind what it is
     * @param to address of the host
     * @return the letter
     */
    Letter MakeLetter(Kind kind, Ipv4Address to) const;

    /**
     * @brief Send a letter.
     * @param letter the letter
     * @param delay until it arrives
     */
    void Send(Letter letter, Time delay);

    /**
     * @brief Put a letter into the mailbox of its receiver, which is of this rank.
     * @param letter the letter
     */
    void Deliver(const Letter& letter);

    /**
     * @brief A letter has arrived.
     * @param letter the letter
     */
    void Handle(const Letter& letter);

    /**
     * @brief Answer a request or a call.
     * @param letter the request or call
     * @return the answer
     */
    Letter MakeAnswer(const Letter& letter) const;

    /**
     * @brief Ask the rank of a host, which is in ServeFlowStart(), at the present time.
     * @param letter a request or call
     * @return the answer
     */
    Letter AskNow(const Letter& letter) const;

    /**
     * @brief Get the time until a message without an answer arrives.
     * @return delay
     */
    Time GetMessageDelay() const;

    Time m_delay;                                             ///< one way
    Time m_closeDelay;                                        ///< see CloseDelay
    std::map<Ipv4Address, Passive> m_passive;                 ///< by address
    std::map<uint32_t, std::unique_ptr<Mailbox>> m_mailboxes; ///< by node
    std::map<uint32_t, ReplyCallback> m_replies;              ///< expected, by number
    std::map<uint32_t, AnswerCallback> m_answers;             ///< expected, by number
    uint32_t m_nextNumber{0};                                 ///< of the next callback
    RankLink* m_link{nullptr};                                ///< to other ranks, or null
};

} // namespace ns3::rdmacell

#endif // RDMA_CONNECTION_MANAGER_H
