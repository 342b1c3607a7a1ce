/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HPCC_CONTROLLER_H
#define HPCC_CONTROLLER_H

#include "rate-controller.h"

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Parameters of HPCC. Times in time steps, windows in bytes, rates in bits per second.
 */
struct HpccParameters
{
    double targetUtilization{0.95};   ///< eta, above 0, at most 1
    uint32_t maxStage{5};             ///< additive increases in a row
    double additiveIncrease{80};      ///< W_AI, above 0
    double baseRtt{1};                ///< T, above 0
    double initialWindow{1};          ///< W_init, the largest window, above 0
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief HPCC's sender of one queue pair (Li et al., SIGCOMM 2019, section 3.2, algorithm 1).
 *
 * Each ACK brings what the switches on the path of its packet have stamped. The inflight bytes of
 * each link, relative to its bandwidth-delay product, follow from two such records; the largest of
 * them is averaged over a base RTT. The window is set against a reference window, which changes
 * once in a round trip, so that an ACK is not reacted to twice.
 */
class HpccController : public RateController
{
  public:
    /**
     * @brief Make a controller with the initial window.
     * @param parameters the parameters
     */
    explicit HpccController(const HpccParameters& parameters);

    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override; // HPCC has no CNPs
    void OnAck(const AckFeedback& feedback, int64_t now) override;
    double GetWindow() const override;
    uint32_t GetAckInterval() const override;
    double GetRate(int64_t now) override;
    double GetLastRate() const override;

    /**
     * @brief Get the reference window.
     * @return W_c, bytes
     */
    double GetReferenceWindow() const;

    /**
     * @brief Get the estimate of the inflight bytes of the busiest link, relative to its
     * bandwidth-delay product.
     * @return U
     */
    double GetUtilization() const;

  private:
    /**
     * @brief Update the estimate by what an ACK has brought.
     * @param telemetry the records, of the same path as the last ones
     * @return false if they are older than the last ones
     */
    bool MeasureInflight(const FrameTelemetry& telemetry);

    /**
     * @brief Compute the window.
     * @param updateReference the reference window becomes the window: once in a round trip
     */
    void ComputeWindow(bool updateReference);

    /**
     * @brief Keep an ACK's records for the next one.
     * @param telemetry the records
     */
    void Store(const FrameTelemetry& telemetry);

    HpccParameters m_parameters; ///< the parameters
    double m_window;             ///< W
    double m_reference;          ///< W_c
    double m_utilization{1};     ///< U; the HPCC simulator starts with 1
    int64_t m_lastUpdate{0};     ///< end of the PSNs sent when the reference was last updated
    uint32_t m_stage{0};         ///< additive increases since the last adjustment
    uint32_t m_count{0};         ///< records of the last ACK; 0: there was none
    uint16_t m_pathId{0};        ///< path that they are of
    std::array<TelemetryHop, FrameTelemetry::MAX_HOPS> m_last{}; ///< records of the last ACK
};

} // namespace ns3::rdmacell

#endif // HPCC_CONTROLLER_H
