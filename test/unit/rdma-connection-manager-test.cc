/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the out-of-band channel, and of the private data that it carries.
 */

#include "ns3/object.h"
#include "ns3/private-data.h"
#include "ns3/rdma-connection-manager.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

const Ipv4Address LEFT("10.0.0.1");
const Ipv4Address RIGHT("10.0.0.2");

/// Private data of an application.
struct Purpose
{
    uint64_t flow;
    uint16_t path;
};

/// A passive side that writes down what arrives, and answers with the numbers plus 1.
class Passive : public ConnectionListener
{
  public:
    ConnectionReply OnConnect(const ConnectionRequest& request) override
    {
        const auto purpose = request.privateData.Decode<Purpose>();
        Note("connect " + std::to_string(request.qpNum) + " " + std::to_string(purpose.flow) + " " +
             std::to_string(purpose.path));
        ConnectionReply reply;
        reply.qpNum = request.qpNum + 1;
        reply.privateData = PrivateData::Encode(purpose.flow + 1);
        return reply;
    }

    void OnDisconnect(uint32_t qpNum) override
    {
        Note("disconnect " + std::to_string(qpNum));
    }

    PrivateData OnCall(Ipv4Address from, const PrivateData& data) override
    {
        EXPECT_EQ(from, LEFT);
        const auto number = data.Decode<uint32_t>();
        Note("call " + std::to_string(number));
        return PrivateData::Encode(number + 1);
    }

    void OnMessage(Ipv4Address from, const PrivateData& data) override
    {
        EXPECT_EQ(from, LEFT);
        Note("message " + std::to_string(data.Decode<uint32_t>()));
    }

    void Note(const std::string& what)
    {
        notes.push_back(std::to_string(Simulator::Now().GetMicroSeconds()) + " us: " + what);
    }

    std::vector<std::string> notes; ///< what has arrived, and when
};

/// Two hosts, of which the right one listens.
class RdmaConnectionManagerTest : public testing::Test
{
  protected:
    RdmaConnectionManagerTest()
    {
        manager = CreateObject<RdmaConnectionManager>();
        manager->Listen(RIGHT, &passive, 7);
    }

    ~RdmaConnectionManagerTest() override
    {
        Simulator::Destroy();
    }

    /// @brief Use all of the channel once.
    void Exchange()
    {
        ConnectionRequest request;
        request.address = LEFT;
        request.qpNum = 20;
        request.privateData = PrivateData::Encode(Purpose{1ULL << 40, 3});
        manager->Connect(RIGHT,
                         request,
                         RdmaConnectionManager::ReplyCallback([this](const ConnectionReply& reply) {
                             EXPECT_EQ(reply.qpNum, 21U);
                             EXPECT_EQ(reply.privateData.Decode<uint64_t>(), (1ULL << 40) + 1);
                             passive.Note("connected");
                         }));
        manager->Call(RIGHT,
                      LEFT,
                      PrivateData::Encode(uint32_t{30}),
                      RdmaConnectionManager::AnswerCallback([this](const PrivateData& answer) {
                          EXPECT_EQ(answer.Decode<uint32_t>(), 31U);
                          passive.Note("answered");
                      }));
        manager->SendMessage(RIGHT, LEFT, PrivateData::Encode(uint32_t{40}));
        manager->Disconnect(RIGHT, 21);
        passive.Note("returned");
        Simulator::Run();
    }

    Passive passive;
    Ptr<RdmaConnectionManager> manager;
};

} // namespace

TEST(PrivateData, TakesAsMuchAsLibrdmacm)
{
    struct Largest
    {
        uint8_t bytes[56];
    };

    EXPECT_EQ(PrivateData().GetSize(), 0U);
    Largest largest{};
    largest.bytes[55] = 9;
    const PrivateData data = PrivateData::Encode(largest);
    EXPECT_EQ(data.GetSize(), 56U);
    EXPECT_EQ(data.Decode<Largest>().bytes[55], 9);
}

TEST_F(RdmaConnectionManagerTest, WithoutADelayAllIsDoneAtOnce)
{
    Exchange();
    EXPECT_EQ(passive.notes,
              (std::vector<std::string>{"0 us: connect 20 1099511627776 3",
                                        "0 us: connected",
                                        "0 us: call 30",
                                        "0 us: answered",
                                        "0 us: message 40",
                                        "0 us: disconnect 21",
                                        "0 us: returned"}));
}

TEST_F(RdmaConnectionManagerTest, WithADelayAnswersTakeARoundTrip)
{
    manager->SetAttribute("Delay", TimeValue(MicroSeconds(5)));
    EXPECT_FALSE(manager->ConnectAtOnce(RIGHT, ConnectionRequest()));
    EXPECT_FALSE(manager->CallAtOnce(RIGHT, LEFT, PrivateData()));
    Exchange();
    EXPECT_EQ(passive.notes,
              (std::vector<std::string>{"0 us: returned",
                                        "5 us: connect 20 1099511627776 3",
                                        "5 us: call 30",
                                        "5 us: message 40",
                                        "5 us: disconnect 21",
                                        "10 us: connected",
                                        "10 us: answered"}));
}

TEST_F(RdmaConnectionManagerTest, DelaysThatOverflowAreRefused)
{
    EXPECT_FALSE(manager->SetAttributeFailSafe("Delay", TimeValue(Time::Max())));
    EXPECT_FALSE(manager->SetAttributeFailSafe("Delay", TimeValue(NanoSeconds(-1))));
    EXPECT_TRUE(manager->SetAttributeFailSafe("Delay", TimeValue(Seconds(1))));
}
