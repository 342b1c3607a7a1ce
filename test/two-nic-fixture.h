/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TWO_NIC_FIXTURE_H
#define TWO_NIC_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/completion-queue.h"
#include "ns3/data-rate.h"
#include "ns3/frame-channel.h"
#include "ns3/frame-error-model.h"
#include "ns3/frame-net-device.h"
#include "ns3/memory-region.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/roce-nic.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/// Loses frames that a test selects.
class ChosenFrameErrorModel : public FrameErrorModel
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::ChosenFrameErrorModel")
                                .SetParent<FrameErrorModel>()
                                .SetGroupName("RdmaCell");
        return tid;
    }

    bool IsCorrupt(const RoceFrame& frame) override
    {
        return isLost && isLost(frame);
    }

    std::function<bool(const RoceFrame&)> isLost; ///< selects a frame; may be null
};

/// A frame that one of the NICs has sent.
struct SentByNic
{
    int64_t start;   ///< start of its transmission, steps
    RoceFrame frame; ///< a copy
};

/**
 * @ingroup tests
 * @brief Two NICs, 0 and 1, on one link. The frames that they send are recorded.
 *
 * At the default line rate of 8 Gb/s a byte takes 1 ns, so times are exact at any resolution.
 */
class TwoNics
{
  public:
    /// Parameters of the network.
    struct Options
    {
        std::string rate{"8Gbps"};   ///< line rate
        Time delay{MicroSeconds(1)}; ///< delay of the link
        uint32_t mtu{1000};          ///< PathMtu of the NICs
        uint32_t ackInterval{64};    ///< AckInterval of the NICs
        Time latency{0};             ///< Latency of the NICs
        Time nakInterval{0};         ///< NakInterval of the NICs; 0: one NAK for a gap
        std::string congestion{"ns3::rdmacell::NoCongestionControl"}; ///< CongestionOpsType
        std::string recovery{"ns3::rdmacell::GoBackN"};               ///< LossRecoveryType
        bool keepFrames{true}; ///< record the frames that are sent
    };

    /// @brief Build with the defaults.
    TwoNics()
        : TwoNics(Options())
    {
    }

    /**
     * @brief Build.
     * @param options parameters of the network
     */
    explicit TwoNics(const Options& options)
    {
        channel = CreateObject<FrameChannel>();
        channel->SetAttribute("Delay", TimeValue(options.delay));
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes[i] = CreateObject<Node>();
            devices[i] = CreateObject<FrameNetDevice>();
            devices[i]->SetAttribute("DataRate", DataRateValue(DataRate(options.rate)));
            nodes[i]->AddDevice(devices[i]);
            losses[i] = CreateObject<ChosenFrameErrorModel>();
            nics[i] = CreateObject<RoceNic>();
            nics[i]->SetAttribute("PathMtu", UintegerValue(options.mtu));
            nics[i]->SetAttribute("AckInterval", UintegerValue(options.ackInterval));
            nics[i]->SetAttribute("Latency", TimeValue(options.latency));
            nics[i]->SetAttribute("NakInterval", TimeValue(options.nakInterval));
            nics[i]->SetAttribute("CongestionOpsType", StringValue(options.congestion));
            nics[i]->SetAttribute("LossRecoveryType", StringValue(options.recovery));
            nodes[i]->AggregateObject(nics[i]);
            nics[i]->SetIpAddress(Ipv4Address(0x0a000001 + i));
            if (options.keepFrames)
            {
                devices[i]->TraceConnectWithoutContext(
                    "FrameTx",
                    Callback<void, const RoceFrame&>([this, i](const RoceFrame& frame) {
                        sent[i].push_back({Simulator::Now().GetTimeStep(), frame});
                    }));
            }
        }
        channel->Connect(devices[0], devices[1]);
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices[1 - i]->SetErrorModel(losses[i]);
            nics[i]->SetDevice(devices[i]);
            cqs[i] = nics[i]->CreateCq(1U << 20);
            memory[i] = nics[i]->RegMr(0, uint64_t{1} << 62, nullptr);
        }
    }

    ~TwoNics()
    {
        Simulator::Destroy();
    }

    /**
     * @brief Make a queue pair at each end, connect them and bring both to RTS.
     * @param attr attributes for Modify(); address, number, rqPsn and pathMtu are overwritten
     * @param init attributes for CreateQp(); the completion queues are overwritten
     * @return the queue pairs of NIC 0 and 1
     */
    std::pair<VerbsQp*, VerbsQp*> Connect(QpAttr attr = QpAttr(), QpInitAttr init = QpInitAttr())
    {
        VerbsQp* qps[2];
        for (uint32_t i = 0; i < 2; ++i)
        {
            init.sendCq = cqs[i];
            init.recvCq = cqs[i];
            qps[i] = nics[i]->CreateQp(init);
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            BringUp(*qps[i], nics[1 - i]->GetIpAddress(), qps[1 - i]->GetQpNum(), attr);
        }
        return {qps[0], qps[1]};
    }

    /**
     * @brief Bring a queue pair from RESET to RTS.
     * @param qp the queue pair
     * @param address address of the peer
     * @param qpNum number of the peer
     * @param attr attributes for Modify(); address, number, rqPsn and pathMtu are overwritten
     * @return true if all transitions were allowed
     */
    bool BringUp(VerbsQp& qp, uint32_t address, uint32_t qpNum, QpAttr attr = QpAttr()) const
    {
        attr.destAddress = address;
        attr.destQpNum = qpNum;
        attr.rqPsn = attr.sqPsn;
        attr.pathMtu = nics[0]->GetPathMtu();
        bool allowed = true;
        for (const QpState state : {QpState::INIT, QpState::RTR, QpState::RTS})
        {
            attr.qpState = state;
            allowed = qp.Modify(attr) && allowed;
        }
        return allowed;
    }

    /**
     * @brief Make a signaled request from NIC 0 to NIC 1.
     * @param opcode operation
     * @param length bytes
     * @param wrId identifier
     * @return the request
     */
    SendWr MakeWr(WrOpcode opcode, uint32_t length, uint64_t wrId = 0) const
    {
        SendWr wr;
        wr.wrId = wrId;
        wr.opcode = opcode;
        wr.sendFlags = SEND_SIGNALED;
        wr.length = length;
        wr.lkey = memory[0]->GetKey();
        wr.rkey = memory[1]->GetKey();
        wr.immData = 0x12345678;
        return wr;
    }

    /**
     * @brief Poll all completions of a NIC.
     * @param nic 0 or 1
     * @return the completions, oldest first
     */
    std::vector<WorkCompletion> Poll(uint32_t nic)
    {
        std::vector<WorkCompletion> all;
        WorkCompletion completion;
        while (cqs[nic]->Poll(completion))
        {
            all.push_back(completion);
        }
        return all;
    }

    /**
     * @brief Find the frames with certain opcodes that a NIC has sent.
     * @param nic 0 or 1
     * @param traits RoceOpcodeTrait bits; a frame with any of them is found
     * @return the frames, oldest first
     */
    std::vector<SentByNic> Find(uint32_t nic, uint16_t traits) const
    {
        std::vector<SentByNic> found;
        for (const SentByNic& each : sent[nic])
        {
            if (RoceOpcodeTraits(each.frame.opcode) & traits)
            {
                found.push_back(each);
            }
        }
        return found;
    }

    /**
     * @brief Lose the first frames of a NIC that meet a condition.
     * @param nic 0 or 1: the sender
     * @param times frames to lose
     * @param condition the condition
     */
    void Lose(uint32_t nic, uint32_t times, std::function<bool(const RoceFrame&)> condition)
    {
        losses[nic]->isLost = [times, condition](const RoceFrame& frame) mutable {
            const bool lost = times != 0 && condition(frame);
            times -= lost ? 1 : 0;
            return lost;
        };
    }

    Ptr<FrameChannel> channel;                 ///< the link
    Ptr<Node> nodes[2];                        ///< the hosts
    Ptr<FrameNetDevice> devices[2];            ///< their ports
    Ptr<RoceNic> nics[2];                      ///< their NICs
    Ptr<ChosenFrameErrorModel> losses[2];      ///< losses of the frames that each NIC sends
    CompletionQueue* cqs[2]{nullptr, nullptr}; ///< for all completions
    MemoryRegion* memory[2]{nullptr, nullptr}; ///< one region each, of all addresses
    std::vector<SentByNic> sent[2];            ///< frames that each NIC has sent
};

/**
 * @brief Compute the serialization time of bytes at the default line rate.
 * @param bytes the bytes
 * @return time steps
 */
inline int64_t
SerializationTime(uint64_t bytes)
{
    return NanoSeconds(bytes).GetTimeStep();
}

/// Local ACK timeout of tests that run into it: code 5, 4.096 us * 32.
constexpr uint8_t TIMEOUT_CODE = 5;

/// This timeout in nanoseconds.
constexpr int64_t TIMEOUT_NS = 4096 << TIMEOUT_CODE;

/**
 * @brief Make attributes with the timeout TIMEOUT_CODE.
 * @return the attributes
 */
inline QpAttr
GbnAttr()
{
    QpAttr attr;
    attr.timeout = TIMEOUT_CODE;
    return attr;
}

/**
 * @brief Make options with a link so long that ten frames are in flight before the first ACK.
 * @param ackInterval AckInterval
 * @return the options
 */
inline TwoNics::Options
LongLink(uint32_t ackInterval = 64)
{
    TwoNics::Options options;
    options.delay = MicroSeconds(20);
    options.ackInterval = ackInterval;
    return options;
}

} // namespace ns3::rdmacell::test

#endif // TWO_NIC_FIXTURE_H
