/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/test.h"
#include "ns3/udp-source-port.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/**
 * @ingroup tests
 * @brief Modify() allows the transitions of ibv_modify_qp() and refuses values out of range.
 */
class QpStateTestCase : public TestCase
{
  public:
    QpStateTestCase()
        : TestCase("states and values of Modify()")
    {
    }

  private:
    /**
     * @brief Bring a queue pair to a state.
     * @param qp the queue pair
     * @param state the state
     */
    static void Reach(VerbsQp& qp, QpState state)
    {
        QpAttr attr;
        for (const QpState next : {QpState::RESET, QpState::INIT, QpState::RTR, QpState::RTS})
        {
            attr.qpState = next;
            if (next > state && state != QpState::ERR)
            {
                break;
            }
            qp.Modify(attr);
        }
        attr.qpState = QpState::ERR;
        if (state == QpState::ERR)
        {
            qp.Modify(attr);
        }
    }

    void DoRun() override
    {
        TwoNics net;
        const std::array<QpState, 5> states = {QpState::RESET,
                                               QpState::INIT,
                                               QpState::RTR,
                                               QpState::RTS,
                                               QpState::ERR};
        VerbsQp* qp = net.nics[0]->CreateQp({net.cqs[0], net.cqs[0]});
        for (const QpState from : states)
        {
            for (const QpState to : states)
            {
                Reach(*qp, from);
                NS_TEST_ASSERT_MSG_EQ((qp->GetState() == from), true, "start");
                const bool up = to > from && static_cast<int>(to) - static_cast<int>(from) == 1;
                const bool allowed = to == QpState::RESET || to == QpState::ERR || up;
                QpAttr attr;
                attr.qpState = to;
                NS_TEST_EXPECT_MSG_EQ(qp->Modify(attr),
                                      allowed,
                                      "from " << static_cast<int>(from) << " to "
                                              << static_cast<int>(to));
                NS_TEST_EXPECT_MSG_EQ((qp->GetState() == (allowed ? to : from)), true, "end");
            }
        }
        const std::vector<std::function<void(QpAttr&)>> wrongForRtr = {
            [](QpAttr& attr) { attr.pathMtu = 255; },
            [](QpAttr& attr) { attr.pathMtu = 4097; },
            [](QpAttr& attr) { attr.destQpNum = 1 << 24; },
            [](QpAttr& attr) { attr.rqPsn = 1 << 24; },
            [](QpAttr& attr) { attr.minRnrTimer = 32; },
            [](QpAttr& attr) { attr.trafficClass = 8; }};
        CheckRefused(*qp, QpState::RTR, wrongForRtr);
        const std::vector<std::function<void(QpAttr&)>> wrongForRts = {
            [](QpAttr& attr) { attr.sqPsn = 1 << 24; },
            [](QpAttr& attr) { attr.timeout = 32; },
            [](QpAttr& attr) { attr.retryCnt = 8; },
            [](QpAttr& attr) { attr.rnrRetry = 8; }};
        CheckRefused(*qp, QpState::RTS, wrongForRts);
    }

    /**
     * @brief Check that values out of range are refused.
     * @param qp the queue pair
     * @param to state to go to
     * @param wrongs functions that each set one value out of range
     */
    void CheckRefused(VerbsQp& qp,
                      QpState to,
                      const std::vector<std::function<void(QpAttr&)>>& wrongs)
    {
        for (const auto& wrong : wrongs)
        {
            Reach(qp, static_cast<QpState>(static_cast<int>(to) - 1));
            QpAttr attr;
            attr.qpState = to;
            wrong(attr);
            NS_TEST_EXPECT_MSG_EQ(qp.Modify(attr), false, "out of range");
        }
    }
};

/**
 * @ingroup tests
 * @brief Signaled requests alone give completions, which free the slots of all before them.
 */
class SignalingTestCase : public TestCase
{
  public:
    SignalingTestCase()
        : TestCase("signaled and unsignaled requests")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect();
        NS_TEST_EXPECT_MSG_EQ(qp->GetSendSlots(), 16, "an empty queue");
        for (uint64_t i = 1; i <= 9; ++i)
        {
            SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 1000, i);
            wr.sendFlags = 0;
            qp->PostSend(wr);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 0, "no completion");
        NS_TEST_EXPECT_MSG_EQ(qp->GetSendSlots(), 7, "no slot is free again");
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 1000, 10));
        NS_TEST_EXPECT_MSG_EQ(qp->GetSendSlots(), 6, "one less");
        Simulator::Run();
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "one completion");
        NS_TEST_EXPECT_MSG_EQ(done[0].wrId, 10, "of the signaled one");
        NS_TEST_EXPECT_MSG_EQ(done[0].qpNum, qp->GetQpNum(), "queue pair");
        NS_TEST_EXPECT_MSG_EQ(qp->GetSendSlots(), 16, "all slots are free");

        for (uint64_t i = 0; i < 12; ++i)
        {
            const bool imm = i % 3 == 0;
            peer->PostRecv({i, 0, 0, 0});
            qp->PostSend(
                net.MakeWr(imm ? WrOpcode::RDMA_WRITE_WITH_IMM : WrOpcode::RDMA_WRITE, 1500, i));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 12, "completions of the sender");
        const auto got = net.Poll(1);
        NS_TEST_ASSERT_MSG_EQ(got.size(), 4, "only WRITE_WITH_IMM gives one at the receiver");
        for (uint64_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(got[i].wrId, i, "receive requests in order");
        }
    }
};

/**
 * @ingroup tests
 * @brief A request that does not fit or is malformed is refused, with those behind it in the list.
 */
class PostTestCase : public TestCase
{
  public:
    PostTestCase()
        : TestCase("full queues and malformed requests")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect();
        MemoryRegion* small = net.nics[0]->RegMr(0x1000, 0x100, nullptr);
        std::vector<SendWr> list(20, net.MakeWr(WrOpcode::RDMA_WRITE, 10));
        for (std::size_t i = 0; i + 1 < list.size(); ++i)
        {
            list[i].next = &list[i + 1];
        }
        NS_TEST_EXPECT_MSG_EQ(qp->PostSend(list[0]), &list[16], "the first that does not fit");
        for (uint32_t i = 0; i < 16; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((qp->PostRecv({i, 0, 0, 0}) == nullptr), true, "fits");
        }
        NS_TEST_EXPECT_MSG_EQ((qp->PostRecv({16, 0, 0, 0}) == nullptr), false, "does not fit");
        std::vector<RecvWr> receives(20);
        for (std::size_t i = 0; i + 1 < receives.size(); ++i)
        {
            receives[i].next = &receives[i + 1];
        }
        NS_TEST_EXPECT_MSG_EQ(peer->PostRecv(receives[0]), &receives[16], "the first not to fit");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 16, "those that fit");

        const std::vector<std::function<void(SendWr&)>> wrongs = {
            [](SendWr& wr) { wr.length = SendWr::MAX_MESSAGE + 1; },
            [](SendWr& wr) { wr.lkey = 0; },
            [&](SendWr& wr) {
                wr.lkey = small->GetKey();
                wr.localAddress = 0x10f7;
            },
            [](SendWr& wr) {
                wr.sendFlags = SEND_INLINE;
                wr.length = 17;
            },
            [](SendWr& wr) {
                wr.sendFlags = SEND_INLINE;
                wr.opcode = WrOpcode::RDMA_READ;
            }};
        for (const auto& wrong : wrongs)
        {
            SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 10);
            wrong(wr);
            NS_TEST_EXPECT_MSG_EQ(qp->PostSend(wr), &wr, "malformed");
        }
        SendWr right = net.MakeWr(WrOpcode::RDMA_WRITE, 10);
        right.lkey = small->GetKey();
        right.localAddress = 0x10f6;
        NS_TEST_EXPECT_MSG_EQ((qp->PostSend(right) == nullptr),
                              true,
                              "the last bytes of the region");

        VerbsQp* idle = net.nics[0]->CreateQp({net.cqs[0], net.cqs[0]});
        NS_TEST_EXPECT_MSG_EQ(idle->PostSend(right), &right, "not in RTS");
        NS_TEST_EXPECT_MSG_EQ((idle->PostRecv({0, 0, 0, 0}) == nullptr), false, "not in RESET");
    }
};

/**
 * @ingroup tests
 * @brief An application may post, modify and destroy in a notification, which is called once.
 */
class NotificationTestCase : public TestCase
{
  public:
    NotificationTestCase()
        : TestCase("notifications are deferred callbacks, one for each request")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [first, peer] = net.Connect();
            auto [second, other] = net.Connect();
            VerbsQp* qps[2] = {first, second};
            uint32_t calls = 0;
            net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>([&](CompletionQueue* cq) {
                ++calls;
                WorkCompletion completion;
                NS_TEST_EXPECT_MSG_EQ(cq->Poll(completion), true, "a completion is there");
                net.nics[0]->DestroyQp(qps[0]); // the one whose ACK is being handled
                SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 5000);
                qps[1]->PostSend(wr);
                qps[1]->PostSend(wr);
            }));
            SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 100);
            first->PostSend(wr);
            first->PostSend(wr);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(calls, 1, "requested once");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 2, "of the second queue pair");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().strayFrames, 1, "a late ACK");

            QpAttr attr;
            attr.qpState = QpState::ERR;
            bool inside = false;
            bool nested = false;
            net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>([&](CompletionQueue*) {
                nested = inside;
                ++calls;
            }));
            inside = true;
            second->Modify(attr);
            NS_TEST_EXPECT_MSG_EQ((second->PostSend(wr) == nullptr), true, "accepted and flushed");
            NS_TEST_EXPECT_MSG_EQ((second->PostRecv({7, 0, 0, 0}) == nullptr),
                                  true,
                                  "accepted and flushed");
            inside = false;
            NS_TEST_EXPECT_MSG_EQ(calls, 1, "not within the application's own call");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(calls, 2, "but after it");
            NS_TEST_EXPECT_MSG_EQ(nested, false, "but after it");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 2, "flushed");
            NS_TEST_EXPECT_MSG_EQ((done[1].status == WcStatus::WR_FLUSH_ERR), true, "flushed");
            NS_TEST_EXPECT_MSG_EQ(done[1].wrId, 7, "receive request");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Inline data arrives, and the write callback is called for each WRITE, in order.
 */
class MemoryTestCase : public TestCase
{
  public:
    MemoryTestCase()
        : TestCase("inline data and write callbacks")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect();
        std::array<uint8_t, 64> bytes{};
        MemoryRegion* mr = net.nics[1]->RegMr(0x1000, bytes.size(), bytes.data());
        std::vector<std::pair<uint64_t, uint32_t>> written;
        mr->SetWriteCallback(Callback<void, uint64_t, uint32_t>(
            [&](uint64_t address, uint32_t length) { written.emplace_back(address, length); }));
        SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 16);
        wr.sendFlags = SEND_INLINE;
        wr.rkey = mr->GetKey();
        wr.remoteAddress = 0x1030;
        for (uint8_t i = 0; i < 16; ++i)
        {
            wr.inlineData[i] = i + 1;
        }
        qp->PostSend(wr);
        wr.inlineData.fill(0); // it was copied when posted
        wr.sendFlags = 0;
        wr.remoteAddress = 0x1000;
        wr.length = 64;
        qp->PostSend(wr);
        wr.length = 0;
        qp->PostSend(wr);
        peer->PostRecv({1, 0x1008, 8, mr->GetKey()});
        wr.opcode = WrOpcode::SEND;
        wr.sendFlags = SEND_INLINE;
        wr.length = 3;
        wr.inlineData = {7, 8, 9};
        qp->PostSend(wr);
        Simulator::Run();
        for (uint8_t i = 0; i < 16; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(*mr->At(0x1030 + i)), i + 1, "byte " << +i);
        }
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(*mr->At(0x1007)), 0, "before the SEND");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(*mr->At(0x1008)), 7, "the SEND");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(*mr->At(0x100a)), 9, "the SEND");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(*mr->At(0x100b)), 0, "behind the SEND");
        const std::vector<std::pair<uint64_t, uint32_t>> expected = {{0x1030, 16},
                                                                     {0x1000, 64},
                                                                     {0x1000, 0}};
        NS_TEST_EXPECT_MSG_EQ((written == expected), true, "the WRITEs, in order");
    }
};

/**
 * @ingroup tests
 * @brief UDP source ports of both directions, and the latency of the NICs.
 */
class PathTestCase : public TestCase
{
  public:
    PathTestCase()
        : TestCase("UDP source ports and latency")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options;
        options.latency = MicroSeconds(3);
        TwoNics net(options);
        auto [qp, peer] = net.Connect();
        int64_t done = -1;
        net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
            [&done](CompletionQueue*) { done = Simulator::Now().GetTimeStep(); }));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 2000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done,
                              SerializationTime(1098 + 1082 + 86) +
                                  MicroSeconds(2 + 6).GetTimeStep(),
                              "once at each end");
        const uint16_t port = ComputeUdpSourcePort(qp->GetQpNum(), peer->GetQpNum());
        NS_TEST_EXPECT_MSG_EQ(net.sent[0][0].frame.srcPort, port, "of the request");
        NS_TEST_EXPECT_MSG_EQ(net.sent[1][0].frame.srcPort, port, "of the ACK");

        QpAttr attr;
        attr.udpSourcePort = 0xd123;
        auto [chosen, end] = net.Connect(attr);
        chosen->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 2000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.sent[0].back().frame.srcPort, 0xd123, "chosen");
    }
};

/**
 * @ingroup tests
 * @brief Suite of queue pairs as applications see them.
 */
class QpTestSuite : public TestSuite
{
  public:
    QpTestSuite()
        : TestSuite("rdmacell-qp", TestSuite::Type::UNIT)
    {
        AddTestCase(new QpStateTestCase);
        AddTestCase(new SignalingTestCase);
        AddTestCase(new PostTestCase);
        AddTestCase(new NotificationTestCase);
        AddTestCase(new MemoryTestCase);
        AddTestCase(new PathTestCase);
    }
};

static QpTestSuite g_qpTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
