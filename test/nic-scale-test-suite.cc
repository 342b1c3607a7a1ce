/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

/// ns-3's default scheduler with a count of the pending events.
class PendingCountScheduler : public MapScheduler
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::PendingCountScheduler")
                                .SetParent<MapScheduler>()
                                .SetGroupName("RdmaCell")
                                .AddConstructor<PendingCountScheduler>();
        return tid;
    }

    void Insert(const Event& event) override
    {
        MapScheduler::Insert(event);
        peak = std::max(peak, ++pending);
    }

    Event RemoveNext() override
    {
        --pending;
        return MapScheduler::RemoveNext();
    }

    inline static uint32_t pending{0}; ///< pending events
    inline static uint32_t peak{0};    ///< largest count so far
};

/**
 * @ingroup tests
 * @brief Pending events are few at any time, and none is left when all requests are complete.
 */
class NicEventsTestCase : public TestCase
{
  public:
    NicEventsTestCase()
        : TestCase("few events are pending, and the run ends by itself")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options;
            options.rate = "100Gbps";
            options.ackInterval = 1;
            options.congestion = "ns3::rdmacell::DcqcnConnectX";
            options.keepFrames = false;
            TwoNics net(options);
            ObjectFactory factory;
            factory.SetTypeId(PendingCountScheduler::GetTypeId());
            PendingCountScheduler::pending = 0;
            PendingCountScheduler::peak = 0;
            Simulator::SetScheduler(factory);
            std::vector<VerbsQp*> qps;
            for (uint32_t i = 0; i < 20; ++i)
            {
                auto [qp, peer] = net.Connect();
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 200000, i));
                qps.push_back(qp);
            }
            // Every tenth frame is marked, the last one included, so a CNP comes with the last ACK.
            uint32_t count = 0;
            net.losses[0]->isLost = [&count](const RoceFrame& frame) {
                if (++count % 10 == 0)
                {
                    const_cast<RoceFrame&>(frame).ecn = EcnCodePoint::CE;
                }
                return false;
            };
            int64_t last = 0;
            const auto note = [&last] { last = Simulator::Now().GetTimeStep(); };
            net.devices[0]->TraceConnectWithoutContext(
                "FrameRx",
                Callback<void, const RoceFrame&>([&note](const RoceFrame&) { note(); }));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_GT(net.nics[0]->GetStats().cnpsReceived, 10, "CNPs");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 20, "completed");
            NS_TEST_EXPECT_MSG_LT(PendingCountScheduler::peak,
                                  4 * 2 + 20,
                                  "4 for a port, 1 for a flow");
            NS_TEST_EXPECT_MSG_EQ(PendingCountScheduler::pending, 0, "none is left");
            const int64_t after = Simulator::Now().GetTimeStep() - last;
            // The event of the last local ACK timer finds that the timer is stopped.
            NS_TEST_EXPECT_MSG_LT(after, NanoSeconds(4096 << 10).GetTimeStep(), "one timeout");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Destroyed queue pairs cost nothing: events and memory do not grow.
 */
class SequentialQpsTestCase : public TestCase
{
  public:
    SequentialQpsTestCase()
        : TestCase("twenty thousand queue pairs, one after the other")
    {
    }

  private:
    static constexpr uint32_t COUNT = 20000; ///< queue pairs

    /**
     * @brief Start the next message on queue pairs of its own.
     * @param net the network
     */
    void Next(TwoNics& net)
    {
        if (m_started == COUNT)
        {
            return;
        }
        ++m_started;
        const auto [qp, peer] = net.Connect();
        net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
            [this, &net, qp = qp, peer = peer](CompletionQueue* cq) {
                WorkCompletion completion;
                while (cq->Poll(completion))
                {
                    m_succeeded += completion.status == WcStatus::SUCCESS ? 1 : 0;
                }
                net.nics[0]->DestroyQp(qp);
                net.nics[1]->DestroyQp(peer);
                if (m_started == COUNT / 2)
                {
                    m_eventsOfHalf = Simulator::GetEventCount();
                }
                Next(net);
            }));
        m_numbers[m_started % 2] = qp->GetQpNum();
        NS_TEST_ASSERT_MSG_NE(m_numbers[0], m_numbers[1], "numbers are not reused at once");
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100));
    }

    void DoRun() override
    {
        {
            TwoNics::Options options;
            options.rate = "100Gbps";
            options.congestion = "ns3::rdmacell::DcqcnConnectX";
            options.keepFrames = false;
            TwoNics net(options);
            ObjectFactory factory;
            factory.SetTypeId(PendingCountScheduler::GetTypeId());
            PendingCountScheduler::pending = 0;
            PendingCountScheduler::peak = 0;
            Simulator::SetScheduler(factory);
            const uint64_t before = Simulator::GetEventCount();
            Next(net);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(m_succeeded, COUNT, "all succeeded");
            NS_TEST_EXPECT_MSG_LT(PendingCountScheduler::peak,
                                  10,
                                  "pending events do not accumulate");
            const uint64_t first = m_eventsOfHalf - before;
            const uint64_t second = Simulator::GetEventCount() - m_eventsOfHalf;
            NS_TEST_EXPECT_MSG_EQ_TOL(second, first, 5, "as many events for the second half");
            NS_TEST_EXPECT_MSG_LT(RoceFramePool::GetLive(), 2, "frames");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    uint32_t m_started{0};                     ///< messages started
    uint32_t m_succeeded{0};                   ///< and completed
    uint64_t m_eventsOfHalf{0};                ///< events of the first half
    uint32_t m_numbers[2]{0xffffff, 0xfffffe}; ///< queue pair numbers of the last two
};

/**
 * @ingroup tests
 * @brief Flows of 4 GiB and more deliver each byte in its serialization time.
 */
class NicLongFlowTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param bytes bytes of the flow
     */
    explicit NicLongFlowTestCase(uint64_t bytes)
        : TestCase("flow of " + std::to_string(bytes) + " bytes"),
          m_bytes(bytes)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options;
        options.rate = "400Gbps";
        options.mtu = 4096;
        options.keepFrames = false;
        TwoNics net(options);
        QpAttr attr;
        attr.sqPsn = 0xfff000; // the PSNs wrap, too
        auto [qp, peer] = net.Connect(attr);
        uint64_t placed = 0;
        uint64_t end = 0;
        net.memory[1]->SetWriteCallback(
            Callback<void, uint64_t, uint32_t>([&](uint64_t address, uint32_t length) {
                placed += length;
                end = address + length;
            }));
        int64_t done = -1;
        net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
            [&done](CompletionQueue*) { done = Simulator::Now().GetTimeStep(); }));
        for (uint64_t offset = 0; offset < m_bytes;)
        {
            const uint64_t length = std::min<uint64_t>(SendWr::MAX_MESSAGE, m_bytes - offset);
            SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, static_cast<uint32_t>(length));
            wr.localAddress = offset;
            wr.remoteAddress = offset;
            offset += length;
            wr.sendFlags = offset == m_bytes ? SEND_SIGNALED : 0;
            qp->PostSend(wr);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(placed, m_bytes, "delivered");
        NS_TEST_EXPECT_MSG_EQ(end, m_bytes, "address");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, m_bytes, "counted");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().dataBytesSent, m_bytes, "counted");
        const double seconds = TimeStep(done).GetSeconds();
        const double expected = m_bytes * 8 / 400e9 * (1 + 82.0 / 4096);
        NS_TEST_EXPECT_MSG_EQ_TOL(seconds, expected, expected / 1000, "time");
    }

    uint64_t m_bytes; ///< bytes of the flow
};

/**
 * @ingroup tests
 * @brief Suite of costs that must not grow with queue pairs and bytes.
 */
class NicScaleTestSuite : public TestSuite
{
  public:
    NicScaleTestSuite()
        : TestSuite("rdmacell-nic-scale", TestSuite::Type::UNIT)
    {
        AddTestCase(new NicEventsTestCase);
        AddTestCase(new SequentialQpsTestCase);
        AddTestCase(new NicLongFlowTestCase(4294967295));
        AddTestCase(new NicLongFlowTestCase(4294967296));
        AddTestCase(new NicLongFlowTestCase(5000000000));
    }
};

static NicScaleTestSuite g_nicScaleTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
