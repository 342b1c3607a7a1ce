/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_NET_DEVICE_H
#define FRAME_NET_DEVICE_H

#include "egress-port.h"
#include "frame-error-model.h"
#include "frame-receiver.h"
#include "frame-sink.h"
#include "frame-wire.h"

#include "ns3/data-rate.h"
#include "ns3/flagged-trace.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

class FrameChannel;

/**
 * @ingroup rdmacell
 * @brief A full-duplex port for RoceFrames: its MAC address, its queues and its PFC.
 *
 * It is an ns3::NetDevice, so that nodes, channels and pcap helpers can use it. It carries frames
 * only: Send() of an ns3::Packet is refused.
 */
class FrameNetDevice : public NetDevice, public FrameReceiver
{
  public:
    FrameNetDevice();
    ~FrameNetDevice() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Signature of FrameTx, FrameRx and FrameRxDrop.
     * @param frame the frame
     */
    using FrameTracedCallback = void (*)(const RoceFrame& frame);

    /**
     * @brief Signature of Enqueue and Dequeue.
     * @param frame the frame
     * @param queue the queue: 0..7 are the class queues, then reorder queues
     */
    using QueueTracedCallback = void (*)(const RoceFrame& frame, uint32_t queue);

    /**
     * @brief Signature of LinkChange.
     * @param up false if the link is down
     */
    using LinkTracedCallback = void (*)(bool up);

    /**
     * @brief Connect the device to a channel; FrameChannel::Connect() does it.
     * @param channel the channel
     * @param wire the direction that the device sends on
     */
    void AttachTo(Ptr<FrameChannel> channel, FrameWire* wire);

    /**
     * @brief Set the switch or NIC that the device belongs to.
     * @param sink switch or NIC; it outlives the device's use
     * @param port the sink's number for the device
     */
    void SetSink(FrameSink* sink, uint32_t port);

    /**
     * @brief Get the egress side.
     * @return the port
     */
    EgressPort& GetEgress();

    /**
     * @brief Get the egress side.
     * @return the port
     */
    const EgressPort& GetEgress() const;

    /**
     * @brief Set the model that decides which arriving frames are lost.
     * @param model the model, or null for none
     */
    void SetErrorModel(Ptr<FrameErrorModel> model);

    /**
     * @brief Get the line rate.
     * @return the rate
     */
    DataRate GetDataRate() const;

    /// @brief The link is down or up: notify the sink and ns-3's listeners.
    void NotifyLinkChange();

    /**
     * @brief Count the PFC frames that arrived.
     * @return frames
     */
    uint64_t GetPfcReceived() const;

    // From FrameReceiver
    void Arrive(RoceFramePtr&& frame, int64_t now) override;
    void Prefetch(const RoceFrame& frame) const override;

    // From NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief Take a frame if there is an error model or a trace sink.
     * @param frame the frame
     * @param now the current time
     */
    [[gnu::noinline]] void ArriveObserved(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Obey a PFC frame, pass any other to the sink.
     * @param frame the frame
     * @param now the current time
     */
    void Dispatch(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Set the line rate.
     * @param rate the rate
     * @return false if it is 0
     */
    bool SetDataRate(DataRate rate);

    /**
     * @brief Set the classes of strict priority.
     * @param classes bitmask
     */
    void SetStrictClasses(uint8_t classes);

    /**
     * @brief Get the classes of strict priority.
     * @return bitmask
     */
    uint8_t GetStrictClasses() const;

    // The members that each frame needs come first, so that they are in few cache lines.
    FrameSink* m_sink{nullptr};        ///< switch or NIC
    uint32_t m_port{0};                ///< the sink's number for this device
    Ptr<FrameErrorModel> m_errorModel; ///< or null
    EgressPort::FrameTrace m_rxTrace;  ///< FrameRx
    EgressPort m_egress;               ///< egress side

    uint64_t m_pfcReceived{0};              ///< PFC frames that arrived
    Ptr<Node> m_node;                       ///< node
    Ptr<FrameChannel> m_channel;            ///< channel
    DataRate m_rate;                        ///< line rate
    uint8_t m_strictClasses{0};             ///< classes of strict priority
    Mac48Address m_address;                 ///< MAC address
    uint32_t m_ifIndex{0};                  ///< index in the node
    uint16_t m_mtu;                         ///< bytes of the largest IPv4 packet
    TracedCallback<> m_linkChange;          ///< ns-3's listeners
    EgressPort::FrameTrace m_rxDropTrace;   ///< FrameRxDrop
    TracedCallback<bool> m_linkChangeTrace; ///< LinkChange

    // The trace sources that m_egress fires
    FlaggedTrace<const RoceFrame&> m_txTrace;                ///< FrameTx
    FlaggedTrace<const RoceFrame&, uint32_t> m_enqueueTrace; ///< Enqueue
    FlaggedTrace<const RoceFrame&, uint32_t> m_dequeueTrace; ///< Dequeue
    FlaggedTrace<uint64_t, uint64_t> m_queueBytesTrace;      ///< QueueBytes
    FlaggedTrace<uint8_t, uint8_t> m_pausedClassesTrace;     ///< PausedClasses
};

} // namespace ns3::rdmacell

#endif // FRAME_NET_DEVICE_H
