/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PEAK_MEMORY_H
#define PEAK_MEMORY_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Get the peak resident memory of the process.
 * @return bytes
 */
uint64_t GetPeakRss();

} // namespace ns3::rdmacell

#endif // PEAK_MEMORY_H
