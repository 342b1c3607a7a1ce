/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-spec.h"

#include "chain-graph.h"
#include "exchange-graph.h"
#include "file-graph.h"
#include "halving-doubling-graph.h"
#include "ring-graph.h"
#include "tree-graph.h"

#include "ns3/decimal.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace ns3::rdmacell
{

const char* const COLLECTIVE_FILE = "file";
const char* const COLLECTIVE_MOE = "alltoall-moe";

namespace
{

/// The largest buffer and number of ranks, so that offsets of parts fit into 64 bits.
constexpr uint64_t BYTES_LIMIT = uint64_t{1} << 40;
constexpr uint32_t RANKS_LIMIT = 1U << 20;

/// Values that a key can have at most.
constexpr uint64_t MOST = 1'000'000;

/// Placements, as a specification names them.
const std::vector<std::pair<std::string, CollectivePlacement>> PLACEMENTS{
    {"packed", CollectivePlacement::PACKED},
    {"spread", CollectivePlacement::SPREAD},
    {"random", CollectivePlacement::RANDOM},
    {"fragmented", CollectivePlacement::FRAGMENTED},
    {"mincut", CollectivePlacement::MINCUT}};

/**
 * @brief Make a kind of graph whose constructor takes ranks, bytes and more.
 * @tparam Graph its class
 * @tparam Rest types of what else the constructor takes
 * @param rest what else the constructor takes
 * @return makes one
 */
template <typename Graph, typename... Rest>
CollectiveKind::Maker
MakerOf(Rest... rest)
{
    return [rest...](uint32_t ranks, uint64_t bytes) {
        return std::make_unique<Graph>(ranks, bytes, rest...);
    };
}

/**
 * @brief Read a size.
 * @param text such as 128MB (10^6 bytes) or 128MiB (2^20 bytes)
 * @return bytes
 */
uint64_t
ParseBytes(const std::string& text)
{
    static const std::map<std::string, uint64_t> units{{"B", 1},
                                                       {"", 1},
                                                       {"kB", 1000},
                                                       {"KB", 1000},
                                                       {"MB", 1'000'000},
                                                       {"GB", 1'000'000'000},
                                                       {"KiB", 1U << 10},
                                                       {"MiB", 1U << 20},
                                                       {"GiB", 1U << 30}};
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto unit = units.find(text.substr(end));
    const auto number = ParseWhole(text.substr(0, end));
    if (!number || unit == units.end() || *number == 0 || *number >= BYTES_LIMIT / unit->second)
    {
        RejectValue("a size above 0 and below 1 TiB such as 128MB or 64MiB", text);
    }
    return *number * unit->second;
}

/**
 * @brief Read an exponent.
 * @param text the text
 * @return from 0 to 10
 */
double
ParseExponent(const std::string& text)
{
    const auto millionths = ParseDecimal(text, 6);
    if (!millionths || *millionths > 10'000'000)
    {
        RejectValue("an exponent from 0 to 10 such as 1.2", text);
    }
    return static_cast<double>(*millionths) / 1e6;
}

/// Reads the value of a key.
using Setter = std::function<void(CollectiveSpec&, const std::string&)>;

/**
 * @brief Read a whole number.
 * @param member gets it
 * @param from smallest
 * @param to largest
 * @return reads it
 */
Setter
Number(uint32_t CollectiveSpec::*member, uint64_t from, uint64_t to)
{
    return [member, from, to](CollectiveSpec& spec, const std::string& text) {
        spec.*member = static_cast<uint32_t>(ParseNumber(text, from, to));
    };
}

/**
 * @brief Read a time.
 * @param member gets it
 * @return reads it
 */
Setter
Duration(Time CollectiveSpec::*member)
{
    return
        [member](CollectiveSpec& spec, const std::string& text) { spec.*member = ParseTime(text); };
}

/**
 * @brief List the keys.
 * @return keys and what reads their values
 */
const std::map<std::string, Setter>&
GetKeys()
{
    using C = CollectiveSpec;
    using S = const std::string&;
    static const std::map<std::string, Setter> keys{
        {"admission", Number(&C::admission, 0, MOST)},
        {"channels", Number(&C::channels, 1, MOST)},
        {"chunks", Number(&C::chunks, 1, MOST)},
        {"compute", Duration(&C::compute)},
        {"experts", Number(&C::experts, 2, RANKS_LIMIT)},
        {"host",
         [](C& spec, S text) {
             spec.firstHost = static_cast<uint32_t>(ParseNumber(text, 0, RANKS_LIMIT));
         }},
        {"inFlight", Number(&C::inFlight, 0, MOST)},
        {"iterations", Number(&C::iterations, 1, MOST)},
        {"overlap", Duration(&C::overlap)},
        {"path", [](C& spec, S text) { spec.path = text; }},
        {"placement", [](C& spec, S text) { spec.placement = ParseName(text, PLACEMENTS); }},
        {"ranks", Number(&C::ranks, 2, RANKS_LIMIT)},
        {"size", [](C& spec, S text) { spec.bytes = ParseBytes(text); }},
        {"start", Duration(&C::start)},
        {"zipf", [](C& spec, S text) { spec.zipf = ParseExponent(text); }}};
    return keys;
}

/**
 * @brief Refuse a key that has no effect.
 * @param spec the job
 * @param given keys that were given
 * @param keys that have no effect
 */
void
RefuseKeys(const CollectiveSpec& spec,
           const std::set<std::string>& given,
           const std::vector<std::string>& keys)
{
    for (const std::string& key : keys)
    {
        if (given.count(key) > 0)
        {
            throw InputError(spec.kind + ": " + key + " has no effect");
        }
    }
}

/**
 * @brief Check what belongs together, and read a file of steps.
 * @param spec the job; gets ranks and bytes of the file
 * @param given keys that were given
 */
void
CheckSpec(CollectiveSpec& spec, const std::set<std::string>& given)
{
    if (spec.kind == COLLECTIVE_FILE)
    {
        RefuseKeys(spec, given, {"chunks", "channels", "experts", "ranks", "size", "zipf"});
        if (spec.path.empty())
        {
            throw InputError(spec.kind + ": expected path=FILE");
        }
        const FileGraph graph(spec.path);
        spec.ranks = graph.CountRanks();
        spec.bytes = graph.CountBytes();
    }
    else
    {
        RefuseKeys(spec, given, {"path"});
        if (spec.bytes == 0)
        {
            throw InputError(spec.kind + ": expected size=BYTES, such as size=128MB");
        }
        const uint64_t lanes = uint64_t{spec.channels} * spec.chunks;
        if (spec.bytes < lanes)
        {
            throw InputError(spec.kind + ": expected a size of at least a byte for each of " +
                             std::to_string(lanes) + " chunks");
        }
    }
    if (spec.kind != COLLECTIVE_MOE)
    {
        RefuseKeys(spec, given, {"experts", "zipf"});
    }
    if (spec.firstHost)
    {
        RefuseKeys(spec, given, {"placement"});
    }
}

/**
 * @brief Read a job.
 * @param text its specification
 * @return the job
 */
CollectiveSpec
ParseCollective(const std::string& text)
{
    CollectiveSpec spec;
    spec.text = text;
    const std::size_t colon = text.find(':');
    spec.kind = FindCollectiveKind(text.substr(0, colon)).name;
    std::set<std::string> given;
    for (std::size_t end = colon; end != std::string::npos;)
    {
        const std::size_t begin = end + 1;
        end = text.find(',', begin);
        const std::string word = text.substr(begin, end - begin);
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        const auto found = GetKeys().find(key);
        if (equals == std::string::npos || found == GetKeys().end())
        {
            std::string known;
            for (const auto& [name, setter] : GetKeys())
            {
                known += (known.empty() ? "" : ", ") + name;
            }
            throw InputError(spec.kind + ": expected key=value with one of " + known + ", found '" +
                             word + "'");
        }
        if (!given.insert(key).second)
        {
            throw InputError(spec.kind + ": expected " + key + " once, found it twice");
        }
        try
        {
            found->second(spec, word.substr(equals + 1));
        }
        catch (const InputError& error)
        {
            throw InputError(spec.kind + ": " + key + ": " + error.what());
        }
    }
    CheckSpec(spec, given);
    return spec;
}

} // namespace

const std::vector<CollectiveKind>&
GetCollectiveKinds()
{
    const auto once = [](uint32_t n) { return (n - 1.0) / n; };
    const auto twice = [](uint32_t n) { return 2 * (n - 1.0) / n; };
    const auto whole = [](uint32_t /* n */) { return 1.0; };
    static const std::vector<CollectiveKind> kinds{
        {"allreduce-ring", "AllReduce on a ring", MakerOf<RingGraph>(2U), twice},
        {"allreduce-halving-doubling",
         "AllReduce by recursive halving and doubling",
         MakerOf<HalvingDoublingGraph>(),
         twice},
        {"allgather-ring", "AllGather on a ring", MakerOf<RingGraph>(1U), once},
        {"reducescatter-ring", "ReduceScatter on a ring", MakerOf<RingGraph>(1U), once},
        {"alltoall", "All-to-all, all messages at once", MakerOf<ExchangeGraph>(false), once},
        {"alltoall-shift", "All-to-all, one shift a round", MakerOf<ExchangeGraph>(true), once},
        {COLLECTIVE_MOE, "All-to-all of a mixture of experts, there and back", nullptr, twice},
        {"broadcast-ring", "Broadcast along a ring", MakerOf<ChainGraph>(), whole},
        {"broadcast-tree", "Broadcast on a binomial tree", MakerOf<TreeGraph>(), whole},
        {COLLECTIVE_FILE, "The steps of a file", nullptr, whole}};
    return kinds;
}

const CollectiveKind&
FindCollectiveKind(const std::string& name)
{
    std::string known;
    for (const CollectiveKind& kind : GetCollectiveKinds())
    {
        if (kind.name == name)
        {
            return kind;
        }
        known += (known.empty() ? "" : ", ") + kind.name;
    }
    RejectValue("one of " + known, name);
}

std::vector<CollectiveSpec>
ParseCollectives(const std::string& text)
{
    std::vector<CollectiveSpec> specs;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1)
    {
        end = text.find('+', begin);
        specs.push_back(ParseCollective(text.substr(begin, end - begin)));
    }
    return specs;
}

} // namespace ns3::rdmacell
