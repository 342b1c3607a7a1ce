/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_CASE_H
#define RANDOM_CASE_H

#include "ns3/flow.h"
#include "ns3/network-graph.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/// A link that goes down and comes up again.
struct CaseOutage
{
    Time at;      ///< when it goes down
    Time length;  ///< how long it is down
    size_t link;  ///< index of the link
    bool reroute; ///< all switches' routes are computed anew, both times
};

/// A device that loses arriving frames.
struct CaseLoss
{
    /// How the frames are chosen.
    enum class Kind : uint8_t
    {
        FRAMES,  ///< RandomFrameErrorModel, by frame
        BITS,    ///< RandomFrameErrorModel, by bit
        PACKETS, ///< ns3::RateErrorModel by byte, through PacketErrorModel
    };

    size_t link;      ///< index of the link
    size_t end;       ///< 0 or 1: the device that loses them
    Kind kind;        ///< how
    double frameRate; ///< probability that a frame of 1000 bytes is lost
};

/**
 * @ingroup tests
 * @brief All that a run of the property tests consists of.
 */
struct RandomCase
{
    uint64_t seed{0};                ///< what it was made from
    std::string scheme;              ///< name of the scheme
    NetworkGraph graph;              ///< network
    std::vector<Flow> flows;         ///< traffic
    std::vector<CaseOutage> outages; ///< links that fail
    std::vector<CaseLoss> losses;    ///< links with errors
    /// Attributes and values, as --TypeId::Attribute=value of programs.
    std::vector<std::pair<std::string, std::string>> settings;
    std::vector<Time> looks; ///< when the frames in the network are counted

    /**
     * @brief Ask whether links fail or lose frames.
     * @return true if so
     */
    bool HasFaults() const
    {
        return !outages.empty() || !losses.empty();
    }

    /**
     * @brief Get the value of an attribute.
     * @param name TypeId::Attribute without the namespace
     * @param otherwise its default
     * @return the value that the case sets, or the default
     */
    std::string GetSetting(const std::string& name, const std::string& otherwise) const;

    /**
     * @brief Describe it in some lines.
     * @return the text
     */
    std::string Describe() const;
};

/**
 * @brief Make a case.
 * @param seed the same seed makes the same case
 * @return the case
 */
RandomCase MakeRandomCase(uint64_t seed);

} // namespace ns3::rdmacell

#endif // RANDOM_CASE_H
