/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_ENDPOINT_H
#define RDMA_ENDPOINT_H

#include "path-info.h"
#include "rdma-connection-manager.h"

#include "ns3/memory-region.h"
#include "ns3/verbs-context.h"

#include <cstdint>
#include <functional>
#include <utility>

namespace ns3::rdmacell
{

class CompletionQueue;

/**
 * @ingroup rdmacell
 * @brief What the flows of an application share of its host's RDMA device: completion queues, the
 * memory that data comes from, and how queue pairs are created and connected.
 */
class RdmaEndpoint
{
  public:
    /// How queue pairs are connected.
    struct ConnectionSettings
    {
        uint8_t trafficClass{3}; ///< class of the requests
        uint8_t timeout{10};     ///< local ACK timeout code
        uint8_t retryCount{7};   ///< transport retries
    };

    /// Bits of an address within the memory of an incoming flow; the flow's number stands above.
    static constexpr uint32_t FLOW_ADDRESS_BITS = 40;

    /// Bytes that a flow must be below: 1 TiB.
    static constexpr uint64_t FLOW_BYTES_LIMIT = uint64_t{1} << FLOW_ADDRESS_BITS;

    /// Numbers that incoming flows can have; each QPN is one.
    static constexpr uint32_t FLOW_NUMBERS = 1U << (64 - FLOW_ADDRESS_BITS);

    /**
     * @brief Create the completion queues and register the memory that data comes from.
     * @param verbs RDMA device; outlives the endpoint
     * @param manager out-of-band channel; outlives the endpoint
     * @param settings how queue pairs are connected
     * @param flowCallback called with each WRITE that is placed in the memory of an incoming flow
     */
    void Open(VerbsContext& verbs,
              RdmaConnectionManager& manager,
              const ConnectionSettings& settings,
              MemoryRegion::WriteCallback flowCallback);

    /**
     * @brief Tell the device about paths, if its congestion control uses that.
     * @param query gives the characteristics of the path to a host
     */
    void SetPathQuery(std::function<PathInfo(Ipv4Address)> query);

    /**
     * @brief Get the RDMA device.
     * @return the device
     */
    VerbsContext& GetVerbs() const;

    /**
     * @brief Get this host's address.
     * @return the address
     */
    Ipv4Address GetAddress() const;

    /**
     * @brief Get the completion queue of all send requests.
     * @return the queue
     */
    CompletionQueue& GetSendCq() const;

    /**
     * @brief Get the completion queue of all receive requests.
     * @return the queue
     */
    CompletionQueue& GetReceiveCq() const;

    /**
     * @brief Get the key of the memory that data comes from: all addresses.
     * @return local key
     */
    uint32_t GetSourceKey() const;

    /**
     * @brief Ask whether connecting takes no simulated time.
     * @return true if replies come at once
     */
    bool ConnectsAtOnce() const;

    /**
     * @brief Create a queue pair, in RESET.
     * @param maxSendWr send requests outstanding at most
     * @param maxRecvWr receive requests outstanding at most
     * @return the queue pair
     */
    VerbsQp& CreateQp(uint32_t maxSendWr, uint32_t maxRecvWr) const;

    /**
     * @brief Make a connection request of this host.
     * @param qpNum this side's queue pair
     * @param psn first PSN that it sends
     * @return the request, without private data
     */
    ConnectionRequest MakeRequest(uint32_t qpNum, uint32_t psn) const;

    /**
     * @brief Request a connection.
     * @tparam OnReply callable with a const ConnectionReply&
     * @param peer address of the passive side
     * @param request numbers of this side
     * @param onReply called with the reply; within this call if connecting takes no time
     */
    template <typename OnReply>
    void Connect(Ipv4Address peer, const ConnectionRequest& request, OnReply onReply) const;

    /**
     * @brief Call a peer.
     * @tparam OnAnswer callable with a const PrivateData&
     * @param peer address of the peer
     * @param data for the peer
     * @param onAnswer called with the answer; within this call if calling takes no time
     */
    template <typename OnAnswer>
    void Call(Ipv4Address peer, const PrivateData& data, OnAnswer onAnswer) const;

    /**
     * @brief Close a connection at the passive side.
     * @param peer address of the passive side
     * @param qpNum its queue pair
     */
    void Disconnect(Ipv4Address peer, uint32_t qpNum) const;

    /**
     * @brief Send a message to a peer.
     * @param peer address of the peer
     * @param data for the peer
     */
    void SendMessage(Ipv4Address peer, const PrivateData& data) const;

    /**
     * @brief Bring the active side's queue pair from RESET to RTS.
     * @param qp the queue pair
     * @param peer address of the passive side
     * @param request what this side has requested
     * @param reply what the passive side has replied
     * @param window payload bytes in flight at most; 0: no limit
     */
    void BringUp(VerbsQp& qp,
                 Ipv4Address peer,
                 const ConnectionRequest& request,
                 const ConnectionReply& reply,
                 uint32_t window = 0) const;

    /**
     * @brief Bring the passive side's queue pair from RESET to RTS.
     * @param qp the queue pair
     * @param request what the active side has requested
     * @param psn first PSN that this side sends
     */
    void BringUp(VerbsQp& qp, const ConnectionRequest& request, uint32_t psn) const;

    /**
     * @brief Register memory for an incoming flow, at addresses that no other flow has.
     * @param number number of the flow, below FLOW_NUMBERS
     * @param bytes size of the flow
     * @return the region, with the write callback of Open() on it
     */
    MemoryRegion& RegisterFlow(uint32_t number, uint64_t bytes) const;

  private:
    /**
     * @brief Bring a queue pair from RESET to RTS.
     * @param qp the queue pair
     * @param attr what both sides have agreed on; gets the rest
     */
    void BringUp(VerbsQp& qp, QpAttr attr) const;

    std::function<PathInfo(Ipv4Address)> m_pathQuery; ///< or none: nothing is told
    VerbsContext* m_verbs{nullptr};                   ///< RDMA device
    RdmaConnectionManager* m_manager{nullptr};        ///< out-of-band channel
    ConnectionSettings m_settings;                    ///< how queue pairs are connected
    MemoryRegion::WriteCallback m_flowCallback;       ///< on incoming flows
    CompletionQueue* m_sendCq{nullptr};               ///< of all send requests
    CompletionQueue* m_receiveCq{nullptr};            ///< of all receive requests
    MemoryRegion* m_source{nullptr};                  ///< memory that data comes from
};

template <typename OnReply>
void
RdmaEndpoint::Connect(Ipv4Address peer, const ConnectionRequest& request, OnReply onReply) const
{
    // Without a callback object, which would cost a flow more than all else here.
    if (const auto reply = m_manager->ConnectAtOnce(peer, request))
    {
        onReply(*reply);
        return;
    }
    m_manager->Connect(peer, request, RdmaConnectionManager::ReplyCallback(std::move(onReply)));
}

template <typename OnAnswer>
void
RdmaEndpoint::Call(Ipv4Address peer, const PrivateData& data, OnAnswer onAnswer) const
{
    if (const auto answer = m_manager->CallAtOnce(peer, GetAddress(), data))
    {
        onAnswer(*answer);
        return;
    }
    m_manager->Call(peer,
                    GetAddress(),
                    data,
                    RdmaConnectionManager::AnswerCallback(std::move(onAnswer)));
}

} // namespace ns3::rdmacell

#endif // RDMA_ENDPOINT_H
