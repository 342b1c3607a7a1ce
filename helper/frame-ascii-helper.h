/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_ASCII_HELPER_H
#define FRAME_ASCII_HELPER_H

#include "ns3/net-device.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Writes the frames of FrameNetDevices as text, one line per event.
 *
 * It is used as any of ns3::AsciiTraceHelperForDevice: EnableAscii() for devices or nodes,
 * EnableAsciiAll() for all. A line has the letter of the event, the time in seconds, the device,
 * and the frame:
 *
 * - `+`: the frame has been put into a queue (Enqueue)
 * - `-`: its transmission starts (FrameTx)
 * - `r`: it has arrived whole (FrameRx)
 * - `d`: it is lost to the error model (FrameRxDrop)
 */
class FrameAsciiHelper : public AsciiTraceHelperForDevice
{
  private:
    /**
     * @brief Start the trace of a device. Devices that are no FrameNetDevice are ignored.
     * @param stream where to write; null to open a file
     * @param prefix start of the file's name, or all of it
     * @param device the device
     * @param explicitFilename true if prefix is the file's name; otherwise it becomes
     * PREFIX-NODE-DEVICE.tr
     */
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
};

} // namespace ns3::rdmacell

#endif // FRAME_ASCII_HELPER_H
