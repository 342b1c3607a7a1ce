/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Ask the system to put what is on the heap so far into huge pages.
 *
 * The frames of a large network touch more pages than the processor has translations for: without
 * huge pages, a third of the time of a K=48 fat tree goes into looking them up. Heaps of less than
 * HUGE_PAGE_HEAP bytes stay as they are. Does nothing where the system has no such pages; results
 * never depend on it.
 */
void UseHugePages();

/// Bytes of heap below which translations suffice.
constexpr long HUGE_PAGE_HEAP = 1L << 24;

} // namespace ns3::rdmacell

#endif // HUGE_PAGES_H
