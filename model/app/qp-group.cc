/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-group.h"

#include "cell-send-side.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpGroup");

namespace
{

constexpr double CELL_ROUNDING = 1e-9; ///< packets: a smaller part of one is a rounding error

/// Least cell that is computed, bytes. A cell adds two RETHs, immediate data and the acknowledgment
/// of its token to what its sender transmits, some 120 bytes: 1.5 % of this.
constexpr double LEAST_CELL_BYTES = 8000;

} // namespace

uint32_t
QpGroup::ComputeCellBytes(const CellSettings& settings, const PathInfo& info, uint32_t mtu)
{
    const double wanted =
        settings.cellBytes != 0
            ? static_cast<double>(settings.cellBytes)
            : std::max(settings.cellBdp * static_cast<double>(info.GetBdp()), LEAST_CELL_BYTES);
    const double most = CellSettings::MAX_CELL_BYTES / mtu;
    const double packets = std::clamp(std::ceil(wanted / mtu - CELL_ROUNDING), 1.0, most);
    return static_cast<uint32_t>(packets) * mtu;
}

QpGroup::QpGroup(CellSendSide& side, uint32_t id, Ipv4Address peer, const PathInfo& info)
    : m_id(id),
      m_paths(
          side,
          *this,
          peer,
          info,
          ComputeCellBytes(side.GetSettings(), info, side.GetEndpoint().GetVerbs().GetPathMtu())),
      m_flows(side, m_paths, id, peer)
{
    NS_LOG_FUNCTION(this << id << peer << m_paths.GetCellBytes());
    m_paths.ConnectInAdvance();
}

uint32_t
QpGroup::GetId() const
{
    return m_id;
}

void
QpGroup::AddFlow(const Flow& flow)
{
    m_flows.AddFlow(flow);
}

void
QpGroup::OnCompletion(uint16_t path, const WorkCompletion& completion)
{
    m_paths.OnCompletion(path, completion);
}

void
QpGroup::ReadToken(uint64_t address)
{
    m_flows.ReadToken(address);
}

void
QpGroup::OnNak(uint16_t path)
{
    m_paths.OnNak(path);
}

void
QpGroup::OnConnected(uint16_t path, const ConnectionReply& reply)
{
    if (m_paths.OnConnected(path, reply))
    {
        m_flows.SendCells();
        m_flows.ReleaseFinished();
    }
}

void
QpGroup::OnIsolated(uint16_t path)
{
    m_flows.RollBack(path);
    m_flows.SendCells();
}

void
QpGroup::ReleaseFinished()
{
    m_flows.ReleaseFinished();
}

bool
QpGroup::IsDone() const
{
    return m_flows.AreAllDone();
}

void
QpGroup::Close()
{
    m_paths.Close();
    m_flows.Close();
}

} // namespace ns3::rdmacell
