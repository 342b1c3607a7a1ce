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
 * those of the expected PSN are placed, one after the other. With a loss recovery that holds
 * out-of-order packets, the payload of WRITEs is placed when it arrives first, and that of other
 * packets when those before have arrived. Either way, each byte is placed once.
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
    /// A packet that has arrived.
    struct Packet
    {
        uint32_t payload{0};  ///< its payload, bytes
        bool isHeld{false};   ///< it arrived out of order
        bool isPlaced{false}; ///< its payload was placed when it arrived
    };

    /// The responder of a queue pair.
    struct Responder
    {
        uint32_t expected{0};            ///< PSN expected
        uint32_t source{0};              ///< address of its peer
        std::map<uint32_t, Packet> held; ///< out-of-order packets by PSN
        std::deque<Packet> executed;     ///< packets of the last arrival, the last is expected - 1
    };

    /// A host.
    struct HostBooks
    {
        Ptr<RoceNic> nic;                         ///< its NIC
        std::map<uint32_t, Responder> responders; ///< by queue pair
        std::map<uint32_t, uint64_t> placedFrom;  ///< payload placed by source address
        uint64_t placed{0};                       ///< payload placed
        uint32_t window{0};                       ///< PSNs that its loss recovery may hold
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
     * @brief A packet that seemed to be executed was refused, because no receive request waits; so
     * were those after it.
     * @param host the host
     * @param qpNum its queue pair
     * @param psn its PSN
     */
    static void OnRefused(HostBooks& host, uint32_t qpNum, uint32_t psn);

    /**
     * @brief Place the payload of a packet.
     * @param host the host
     * @param responder the queue pair's
     * @param bytes the payload; below 0: it was not placed after all
     */
    static void Place(HostBooks& host, const Responder& responder, int64_t bytes);

    Findings& m_findings;          ///< violations
    std::deque<HostBooks> m_hosts; ///< by host
};

} // namespace ns3::rdmacell

#endif // PAYLOAD_LEDGER_H
