/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMELY_CONTROLLER_H
#define TIMELY_CONTROLLER_H

#include "rate-controller.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Parameters of TIMELY. Times in time steps, rates in bits per second.
 */
struct TimelyParameters
{
    double gain{0.875};               ///< alpha: weight of a new RTT difference, 0 to 1
    double decrease{0.8};             ///< beta: multiplicative decrease, 0 to 1
    double additiveIncrease{0};       ///< delta
    uint32_t hyperThreshold{5};       ///< samples of a gradient that is not positive before HAI
    uint32_t hyperFactor{5};          ///< N: additive increases at once in HAI
    int64_t lowRtt{0};                ///< T_low
    int64_t highRtt{0};               ///< T_high
    double minRtt{1};                 ///< what RTT differences are normalized by, above 0
    double minRate{1};                ///< lower limit of the rate, above 0
    double lineRate{1};               ///< upper limit of the rate
    uint32_t ackInterval{1};          ///< packets of a segment, whose completion gives a sample
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief TIMELY's rate computation of one queue pair (Mittal et al., SIGCOMM 2015, section 4.3,
 * algorithm 1).
 */
class TimelyController : public RateController
{
  public:
    /**
     * @brief Make a controller that sends at line rate.
     * @param parameters the parameters
     */
    explicit TimelyController(const TimelyParameters& parameters);

    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override; // TIMELY has no CNPs
    void OnAck(const AckFeedback& feedback, int64_t now) override;
    uint32_t GetAckInterval() const override;
    double GetRate(int64_t now) override;
    double GetLastRate() const override;

    /**
     * @brief Get the normalized RTT gradient of the last sample.
     * @return the gradient; 0 before the second sample
     */
    double GetGradient() const;

  private:
    TimelyParameters m_parameters; ///< the parameters
    double m_rate;                 ///< bits per second
    double m_difference{0};        ///< average difference of successive RTTs, steps
    int64_t m_lastRtt{0};          ///< last RTT; 0: there was none
    uint32_t m_notRising{0};       ///< samples in a row whose gradient is not positive
};

} // namespace ns3::rdmacell

#endif // TIMELY_CONTROLLER_H
