/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-balancer.h"

#include "balancer-bytes.h"
#include "flowlet-attributes.h"
#include "port-selection.h"
#include "source-route.h"

#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CongaBalancer");

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
                          "What a path is: WholePath, pinned by source routing (the ConWeave "
                          "simulator's extension to three tiers), or the source ToR switch's "
                          "Uplink, with ECMP above (the paper's, where there are two tiers); read "
                          "when the switch is initialized.",
                          EnumValue(CongaBalancer::WHOLE_PATH),
                          RDMACELL_ENUM_ACCESSOR(PathKey, &CongaBalancer::m_pathKey),
                          MakeEnumChecker(CongaBalancer::WHOLE_PATH,
                                          "WholePath",
                                          CongaBalancer::UPLINK,
                                          "Uplink"))
            .AddAttribute(
                "GapDetection",
                "Timestamp: gaps are measured exactly (the ConWeave simulator); AgeBit: a gap of "
                "one to two times FlowletGap is seen (the CONGA paper, 3.4); read when the switch "
                "is initialized.",
                EnumValue(FlowletGap::TIMESTAMP),
                RDMACELL_ENUM_ACCESSOR(FlowletGap::Detection, &CongaBalancer::m_gapDetection),
                MakeEnumChecker(FlowletGap::TIMESTAMP, "Timestamp", FlowletGap::AGE_BIT, "AgeBit"))
            .AddAttribute("DrePeriod",
                          "T_dre: period at which the rate estimators decay. Their time constant "
                          "is T_dre / alpha (50 us, so 250 us: the ConWeave evaluation; the CONGA "
                          "paper: a time constant of 160 us); read when the switch is initialized.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&CongaBalancer::m_drePeriod),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DreAlpha",
                          "alpha: part of a rate estimator's register that is lost at each decay "
                          "(0.2: the ConWeave evaluation); read when the switch is initialized.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&CongaBalancer::m_dreAlpha),
                          MakeDoubleChecker<double>(0.001, 1.0))
            .AddAttribute("QuantizationBits",
                          "Q: bits of a congestion metric (3: the CONGA paper and the ConWeave "
                          "evaluation; the paper found 3 to 6 robust); read when the switch is "
                          "initialized.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&CongaBalancer::m_bits),
                          MakeUintegerChecker<uint32_t>(1, Dre::MAX_BITS))
            .AddAttribute("AgingTime",
                          "A metric that is not refreshed decays to 0 in this time (500 us: the "
                          "ConWeave evaluation; the CONGA paper: 10 ms); read when the switch is "
                          "initialized.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&CongaBalancer::m_aging),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SampledPaths",
                          "Paths that a flowlet compares, consecutive in the list of all from a "
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
    NS_LOG_FUNCTION(this << m_pathKey << m_flowletGap << m_drePeriod << m_aging);
    const SwitchView& view = GetSwitch();
    m_wholePaths = m_pathKey == WHOLE_PATH;
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
            AtSourceLeaf(*frame, now);
        }
    }
    else if (frame->balancerBytes > 0 && GetSwitch().GetTorOf(frame->dstIp) == m_tor)
    {
        AtDestinationLeaf(*frame, now);
    }
}

void
CongaBalancer::AtSourceLeaf(RoceFrame& frame, int64_t now)
{
    const SwitchView& view = GetSwitch();
    const uint32_t tor = view.GetTorOf(frame.dstIp);
    if (tor == m_tor || tor == SwitchView::NO_TOR)
    {
        return;
    }
    const PortSet ports = view.GetRoute(frame.dstIp);
    const FlowletTable::Lookup found = m_flowlets.OnPacket(FlowKey::Of(frame), now);
    const uint32_t previous = found.flowlet.choice;
    uint32_t tag = previous;
    // A flowlet keeps its path unless the link of its first port is down.
    if (found.starts || !IsCandidate(ports, GetFirstPort(tor, previous)))
    {
        tag = ChoosePath(tor, ports, previous, now);
        if (tag == FlowletTable::NO_CHOICE)
        {
            NS_LOG_INFO("no path to ToR switch " << tor << " is up: ECMP");
            return;
        }
        m_flowlets.Choose(found.flowlet, tag);
        TraceFlowlet(frame, previous, tag);
        NS_LOG_INFO("flowlet of flow " << FlowKey::Of(frame) << " takes path " << tag
                                       << " to ToR switch " << tor);
    }
    const CongaPathMetric feedback = m_fromLeaf.TakeFeedback(tor, now);
    m_feedbackSent += feedback.tag != CongaPathMetric::NO_TAG ? 1 : 0;
    CongaHeader header(frame);
    header.SetPath({tag, 0});
    header.SetFeedback(feedback);
    uint32_t bytes = CongaHeader::BYTES;
    if (m_wholePaths)
    {
        bytes += SourceRoute(frame, CongaHeader::BYTES).Write(view.GetPaths(tor)[tag]);
    }
    SetBalancerBytes(frame, bytes);
    m_headerBytes += bytes;
}

void
CongaBalancer::AtDestinationLeaf(RoceFrame& frame, int64_t now)
{
    const uint32_t tor = GetSwitch().GetTorOf(frame.srcIp);
    const CongaHeader header(frame);
    if (tor != SwitchView::NO_TOR)
    {
        m_fromLeaf.Store(tor, header.GetPath(), now);
        const CongaPathMetric feedback = header.GetFeedback();
        if (feedback.tag != CongaPathMetric::NO_TAG)
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
    if (!m_wholePaths)
    {
        return tag;
    }
    const std::vector<FabricPath>& paths = GetSwitch().GetPaths(tor);
    return tag < paths.size() ? paths[tag].ports[0] : SourceRoute::NO_PORT;
}

void
CongaBalancer::ListCandidates(uint32_t tor, const PortSet& ports)
{
    m_candidates.clear();
    if (!m_wholePaths)
    {
        for (uint16_t port : ports)
        {
            m_candidates.push_back({port, port});
        }
    }
    else
    {
        const std::vector<FabricPath>& paths = GetSwitch().GetPaths(tor);
        for (uint32_t tag = 0; tag < paths.size(); ++tag)
        {
            if (IsCandidate(ports, paths[tag].ports[0]))
            {
                m_candidates.push_back({tag, paths[tag].ports[0]});
            }
        }
    }
    // Tags ascend; those that the header has no bits for are at the end.
    while (!m_candidates.empty() && m_candidates.back().tag >= CongaPathMetric::NO_TAG)
    {
        m_candidates.pop_back();
    }
}

uint32_t
CongaBalancer::GetPathMetric(uint32_t tor, const Candidate& path, int64_t now)
{
    return std::max(m_dre[path.port].GetMetric(now), m_toLeaf.GetMetric(tor, path.tag, now));
}

uint32_t
CongaBalancer::ChoosePath(uint32_t tor, const PortSet& ports, uint32_t previous, int64_t now)
{
    ListCandidates(tor, ports);
    const auto count = static_cast<uint32_t>(m_candidates.size());
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
        const Candidate& path = m_candidates[(first + i) % count];
        const uint32_t metric = GetPathMetric(tor, path, now);
        if (metric < least)
        {
            least = metric;
            m_ties.clear();
        }
        if (metric == least)
        {
            m_ties.push_back(path.tag);
        }
    }
    // A flow moves only to a path that is strictly better than its last one, sampled or not.
    for (const Candidate& path : m_candidates)
    {
        if (path.tag == previous && GetPathMetric(tor, path, now) <= least)
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
        if (m_wholePaths)
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
        if (m_wholePaths)
        {
            SourceRoute(frame, CongaHeader::BYTES).Advance();
        }
    }
}

int64_t
CongaBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
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
