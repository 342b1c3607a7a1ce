/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_RESOURCES_H
#define NIC_RESOURCES_H

#include "deferred-callbacks.h"
#include "loss-recovery.h"
#include "nic-settings.h"
#include "nic-traces.h"
#include "nic-transmitter.h"
#include "qp-timers.h"
#include "queue-pool.h"
#include "roce-nic-stats.h"
#include "send-wqe.h"
#include "slot-table.h"

#include "ns3/memory-region.h"
#include "ns3/ptr.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <cstdint>

namespace ns3::rdmacell
{

class CompletionQueue;
class FrameNetDevice;

/**
 * @ingroup rdmacell
 * @brief The parts of a NIC that its queue pairs share.
 */
class NicResources
{
  public:
    /**
     * @brief Make the parts of a NIC that is not connected.
     * @param nicSettings attributes of the NIC; outlive this
     * @param nicTraces trace sources of the NIC; outlive this
     */
    NicResources(const NicSettings& nicSettings, const NicTraces& nicTraces);
    ~NicResources();
    NicResources(const NicResources&) = delete;
    NicResources& operator=(const NicResources&) = delete;

    /**
     * @brief Connect to the device that frames are sent by.
     * @param device the device, which has a node
     */
    void Attach(FrameNetDevice& device);

    /**
     * @brief Add a completion to a queue; the application is notified if it has asked for that.
     * @param cq the queue; if nullptr, the completion is lost
     * @param completion the completion
     */
    void Complete(CompletionQueue* cq, const WorkCompletion& completion);

    /**
     * @brief The last packet of a WRITE was placed in memory: have the region's callback called.
     * @param mr the region
     * @param address first address written
     * @param length bytes written
     */
    void OnWritten(MemoryRegion* mr, uint64_t address, uint32_t length);

    /// @brief Stop all timers, discard callbacks, deregister all memory.
    void Dispose();

    const NicSettings& settings;     ///< attributes of the NIC
    const NicTraces& traces;         ///< trace sources of the NIC
    RoceNicStats stats;              ///< counters
    Ptr<LossRecovery> recovery;      ///< loss recovery; null before RoceNic::SetDevice()
    SlotTable<MemoryRegion> memory;  ///< memory regions by key
    NicTransmitter transmitter;      ///< port, and the order in which queue pairs use it
    QpTimers timers;                 ///< local ACK and RNR timers
    DeferredCallbacks callbacks;     ///< to the application
    QueuePool<SendWqe> sendQueues;   ///< memory of send queues
    QueuePool<RecvWr> receiveQueues; ///< memory of receive queues
};

} // namespace ns3::rdmacell

#endif // NIC_RESOURCES_H
