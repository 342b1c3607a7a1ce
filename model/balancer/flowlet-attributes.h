/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOWLET_ATTRIBUTES_H
#define FLOWLET_ATTRIBUTES_H

#include "ns3/nstime.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Add the attributes of a FlowletTable, FlowletGap and TableSize, to the type of a scheme.
 * @tparam Balancer a scheme with flowlets
 * @param tid type of the scheme
 * @param source source of the default of FlowletGap, 100 us
 * @param gap member for the gap
 * @param tableSize member for the entries
 * @return the type
 */
template <typename Balancer>
TypeId
AddFlowletAttributes(TypeId tid,
                     const std::string& source,
                     Time Balancer::*gap,
                     uint32_t Balancer::*tableSize)
{
    return tid
        .AddAttribute("FlowletGap",
                      "A pause longer than this starts a flowlet (100 us: " + source +
                          "); read when the switch is initialized.",
                      TimeValue(MicroSeconds(100)),
                      MakeTimeAccessor(gap),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("TableSize",
                      "Flows that the flowlet table of a switch has room for, rounded up to a "
                      "power of two, 4 at least (16384: many times the flows that a switch sees "
                      "within a flowlet gap at 128 hosts); read when the switch is initialized.",
                      UintegerValue(16384),
                      MakeUintegerAccessor(tableSize),
                      MakeUintegerChecker<uint32_t>(1, 1U << 24));
}

} // namespace ns3::rdmacell

#endif // FLOWLET_ATTRIBUTES_H
