/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DCQCN_CONTROLLER_H
#define DCQCN_CONTROLLER_H

#include "rate-controller.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Parameters of DCQCN's reaction point. Times in time steps, rates in bits per second.
 */
struct DcqcnParameters
{
    double gain{1.0 / 256};        ///< g: weight of new congestion information in alpha
    double initialAlpha{1};        ///< alpha at the first CNP, 0 to 1
    int64_t alphaPeriod{1};        ///< K: alpha is updated once in this time, above 0
    int64_t decreasePeriod{0};     ///< CNPs are looked at once in this time; 0: each at once
    int64_t increasePeriod{1};     ///< an increase follows a decrease after this time, above 0
    uint64_t byteCounter{0};       ///< B: and after this many bytes; 0: no byte counter
    uint32_t recoveryThreshold{5}; ///< F: expiries of fast recovery
    bool countFirst{true};         ///< an expiry is counted before it is compared with F
    bool scaleHyperIncrease{true}; ///< the i-th hyper increase adds i steps, not one
    bool clampTarget{true};        ///< each decrease sets the target, not only one after increases
    double additiveIncrease{0};    ///< R_AI
    double hyperIncrease{0};       ///< R_HAI
    double minRate{1};             ///< lower limit of the rate, above 0
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief DCQCN's reaction point of one queue pair (Zhu et al., SIGCOMM 2015, section 3.1, fig. 7).
 *
 * Two ways to take CNPs. With decreasePeriod 0, as in the paper, each CNP cuts the rate at once
 * with alpha as it is, then raises alpha and restarts alpha's period. Otherwise, as ConnectX does
 * and the HPCC and ConWeave simulators model it, periods run from the first CNP on; at the end of
 * each decreasePeriod the rate is cut once if a CNP came in it, and at the end of each alphaPeriod
 * alpha is raised if a CNP came in it, and lowered if not.
 *
 * Nothing happens and nothing is computed before the first CNP. After it, what the timers would
 * have done up to the time of a call is made up for in that call, in order of time; of several at
 * the same time alpha's goes first and the cut last. Asking for the rate never changes results.
 */
class DcqcnController : public RateController
{
  public:
    /**
     * @brief Make a controller that sends at line rate.
     * @param parameters the parameters
     * @param lineRate upper limit of the rate, bits per second
     */
    DcqcnController(const DcqcnParameters& parameters, double lineRate);

    int64_t OnSend(uint32_t wireBytes, int64_t now) override;
    void OnCnp(int64_t now) override;
    double GetRate(int64_t now) override;

    /**
     * @brief Get the target rate.
     * @param now the current time, steps
     * @return R_T, bits per second
     */
    double GetTarget(int64_t now);

    /**
     * @brief Get alpha as of the last CNP or cut.
     * @return alpha, 0 to 1
     */
    double GetAlpha() const;

  private:
    /**
     * @brief Make up for the timers.
     * @param now the current time
     */
    void Advance(int64_t now);

    /**
     * @brief Make up for alpha's periods.
     * @param now the time of a CNP or cut
     */
    void AdvanceAlpha(int64_t now);

    /**
     * @brief Cut the rate.
     * @param now when
     */
    void Decrease(int64_t now);

    /**
     * @brief An increase is due: the timer or the byte counter has expired.
     * @param count the one's count of expiries
     */
    void Increase(uint64_t& count);

    /**
     * @brief Make up for increases once the rate is back at the line's, where they only count.
     * @param now the current time
     */
    void SkipIncreases(int64_t now);

    static constexpr int64_t NEVER = INT64_MAX; ///< no time

    double m_rate;                ///< R_C
    double m_line;                ///< upper limit
    int64_t m_due{NEVER};         ///< earlier of the two that follow; NEVER before the first CNP
    int64_t m_decreaseAt{NEVER};  ///< end of the period in which a CNP came
    int64_t m_increaseAt{NEVER};  ///< next expiry of the increase timer
    double m_target;              ///< R_T
    double m_alpha;               ///< alpha at m_alphaAt
    int64_t m_alphaAt{0};         ///< end of the last period of alpha made up for
    int64_t m_firstCnp{NEVER};    ///< when the periods started to run
    uint64_t m_timerCount{0};     ///< T: expiries of the increase timer since the last cut
    uint64_t m_byteCount{0};      ///< BC: expiries of the byte counter since the last cut
    uint64_t m_bytes{0};          ///< bytes since the byte counter's last expiry
    bool m_cnpForAlpha{false};    ///< a CNP came in the current period of alpha
    DcqcnParameters m_parameters; ///< the parameters
};

} // namespace ns3::rdmacell

#endif // DCQCN_CONTROLLER_H
