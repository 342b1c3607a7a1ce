/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DCTCP_CONTROLLER_H
#define DCTCP_CONTROLLER_H

#include "rate-controller.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Parameters of DCTCP for RDMA. Windows in bytes, rates in bits per second.
 */
struct DctcpParameters
{
    double gain{1.0 / 16};            ///< g: weight of a round trip's share of marks in alpha
    double additiveIncrease{0};       ///< added to the rate in each round trip without a cut
    double minRate{1};                ///< lower limit of the rate, above 0
    double lineRate{1};               ///< upper limit of the rate
    double largestWindow{1};          ///< window at line rate, above 0
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief DCTCP (Alizadeh et al., SIGCOMM 2010, section 3.1) of one queue pair, on a rate as in the
 * HPCC simulator: alpha, a cut once in a round trip, and an increase otherwise.
 *
 * The window follows the rate, from one bandwidth-delay product at line rate.
 */
class DctcpController : public RateController
{
  public:
    /**
     * @brief Make a controller that sends at line rate.
     * @param parameters the parameters
     */
    explicit DctcpController(const DctcpParameters& parameters);

    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override; // of a marked packet that no ACK or NAK has answered
    void OnAck(const AckFeedback& feedback, int64_t now) override;
    double GetWindow() const override;
    uint32_t GetAckInterval() const override;
    double GetRate(int64_t now) override;
    double GetLastRate() const override;
    double GetAlpha() const override;

  private:
    /**
     * @brief Update alpha: a round trip has ended.
     * @param feedback of the ACK that ends it
     */
    void UpdateAlpha(const AckFeedback& feedback);

    DctcpParameters m_parameters; ///< the parameters
    double m_rate;                ///< bits per second
    double m_alpha{1};            ///< share of marked packets; the HPCC simulator starts with 1
    double m_batch{0};            ///< packets of the current round trip; 0 before the first ACK
    uint32_t m_marks{0};          ///< marked ones of them so far
    int64_t m_batchEnd{0};        ///< PSNs from here on belong to the next round trip
    int64_t m_cutEnd{0};          ///< PSNs before were sent before the last cut
    bool m_isCut{false};          ///< the rate was cut, and PSNs before m_cutEnd are in flight
};

} // namespace ns3::rdmacell

#endif // DCTCP_CONTROLLER_H
