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
 * @brief CONGA (Alizadeh et al., SIGCOMM 2014): each flowlet takes the path that is least congested
 * from ToR switch to ToR switch.
 *
 * Every link of the fabric estimates its own use (Dre), and packets collect the largest estimate on
 * their way (CongaHeader). The destination ToR switch reports it back on packets of the opposite
 * direction. The source ToR switch takes, for each flowlet, the path with the least maximum of what
 * was reported and what its own uplink says; a flow moves only to a path that is strictly better.
 *
 * The paper has two tiers, where a path is an uplink. For more tiers there are two extensions:
 * whole paths with source routing, as in the ConWeave simulator, and choice of the uplink alone
 * with ECMP above. What a packet carries is on the wire between the ToR switches: 4 bytes, and with
 * whole paths those of SourceRoute. Only packets with data are balanced and carry reports; ACK, NAK
 * and CNP go as with ECMP, and so does all traffic while a ToR switch has no path that is up. At
 * most 1023 paths to a ToR switch are used.
 */
class CongaBalancer : public LoadBalancer
{
  public:
    /// What is balanced. Unscoped, for ns-3's EnumValue.
    enum PathKey
    {
        WHOLE_PATH, ///< all paths between two ToR switches, pinned by source routing
        UPLINK,     ///< the ports of the source ToR switch
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
    struct Option
    {
        uint32_t tag;  ///< its number: index among the whole paths, or port
        uint32_t port; ///< out-port of this switch
    };

    /**
     * @brief A packet from a host of this ToR switch sets out for another one.
     * @param frame the packet; gets path and report
     * @param now the current time
     */
    void Depart(RoceFrame& frame, int64_t now);

    /**
     * @brief A packet has reached its destination ToR switch.
     * @param frame the packet; what it carried is taken off
     * @param now the current time
     */
    void Arrive(RoceFrame& frame, int64_t now);

    /**
     * @brief Get the out-port of a path.
     * @param tor ToR switch at its end
     * @param tag the path
     * @return the port, or a number that is no port if there is no such path (any more)
     */
    uint32_t GetFirstPort(uint32_t tor, uint32_t tag) const;

    /**
     * @brief Choose the path of a flowlet.
     * @param tor ToR switch at its end
     * @param ports ports that lead there
     * @param previous tag of the flow's last flowlet, or FlowletTable::NO_CHOICE
     * @param now the current time
     * @return tag, or FlowletTable::NO_CHOICE if no path is up
     */
    uint32_t ChoosePath(uint32_t tor, const PortSet& ports, uint32_t previous, int64_t now);

    /**
     * @brief List the paths that could be taken.
     * @param tor ToR switch at their end
     * @param ports ports that lead there
     */
    void CollectOptions(uint32_t tor, const PortSet& ports);

    /**
     * @brief Compute how congested a path is.
     * @param tor ToR switch at its end
     * @param option the path
     * @param now the current time
     * @return maximum of the local and the reported metric
     */
    uint32_t GetCost(uint32_t tor, const Option& option, int64_t now);

    // Attributes
    PathKey m_pathKey;                    ///< what is balanced
    Time m_flowletGap;                    ///< T_fl
    FlowletGap::Detection m_gapDetection; ///< how gaps are measured
    uint32_t m_tableSize;                 ///< entries of the flowlet table
    Time m_drePeriod;                     ///< T_dre
    double m_dreAlpha;                    ///< alpha
    uint32_t m_bits;                      ///< Q
    Time m_aging;                         ///< how long reports are of use
    uint32_t m_sampledPaths;              ///< paths to compare, 0 for all

    uint32_t m_seed{0};                   ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};   ///< number among the ToR switches
    std::vector<uint8_t> m_toFabric;      ///< by port: whether it faces a switch
    std::vector<Dre> m_dre;               ///< by port
    FlowletTable m_flowlets;              ///< tags of the flows' paths
    CongaToLeafTable m_toLeaf;            ///< reports received
    CongaFromLeafTable m_fromLeaf;        ///< reports to send
    std::vector<Option> m_options;        ///< of the decision being made
    std::vector<uint32_t> m_ties;         ///< tags that are equally good in it
    Ptr<UniformRandomVariable> m_uniform; ///< draws
    uint64_t m_feedbackSent{0};           ///< reports sent
    uint64_t m_feedbackReceived{0};       ///< reports received
    uint64_t m_headerBytes{0};            ///< bytes added to packets
};

} // namespace ns3::rdmacell

#endif // CONGA_BALANCER_H
