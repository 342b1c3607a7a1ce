/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_BALANCER_H
#define CONGA_BALANCER_H

#include "conga-from-leaf-table.h"
#include "conga-header.h"
#include "conga-to-leaf-table.h"
#include "dre.h"
#include "flowlet-table.h"

#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief CONGA (Alizadeh et al., SIGCOMM 2014, section 3): each flowlet takes the path that is
 * least congested from ToR switch to ToR switch.
 *
 * - Measurement: each link of the fabric has a discounting rate estimator (Dre, 3.2).
 * - Source leaf: a packet gets a header with the tag of its path and a congestion of 0
 *   (CongaHeader, 3.1). Each link on its path raises that to its own metric (OnEgress()).
 * - Destination leaf: the congestion is stored by source leaf and tag (CongaFromLeafTable) and fed
 *   back on packets of the opposite direction, whose source stores it (CongaToLeafTable, 3.3).
 * - Flowlets: a pause above T_fl starts one (FlowletTable, 3.4).
 * - Decision: a flowlet takes the path with the least maximum of the fed-back metric and that of
 *   the local uplink. In a tie the flow keeps its path if that is among the best; a new one draws.
 *   So a flow moves only to a path that is strictly better (ChoosePath()).
 *
 * Where the model differs:
 * - The paper has two tiers, where a path is an uplink. For three tiers there are
 *   PathKey=WholePath, with source routing as in the ConWeave simulator, and PathKey=Uplink, with
 *   ECMP above.
 * - Tags and metrics are wider (CongaHeader), and metrics decay linearly (CongaMetric).
 * - Gaps are measured exactly unless GapDetection is AgeBit.
 *
 * The header is on the wire between ToR switches: 4 bytes, and those of SourceRoute with whole
 * paths. Only packets with data are balanced and carry feedback; ACK, NAK and CNP are forwarded by
 * ECMP, as is all traffic to a ToR switch to which no path is up. At most 1023 paths to a ToR
 * switch are used.
 */
class CongaBalancer : public LoadBalancer
{
  public:
    /// What a tag stands for. Unscoped, for ns-3's EnumValue.
    enum PathKey
    {
        WHOLE_PATH, ///< a path between two ToR switches, pinned by source routing
        UPLINK,     ///< a port of the source ToR switch
    };

    CongaBalancer();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetCapabilities() const override;
    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    void OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now) override;
    void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;

  private:
    /// A path that a flowlet could take.
    struct Candidate
    {
        uint32_t tag;  ///< index among the whole paths, or port
        uint32_t port; ///< egress port of this switch
    };

    /**
     * @brief Process a packet from a host of this ToR switch.
     * @param frame the packet; gets a header if it goes to another ToR switch
     * @param now the current time
     */
    void AtSourceLeaf(RoceFrame& frame, int64_t now);

    /**
     * @brief Process a packet from the fabric for a host of this ToR switch.
     * @param frame the packet; loses its header
     * @param now the current time
     */
    void AtDestinationLeaf(RoceFrame& frame, int64_t now);

    /**
     * @brief Get the first port of a path.
     * @param tor ToR switch at its end
     * @param tag the path
     * @return the port, or a number that is no port if there is no such path (any more)
     */
    uint32_t GetFirstPort(uint32_t tor, uint32_t tag) const;

    /**
     * @brief Choose the path of a flowlet: CONGA's decision.
     * @param tor ToR switch at its end
     * @param ports ports that lead there
     * @param previous tag of the flow's last flowlet, or FlowletTable::NO_CHOICE
     * @param now the current time
     * @return tag, or FlowletTable::NO_CHOICE if no path is up
     */
    uint32_t ChoosePath(uint32_t tor, const PortSet& ports, uint32_t previous, int64_t now);

    /**
     * @brief List the paths that are up.
     * @param tor ToR switch at their end
     * @param ports ports that lead there
     */
    void ListCandidates(uint32_t tor, const PortSet& ports);

    /**
     * @brief Compute the congestion of a path.
     * @param tor ToR switch at its end
     * @param path the path
     * @param now the current time
     * @return maximum of the local and the fed-back metric
     */
    uint32_t GetPathMetric(uint32_t tor, const Candidate& path, int64_t now);

    // Attributes
    PathKey m_pathKey;                    ///< what a tag stands for
    Time m_flowletGap;                    ///< T_fl
    FlowletGap::Detection m_gapDetection; ///< how gaps are measured
    uint32_t m_tableSize;                 ///< entries of the flowlet table
    Time m_drePeriod;                     ///< T_dre
    double m_dreAlpha;                    ///< alpha
    uint32_t m_bits;                      ///< Q
    Time m_aging;                         ///< time in which a metric decays to 0
    uint32_t m_sampledPaths;              ///< paths to compare, 0 for all

    bool m_wholePaths{true};              ///< PathKey as read when attached
    uint32_t m_seed{0};                   ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};   ///< number among the ToR switches
    std::vector<uint8_t> m_toFabric;      ///< by port: whether it faces a switch
    std::vector<Dre> m_dre;               ///< by port
    FlowletTable m_flowlets;              ///< tags of the flows' paths
    CongaToLeafTable m_toLeaf;            ///< feedback received
    CongaFromLeafTable m_fromLeaf;        ///< feedback to send
    std::vector<Candidate> m_candidates;  ///< of the current decision
    std::vector<uint32_t> m_ties;         ///< tags of the best candidates
    Ptr<UniformRandomVariable> m_uniform; ///< draws paths
    uint64_t m_feedbackSent{0};           ///< packets with feedback sent
    uint64_t m_feedbackReceived{0};       ///< packets with feedback received
    uint64_t m_headerBytes{0};            ///< bytes added to packets
};

} // namespace ns3::rdmacell

#endif // CONGA_BALANCER_H
