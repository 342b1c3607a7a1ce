/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cnp-generator.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CnpGenerator");

bool
CnpGenerator::OnMarked(int64_t now, int64_t interval)
{
    NS_LOG_FUNCTION(this << now << interval);
    if (m_sent && now - m_last < interval)
    {
        NS_LOG_LOGIC("no CNP: the last one was sent " << now - m_last << " steps ago");
        return false;
    }
    m_sent = true;
    m_last = now;
    return true;
}

} // namespace ns3::rdmacell
