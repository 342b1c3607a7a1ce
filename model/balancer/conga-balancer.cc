/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-balancer.h"

#include "balancer-bytes.h"
#include "flowlet-attributes.h"
#include "port-choice.h"
#include "source-route.h"

#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CongaBalancer);

TypeId
CongaBalancer::GetTypeId()
{
    static TypeId tid =
        AddFlowletAttributes(
            TypeId("ns3::rdmacell::CongaBalancer")
                .SetParent<LoadBalancer>()
                .SetGroupName("RdmaCell")
                .AddConstructor<CongaBalancer>(),
            "the ConWeave evaluation; the CONGA paper: 500 us, 13 ms for CONGA-Flow",
            &CongaBalancer::m_flowletGap,
            &CongaBalancer::m_tableSize)
            .AddAttribute("PathKey",
                          "What is balanced: WholePath with source routing (the ConWeave "
                          "simulator's extension to three tiers), or the source ToR switch's "
                          "Uplink, ECMP above (the paper's, if there are two tiers).",
                          EnumValue(CongaBalancer::WHOLE_PATH),
                          RDMACELL_ENUM_ACCESSOR(PathKey, &CongaBalancer::m_pathKey),
                          MakeEnumChecker(CongaBalancer::WHOLE_PATH,
                                          "WholePath",
                                          CongaBalancer::UPLINK,
                                          "Uplink"))
            .AddAttribute(
                "GapDetection",
                "Timestamp: gaps are measured exactly (the ConWeave simulator); AgeBit: "
                "a gap of one to two times FlowletGap is seen (the CONGA paper, 3.4).",
                EnumValue(FlowletGap::TIMESTAMP),
                RDMACELL_ENUM_ACCESSOR(FlowletGap::Detection, &CongaBalancer::m_gapDetection),
                MakeEnumChecker(FlowletGap::TIMESTAMP, "Timestamp", FlowletGap::AGE_BIT, "AgeBit"))
            .AddAttribute("DrePeriod",
                          "T_dre: period at which the rate estimators decay. Their time constant "
                          "is T_dre / alpha (50 us, so 250 us: the ConWeave evaluation; the CONGA "
                          "paper: a time constant of 160 us).",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&CongaBalancer::m_drePeriod),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DreAlpha",
                          "alpha: part of a rate estimator's register that goes at each decay "
                          "(0.2: the ConWeave evaluation).",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&CongaBalancer::m_dreAlpha),
                          MakeDoubleChecker<double>(0.001, 1.0))
            .AddAttribute("QuantizationBits",
                          "Q: bits of a congestion metric (3: the CONGA paper and the ConWeave "
                          "evaluation; the paper found 3 to 6 robust).",
                          UintegerValue(3),
                          MakeUintegerAccessor(&CongaBalancer::m_bits),
                          MakeUintegerChecker<uint32_t>(1, Dre::MAX_BITS))
            .AddAttribute("AgingTime",
                          "A metric that is not refreshed has faded to 0 after this time (500 us: "
                          "the ConWeave evaluation; the CONGA paper: 10 ms).",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&CongaBalancer::m_aging),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SampledPaths",
                          "How many paths a flowlet compares, neighbors in the list of all from a "
                          "random one on, besides the flow's last one (0, all: the CONGA paper; "
                          "the ConWeave simulator: 4).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CongaBalancer::m_sampledPaths),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

CongaBalancer::CongaBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint32_t
CongaBalancer::GetCapabilities() const
{
    return INGRESS | EGRESS | (m_pathKey == WHOLE_PATH ? PATHS : 0U);
}

void
CongaBalancer::OnAttached()
{
    const SwitchView& view = GetSwitch();
    m_seed = view.GetHashSeed();
    m_tor = view.GetTor();
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        m_toFabric.push_back(view.GetPortRole(port) != PortRole::HOST);
        m_dre.emplace_back(view.GetBitRate(port), m_drePeriod.GetTimeStep(), m_dreAlpha, m_bits);
    }
    m_flowlets = FlowletTable(m_tableSize, m_flowletGap.GetTimeStep(), m_gapDetection);
    m_toLeaf = CongaToLeafTable(view.GetTorCount(), m_aging.GetTimeStep());
    m_fromLeaf = CongaFromLeafTable(view.GetTorCount(), m_aging.GetTimeStep());
}

void
CongaBalancer::OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now)
{
    if (m_tor == SwitchView::NO_TOR)
    {
        return;
    }
    if (!m_toFabric[port])
    {
        if (IsBalancedFrame(*frame))
        {
            Depart(*frame, now);
        }
    }
    else if (frame->balancerBytes > 0 && GetSwitch().GetTorOf(frame->dstIp) == m_tor)
    {
        Arrive(*frame, now);
    }
}

void
CongaBalancer::Depart(RoceFrame& frame, int64_t now)
{
    const SwitchView& view = GetSwitch();
    const uint32_t tor = view.GetTorOf(frame.dstIp);
    if (tor == m_tor || tor == SwitchView::NO_TOR)
    {
        return;
    }
    const PortSet ports = view.GetRoute(frame.dstIp);
    const FlowletTable::Visit visit = m_flowlets.Arrive(FlowKey::Of(frame), now);
    uint32_t tag = visit.flowlet.choice;
    if (visit.starts || !IsCandidate(ports, GetFirstPort(tor, tag)))
    {
        tag = ChoosePath(tor, ports, tag, now);
        if (tag == FlowletTable::NO_CHOICE)
        {
            return;
        }
        m_flowlets.Choose(visit.flowlet, tag);
    }
    const CongaReport feedback = m_fromLeaf.TakeNext(tor, now);
    m_feedbackSent += feedback.tag != CongaReport::NO_TAG ? 1 : 0;
    CongaHeader header(frame);
    header.SetPath({tag, 0});
    header.SetFeedback(feedback);
    uint32_t bytes = CongaHeader::BYTES;
    if (m_pathKey == WHOLE_PATH)
    {
        bytes += SourceRoute(frame, CongaHeader::BYTES).Write(view.GetPaths(tor)[tag]);
    }
    SetBalancerBytes(frame, bytes);
    m_headerBytes += bytes;
}

void
CongaBalancer::Arrive(RoceFrame& frame, int64_t now)
{
    const uint32_t tor = GetSwitch().GetTorOf(frame.srcIp);
    const CongaHeader header(frame);
    if (tor != SwitchView::NO_TOR)
    {
        m_fromLeaf.Store(tor, header.GetPath(), now);
        const CongaReport feedback = header.GetFeedback();
        if (feedback.tag != CongaReport::NO_TAG)
        {
            m_toLeaf.Store(tor, feedback, now);
            ++m_feedbackReceived;
        }
    }
    SetBalancerBytes(frame, 0);
}

uint32_t
CongaBalancer::GetFirstPort(uint32_t tor, uint32_t tag) const
{
    if (m_pathKey == UPLINK)
    {
        return tag;
    }
    const std::vector<FabricPath>& paths = GetSwitch().GetPaths(tor);
    return tag < paths.size() ? paths[tag].ports[0] : SourceRoute::NO_PORT;
}

void
CongaBalancer::CollectOptions(uint32_t tor, const PortSet& ports)
{
    m_options.clear();
    if (m_pathKey == UPLINK)
    {
        for (uint16_t port : ports)
        {
            m_options.push_back({port, port});
        }
    }
    else
    {
        const std::vector<FabricPath>& paths = GetSwitch().GetPaths(tor);
        for (uint32_t tag = 0; tag < paths.size(); ++tag)
        {
            if (IsCandidate(ports, paths[tag].ports[0]))
            {
                m_options.push_back({tag, paths[tag].ports[0]});
            }
        }
    }
    while (!m_options.empty() && m_options.back().tag >= CongaReport::NO_TAG)
    {
        m_options.pop_back();
    }
}

uint32_t
CongaBalancer::GetCost(uint32_t tor, const Option& option, int64_t now)
{
    return std::max(m_dre[option.port].GetMetric(now), m_toLeaf.GetMetric(tor, option.tag, now));
}

uint32_t
CongaBalancer::ChoosePath(uint32_t tor, const PortSet& ports, uint32_t previous, int64_t now)
{
    CollectOptions(tor, ports);
    const auto count = static_cast<uint32_t>(m_options.size());
    if (count == 0)
    {
        return FlowletTable::NO_CHOICE;
    }
    const bool sample = m_sampledPaths > 0 && m_sampledPaths < count;
    const uint32_t first = sample ? m_uniform->GetInteger(0, count - 1) : 0;
    uint32_t least = UINT32_MAX;
    m_ties.clear();
    for (uint32_t i = 0; i < (sample ? m_sampledPaths : count); ++i)
    {
        const Option& option = m_options[(first + i) % count];
        const uint32_t cost = GetCost(tor, option, now);
        if (cost < least)
        {
            least = cost;
            m_ties.clear();
        }
        if (cost == least)
        {
            m_ties.push_back(option.tag);
        }
    }
    // A flow moves only to a path that is strictly better.
    for (const Option& option : m_options)
    {
        if (option.tag == previous && GetCost(tor, option, now) <= least)
        {
            return previous;
        }
    }
    const auto ties = static_cast<uint32_t>(m_ties.size());
    return m_ties[ties == 1 ? 0 : m_uniform->GetInteger(0, ties - 1)];
}

uint32_t
CongaBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    if (frame.balancerBytes > 0)
    {
        uint32_t port = SourceRoute::NO_PORT;
        if (m_pathKey == WHOLE_PATH)
        {
            port = SourceRoute(frame, CongaHeader::BYTES).GetPort();
        }
        else if (!m_toFabric[frame.ingressPort])
        {
            port = CongaHeader(frame).GetPath().tag;
        }
        if (IsCandidate(candidates, port))
        {
            return port;
        }
    }
    return EcmpPort(frame, candidates, m_seed);
}

void
CongaBalancer::OnEgress(RoceFrame& frame, uint32_t port, uint32_t /* queue */, int64_t now)
{
    if (!m_toFabric[port])
    {
        return;
    }
    m_dre[port].Add(frame.wireBytes, now);
    if (frame.balancerBytes > 0)
    {
        CongaHeader(frame).RaiseCongestion(m_dre[port].GetMetric(now));
        if (m_pathKey == WHOLE_PATH)
        {
            SourceRoute(frame, CongaHeader::BYTES).Advance();
        }
    }
}

int64_t
CongaBalancer::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
CongaBalancer::GetCounters() const
{
    std::map<std::string, uint64_t> counters = m_flowlets.GetCounters();
    counters["feedback_sent"] = m_feedbackSent;
    counters["feedback_received"] = m_feedbackReceived;
    counters["header_bytes"] = m_headerBytes;
    return counters;
}

} // namespace ns3::rdmacell
