/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dre.h"

#include "ns3/nstime.h"

#include <cmath>

namespace ns3::rdmacell
{

Dre::Dre(uint64_t bitRate, int64_t period, double alpha, uint32_t bits)
    : m_nextDecay(period),
      m_period(period),
      m_alpha(static_cast<uint32_t>(alpha * (1U << ALPHA_BITS))),
      m_maximum((1U << bits) - 1)
{
    const double tau = static_cast<double>(period) / alpha / Seconds(1).GetTimeStep();
    const double full = static_cast<double>(bitRate) / 8 * tau * (1U << FRACTION);
    m_unit = static_cast<uint64_t>(std::llround(full / (1U << bits)));
}

double
Dre::GetBytes(int64_t now)
{
    CatchUp(now);
    return static_cast<double>(m_register) / (1U << FRACTION);
}

void
Dre::Decay(int64_t now)
{
    constexpr uint64_t LOW = (1U << ALPHA_BITS) - 1;
    int64_t periods = (now - m_nextDecay) / m_period + 1;
    m_nextDecay += periods * m_period;
    for (uint64_t loss = 1; periods > 0 && loss > 0; --periods)
    {
        // The product is made of two parts, since it may have more than 64 bits.
        loss = (m_register >> ALPHA_BITS) * m_alpha + ((m_register & LOW) * m_alpha >> ALPHA_BITS);
        m_register -= loss;
    }
}

} // namespace ns3::rdmacell
