/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "case-run.h"

#include "case-simulation.h"
#include "isolated-run.h"

#include <sstream>

namespace ns3::rdmacell
{

namespace
{

constexpr int SECONDS =
    200; ///< most cases take milliseconds, some a second, under a sanitizer more

/**
 * @brief Run a case in a process of its own.
 * @param toRun the case
 * @param own true for this module's event list, false for ns-3's
 * @return what came of it
 */
CaseResult
RunOnce(const RandomCase& toRun, bool own)
{
    const auto simulate = [&toRun, own]() {
        const CaseResult result = SimulateCase(toRun, own);
        std::ostringstream text;
        text << "deadlocked " << result.deadlocked << "\n";
        text << "goesOn " << result.goesOn << "\n";
        text << "digest " << result.digest << "\n";
        for (const auto& [name, count] : result.counters)
        {
            text << "counter " << count << " " << name << "\n";
        }
        if (!result.refusal.empty())
        {
            text << "refusal " << result.refusal << "\n";
        }
        for (const auto& [property, found] : result.findings)
        {
            text << "finding " << property << "|" << found << "\n";
        }
        return text.str();
    };
    const IsolatedResult isolated = RunIsolated(simulate, SECONDS);
    CaseResult result;
    if (!isolated.trouble.empty())
    {
        result.findings["process"] = isolated.trouble;
        return result;
    }
    std::istringstream lines(isolated.output);
    for (std::string line; std::getline(lines, line);)
    {
        const size_t space = line.find(' ');
        const std::string key = line.substr(0, space);
        const std::string value = line.substr(space + 1);
        if (key == "finding")
        {
            const size_t bar = value.find('|');
            result.findings[value.substr(0, bar)] = value.substr(bar + 1);
        }
        else if (key == "counter")
        {
            const size_t end = value.find(' ');
            result.counters[value.substr(end + 1)] = std::stoull(value.substr(0, end));
        }
        else if (key == "deadlocked" || key == "goesOn")
        {
            (key == "goesOn" ? result.goesOn : result.deadlocked) = value == "1";
        }
        else
        {
            (key == "digest" ? result.digest : result.refusal) = value;
        }
    }
    return result;
}

} // namespace

CaseResult
RunCase(const RandomCase& toRun)
{
    CaseResult result = RunOnce(toRun, true);
    if (result.findings.empty())
    {
        CaseResult other = RunOnce(toRun, false);
        if (other.findings.empty() && other.digest != result.digest)
        {
            other.findings["same results"] =
                "ns-3's event list gives " + other.digest + ", the module's gives " + result.digest;
        }
        result.findings = other.findings;
    }
    return result;
}

} // namespace ns3::rdmacell
