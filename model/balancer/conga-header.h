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

/// A path and how congested it is: half of what a CONGA packet carries.
struct CongaReport
{
    static constexpr uint32_t NO_TAG = 0x3ff; ///< no path: nothing to report

    uint32_t tag{NO_TAG}; ///< number of the path at its source ToR switch (the paper's LBTag)
    uint32_t metric{0};   ///< congestion, with at most Dre::MAX_BITS bits
};

/**
 * @ingroup rdmacell
 * @brief What CONGA carries in each packet (Alizadeh et al., SIGCOMM 2014, 3.1): a view of a frame.
 *
 * The packet's own path and its congestion so far (LBTag, CE), and a report on a path of the
 * opposite direction (FB_LBTag, FB_Metric). The paper has 4 + 3 bits each, enough for two tiers;
 * here it is 10 + 6 bits, big endian, so that 1023 whole paths and all resolutions fit.
 */
class CongaHeader
{
  public:
    static constexpr uint32_t BYTES = 4; ///< at the start of the scratch area

    /**
     * @brief Look at the header of a frame.
     * @param frame the frame
     */
    explicit CongaHeader(RoceFrame& frame)
        : m_bytes(frame.scratch.data())
    {
    }

    /**
     * @brief Get the path and its congestion so far.
     * @return path and CE
     */
    CongaReport GetPath() const
    {
        return Load(0);
    }

    /**
     * @brief Set the path and its congestion so far.
     * @param path path and CE
     */
    void SetPath(const CongaReport& path)
    {
        Store(0, path);
    }

    /**
     * @brief Get the report on the opposite direction.
     * @return path and metric; tag NO_TAG for none
     */
    CongaReport GetFeedback() const
    {
        return Load(2);
    }

    /**
     * @brief Set the report on the opposite direction.
     * @param feedback path and metric; tag NO_TAG for none
     */
    void SetFeedback(const CongaReport& feedback)
    {
        Store(2, feedback);
    }

    /**
     * @brief The frame is put on a link: its path is at least as congested as that.
     * @param metric of the link
     */
    void RaiseCongestion(uint32_t metric)
    {
        CongaReport path = GetPath();
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
     * @return what they say
     */
    CongaReport Load(uint32_t at) const
    {
        const uint32_t word = uint32_t{m_bytes[at]} << 8 | m_bytes[at + 1];
        return {word >> Dre::MAX_BITS, word & ((1U << Dre::MAX_BITS) - 1)};
    }

    /**
     * @brief Write 16 bits.
     * @param at offset
     * @param report what they are to say
     */
    void Store(uint32_t at, const CongaReport& report)
    {
        const uint32_t word = report.tag << Dre::MAX_BITS | report.metric;
        m_bytes[at] = static_cast<uint8_t>(word >> 8);
        m_bytes[at + 1] = static_cast<uint8_t>(word);
    }

    uint8_t* m_bytes; ///< the header, in the frame
};

} // namespace ns3::rdmacell

#endif // CONGA_HEADER_H
