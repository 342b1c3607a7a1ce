/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Property tests: random networks, flows, schemes, settings and faults, of which some things hold
 * whatever they are (case-simulation.cc checks them).
 *
 * A case that fails is repeated with less and less of it as long as it violates the same property;
 * then the smallest one is printed, with the command that repeats it.
 */

#include "../fabric-run.h"
#include "case-reduction.h"
#include "case-run.h"
#include "case-shrinker.h"
#include "random-case.h"

#include "ns3/command-line.h"
#include "ns3/input-error.h"

#include <iostream>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint64_t ENOUGH = 100; ///< cases among which all that is to be tested happens

/// What a program run has come to.
struct Totals
{
    uint64_t failed{0};                       ///< cases that violate a property
    uint64_t refused{0};                      ///< cases that the models refuse
    uint64_t goingOn{0};                      ///< cases that never end
    uint64_t deadlocked{0};                   ///< cases that end in a cycle of pauses
    std::map<std::string, uint64_t> counters; ///< what has happened in all cases
};

/**
 * @brief Print a failure.
 * @param result what came of the case
 */
void
PrintFindings(const CaseResult& result)
{
    for (const auto& [property, found] : result.findings)
    {
        std::cout << "  " << property << ": " << found << "\n";
    }
}

/**
 * @brief Look for a smaller case that fails, and print it.
 * @param whole the case
 * @param result what came of it
 * @param seconds time for the search
 * @param program name of this program
 */
void
PrintSmallerCase(const RandomCase& whole,
                 const CaseResult& result,
                 uint32_t seconds,
                 const std::string& program)
{
    const std::string property = result.findings.begin()->first;
    CaseShrinker shrinker(
        whole,
        [&property](const RandomCase& reduced) {
            return RunCase(reduced).findings.count(property) > 0;
        },
        std::chrono::seconds(seconds));
    const CaseReduction smallest = shrinker.Search();
    const RandomCase reduced = smallest.Apply(whole);
    std::cout << "smaller case:\n" << reduced.Describe();
    PrintFindings(RunCase(reduced));
    std::cout << "to repeat it: " << program << " --seeds=" << whole.seed;
    if (!smallest.GetText().empty())
    {
        std::cout << " --reduce=" << smallest.GetText();
    }
    std::cout << std::endl;
}

/**
 * @brief Read a range of seeds.
 * @param text N or N-M
 * @return first and last
 * @throws InputError if it is something else
 */
std::pair<uint64_t, uint64_t>
ReadSeeds(const std::string& text)
{
    const size_t dash = text.find('-');
    const std::string first = text.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : text.substr(dash + 1);
    for (const std::string& number : {first, last})
    {
        if (number.empty() || number.size() > 18 ||
            number.find_first_not_of("0123456789") != std::string::npos)
        {
            throw InputError("--seeds: expected a number, or two as in 1-100, found '" + text +
                             "'");
        }
    }
    return {std::stoull(first), std::stoull(last)};
}

/**
 * @brief Print what the cases have come to.
 * @param totals the sums
 * @param cases how many cases
 * @return false if a case has failed, or if so little has happened that nothing was tested
 */
bool
PrintTotals(const Totals& totals, uint64_t cases)
{
    bool good = totals.failed == 0;
    for (const auto& [name, count] : totals.counters)
    {
        std::cout << name << ": " << count << "\n";
        if (cases >= ENOUGH && count == 0)
        {
            std::cout << "  none at all: the cases test nothing of it\n";
            good = false;
        }
    }
    std::cout << cases << " cases, " << totals.failed << " failed; " << totals.refused
              << " refused, " << totals.goingOn << " without end, " << totals.deadlocked
              << " in a cycle of pauses" << std::endl;
    const uint64_t most = cases / 20;
    if (cases >= ENOUGH &&
        (totals.refused > most || totals.goingOn > most || totals.deadlocked > most))
    {
        std::cout << "too many cases are refused or do not end" << std::endl;
        good = false;
    }
    return good;
}

/**
 * @brief Run the cases of some seeds.
 * @param argc number of arguments
 * @param argv arguments
 * @return exit status
 * @throws InputError if an argument is wrong
 */
int
RunCases(int argc, char* argv[])
{
    std::string seeds = "1-100";
    std::string reduce;
    uint32_t shrink = 60;
    bool describe = false;
    CommandLine command(__FILE__);
    command.AddValue("seeds", "Seed, or first and last seed as in 1-100", seeds);
    command.AddValue("reduce", "What to keep of the case, as a failure prints it", reduce);
    command.AddValue("shrink", "Time to look for a smaller case that fails, seconds", shrink);
    command.AddValue("describe", "Print the cases as well", describe);
    command.Parse(argc, argv);

    const auto [first, last] = ReadSeeds(seeds);
    const CaseReduction reduction(reduce);
    Totals totals;
    for (uint64_t seed = first; seed <= last; ++seed)
    {
        const RandomCase whole = MakeRandomCase(seed);
        const RandomCase toRun = reduction.Apply(whole);
        if (describe)
        {
            std::cout << "seed " << seed << ": " << toRun.Describe() << std::flush;
        }
        const CaseResult result = RunCase(toRun);
        totals.refused += result.refusal.empty() ? 0 : 1;
        totals.goingOn += result.goesOn ? 1 : 0;
        totals.deadlocked += result.deadlocked ? 1 : 0;
        for (const auto& [name, count] : result.counters)
        {
            totals.counters[name] += count;
        }
        if (describe && !result.refusal.empty())
        {
            std::cout << "  refused: " << result.refusal << "\n";
        }
        if (!result.findings.empty())
        {
            ++totals.failed;
            std::cout << "seed " << seed << " FAILS (" << toRun.scheme << ")\n";
            PrintFindings(result);
            if (shrink > 0 && reduce.empty())
            {
                PrintSmallerCase(whole, result, shrink, argv[0]);
            }
        }
    }
    return PrintTotals(totals, last - first + 1) ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    UsePicoseconds();
    try
    {
        return RunCases(argc, argv);
    }
    catch (const InputError& error)
    {
        std::cerr << error.what() << std::endl;
        return 2;
    }
}
