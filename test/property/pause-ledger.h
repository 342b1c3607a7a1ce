/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAUSE_LEDGER_H
#define PAUSE_LEDGER_H

#include "findings.h"

#include "ns3/fabric.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Keeps books on PFC: pauses and resumes of each switch, port and class.
 */
class PauseLedger
{
  public:
    /**
     * @brief Connect to the trace sources of the switches.
     * @param fabric the network
     * @param findings gets the violations; outlives the ledger
     */
    PauseLedger(Ptr<Fabric> fabric, Findings& findings);

    PauseLedger(const PauseLedger&) = delete;
    PauseLedger& operator=(const PauseLedger&) = delete;

    /// @brief Expect each pause to have been followed by a resume, and no port to be paused.
    void CheckDrained();

    /**
     * @brief Look for switches that wait for one another in a cycle: with PFC, and where paths
     * between switches go round, they can wait for ever.
     * @return true if there is such a cycle now
     */
    bool IsDeadlocked() const;

  private:
    /// The priority groups of a port.
    struct PortBooks
    {
        std::array<uint64_t, 8> pauses{};  ///< by class
        std::array<uint64_t, 8> resumes{}; ///< by class
        uint8_t paused{0};                 ///< classes paused
    };

    /**
     * @brief A PFC frame is sent.
     * @param number the switch
     * @param port its port
     * @param classes class-enable vector
     * @param quanta pause time, 0 to resume
     */
    void OnPfc(size_t number, uint32_t port, uint8_t classes, uint16_t quanta);

    Ptr<Fabric> m_fabric;                           ///< network
    Findings& m_findings;                           ///< violations
    std::vector<std::vector<PortBooks>> m_switches; ///< by switch and port
};

} // namespace ns3::rdmacell

#endif // PAUSE_LEDGER_H
