/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_PCAP_HELPER_H
#define FRAME_PCAP_HELPER_H

#include "ns3/net-device.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Writes what FrameNetDevices send and receive into pcap files, one file a device.
 *
 * Use it as any of ns-3's pcap helpers: EnablePcap() for devices, nodes or one of them by name or
 * number, EnablePcapAll() for all devices. The link type is Ethernet and times are in
 * nanoseconds; a frame sent has the time of its first bit, a frame received that of its last. The
 * bytes are those of RoceFrameCodec: no FCS, so that Wireshark sees RoCEv2 and PFC as from a NIC.
 *
 * Enable after the devices have been connected. It costs about as much as the simulation itself
 * for each frame of a device that is captured, nothing for the others.
 */
class FramePcapHelper : public PcapHelperForDevice
{
  public:
    /**
     * @brief End the captures that this helper has started, after the simulation.
     *
     * Without it, files are complete when the simulation is destroyed, but nobody hears of a file
     * system that was full.
     * @throws InputError that names the first file that could not be written whole
     */
    void Finish();

  private:
    /**
     * @brief Start the capture of a device. Devices other than FrameNetDevices are ignored.
     * @param prefix start of the file's name, or all of it
     * @param device the device
     * @param promiscuous ignored: all frames of the link are captured
     * @param explicitFilename true if prefix is the file's name; otherwise it becomes
     * PREFIX-NODE-DEVICE.pcap
     * @throws InputError if the file cannot be written
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

    /// Files of the captures: name and file.
    std::vector<std::pair<std::string, Ptr<PcapFileWrapper>>> m_files;
};

} // namespace ns3::rdmacell

#endif // FRAME_PCAP_HELPER_H
