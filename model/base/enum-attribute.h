/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ENUM_ATTRIBUTE_H
#define ENUM_ATTRIBUTE_H

#include "ns3/enum.h"

/**
 * @file
 * Enum attributes that compile with every ns-3 version: from 3.41 on, MakeEnumAccessor() wants the
 * type of the enum, before it deduced it. The probe is a header that came with 3.41.
 *
 * The enum must be unscoped (inside a class), because 3.37's EnumValue holds an int.
 */

/**
 * @brief Make the accessor of an enum attribute.
 * @param type type of the enum
 * @param ... the member, or its setter and its getter
 */
#if __has_include("ns3/uniform-random-bit-generator.h")
#define RDMACELL_ENUM_ACCESSOR(type, ...) ns3::MakeEnumAccessor<type>(__VA_ARGS__)
#else
#define RDMACELL_ENUM_ACCESSOR(type, ...) ns3::MakeEnumAccessor(__VA_ARGS__)
#endif

#endif // ENUM_ATTRIBUTE_H
