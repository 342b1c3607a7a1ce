/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_ERROR_MODEL_H
#define FRAME_ERROR_MODEL_H

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides which arriving frames are lost to an error on the link.
 *
 * A RoceFrame is no ns3::Packet, on which ns3::ErrorModel decides; PacketErrorModel makes one.
 */
class FrameErrorModel : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Decide on a frame.
     * @param frame a frame whose last bit has arrived
     * @return true if the receiver drops it
     */
    virtual bool IsCorrupt(const RoceFrame& frame) = 0;
};

/**
 * @ingroup rdmacell
 * @brief Loses frames independently, with a probability for each frame or for each bit.
 */
class RandomFrameErrorModel : public FrameErrorModel
{
  public:
    /// @brief Make a model that loses nothing until a rate is set.
    RandomFrameErrorModel();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Fix the random stream.
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    bool IsCorrupt(const RoceFrame& frame) override;

  private:
    double m_frameErrorRate;              ///< probability of losing a frame
    double m_bitErrorRate;                ///< probability of losing a bit
    Ptr<UniformRandomVariable> m_uniform; ///< draws
};

} // namespace ns3::rdmacell

#endif // FRAME_ERROR_MODEL_H
