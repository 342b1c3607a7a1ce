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
     * @brief Compute the thresholds of a port.
     * @param bitRate its line rate, bits per second
     * @return thresholds
     */
    Thresholds Scale(uint64_t bitRate) const;

    /**
     * @brief Mark a frame if it is ECN capable and the dice say so.
     * @param frame the frame
     * @param thresholds those of the egress port
     * @param queueBytes length of its egress queue
     * @return true if it was marked by this call
     */
    bool Mark(RoceFrame& frame, const Thresholds& thresholds, uint64_t queueBytes);

    /**
     * @brief Fix the random stream.
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    uint64_t m_kmin;                      ///< Kmin at the reference rate, bytes
    uint64_t m_kmax;                      ///< Kmax at the reference rate, bytes
    double m_pmax;                        ///< marking probability at Kmax
    DataRate m_referenceRate;             ///< rate that kmin and kmax are for
    Ptr<UniformRandomVariable> m_uniform; ///< the dice
};

} // namespace ns3::rdmacell

#endif // ECN_MARKER_H
