/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/queue-pair.h"
#include "ns3/test.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/**
 * @ingroup tests
 * @brief A queue pair in pooled memory inherits nothing from the earlier one: the same requests
 * give the same frames and completions as on new NICs.
 */
class QpReuseTestCase : public TestCase
{
  public:
    QpReuseTestCase()
        : TestCase("a queue pair in pooled memory behaves like the first one")
    {
    }

  private:
    /// Everything observable of a run: numbers in order.
    using Trajectory = std::vector<uint64_t>;

    /**
     * @brief Have a frame arrive that was not sent.
     * @param net the network
     * @param nic the receiver
     * @param frame the frame, without addresses
     */
    static void Inject(TwoNics& net, uint32_t nic, RoceFramePtr frame)
    {
        frame->srcIp = net.nics[1 - nic]->GetIpAddress();
        frame->dstIp = net.nics[nic]->GetIpAddress();
        net.nics[nic]->Accept(0, std::move(frame), Simulator::Now().GetTimeStep());
    }

    /**
     * @brief Make queue pairs, bring all parts of them out of their initial state, and destroy them
     * while they send.
     * @param net the network
     * @param maxRecvWr limit of their receive queues, smaller or larger than that of later ones
     * @return the destroyed queue pairs
     */
    static std::pair<VerbsQp*, VerbsQp*> UseAndDestroy(TwoNics& net, uint32_t maxRecvWr)
    {
        QpInitAttr init;
        init.maxRecvWr = maxRecvWr;
        QpAttr attr;
        attr.sqPsn = 1000;
        attr.trafficClass = 5;
        attr.udpSourcePort = 0xd123;
        auto [qp, peer] = net.Connect(attr, init);
        for (uint64_t i = 0; i < 10; ++i)
        {
            qp->PostRecv({100 + i, 0, 64, net.memory[0]->GetKey()});
            peer->PostRecv({200 + i, 0, 64, net.memory[1]->GetKey()});
            qp->PostSend(net.MakeWr(i % 2 == 0 ? WrOpcode::RDMA_WRITE : WrOpcode::RDMA_READ, 5000));
        }
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        const VerbsQp* const qps[] = {qp, peer};
        for (uint32_t nic = 0; nic < 2; ++nic)
        {
            RoceFramePtr cnp = RoceFramePool::Get(); // it cuts the rate
            cnp->opcode = RoceOpcode::CNP;
            cnp->destQp = qps[nic]->GetQpNum();
            Inject(net, nic, std::move(cnp));
            RoceFramePtr late = RoceFramePool::Get(); // it is answered by a NAK and a CNP
            late->opcode = RoceOpcode::WRITE_MIDDLE;
            late->destQp = qps[nic]->GetQpNum();
            late->psn = 5000;
            late->payloadBytes = 1000;
            late->ecn = EcnCodePoint::CE;
            Inject(net, nic, std::move(late));
        }
        const std::pair<VerbsQp*, VerbsQp*> gone{qp, peer};
        net.nics[0]->DestroyQp(qp);
        net.nics[1]->DestroyQp(peer);
        Simulator::Stop(MilliSeconds(1)); // frames in flight find no queue pair
        Simulator::Run();
        for (uint32_t nic = 0; nic < 2; ++nic)
        {
            net.Poll(nic);
            net.sent[nic].clear();
        }
        return gone;
    }

    /**
     * @brief Fill a receive queue to its limit, then send a WRITE, a READ, and two SENDs, of which
     * one finds a receive request.
     * @param net the network
     * @param qp queue pair of NIC 0
     * @param peer queue pair of NIC 1
     * @return everything observable
     */
    static Trajectory RunRequests(TwoNics& net, VerbsQp* qp, VerbsQp* peer)
    {
        const int64_t begin = Simulator::Now().GetTimeStep();
        Trajectory seen{qp->GetSendSlots(), peer->GetSendSlots()};
        for (const VerbsQp* each : {qp, peer})
        {
            const uint32_t nic = each == qp ? 0 : 1;
            const QueuePair* pair = net.nics[nic]->FindQp(each->GetQpNum());
            seen.push_back(static_cast<uint64_t>(pair->GetRate(begin)));
        }
        peer->PostRecv({300, 0, 64, net.memory[1]->GetKey()});
        for (uint64_t i = 0; i < 40; ++i)
        {
            const RecvWr wr{400 + i, 0, 64, net.memory[0]->GetKey()};
            seen.push_back(qp->PostRecv(wr) == nullptr); // ten are taken
        }
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 3000, 1));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_READ, 2000, 2));
        qp->PostSend(net.MakeWr(WrOpcode::SEND, 10, 3));
        qp->PostSend(net.MakeWr(WrOpcode::SEND, 10, 4));
        Simulator::Run();
        for (uint32_t nic = 0; nic < 2; ++nic)
        {
            for (const SentByNic& each : net.sent[nic])
            {
                seen.push_back(static_cast<uint64_t>(each.start - begin));
                seen.push_back(static_cast<uint64_t>(each.frame.opcode));
                seen.push_back(each.frame.psn);
                seen.push_back(each.frame.priority);
                seen.push_back(each.frame.wireBytes);
            }
            for (const WorkCompletion& completion : net.Poll(nic))
            {
                seen.push_back(completion.wrId);
                seen.push_back(static_cast<uint64_t>(completion.status));
            }
        }
        return seen;
    }

    void DoRun() override
    {
        QpAttr attr;
        attr.rnrRetry = 1;
        QpInitAttr init;
        init.maxRecvWr = 10;
        TwoNics::Options options;
        options.congestion = "ns3::rdmacell::DcqcnSigcomm";
        Trajectory expected;
        {
            TwoNics net(options);
            auto [qp, peer] = net.Connect(attr, init);
            expected = RunRequests(net, qp, peer);
        }
        NS_TEST_EXPECT_MSG_GT(expected.size(), 50, "something is observed");
        TwoNics net(options);
        for (int round = 0; round < 4; ++round)
        {
            const std::pair<VerbsQp*, VerbsQp*> gone = UseAndDestroy(net, round % 2 == 0 ? 4 : 200);
            const auto [qp, peer] = net.Connect(attr, init);
            NS_TEST_EXPECT_MSG_EQ(qp, gone.first, "the memory is pooled");
            NS_TEST_EXPECT_MSG_EQ(peer, gone.second, "the memory is pooled");
            const Trajectory seen = RunRequests(net, qp, peer);
            NS_TEST_EXPECT_MSG_EQ((seen == expected), true, "round " << round);
            net.nics[0]->DestroyQp(qp);
            net.nics[1]->DestroyQp(peer);
        }
    }
};

/**
 * @ingroup tests
 * @brief Suite of queue pairs in pooled memory.
 */
class QpReuseTestSuite : public TestSuite
{
  public:
    QpReuseTestSuite()
        : TestSuite("rdmacell-qp-reuse", TestSuite::Type::UNIT)
    {
        AddTestCase(new QpReuseTestCase);
    }
};

static QpReuseTestSuite g_qpReuseTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
