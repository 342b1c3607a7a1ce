/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POWER_OF_TWO_CHECKER_H
#define POWER_OF_TWO_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Make a checker of attributes that are a power of two.
 * @param most largest value that is allowed
 * @return the checker: it takes UintegerValue
 */
Ptr<const AttributeChecker> MakePowerOfTwoChecker(uint64_t most);

} // namespace ns3::rdmacell

#endif // POWER_OF_TWO_CHECKER_H
