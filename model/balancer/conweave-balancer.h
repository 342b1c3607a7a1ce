/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_BALANCER_H
#define CONWEAVE_BALANCER_H

#include "conweave-destination-tor.h"
#include "conweave-source-tor.h"

#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave (Song et al., SIGCOMM 2023): flows move to other paths as soon as theirs is slow,
 * and the ToR switch of the receiver puts their packets in order again.
 *
 * ToR switches do all the work (ConWeaveSourceTor, ConWeaveDestinationTor); the others follow the
 * path that a packet carries. What is carried is on the wire between ToR switches: ConWeaveHeader
 * and SourceRoute in data, and the scheme's own frames, in a class that does not wait behind data.
 * A reply is expected within the round-trip time of the path in the empty network, computed from
 * its links, and a little more. Packets of the data class are balanced; ACK, NAK and CNP go as with
 * ECMP.
 *
 * The paper takes two paths at random among all; here the current one is left out, since moving to
 * it is no move. If both are busy, the next epoch begins.
 */
class ConWeaveBalancer : public LoadBalancer
{
  public:
    ConWeaveBalancer();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetCapabilities() const override;
    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    uint32_t SelectQueue(RoceFrame& frame, uint32_t port, int64_t now) override;
    void OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now) override;
    void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now) override;
    void OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;
    void DoDispose() override;

  private:
    // Attributes
    Time m_replyExtra;        ///< of ConWeaveSourceTor
    Time m_pathBusy;          ///< of ConWeaveSourceTor
    Time m_inactive;          ///< of both
    Time m_resumeExtra;       ///< of ConWeaveDestinationTor
    Time m_resumeDefault;     ///< of ConWeaveDestinationTor
    uint32_t m_connections;   ///< of both
    uint32_t m_reorderQueues; ///< of ConWeaveDestinationTor
    uint32_t m_dataClass;     ///< what is balanced
    uint32_t m_controlClass;  ///< of own frames
    bool m_rerouteToBusy;     ///< of ConWeaveSourceTor

    uint32_t m_seed{0};                   ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};   ///< number among the ToR switches
    std::vector<uint8_t> m_toFabric;      ///< by port: whether it faces a switch
    Ptr<UniformRandomVariable> m_uniform; ///< draws
    ConWeaveSourceTor m_source;           ///< for the hosts' packets
    ConWeaveDestinationTor m_destination; ///< for packets to the hosts
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_BALANCER_H
