/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MP_RDMA_CONTROLLER_H
#define MP_RDMA_CONTROLLER_H

#include "rate-controller.h"
#include "selective-acks.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>

namespace ns3::rdmacell
{

/// Parameters of MP-RDMA, in the units of its equations.
struct MpRdmaParameters
{
    double initialWindow; ///< packets, at least 1
    uint32_t delta;       ///< PSNs that a packet may arrive behind the newest one
    uint32_t probeEach; ///< of so many packets that ACKs clock out, one probes a new path; 0: none
    uint16_t firstPort; ///< UDP source port of the first path
    uint32_t pathMtu;   ///< payload bytes of a full packet
    double lineRate;    ///< of the NIC, bits per second
};

/**
 * @ingroup rdmacell
 * @brief Congestion control and path selection of one queue pair by MP-RDMA (Lu et al., NSDI 2018).
 *
 * There is one window for all paths. A path is a UDP source port; nothing is stored for it. Packets
 * of the initial window have each a path of their own. From then on, an ACK clocks out the next
 * packets on the path of the packet that it answers, so that paths get as many packets as they
 * deliver. Paths that deliver late are pruned: their ACKs clock out nothing.
 */
class MpRdmaController final : public RateController
{
  public:
    /**
     * @brief Make it with the initial window.
     * @param parameters the parameters
     */
    explicit MpRdmaController(const MpRdmaParameters& parameters);

    // From RateController
    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override;
    void OnAck(const AckFeedback& feedback, int64_t now) override;
    double GetWindow() const override;
    uint32_t GetAckInterval() const override;
    uint16_t ChoosePort() override;
    double GetRate(int64_t now) override;
    double GetLastRate() const override;

    /**
     * @brief Get the congestion window.
     * @return packets, at least 1
     */
    double GetCongestionWindow() const
    {
        return m_window;
    }

    /**
     * @brief Count the ACKs of packets that were too late, which pruned their path.
     * @return how many
     */
    uint64_t GetPruned() const
    {
        return m_pruned;
    }

  private:
    /// Packets that one ACK clocks out at most.
    static constexpr int64_t MAX_CLOCKED = 2;

    /**
     * @brief Change the congestion window.
     * @param packets how many it grows by; below 0: it shrinks
     */
    void Change(double packets);

    /**
     * @brief Adjust the window and the paths to what an ACK tells of the packet that it answers.
     * @param psn the packet's PSN
     * @param port the packet's UDP source port
     * @param isMarked it carries a notification
     * @return true if its path stays in use
     */
    bool Learn(int64_t psn, uint16_t port, bool isMarked);

    /**
     * @brief Allow as many packets as the window has room for.
     * @param feedback the ACK or NAK
     * @param isClocked packets may be sent on the path of the ACK
     */
    void Clock(const AckFeedback& feedback, bool isClocked);

    /**
     * @brief Choose a path that was not used recently.
     * @return its UDP source port
     */
    uint16_t GetNewPort();

    MpRdmaParameters m_parameters;       ///< parameters
    double m_window;                     ///< cwnd, packets
    std::optional<SelectiveAcks> m_acks; ///< packets that are acknowledged; none before an ACK
    int64_t m_highest{0};                ///< snd_ooh: newest PSN that is acknowledged
    int64_t m_inFlight{0};               ///< PSNs from the oldest unacknowledged one on, sent
    std::deque<uint16_t> m_clocked;      ///< paths of packets that ACKs have clocked out
    uint16_t m_lastPort{0};              ///< path of the last packet that was not late
    uint32_t m_unclocked;                ///< packets that may be sent on new paths
    uint32_t m_sinceProbe{0};            ///< packets on the paths of ACKs since the last probe
    uint32_t m_ports{0};                 ///< new paths so far
    uint64_t m_pruned{0};                ///< ACKs of late packets
};

} // namespace ns3::rdmacell

#endif // MP_RDMA_CONTROLLER_H
