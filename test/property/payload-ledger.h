/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAYLOAD_LEDGER_H
#define PAYLOAD_LEDGER_H

#include "findings.h"

#include "ns3/fabric.h"
#include "ns3/qp-attr.h"
#include "ns3/roce-frame.h"
#include "ns3/roce-nic.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Keeps books on the payload that NICs place, from the packets that arrive.
 *
 * A responder of its own, of a few lines, for each queue pair: of the request packets that arrive,
 * those of the expected PSN are placed, one after the other.
 */
class PayloadLedger
{
  public:
    /**
     * @brief Connect to the trace sources of the NICs.
     * @param nics NICs by host
     * @param findings gets the violations; outlives the ledger
     */
    PayloadLedger(const std::vector<Ptr<RoceNic>>& nics, Findings& findings);

    PayloadLedger(const PayloadLedger&) = delete;
    PayloadLedger& operator=(const PayloadLedger&) = delete;

    /// @brief Compare the payload placed with the counters of the NICs.
    void Check();

    /**
     * @brief Expect all queue pairs to be destroyed or without work.
     * @param destroyed true if none may be left
     */
    void CheckIdle(bool destroyed);

    /**
     * @brief Get the payload that a host has placed for another.
     * @param source address of the sender
     * @param host number of the receiver
     * @return bytes
     */
    uint64_t GetPlaced(uint32_t source, size_t host) const;

  private:
    /// The responder of a queue pair.
    struct Responder
    {
        uint32_t expected{0};    ///< PSN expected
        uint32_t lastPayload{0}; ///< payload of the last packet placed
    };

    /// A host.
    struct HostBooks
    {
        Ptr<RoceNic> nic;                         ///< its NIC
        std::map<uint32_t, Responder> responders; ///< by queue pair
        std::map<uint32_t, uint64_t> placedFrom;  ///< payload placed by source address
        uint64_t placed{0};                       ///< payload placed
        std::map<uint32_t, uint32_t> sourceOf;    ///< by queue pair: address of its peer
    };

    /**
     * @brief Connect to the trace sources of a NIC.
     * @param host its books
     */
    static void Watch(HostBooks& host);

    /**
     * @brief A packet has arrived.
     * @param host the host
     * @param qpNum its queue pair
     * @param frame the frame
     */
    static void OnPacket(HostBooks& host, uint32_t qpNum, const RoceFrame& frame);

    /**
     * @brief A packet that seemed to be placed was refused, because no receive request waits.
     * @param host the host
     * @param qpNum its queue pair
     */
    static void OnRefused(HostBooks& host, uint32_t qpNum);

    Findings& m_findings;          ///< violations
    std::deque<HostBooks> m_hosts; ///< by host
};

} // namespace ns3::rdmacell

#endif // PAYLOAD_LEDGER_H
