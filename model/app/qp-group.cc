/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-group.h"

#include "ns3/completion-queue.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

namespace
{

constexpr uint32_t WRS_OF_CELL = 2;      ///< head and rest
constexpr double CELL_ROUNDING = 1e-9;   ///< packets: less is an error of rounding
constexpr int64_t INITIAL_BASE_RTTS = 3; ///< T_soft without samples, and one cell

/**
 * @brief Make the settings of the estimators.
 * @param settings knobs
 * @param baseRtt steps
 * @param cellTime of a full cell, steps
 * @return the settings
 */
PathEstimator::Settings
MakeEstimatorSettings(const CellSettings& settings, int64_t baseRtt, int64_t cellTime)
{
    PathEstimator::Settings made;
    made.alpha = settings.alpha;
    made.beta = settings.beta;
    made.factor = settings.deviationFactor;
    made.floor = static_cast<int64_t>(settings.softFloor * static_cast<double>(cellTime));
    made.ceiling = settings.softCeiling.GetTimeStep();
    made.initialSoft = INITIAL_BASE_RTTS * baseRtt + cellTime;
    return made;
}

} // namespace

uint32_t
QpGroup::ComputeCellBytes(const CellSettings& settings, const PathInfo& info, uint32_t mtu)
{
    const double wanted = settings.cellBytes != 0
                              ? static_cast<double>(settings.cellBytes)
                              : settings.cellBdp * static_cast<double>(info.GetBdp());
    const double packets = std::max(1.0, std::ceil(wanted / mtu - CELL_ROUNDING));
    return static_cast<uint32_t>(packets) * mtu;
}

QpGroup::QpGroup(CellContext& context, uint32_t id, Ipv4Address address, const PathInfo& info)
    : m_context(context),
      m_id(id),
      m_address(address),
      m_cellBytes(ComputeCellBytes(context.settings, info, context.verbs->GetPathMtu())),
      m_baseRtt(info.baseRtt.GetTimeStep()),
      m_bitRate(info.bitRate),
      m_scheduler(context.settings.queuePairs,
                  context.manager->GetDelay().IsZero(),
                  context.settings.nextQp,
                  MakeEstimatorSettings(context.settings, m_baseRtt, GetLineTime(m_cellBytes)),
                  m_baseRtt,
                  context.settings.history == CellSettings::HOST ? &context.histories[m_baseRtt]
                                                                 : nullptr),
      m_paths(context.settings.queuePairs),
      m_places(context.settings.pooled ? context.settings.poolSlots : 1),
      m_ringBytes(TokenRing::GetBytes(context.settings.ringSlots) * m_places.size(),
                  boost::container::default_init),
      m_rings(context.verbs->RegMr(uint64_t{id} << CellContext::RING_ADDRESS_BITS,
                                   m_ringBytes.size(),
                                   m_ringBytes.data()))
{
    for (std::size_t i = 0; i < m_places.size(); ++i)
    {
        m_places[i].nextSlot = static_cast<uint16_t>(i);
    }
    m_rings->SetWriteCallback(context.tokenWatch);
    if (m_scheduler.CountHealthy() == 0)
    {
        for (uint16_t path = 0; path < m_paths.size(); ++path)
        {
            Connect(path);
        }
    }
}

QpGroup::~QpGroup()
{
    for (EventId& reset : m_resets)
    {
        reset.Cancel();
    }
    for (const Place& place : m_places)
    {
        if (place.sender)
        {
            m_context.senders.Erase(place.sender->GetFlow().id);
        }
    }
}

void
QpGroup::Close()
{
    for (CellPath& path : m_paths)
    {
        path.Destroy(m_context, m_address);
    }
    for (const Place& place : m_places)
    {
        if (place.sender)
        {
            EndFlow(*place.sender);
        }
    }
    m_context.verbs->DeregMr(m_rings);
}

void
QpGroup::Connect(uint16_t path)
{
    if (!m_paths[path].IsMade())
    {
        const uint32_t cells = m_context.settings.window + CellSender::MOST_UNCOMPLETED;
        const auto flows = static_cast<uint32_t>(m_places.size());
        m_paths[path].Make(m_context, *this, path, WRS_OF_CELL * cells * flows);
    }
    ConnectionRequest request;
    request.address = Ipv4Address(m_context.verbs->GetIpAddress());
    m_paths[path].FillRequest(request);
    request.trafficClass = m_context.settings.trafficClass;
    request.privateData = PrivateData::Encode(CellPathRequest{m_id, path});
    if (const auto reply = m_context.manager->ConnectAtOnce(m_address, request))
    {
        OnConnected(path, *reply);
        return;
    }
    CellContext& context = m_context;
    const uint32_t qpNum = request.qpNum;
    context.manager->Connect(
        m_address,
        request,
        RdmaConnectionManager::ReplyCallback([&context, qpNum](const ConnectionReply& reply) {
            // The group may have ended while the answer was on its way.
            if (const auto* place = context.sending.Find(qpNum))
            {
                place->owner->OnConnected(place->path, reply);
            }
        }));
}

void
QpGroup::OnConnected(uint16_t path, const ConnectionReply& reply)
{
    m_paths[path].BringUp(m_context, m_address, reply);
    if (!m_scheduler.IsHealthy(path))
    {
        m_scheduler.Restore(path);
        PumpAll();
        ReleaseFinished();
    }
}

QpGroup::Place*
QpGroup::FindRoom()
{
    const auto isFree = [](const Place& place) { return !place.sender; };
    const auto free = std::find_if(m_places.begin(), m_places.end(), isFree);
    return free == m_places.end() ? nullptr : &*free;
}

void
QpGroup::AddFlow(const Flow& flow)
{
    if (Place* room = FindRoom())
    {
        StartFlow(flow, *room);
    }
    else
    {
        m_waiting.push_back(flow);
    }
}

void
QpGroup::StartFlow(const Flow& flow, Place& place)
{
    // Another slot for each flow of a place: late tokens of the one before are not taken for its.
    const auto ring = static_cast<std::size_t>(&place - m_places.data());
    const uint16_t slot = place.nextSlot;
    const uint32_t following = slot + static_cast<uint32_t>(m_places.size());
    place.nextSlot = static_cast<uint16_t>(following < GlobalCellId::MAX_SLOTS ? following : ring);
    CellSender& sender = m_context.senders.Make(flow.id, m_context, *this, flow, slot, m_cellBytes);
    place.sender = &sender;
    CellFlowRequest request{};
    request.flowId = flow.id;
    request.sizeBytes = flow.sizeBytes;
    request.group = m_id;
    request.slot = slot;
    request.ringKey = m_rings->GetKey();
    request.ringAddress =
        m_rings->GetAddress() + ring * TokenRing::GetBytes(m_context.settings.ringSlots);
    const Ipv4Address self(m_context.verbs->GetIpAddress());
    const PrivateData data = PrivateData::Encode(request);
    if (const auto answer = m_context.manager->CallAtOnce(m_address, self, data))
    {
        sender.Start(answer->Decode<CellFlowReply>());
        return;
    }
    // A flow does not end before it has started, and its group stays as long.
    m_context.manager->Call(m_address,
                            self,
                            data,
                            RdmaConnectionManager::AnswerCallback([&sender](const PrivateData& d) {
                                sender.Start(d.Decode<CellFlowReply>());
                            }));
}

void
QpGroup::EndFlow(const CellSender& sender) const
{
    m_context.manager->SendMessage(m_address,
                                   Ipv4Address(m_context.verbs->GetIpAddress()),
                                   PrivateData::Encode(CellFlowEnd{sender.GetMemory().flowNumber}));
}

bool
QpGroup::IsEmpty() const
{
    const auto isDone = [](const Place& place) { return !place.sender || place.sender->IsDone(); };
    return std::all_of(m_places.begin(), m_places.end(), isDone) && m_waiting.empty();
}

void
QpGroup::ReleaseFinished()
{
    const bool ready = m_scheduler.CountHealthy() == m_paths.size();
    for (Place& place : m_places)
    {
        CellSender* sender = place.sender;
        // What is still on its way must not meet memory that is gone.
        if (sender && sender->IsDone() && sender->CountPosted() == 0 &&
            (ready || !sender->WasRolledBack()))
        {
            EndFlow(*sender);
            m_context.senders.Erase(sender->GetFlow().id);
            place.sender = nullptr;
        }
    }
    while (!m_waiting.empty() && FindRoom())
    {
        const Flow flow = m_waiting.front();
        m_waiting.pop_front();
        AddFlow(flow);
    }
}

void
QpGroup::Post(CellSender& sender, const TrackingQueue::Cell& cell)
{
    CellPath& path = m_paths[cell.path];
    if (!path.IsMade())
    {
        Connect(cell.path);
    }
    path.Post(m_context, sender, cell, m_nextWrId++);
}

void
QpGroup::OnCompletion(uint16_t path, const WorkCompletion& completion)
{
    if (completion.status != WcStatus::SUCCESS)
    {
        // After isolation these are the flushed cells, sent elsewhere; otherwise the NIC gave up.
        if (m_scheduler.IsHealthy(path))
        {
            ++m_context.counters.queuePairErrors;
            Isolate(path);
        }
        return;
    }
    auto& posted = m_paths[path].GetPosted();
    bool any = false;
    while (!posted.empty() && posted.front().wrId <= completion.wrId)
    {
        const CellPath::Posting done = posted.front();
        posted.erase(posted.begin()); // there are few
        done.sender->OnUnposted(done.length);
        done.sender->OnComplete(done.sequence);
        done.sender->Pump();
        any = true;
    }
    if (any && !posted.empty())
    {
        const CellPath::Posting& next = posted.front();
        next.sender->OnFirstBit(next.sequence, Simulator::Now().GetTimeStep() - m_baseRtt);
    }
}

void
QpGroup::ReadToken(uint64_t address)
{
    const Token token = Token::Decode(m_rings->At(address));
    const GlobalCellId id = GlobalCellId::Decode(token.cellId, m_context.GetLayout());
    CellSender* found = m_places[id.slot % m_places.size()].sender;
    ++m_context.counters.tokensReceived;
    if (!found || found->GetSlot() != id.slot)
    {
        return; // of a flow that has ended
    }
    CellSender& sender = *found;
    if (const TrackingQueue::Cell* cell = sender.OnToken(token, id))
    {
        const TrackingQueue::Cell copy = *cell; // what is proven may move NEXT_ACK
        ProveEarlier(sender, copy);
        if (copy.length <= m_context.verbs->GetPathMtu())
        {
            sender.OnComplete(copy.sequence); // the head was all of it
        }
    }
    if (!sender.IsDone())
    {
        sender.Pump();
    }
}

void
QpGroup::ProveEarlier(const CellSender& sender, const TrackingQueue::Cell& cell)
{
    for (const CellPath::Posting& posting : m_paths[cell.path].GetPosted())
    {
        if (posting.sender == &sender && posting.sequence == cell.sequence)
        {
            return;
        }
        posting.sender->OnComplete(posting.sequence);
    }
}

void
QpGroup::OnNak(uint16_t path)
{
    ++m_context.counters.naksSeen;
    Recover(path, Simulator::Now().GetTimeStep());
}

bool
QpGroup::Recover(uint16_t path, int64_t now)
{
    if (!m_scheduler.MayRecover(path, now))
    {
        return false;
    }
    Isolate(path);
    return true;
}

void
QpGroup::Isolate(uint16_t path)
{
    ++m_context.counters.reroutes;
    (*m_context.isolated)(m_id, path);
    m_scheduler.Isolate(path, Simulator::Now().GetTimeStep());
    for (const CellPath::Posting& posting : m_paths[path].GetPosted())
    {
        posting.sender->OnUnposted(posting.length);
    }
    m_paths[path].Fail();
    m_resets.resize(m_paths.size());
    m_resets[path] = Simulator::Schedule(m_context.settings.resetTime, &QpGroup::Reset, this, path);
    for (const Place& place : m_places)
    {
        if (place.sender && !place.sender->IsDone())
        {
            place.sender->RollBack(path);
        }
    }
    PumpAll();
}

void
QpGroup::Reset(uint16_t path)
{
    m_paths[path].Reset(m_context.settings.newPortOnReset);
    ++m_context.counters.resets;
    Connect(path);
}

void
QpGroup::PumpAll()
{
    for (const Place& place : m_places)
    {
        if (place.sender && !place.sender->IsDone())
        {
            place.sender->Pump();
        }
    }
}

uint32_t
QpGroup::GetId() const
{
    return m_id;
}

CellScheduler&
QpGroup::GetScheduler()
{
    return m_scheduler;
}

int64_t
QpGroup::GetBaseRtt() const
{
    return m_baseRtt;
}

int64_t
QpGroup::GetLineTime(uint64_t bytes) const
{
    if (bytes == 0)
    {
        return 0; // most often; the arithmetic is costly
    }
    return Seconds(static_cast<double>(bytes) * 8 / static_cast<double>(m_bitRate)).GetTimeStep();
}

uint64_t
QpGroup::GetPostedBytes(uint16_t path) const
{
    return m_paths[path].GetPostedBytes();
}

} // namespace ns3::rdmacell
