/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mpi-simulator-impl.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/make-event.h"
#include "ns3/node-list.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("MpiSimulatorImpl");

NS_OBJECT_ENSURE_REGISTERED(MpiSimulatorImpl);

namespace
{

/// The longest window: ranks of which nothing can matter for each other go on so far.
constexpr int64_t LONGEST_WINDOW_US = 100;

/// No event.
constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

/// Context of the ends of windows, which are not counted as events.
constexpr uint32_t WINDOW_CONTEXT = Simulator::NO_CONTEXT - 1;

/// What stands before the bytes that are posted.
struct PostHeader
{
    uint32_t address; ///< who takes them
    uint32_t length;  ///< their number
};

/// Measures wall time while it lives.
class Stopwatch
{
  public:
    /**
     * @brief Start.
     * @param seconds is increased by the time
     */
    explicit Stopwatch(double& seconds)
        : m_seconds(seconds)
    {
    }

    ~Stopwatch()
    {
        m_seconds +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& m_seconds; ///< total
    /// When it was started.
    std::chrono::steady_clock::time_point m_begin{std::chrono::steady_clock::now()};
};

} // namespace

TypeId
MpiSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::MpiSimulatorImpl")
                            .SetParent<SequentialSimulatorImpl>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<MpiSimulatorImpl>();
    return tid;
}

MpiSimulatorImpl::MpiSimulatorImpl()
    : m_windowEnd(Create<WindowEvent>(this)),
      m_window(MicroSeconds(LONGEST_WINDOW_US).GetTimeStep()),
      m_out(MpiProcess::GetRanks()),
      m_in(MpiProcess::GetRanks())
{
    m_windowEnd->SetContext(WINDOW_CONTEXT);
    m_windowEnd->SetPlace(EventOrder::FIRST);
}

MpiSimulatorImpl::~MpiSimulatorImpl() = default;

void
MpiSimulatorImpl::DoDispose()
{
    m_windowEnd->Detach();
    m_handlers.clear();
    m_ended = nullptr;
    SequentialSimulatorImpl::DoDispose();
}

void
MpiSimulatorImpl::StopAfter(std::function<int64_t()> ended, int64_t settling)
{
    m_ended = std::move(ended);
    m_settling = settling;
}

int64_t
MpiSimulatorImpl::GetWindow() const
{
    return m_window;
}

const MpiSimulatorImpl::Statistics&
MpiSimulatorImpl::GetStatistics() const
{
    return m_statistics;
}

uint32_t
MpiSimulatorImpl::GetSystemId() const
{
    return MpiProcess::GetRank();
}

uint32_t
MpiSimulatorImpl::GetRank() const
{
    return MpiProcess::GetRank();
}

void
MpiSimulatorImpl::LimitWindow(int64_t delay)
{
    NS_ABORT_MSG_UNLESS(delay > 0, "what ranks send each other takes some time");
    m_window = std::min(m_window, delay);
}

void
MpiSimulatorImpl::SetHandler(uint32_t address, Handler handler)
{
    m_handlers[address] = std::move(handler);
}

void
MpiSimulatorImpl::Post(uint32_t rank, uint32_t address, const uint8_t* bytes, std::size_t length)
{
    Bytes& out = m_out[rank];
    const PostHeader header{address, static_cast<uint32_t>(length)};
    const std::size_t size = out.size();
    out.resize(size + sizeof(header) + length);
    std::memcpy(out.data() + size, &header, sizeof(header));
    std::memcpy(out.data() + size + sizeof(header), bytes, length);
}

void
MpiSimulatorImpl::SendNow(uint32_t rank, const Bytes& bytes)
{
    ++m_statistics.calls;
    const Stopwatch watch(m_statistics.seconds);
    MpiProcess::Send(rank, bytes);
}

RankLink::Bytes
MpiSimulatorImpl::ReceiveNow(uint32_t rank)
{
    const Stopwatch watch(m_statistics.seconds);
    return MpiProcess::Receive(rank);
}

int64_t
MpiSimulatorImpl::Sum(int64_t number)
{
    const Stopwatch watch(m_statistics.seconds);
    return MpiProcess::Sum(number);
}

int64_t
MpiSimulatorImpl::Max(int64_t number)
{
    const Stopwatch watch(m_statistics.seconds);
    std::vector<int64_t> negated{-number};
    MpiProcess::Minimize(negated);
    return -negated.front();
}

void
MpiSimulatorImpl::CountOwnEvents()
{
    std::vector<bool> counted(NodeList::GetNNodes());
    for (uint32_t node = 0; node < counted.size(); ++node)
    {
        counted[node] = IsOwn(node);
    }
    CountEvents(std::move(counted), GetRank() == 0);
}

void
MpiSimulatorImpl::Run()
{
    std::vector<int64_t> shortest{m_window};
    MpiProcess::Minimize(shortest);
    m_window = shortest.front();
    NS_LOG_INFO("rank " << GetRank() << " has windows of " << TimeStep(m_window).As(Time::NS));
    CountOwnEvents();
    const int64_t now = Now().GetTimeStep();
    m_windowEnd->ArmAt(now, now);
    SequentialSimulatorImpl::Run();
}

void
MpiSimulatorImpl::EndWindow(int64_t now)
{
    const Stopwatch watch(m_statistics.seconds);
    ++m_statistics.windows;
    for (const Bytes& message : m_out)
    {
        m_statistics.bytes += message.size();
    }
    m_statistics.messages += m_out.size() - 1;
    MpiProcess::Exchange(m_out, m_in);
    for (Bytes& message : m_out)
    {
        message.clear();
    }
    TakeMessages();

    const int64_t ended = m_ended && !m_isStopping ? m_ended() : -1;
    std::vector<int64_t> agreed{GetNextTime(), ended < 0 ? 0 : 1, -ended};
    MpiProcess::Minimize(agreed);
    int64_t next = agreed[0];
    if (agreed[1] == 1)
    {
        m_isStopping = true;
        const int64_t stop = std::max(m_settling - agreed[2], now);
        ScheduleWithContext(Simulator::NO_CONTEXT, TimeStep(stop - now), MakeEvent([this]() {
                                Stop();
                            }));
        next = std::min(next, stop);
    }
    if (next != NEVER)
    {
        m_windowEnd->ArmAt(now, next + m_window);
    }
}

void
MpiSimulatorImpl::TakeMessages()
{
    for (const Bytes& message : m_in)
    {
        for (std::size_t at = 0; at < message.size();)
        {
            PostHeader header{};
            std::memcpy(&header, message.data() + at, sizeof(header));
            at += sizeof(header);
            m_handlers.at(header.address)(message.data() + at, header.length);
            at += header.length;
        }
    }
}

} // namespace ns3::rdmacell
