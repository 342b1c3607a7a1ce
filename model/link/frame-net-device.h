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
 * @brief A full-duplex port that carries RoceFrames: its MAC, its queues and its PFC.
 *
 * It is an ns3::NetDevice so that nodes, channels, pcap helpers and the MPI simulator find what
 * they expect. It carries frames only: Send() of an ns3::Packet is refused.
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
     * @brief Signature of the trace sources.
     * @param frame the frame
     */
    using FrameTracedCallback = void (*)(const RoceFrame& frame);

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
     * @brief Get the sending half.
     * @return the port
     */
    EgressPort& GetEgress();

    /**
     * @brief Get the sending half.
     * @return the port
     */
    const EgressPort& GetEgress() const;

    /**
     * @brief Lose arriving frames as an error model says.
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
     * @brief Take a frame that the error model or a trace sink looks at.
     * @param frame the frame
     * @param now the current time
     */
    [[gnu::noinline]] void ArriveObserved(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Obey a PFC frame, hand any other to the sink.
     * @param frame the frame
     * @param now the current time
     */
    void Dispatch(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Set the line rate.
     * @param rate the rate
     */
    void SetDataRate(DataRate rate);

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

    // What a frame meets comes first: it is in few cache lines then.
    FrameSink* m_sink{nullptr};        ///< switch or NIC
    uint32_t m_port{0};                ///< the sink's number for this device
    Ptr<FrameErrorModel> m_errorModel; ///< or null
    EgressPort::TxTrace m_rxTrace;     ///< frame arrived
    EgressPort::TxTrace m_txTrace;     ///< transmission starts
    EgressPort m_egress;               ///< sending half

    uint64_t m_pfcReceived{0};         ///< PFC frames that arrived
    Ptr<Node> m_node;                  ///< node
    Ptr<FrameChannel> m_channel;       ///< channel
    DataRate m_rate;                   ///< line rate
    uint8_t m_strictClasses{0};        ///< classes of strict priority
    Mac48Address m_address;            ///< MAC address
    uint32_t m_ifIndex{0};             ///< index in the node
    uint16_t m_mtu{4200};              ///< of the IPv4 packet: path MTU 4096 and its headers
    TracedCallback<> m_linkChange;     ///< ns-3's listeners
    EgressPort::TxTrace m_rxDropTrace; ///< frame lost to an error
};

} // namespace ns3::rdmacell

#endif // FRAME_NET_DEVICE_H
