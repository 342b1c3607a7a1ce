/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_OPTIONS_H
#define EXPERIMENT_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/scheme-registry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// Measurement window of generated traffic where none is given.
static constexpr const char* DEFAULT_DURATION = "5ms";

/// Who sends to whom.
enum class TrafficPattern
{
    ALL_TO_ALL,  ///< Poisson arrivals, each to a host drawn at random
    INCAST,      ///< many hosts send to one, once, at time 0
    PERMUTATION, ///< each host sends to one other, Poisson arrivals
};

/// How fct.csv is accompanied.
enum class FctFormat
{
    CSV,  ///< fct.csv only
    HPCC, ///< and fct.txt in the eight columns of the HPCC family
};

/**
 * @ingroup rdmacell
 * @brief What one run is: the command line of rdmacell-fat-tree, checked and converted.
 */
struct ExperimentOptions
{
    std::string command;      ///< the command line, to be run again
    Scheme scheme;            ///< load balancing scheme
    std::string workload;     ///< path of a CDF
    std::string workloadName; ///< as given
    double load{0.5};         ///< share of the hosts' link rate, above 0 and at most 1
    TrafficPattern pattern{TrafficPattern::ALL_TO_ALL}; ///< who sends to whom
    uint32_t fanIn{0};          ///< senders of an incast; 0 = all other hosts
    uint64_t incastSize{0};     ///< bytes that each of them sends
    double incastLoad{0};       ///< share of incasts on top of all-to-all traffic; 0 = none
    uint32_t k{8};              ///< of the fat tree
    double oversubscription{1}; ///< at the ToRs
    DataRate hostRate;          ///< of the hosts' links
    DataRate fabricRate;        ///< of the links between switches
    Time delay;                 ///< of each link
    std::string topology;       ///< file with another network, or empty
    uint32_t mtu{1000};         ///< payload bytes in a full packet
    Time duration;              ///< of the measurement window
    Time warmup;                ///< before it
    Time drain;                 ///< after it, at most
    uint64_t seed{1};           ///< ns-3's run number
    std::string flows;          ///< file of flows to replay, or empty
    Time flowsOrigin;           ///< time in that file that is 0 here
    std::string saveFlows;      ///< file to write the flows to, or empty
    std::string outputDir;      ///< directory of the results, or empty for none
    FctFormat fctFormat{FctFormat::CSV}; ///< of the flows' completion times
    bool recordLinks{false};             ///< write link.csv
    bool recordQueues{false};            ///< write queue.csv
    bool recordPfc{false};               ///< write pfc.csv
    Time recordInterval;                 ///< between samples of link.csv and queue.csv
    std::string pcap;                    ///< prefix of pcap files, or empty for none
    bool progress{false};                ///< show a progress line
    bool listSchemes{false};             ///< print the schemes and leave
    bool describe{false};                ///< print the network and leave
};

/**
 * @brief Read a command line. Attribute defaults are set on the way: those of the scheme and of
 * --pfc, --ecn, --cc first, so that --ns3::...=... overrides them.
 * @param argc of main()
 * @param argv of main()
 * @return the options
 * @throws InputError that names the option and what was expected
 */
ExperimentOptions ParseExperimentOptions(int argc, char* argv[]);

} // namespace ns3::rdmacell

#endif // EXPERIMENT_OPTIONS_H
