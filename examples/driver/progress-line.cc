/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "progress-line.h"

#include "ns3/simulator.h"

#include <iomanip>
#include <iostream>
#include <sstream>

namespace ns3::rdmacell
{

ProgressLine::ProgressLine(Ptr<const FctRecorder> recorder, Time interval)
    : m_recorder(recorder),
      m_interval(interval),
      m_begin(Clock::now()),
      m_printed(m_begin)
{
    Simulator::Schedule(m_interval, &ProgressLine::Update, this);
}

ProgressLine::~ProgressLine()
{
    std::cerr << "\r\033[K" << std::flush;
}

void
ProgressLine::Update()
{
    const uint64_t done = m_recorder->GetFinished() + m_recorder->GetFailed();
    const uint64_t all = m_recorder->GetFlows();
    const auto now = Clock::now();
    if (now - m_printed > std::chrono::milliseconds(200))
    {
        m_printed = now;
        const double spent = std::chrono::duration<double>(now - m_begin).count();
        std::ostringstream line;
        line << std::fixed << std::setprecision(3) << Simulator::Now().GetSeconds() * 1e3
             << " ms simulated, " << done << " of " << all << " flows done";
        if (done > 0)
        {
            const double left = spent * static_cast<double>(all - done) / static_cast<double>(done);
            line << ", about " << std::setprecision(0) << left << " s left";
        }
        std::cerr << '\r' << line.str() << "\033[K" << std::flush;
    }
    if (done < all)
    {
        Simulator::Schedule(m_interval, &ProgressLine::Update, this);
    }
}

} // namespace ns3::rdmacell
