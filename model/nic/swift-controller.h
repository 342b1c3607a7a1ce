/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWIFT_CONTROLLER_H
#define SWIFT_CONTROLLER_H

#include "rate-controller.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Parameters of Swift. Times in time steps, windows in packets.
 */
struct SwiftParameters
{
    double additiveIncrease{1};       ///< ai: packets for each round trip
    double decrease{0.8};             ///< beta: multiplicative decrease
    double maxDecrease{0.5};          ///< max_mdf: most that a decrease takes away, 0 to 1
    double baseTarget{1};             ///< target delay without scaling
    double hopTarget{0};              ///< h-bar: target delay of each switch on the path
    double flowRange{0};              ///< fs_range: most that the number of flows adds
    double flowMinWindow{0.1};        ///< fs_min_cwnd: at this window, flowRange is added
    double flowMaxWindow{100};        ///< fs_max_cwnd: from this window on, nothing is added
    double minWindow{0.001};          ///< lower limit of the window, above 0
    double maxWindow{1000};           ///< upper limit of the window
    double initialWindow{1};          ///< window at the start
    uint32_t timeoutsToReset{5};      ///< timeouts in a row that reset the window
    double pathMtu{1000};             ///< payload bytes of a packet
    double lineRate{1};               ///< of the NIC, bits per second
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief Swift's window of one queue pair (Kumar et al., SIGCOMM 2020, section 3, algorithm 1), for
 * the delay of the fabric.
 *
 * The window is compared with a target delay that grows with the switches on the path, and with the
 * number of flows that share it, which shows in a small window. Below one packet, the window paces
 * packets.
 */
class SwiftController : public RateController
{
  public:
    /**
     * @brief Make a controller with the initial window.
     * @param parameters the parameters
     */
    explicit SwiftController(const SwiftParameters& parameters);

    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override; // Swift has no CNPs
    void OnAck(const AckFeedback& feedback, int64_t now) override;
    void OnLoss(LossSign sign, int64_t now) override;
    double GetWindow() const override;
    uint32_t GetAckInterval() const override;
    double GetRate(int64_t now) override;
    double GetLastRate() const override;

    /**
     * @brief Compute the target delay (section 3.5).
     * @param hops switches on the path
     * @return steps
     */
    double GetTarget(uint32_t hops) const;

    /**
     * @brief Get the window.
     * @return packets
     */
    double GetPackets() const;

  private:
    /**
     * @brief Set the window, within its limits.
     * @param window packets
     * @param now the current time
     */
    void SetWindow(double window, int64_t now);

    /**
     * @brief Ask whether the last decrease is a round trip ago.
     * @param now the current time
     * @return true if the window may be decreased
     */
    bool CanDecrease(int64_t now) const;

    SwiftParameters m_parameters;          ///< the parameters
    double m_window;                       ///< cwnd, packets
    double m_flowScale;                    ///< alpha of the flow scaling, steps
    double m_flowOffset;                   ///< beta of the flow scaling, steps
    int64_t m_rtt{0};                      ///< last RTT, steps; 0: there was none
    int64_t m_lastDecrease{INT64_MIN / 2}; ///< time of the last decrease
    uint32_t m_timeouts{0};                ///< timeouts in a row
};

} // namespace ns3::rdmacell

#endif // SWIFT_CONTROLLER_H
