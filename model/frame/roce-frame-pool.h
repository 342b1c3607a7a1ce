/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_FRAME_POOL_H
#define ROCE_FRAME_POOL_H

#include "roce-frame.h"

#include "ns3/free-list.h"

#include <cstddef>
#include <memory>

namespace ns3::rdmacell
{

/// Returns a frame to the pool; the deleter of RoceFramePtr.
struct RoceFrameRecycler
{
    /**
     * @brief Return the frame to the pool.
     * @param frame the frame, not nullptr
     */
    void operator()(RoceFrame* frame) const;
};

/**
 * @brief The one owner of a frame.
 *
 * A function that takes ownership has a parameter `RoceFramePtr&&`. A frame is passed on many times
 * on each hop; by value, each function would have to destroy a pointer of its own.
 */
using RoceFramePtr = std::unique_ptr<RoceFrame, RoceFrameRecycler>;

/**
 * @ingroup rdmacell
 * @brief The free list that frames come from and go back to.
 *
 * There is one for each process, like the allocators of ns3::Buffer: one node allocates a frame,
 * another releases it. The pool counts frames, so that tests can detect leaks.
 */
class RoceFramePool
{
  public:
    /**
     * @brief Take a frame.
     * @return a frame with all fields zero (kind ROCE, not ECN capable)
     */
    static RoceFramePtr Get();

    /**
     * @brief Count the frames that have an owner.
     * @return frames taken and not returned
     */
    static std::size_t GetLive();

    /**
     * @brief Count the frames ever made: the peak of GetLive(), rounded up to a slab.
     * @return frames in memory
     */
    static std::size_t GetCapacity();

  private:
    friend struct RoceFrameRecycler;

    static FreeList<RoceFrame, 1024> s_frames; ///< all frames
};

} // namespace ns3::rdmacell

#endif // ROCE_FRAME_POOL_H
