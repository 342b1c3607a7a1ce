/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ECN_MARKER_H
#define ECN_MARKER_H

#include "ns3/data-rate.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/roce-frame.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides which frames get Congestion Experienced: RED on the instantaneous queue.
 *
 * The marking probability is 0 up to Kmin, rises linearly to Pmax at Kmax, and is 1 above (DCQCN:
 * Zhu et al., SIGCOMM 2015, section 3). Thresholds scale with the line rate.
 */
class EcnMarker : public Object
{
  public:
    /// Thresholds of a port.
    struct Thresholds
    {
        uint64_t kmin; ///< bytes
        uint64_t kmax; ///< bytes
    };

    EcnMarker();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Set the line rates of the switch's ports, from which their thresholds follow.
     * @param bitRates by port: bits per second
     * @throws InputError if Kmin is above Kmax
     */
    void Start(const std::vector<uint64_t>& bitRates);

    /**
     * @brief Get the thresholds of a port. Only after Start().
     * @param port the port
     * @return thresholds
     */
    const Thresholds& GetThresholds(uint32_t port) const
    {
        return m_thresholds.at(port);
    }

    /**
     * @brief Mark a frame if it is ECN capable and drawn at random to be marked.
     * @param frame the frame
     * @param port its egress port
     * @param queueBytes length of its egress queue
     * @return true if it was marked by this call
     */
    bool Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes);

    /**
     * @brief Fix the random stream.
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @brief Set Kmin.
     * @param bytes at the reference rate
     */
    void SetKmin(uint64_t bytes);

    /**
     * @brief Get Kmin.
     * @return bytes at the reference rate
     */
    uint64_t GetKmin() const;

    /**
     * @brief Set Kmax.
     * @param bytes at the reference rate
     */
    void SetKmax(uint64_t bytes);

    /**
     * @brief Get Kmax.
     * @return bytes at the reference rate
     */
    uint64_t GetKmax() const;

    /**
     * @brief Set the rate that Kmin and Kmax are for.
     * @param rate the rate
     * @return false if it is 0
     */
    bool SetReferenceRate(DataRate rate);

    /**
     * @brief Get the rate that Kmin and Kmax are for.
     * @return the rate
     */
    DataRate GetReferenceRate() const;

    /// @brief Compute the thresholds of all ports.
    void Scale();

    std::vector<Thresholds> m_thresholds; ///< by port
    double m_pmax;                        ///< marking probability at Kmax
    Ptr<UniformRandomVariable> m_uniform; ///< draws
    uint64_t m_kmin{0};                   ///< Kmin at the reference rate, bytes
    uint64_t m_kmax{0};                   ///< Kmax at the reference rate, bytes
    DataRate m_referenceRate;             ///< rate that m_kmin and m_kmax are for
    std::vector<uint64_t> m_bitRates;     ///< by port: line rate, bits per second
};

} // namespace ns3::rdmacell

#endif // ECN_MARKER_H
