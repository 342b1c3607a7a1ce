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
#include <utility>
#include <vector>

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
  public:
    /**
     * @brief Write out what has been traced so far, after the simulation.
     *
     * Without it, files are complete when the simulation is destroyed, but nobody hears of a file
     * system that was full.
     * @throws InputError that names the first file that could not be written whole
     */
    void Finish();

  private:
    /**
     * @brief Start the trace of a device. Devices that are no FrameNetDevice are ignored.
     * @param stream where to write; null to open a file
     * @param prefix start of the file's name, or all of it
     * @param device the device
     * @param explicitFilename true if prefix is the file's name; otherwise it becomes
     * PREFIX-NODE-DEVICE.tr
     * @throws InputError if the file cannot be written
     */
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;

    /// Where traces are written: name of the file, or "stream", and the stream.
    std::vector<std::pair<std::string, Ptr<OutputStreamWrapper>>> m_streams;
};

} // namespace ns3::rdmacell

#endif // FRAME_ASCII_HELPER_H
