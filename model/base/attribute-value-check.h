/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_VALUE_CHECK_H
#define ATTRIBUTE_VALUE_CHECK_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Check the text of an attribute's value: its form here, its range by ns-3's checker.
 * @param what whose value it is, for the message
 * @param value as text
 * @param checker the attribute's
 * @return the value, of the type that the checker wants
 * @throws InputError that says what was expected
 */
Ptr<AttributeValue> CheckValue(const std::string& what,
                               const std::string& value,
                               Ptr<const AttributeChecker> checker);

} // namespace ns3::rdmacell

#endif // ATTRIBUTE_VALUE_CHECK_H
