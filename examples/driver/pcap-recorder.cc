/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pcap-recorder.h"

#include <filesystem>

namespace ns3::rdmacell
{

void
PcapRecorder::Start(const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    m_partial = std::make_unique<PartialDirectory>(path.parent_path(), "pcap");
    m_captures.EnablePcapAll((m_partial->GetPath() / path.filename()).string());
}

void
PcapRecorder::Finish()
{
    if (!m_partial)
    {
        return;
    }
    m_partial->Write([this]() { m_captures.Finish(); });
    for (const auto& entry : std::filesystem::directory_iterator(m_partial->GetPath()))
    {
        m_partial->Publish(entry.path().filename().string());
    }
    m_partial.reset();
}

} // namespace ns3::rdmacell
