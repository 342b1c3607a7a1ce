/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_CONTEXT_H
#define CELL_CONTEXT_H

#include "cell-counters.h"
#include "cell-sender.h"
#include "cell-settings.h"
#include "global-cell-id.h"
#include "rdma-connection-manager.h"
#include "recycling-map.h"

#include "ns3/memory-region.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/verbs-context.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

class CellReceiver;
class CompletionQueue;
class QpGroup;

/**
 * @ingroup rdmacell
 * @brief What all flows of a host share: the device, its queues, knobs, counters.
 */
struct CellContext
{
    /// Bits of an address within the token rings of a group, whose number is above.
    static constexpr uint32_t RING_ADDRESS_BITS = 32;

    /// Bits of an address within a flow at its receiver, whose number for it is above.
    static constexpr uint32_t FLOW_ADDRESS_BITS = 38;

    /// Where a queue pair belongs.
    template <typename Owner>
    struct Place
    {
        Owner* owner;  ///< group
        uint16_t path; ///< which of its queue pairs
    };

    /**
     * @brief Make a context without a device.
     * @param knobs the knobs; outlive it
     */
    explicit CellContext(const CellSettings& knobs)
        : settings(knobs)
    {
    }

    VerbsContext* verbs{nullptr};            ///< RDMA device
    RdmaConnectionManager* manager{nullptr}; ///< out-of-band channel
    CompletionQueue* sendCq{nullptr};        ///< of all send requests
    CompletionQueue* recvCq{nullptr};        ///< of all receive requests
    MemoryRegion* source{nullptr};           ///< where all flows' data comes from
    std::vector<RecvWr> receives;            ///< list of the receive requests of a queue pair
    const CellSettings& settings;            ///< knobs
    CellCounters counters;                   ///< what was done
    uint64_t postedBytes{0};                 ///< of cells on all queue pairs
    std::unordered_map<int64_t, PathEstimator> histories;  ///< of all cells, by base RTT in steps
    RecyclingMap<uint64_t, CellSender> senders;            ///< by flow id
    RecyclingMap<uint32_t, Place<QpGroup>> sending;        ///< by queue pair number
    RecyclingMap<uint32_t, Place<CellReceiver>> receiving; ///< by queue pair number
    MemoryRegion::WriteCallback tokenWatch;                ///< of all groups' token rings
    MemoryRegion::WriteCallback flowWatch;                 ///< of all flows that come
    TracedCallback<uint64_t, uint64_t, Time>* rttSample{nullptr}; ///< trace source of CellApp
    TracedCallback<uint32_t, uint16_t>* isolated{nullptr};        ///< trace source of CellApp
    std::function<void(uint64_t flowId)> placed;   ///< all bytes of a flow are at this receiver
    std::function<void(uint64_t flowId)> finished; ///< all cells of a flow are complete

    /**
     * @brief Bring a queue pair to RTS.
     * @param qp the queue pair, in RESET
     * @param attr addresses, numbers, PSNs, class; gets the rest
     */
    void BringUp(VerbsQp& qp, QpAttr attr) const;

    /**
     * @brief Choose the first PSN of a queue pair's next life: packets of the old one that are
     * still on their way are behind it, and so taken for duplicates.
     * @param psn first PSN of the present life
     * @param packets posted in it
     * @return PSN
     */
    static uint32_t GetNextPsn(uint32_t psn, uint32_t packets);

    /**
     * @brief Get the use of the immediate data's bits.
     * @return the layout
     */
    GlobalCellId::Layout GetLayout() const
    {
        return settings.pooled ? GlobalCellId::Layout::POOL : GlobalCellId::Layout::OWN;
    }
};

} // namespace ns3::rdmacell

#endif // CELL_CONTEXT_H
