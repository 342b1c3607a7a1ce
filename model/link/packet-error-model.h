/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_ERROR_MODEL_H
#define PACKET_ERROR_MODEL_H

#include "frame-error-model.h"

#include "ns3/error-model.h"
#include "ns3/ptr.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Loses the frames that one of ns-3's own error models decides on.
 *
 * For each frame the model is given a packet of zeros that has the frame's length from its Ethernet
 * header to its FCS. The packet costs an allocation; RandomFrameErrorModel needs none.
 */
class PacketErrorModel : public FrameErrorModel
{
  public:
    PacketErrorModel();
    ~PacketErrorModel() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    bool IsCorrupt(const RoceFrame& frame) override;

  protected:
    void DoDispose() override;

  private:
    Ptr<ErrorModel> m_model; ///< the model, or null to lose nothing
};

} // namespace ns3::rdmacell

#endif // PACKET_ERROR_MODEL_H
