/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PCAP_RECORDER_H
#define PCAP_RECORDER_H

#include "partial-directory.h"

#include "ns3/frame-pcap-helper.h"

#include <memory>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Captures the frames of all ports in pcap files, which have their names when all are whole.
 */
class PcapRecorder
{
  public:
    /**
     * @brief Start the captures of all ports.
     * @param prefix start of the names PREFIX-NODE-DEVICE.pcap
     * @throws InputError if a file cannot be written
     */
    void Start(const std::string& prefix);

    /**
     * @brief End the captures, if they were started; only then the files have their names.
     * @throws InputError if one could not be written
     */
    void Finish();

  private:
    std::unique_ptr<PartialDirectory> m_partial; ///< where the files are until all are whole
    FramePcapHelper m_captures;                  ///< the captures
};

} // namespace ns3::rdmacell

#endif // PCAP_RECORDER_H
