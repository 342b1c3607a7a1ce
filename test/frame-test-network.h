/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_TEST_NETWORK_H
#define FRAME_TEST_NETWORK_H

#include "ns3/egress-port.h"
#include "ns3/fabric-switch.h"
#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/// A test case after which no frame may be left.
class FrameTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what it shows
     */
    explicit FrameTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  private:
    /// @brief The test; its TestNetwork goes before this returns.
    virtual void Check() = 0;

    void DoRun() override
    {
        Check();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/// What a TestHost sends.
struct TestStream
{
    uint32_t to{0};                       ///< host
    uint16_t srcPort{0xc000};             ///< UDP source port
    uint8_t priority{3};                  ///< class
    uint64_t frames{1};                   ///< how many
    uint32_t payload{1000};               ///< bytes of each
    uint32_t payloadStep{0};              ///< so many more in each next one ...
    uint32_t payloadMax{1000};            ///< ... up to this, then from payload on
    Time interval{0};                     ///< between frames; 0: as fast as the line goes
    EcnCodePoint ecn{EcnCodePoint::ECT0}; ///< ECN code point
    uint8_t timeToLive{64};               ///< TTL
    FrameKind kind{FrameKind::ROCE};      ///< kind
};

/// A frame that a TestHost got.
struct TestArrival
{
    int64_t time;     ///< when, steps
    uint32_t from;    ///< host
    uint16_t srcPort; ///< UDP source port
    uint32_t psn;     ///< number in its stream
    uint32_t bytes;   ///< wire bytes
    uint8_t priority; ///< class
    EcnCodePoint ecn; ///< ECN code point
};

/// A node that sends streams of raw frames, with PFC but without any transport, and notes arrivals.
class TestHost : public FrameSink, public FrameSource
{
  public:
    /**
     * @brief Make a host.
     * @param number its number, from which its address follows
     */
    explicit TestHost(uint32_t number);

    /**
     * @brief Start a stream.
     * @param at when
     * @param stream what to send
     */
    void Start(Time at, const TestStream& stream);

    /**
     * @brief Count what arrived.
     * @return frames
     */
    uint64_t GetReceived() const;

    /**
     * @brief Count the frames not sent yet.
     * @return frames
     */
    uint64_t GetUnsent() const;

    // From FrameSink
    void Accept(uint32_t port, RoceFramePtr&& frame, int64_t now) override;
    void OnLinkChange(uint32_t port, bool up) override;

    // From FrameSource
    RoceFramePtr PullFrame(uint8_t pausedClasses, int64_t now) override;
    bool HasFrame(uint8_t pausedClasses, int64_t now, int64_t when) override;

    uint32_t number;                   ///< its number
    Ptr<Node> node;                    ///< its node
    Ptr<FrameNetDevice> device;        ///< its device
    std::vector<TestArrival> arrivals; ///< what arrived
    bool keepArrivals{true};           ///< false: only count

  private:
    /// A stream that has started.
    struct Running
    {
        TestStream stream; ///< what
        uint64_t sent;     ///< frames sent
        uint64_t due;      ///< frames that may have been sent by now
        uint32_t payload;  ///< of the next frame
    };

    /**
     * @brief Let a paced stream send one more.
     * @param index which
     */
    void Release(std::size_t index);

    std::vector<Running> m_streams; ///< streams
    std::size_t m_turn{0};          ///< whose turn it is
    uint64_t m_received{0};         ///< frames that arrived
};

/// Hosts and switches, connected by hand.
class TestNetwork
{
  public:
    ~TestNetwork();

    /**
     * @brief Add a host.
     * @return the host
     */
    TestHost& AddHost();

    /**
     * @brief Add a switch that runs ECMP.
     * @return the switch
     */
    Ptr<FabricSwitch> AddSwitch();

    /**
     * @brief Connect a host to a switch, and route to it.
     * @param host the host
     * @param to the switch
     * @param rate line rate
     * @param delay propagation delay
     * @return the switch's port
     */
    uint32_t Connect(TestHost& host,
                     Ptr<FabricSwitch> to,
                     DataRate rate = DataRate("100Gbps"),
                     Time delay = MicroSeconds(1));

    /**
     * @brief Connect two switches.
     * @param a the lower one
     * @param b the upper one
     * @param rate line rate
     * @param delay propagation delay
     * @return ports of a and b
     */
    std::pair<uint16_t, uint16_t> Connect(Ptr<FabricSwitch> a,
                                          Ptr<FabricSwitch> b,
                                          DataRate rate = DataRate("100Gbps"),
                                          Time delay = MicroSeconds(1));

    /**
     * @brief Connect two hosts.
     * @param a one
     * @param b the other
     * @param rate line rate
     * @param delay propagation delay
     * @return the channel
     */
    Ptr<FrameChannel> Connect(TestHost& a, TestHost& b, DataRate rate, Time delay);

    std::vector<std::unique_ptr<TestHost>> hosts; ///< hosts by number
    std::vector<Ptr<FabricSwitch>> switches;      ///< switches
    uint16_t mtu{1082};                           ///< of devices, IPv4 packet bytes

  private:
    /**
     * @brief Make a device.
     * @param node its node
     * @param rate its line rate
     * @return the device
     */
    Ptr<FrameNetDevice> MakeDevice(Ptr<Node> node, DataRate rate) const;

    /**
     * @brief Make a channel.
     * @param a one end
     * @param b other end
     * @param delay propagation delay
     * @return the channel
     */
    static Ptr<FrameChannel> Join(Ptr<FrameNetDevice> a, Ptr<FrameNetDevice> b, Time delay);
};

} // namespace ns3::rdmacell::test

#endif // FRAME_TEST_NETWORK_H
