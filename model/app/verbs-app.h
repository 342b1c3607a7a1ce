/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VERBS_APP_H
#define VERBS_APP_H

#include "host-app.h"
#include "rdma-endpoint.h"

#include "ns3/completion-queue.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A HostApp that carries flows over RC queue pairs of the host's device, which it opens when
 * it starts: the base of FlowApp and CellApp.
 */
class VerbsApp : public HostApp
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  protected:
    void StartApplication() override;

    /**
     * @brief A send request has completed.
     * @param completion the completion
     */
    virtual void OnSendCompletion(const WorkCompletion& completion) = 0;

    /**
     * @brief A receive request has completed. By default it is ignored.
     * @param completion the completion
     */
    virtual void OnReceiveCompletion(const WorkCompletion& completion);

    /**
     * @brief A WRITE has been placed in the memory of an incoming flow.
     * @param number number that the flow's memory was registered with
     * @param offset first byte in the flow
     * @param length bytes
     */
    virtual void OnFlowBytesPlaced(uint32_t number, uint64_t offset, uint32_t length) = 0;

    /**
     * @brief Get what flows share of the device.
     * @return the endpoint; open once the application has started
     */
    RdmaEndpoint& GetEndpoint();

    // Attributes of subclasses, read when the application starts; each has defaults of its own.
    uint8_t m_trafficClass{3}; ///< class of the requests
    uint8_t m_timeout{10};     ///< local ACK timeout code
    uint8_t m_retryCount{7};   ///< transport retries

  private:
    /**
     * @brief Take all send completions, and wait for the next.
     * @param cq the queue
     */
    void PollSendCq(CompletionQueue* cq);

    /**
     * @brief Take all receive completions, and wait for the next.
     * @param cq the queue
     */
    void PollReceiveCq(CompletionQueue* cq);

    /**
     * @brief A WRITE has been placed in the memory of an incoming flow.
     * @param address where it begins
     * @param length bytes
     */
    void OnFlowMemoryWritten(uint64_t address, uint32_t length);

    RdmaEndpoint m_endpoint;                             ///< what flows share of the device
    CompletionQueue::Notification m_sendNotification;    ///< PollSendCq(), made once
    CompletionQueue::Notification m_receiveNotification; ///< PollReceiveCq(), made once
};

} // namespace ns3::rdmacell

#endif // VERBS_APP_H
