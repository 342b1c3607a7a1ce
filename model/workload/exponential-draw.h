/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_EXPONENTIAL_DRAW_H
#define RDMACELL_EXPONENTIAL_DRAW_H

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

namespace ns3::rdmacell
{

/**
 * @brief Draws from the exponential distribution of mean 1.
 *
 * J. von Neumann's method ("Various techniques used in connection with random digits", 1951) only
 * compares uniform numbers. ns-3's ExponentialRandomVariable takes a logarithm, whose last bit
 * depends on the C library, so that the same seed could give other flows on another machine.
 *
 * @param uniform the source of randomness; 4.3 numbers are taken on average
 * @return the number, at least 0
 */
double DrawExponential(Ptr<UniformRandomVariable> uniform);

} // namespace ns3::rdmacell

#endif // RDMACELL_EXPONENTIAL_DRAW_H
