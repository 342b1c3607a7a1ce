/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_OPTIONS_H
#define EXPERIMENT_OPTIONS_H

#include "json-object.h"
#include "traffic-options.h"

#include "ns3/collective-spec.h"
#include "ns3/network-topology.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/scheme-registry.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/// Measurement window of generated traffic where none is given.
static constexpr const char* DEFAULT_DURATION = "5ms";

/// Links whose rates a load is a share of.
enum class LoadAt
{
    HOSTS,   ///< the hosts' links
    UPLINKS, ///< the uplinks of the ToR switches
};

/// A time in which a link is down.
struct LinkOutage
{
    uint32_t link{0}; ///< index of the link in the network
    Time down;        ///< begin
    Time up;          ///< end; 0: never
};

/// Files of completion times.
enum class FctFormat
{
    CSV,  ///< fct.csv only
    HPCC, ///< also fct.txt in the eight columns of the HPCC family
};

/**
 * @ingroup rdmacell
 * @brief The command line of rdmacell-fat-tree, checked and converted. Values that are attributes,
 * such as the load and the MTU, are not here: the objects have them.
 */
struct ExperimentOptions
{
    std::string command;                                ///< the command line, which repeats the run
    Scheme scheme;                                      ///< load balancing scheme
    std::string workload;                               ///< path of a CDF
    std::string workloadName;                           ///< as given
    TrafficPattern pattern{TrafficPattern::ALL_TO_ALL}; ///< who sends to whom
    double incastLoad{0};         ///< share of incasts on top of all-to-all traffic; 0 = none
    LoadAt loadAt{LoadAt::HOSTS}; ///< links that the load is counted at
    std::string topologySpec;     ///< the network, as given
    std::string topologyType;     ///< its TypeId
    std::set<std::string> topologyAttributes; ///< those that the specification sets
    Ptr<NetworkTopology> topology;            ///< the network
    Time duration;                            ///< of the measurement window; 0: not given
    Time warmup;                              ///< before it
    Time cooldown;                            ///< traffic after it; Time::Max(): until the end
    Time drain;                               ///< after it, at most
    std::string flows;                        ///< file of flows to replay, or empty
    Time flowsOrigin;                         ///< time in that file that is 0 here
    std::string saveFlows;                    ///< file to write the flows to, or empty
    std::string collectiveText;               ///< collectives, as given
    std::vector<CollectiveSpec> collectives;  ///< jobs, or none
    std::string outageText;                   ///< links that go down, as given
    std::vector<LinkOutage> outages;          ///< links that go down
    std::string outputDir;                    ///< directory of the results, or empty for none
    FctFormat fctFormat{FctFormat::CSV};      ///< of the flows' completion times
    bool recordLinks{false};                  ///< write link.csv
    bool recordQueues{false};                 ///< write queue.csv
    bool recordPfc{false};                    ///< write pfc.csv
    Time recordInterval;                      ///< between samples of link.csv and queue.csv
    std::vector<std::string> traces;          ///< trace sources to write, by name
    bool listTraces{false};                   ///< print the trace sources and exit
    std::string pcap;                         ///< prefix of pcap files, or empty for none
    bool progress{false};                     ///< show a progress line
    bool listControls{false};                 ///< print the congestion controls and exit
    bool listRecoveries{false};               ///< print the loss recoveries and exit
    bool listSchemes{false};                  ///< print the schemes and exit
    bool describe{false};                     ///< print the network and exit
    uint32_t partition{0};                    ///< print how so many ranks share it out, and exit
    bool check{false};                        ///< print the parameters and exit

    /// Attributes on the command line: TypeId::Attribute and value.
    std::vector<std::pair<std::string, std::string>> givenAttributes;

    JsonObject parameters; ///< effective value of each option
};

/**
 * @brief Read a command line. Options that stand for attributes become the attributes' defaults, as
 * do those of the scheme, unless --ns3::...=... gives others.
 * @param argc of main()
 * @param argv of main()
 * @return the options
 * @throws InputError that names the option and what was expected
 */
ExperimentOptions ParseExperimentOptions(int argc, char* argv[]);

} // namespace ns3::rdmacell

#endif // EXPERIMENT_OPTIONS_H
