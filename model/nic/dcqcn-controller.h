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
    int64_t decreasePeriod{0};     ///< the rate is cut at most once in this time; 0: by each CNP
    int64_t increasePeriod{1};     ///< the increase timer: time from a cut or increase, above 0
    uint64_t byteCounter{0};       ///< B: bytes from a cut or increase; 0: no byte counter
    uint32_t recoveryThreshold{5}; ///< F: expiries of fast recovery
    bool countFirst{true};         ///< an expiry is counted before the count is compared with F
    bool scaleHyperIncrease{true}; ///< the i-th hyper increase adds i steps, otherwise one
    bool clampTarget{true};        ///< each cut sets the target, otherwise only after an increase
    double additiveIncrease{0};    ///< R_AI
    double hyperIncrease{0};       ///< R_HAI
    double minRate{1};             ///< lower limit of the rate, above 0
    double stepsPerByteAndBitRate{0}; ///< 8 * time steps of a second
};

/**
 * @ingroup rdmacell
 * @brief DCQCN's reaction point of one queue pair (Zhu et al., SIGCOMM 2015, section 3.1, fig. 7).
 *
 * There are two ways to react to CNPs. With decreasePeriod 0, as in the paper, each CNP first cuts
 * the rate with the present alpha, then raises alpha and restarts the period of alpha. Otherwise,
 * as ConnectX does it and the HPCC and ConWeave simulators model it, periods run from the first
 * CNP on. At the end of a decreasePeriod the rate is cut if a CNP came in it; at the end of an
 * alphaPeriod alpha is raised if a CNP came in it, otherwise lowered.
 *
 * The timers start with the first CNP and are evaluated lazily: each call handles, in order of
 * time, all expiries up to its time. Of expiries at the same time, that of alpha comes first and
 * the cut last. So it does not matter when, or whether, GetRate() is called.
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
    void OnLoss(LossSign sign, int64_t now) override; // as OnCnp()
    double GetRate(int64_t now) override;
    double GetLastRate() const override;
    double GetAlpha() const override; // of the last CNP or cut

    /**
     * @brief Get the target rate.
     * @param now the current time, steps
     * @return R_T, bits per second
     */
    double GetTarget(int64_t now);

  private:
    /**
     * @brief Handle the expiries of the increase timer and the ends of periods with CNPs.
     * @param now the current time
     */
    void Advance(int64_t now);

    /**
     * @brief Update alpha for the periods that have ended.
     * @param now the time of a CNP or cut
     */
    void AdvanceAlpha(int64_t now);

    /**
     * @brief Cut the rate.
     * @param now when
     */
    void Decrease(int64_t now);

    /**
     * @brief Increase the rate, as the timer or the byte counter has expired.
     * @param count expiries of the one that did
     */
    void Increase(uint64_t& count);

    /**
     * @brief Count the expiries of the increase timer at line rate, where nothing can increase.
     * @param now the current time
     */
    void SkipIncreases(int64_t now);

    static constexpr int64_t NEVER = INT64_MAX; ///< no time

    double m_rate;                ///< R_C
    double m_line;                ///< upper limit
    int64_t m_due{NEVER};         ///< the earlier of the next two; NEVER before the first CNP
    int64_t m_decreaseAt{NEVER};  ///< end of the current decreasePeriod, if a CNP came in it
    int64_t m_increaseAt{NEVER};  ///< next expiry of the increase timer
    double m_target;              ///< R_T
    double m_alpha;               ///< alpha at m_alphaAt
    int64_t m_alphaAt{0};         ///< end of the last period that alpha was updated for
    int64_t m_firstCnp{NEVER};    ///< start of the periods
    uint64_t m_timerCount{0};     ///< T: expiries of the increase timer since the last cut
    uint64_t m_byteCount{0};      ///< BC: expiries of the byte counter since the last cut
    uint64_t m_bytes{0};          ///< bytes since the byte counter's last expiry
    bool m_cnpForAlpha{false};    ///< a CNP came in the period that starts at m_alphaAt
    DcqcnParameters m_parameters; ///< the parameters
};

} // namespace ns3::rdmacell

#endif // DCQCN_CONTROLLER_H
