/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_SPEC_H
#define COLLECTIVE_SPEC_H

#include "collective-graph.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// Where the ranks of a job are.
enum class CollectivePlacement
{
    PACKED,     ///< on the first free hosts: racks are full
    SPREAD,     ///< on one host of each rack after the other
    RANDOM,     ///< on free hosts drawn at random
    FRAGMENTED, ///< packed, but in each rack on half of the free hosts
    MINCUT,     ///< on hosts drawn at random, ranks so that little crosses zones and racks
};

/**
 * @ingroup rdmacell
 * @brief A job: a collective that is repeated, as a text such as
 * "allreduce-ring:ranks=64,size=128MB,chunks=4,iterations=5" describes it.
 */
struct CollectiveSpec
{
    std::string text;       ///< as given
    std::string kind;       ///< name of the collective
    uint32_t ranks{0};      ///< how many; 0: all free hosts
    uint64_t bytes{0};      ///< the buffer of a rank
    uint32_t channels{1};   ///< parts of the buffer that go over connections of their own
    uint32_t chunks{1};     ///< parts of a channel's share that are sent independently
    uint32_t inFlight{2};   ///< messages of a connection in flight at most; 0: any number
    uint32_t admission{0};  ///< messages that a rank admits at a time; 0: any number, at once
    uint32_t iterations{1}; ///< how often
    Time start{0};          ///< when the first one begins
    Time compute{0};        ///< from the end of an iteration to the start of the next
    Time overlap{0};        ///< computation beside the collective, which the next one awaits
    double zipf{1};         ///< exponent of the experts' popularity
    uint32_t experts{0};    ///< of a mixture of experts; 0: one a rank
    std::string path;       ///< of a file of steps
    CollectivePlacement placement{CollectivePlacement::PACKED}; ///< of the ranks
    std::optional<uint32_t> firstHost; ///< host of rank 0; then hosts may be shared by jobs
};

/**
 * @ingroup rdmacell
 * @brief A kind of collective.
 */
struct CollectiveKind
{
    /// Makes the graph of a lane: ranks, bytes.
    using Maker = std::function<std::unique_ptr<CollectiveGraph>(uint32_t, uint64_t)>;

    std::string name;        ///< as in a specification
    std::string description; ///< one line
    Maker make;              ///< empty: not made from ranks and bytes alone

    /// Bus bandwidth over algorithm bandwidth, for a number of ranks, as nccl-tests define it.
    std::function<double(uint32_t ranks)> busFactor;
};

/**
 * @brief List the kinds of collectives.
 * @return the kinds
 */
const std::vector<CollectiveKind>& GetCollectiveKinds();

/**
 * @brief Find a kind of collective.
 * @param name its name
 * @return the kind
 * @throws InputError that lists the known names
 */
const CollectiveKind& FindCollectiveKind(const std::string& name);

/**
 * @brief Read the jobs of a run.
 * @param text specifications with "+" between
 * @return the jobs
 * @throws InputError that says what was expected
 */
std::vector<CollectiveSpec> ParseCollectives(const std::string& text);

/// Name of the kind whose graph a file has.
extern const char* const COLLECTIVE_FILE;

/// Name of the kind whose loads are drawn.
extern const char* const COLLECTIVE_MOE;

} // namespace ns3::rdmacell

#endif // COLLECTIVE_SPEC_H
