/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VERBS_CONTEXT_H
#define VERBS_CONTEXT_H

#include "qp-attr.h"
#include "work-request.h"

#include <cstdint>

namespace ns3::rdmacell
{

class CompletionQueue;
class MemoryRegion;

/**
 * @ingroup rdmacell
 * @brief A queue pair as an application sees it (ibv_qp).
 */
class VerbsQp
{
  public:
    virtual ~VerbsQp() = default;

    /**
     * @brief Get the queue pair number.
     * @return 24 bits
     */
    virtual uint32_t GetQpNum() const = 0;

    /**
     * @brief Get the state.
     * @return the state
     */
    virtual QpState GetState() const = 0;

    /**
     * @brief Change the state (ibv_modify_qp).
     * @param attr the state to go to, and the attributes that this transition reads
     * @return false if the transition is not allowed or an attribute is out of range; the queue
     * pair does not change then
     */
    virtual bool Modify(const QpAttr& attr) = 0;

    /**
     * @brief Post a list of send requests with one doorbell (ibv_post_send).
     * @param wr first of the list
     * @return nullptr if all were accepted, otherwise the first that was not: the send queue is
     * full, the state is not RTS (in ERR, requests are accepted and flushed), or the request is too
     * long, or its local range is not in the memory region of its key
     */
    virtual const SendWr* PostSend(const SendWr& wr) = 0;

    /**
     * @brief Post a list of receive requests (ibv_post_recv).
     * @param wr first of the list
     * @return nullptr if all were accepted, otherwise the first that was not: the receive queue is
     * full or the state is RESET
     */
    virtual const RecvWr* PostRecv(const RecvWr& wr) = 0;

    /**
     * @brief Count the send requests that can be posted now.
     * @return free slots; a slot is free again when its request, or a later signaled one,
     * completes
     */
    virtual uint32_t GetSendSlots() const = 0;
};

/**
 * @ingroup rdmacell
 * @brief An RDMA device as an application sees it (ibv_context): makes and destroys objects.
 *
 * A NIC implements it. Pointers stay valid until the object is destroyed through the context.
 */
class VerbsContext
{
  public:
    virtual ~VerbsContext() = default;

    /**
     * @brief Get the address of the port.
     * @return IPv4 address, host byte order
     */
    virtual uint32_t GetIpAddress() const = 0;

    /**
     * @brief Get the payload that a full packet carries by default.
     * @return bytes
     */
    virtual uint32_t GetPathMtu() const = 0;

    /**
     * @brief Ask whether queue pairs use QpAttr::baseRtt and QpAttr::pathRate.
     * @return true if congestion control or loss recovery needs to know the path
     */
    virtual bool UsesPath() const = 0;

    /**
     * @brief Make a completion queue (ibv_create_cq).
     * @param entries capacity, completions
     * @return the queue
     */
    virtual CompletionQueue* CreateCq(uint32_t entries) = 0;

    /**
     * @brief Destroy a completion queue that no queue pair uses (ibv_destroy_cq).
     * @param cq the queue
     */
    virtual void DestroyCq(CompletionQueue* cq) = 0;

    /**
     * @brief Register memory (ibv_reg_mr), for all kinds of access.
     * @param address virtual address of its first byte
     * @param length bytes
     * @param bytes real bytes of the application that SEND_INLINE data is written to; they outlive
     * the region; nullptr if only addresses matter
     * @return the region
     */
    virtual MemoryRegion* RegMr(uint64_t address, uint64_t length, uint8_t* bytes) = 0;

    /**
     * @brief Deregister memory (ibv_dereg_mr).
     * @param mr the region
     */
    virtual void DeregMr(MemoryRegion* mr) = 0;

    /**
     * @brief Make an RC queue pair in state RESET (ibv_create_qp).
     * @param attr queues and limits
     * @return the queue pair
     */
    virtual VerbsQp* CreateQp(const QpInitAttr& attr) = 0;

    /**
     * @brief Destroy a queue pair in any state (ibv_destroy_qp); no completion follows.
     * @param qp the queue pair
     */
    virtual void DestroyQp(VerbsQp* qp) = 0;
};

} // namespace ns3::rdmacell

#endif // VERBS_CONTEXT_H
