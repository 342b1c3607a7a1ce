/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_HEADER_H
#define CONGA_HEADER_H

#include "dre.h"

#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// A path and its congestion: half of a CONGA header.
struct CongaPathMetric
{
    static constexpr uint32_t NO_TAG = 0x3ff; ///< no path: no feedback

    uint32_t tag{NO_TAG}; ///< number of the path at its source ToR switch (the paper's LBTag)
    uint32_t metric{0};   ///< congestion, with at most Dre::MAX_BITS bits
};

/**
 * @ingroup rdmacell
 * @brief The CONGA header of a packet (Alizadeh et al., SIGCOMM 2014, 3.1): a view of a frame.
 *
 * LBTag and CE are the path of the packet and the largest metric on it so far; FB_LBTag and
 * FB_Metric are feedback about a path of the opposite direction.
 *
 * Where the model differs: the paper has 4 bits for a tag and 3 for a metric, enough for the
 * uplinks of a leaf; here it is 10 and 6 bits, big endian, so that 1023 whole paths and all
 * resolutions of Dre fit.
 */
class CongaHeader
{
  public:
    static constexpr uint32_t BYTES = 4; ///< at the start of the scratch area

    /**
     * @brief Make a view of the header of a frame.
     * @param frame the frame
     */
    explicit CongaHeader(RoceFrame& frame)
        : m_bytes(frame.scratch.data())
    {
    }

    /**
     * @brief Read LBTag and CE.
     * @return path and CE
     */
    CongaPathMetric GetPath() const
    {
        return Load(0);
    }

    /**
     * @brief Write LBTag and CE.
     * @param path path and CE
     */
    void SetPath(const CongaPathMetric& path)
    {
        Store(0, path);
    }

    /**
     * @brief Read FB_LBTag and FB_Metric.
     * @return path and metric; tag NO_TAG if there is no feedback
     */
    CongaPathMetric GetFeedback() const
    {
        return Load(2);
    }

    /**
     * @brief Write FB_LBTag and FB_Metric.
     * @param feedback path and metric; tag NO_TAG for none
     */
    void SetFeedback(const CongaPathMetric& feedback)
    {
        Store(2, feedback);
    }

    /**
     * @brief The frame leaves by a link: CE becomes the maximum of CE and the link's metric.
     * @param metric metric of the link
     */
    void RaiseCongestion(uint32_t metric)
    {
        CongaPathMetric path = GetPath();
        if (metric > path.metric)
        {
            path.metric = metric;
            SetPath(path);
        }
    }

  private:
    /**
     * @brief Read 16 bits.
     * @param at offset
     * @return tag and metric
     */
    CongaPathMetric Load(uint32_t at) const
    {
        const uint32_t word = uint32_t{m_bytes[at]} << 8 | m_bytes[at + 1];
        return {word >> Dre::MAX_BITS, word & ((1U << Dre::MAX_BITS) - 1)};
    }

    /**
     * @brief Write 16 bits.
     * @param at offset
     * @param value tag and metric
     */
    void Store(uint32_t at, const CongaPathMetric& value)
    {
        const uint32_t word = value.tag << Dre::MAX_BITS | value.metric;
        m_bytes[at] = static_cast<uint8_t>(word >> 8);
        m_bytes[at + 1] = static_cast<uint8_t>(word);
    }

    uint8_t* m_bytes; ///< the header, in the frame
};

} // namespace ns3::rdmacell

#endif // CONGA_HEADER_H
