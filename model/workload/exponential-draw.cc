/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exponential-draw.h"

namespace ns3::rdmacell
{

double
DrawExponential(Ptr<UniformRandomVariable> uniform)
{
    // A falling run from x has length n or more with probability x^(n-1) / (n-1)!, so an odd length
    // has probability exp(-x): accepted, x is the fractional part. Each failure adds 1.
    for (double whole = 0;; whole += 1)
    {
        const double first = uniform->GetValue(0, 1);
        double last = first;
        bool odd = true;
        for (double next = uniform->GetValue(0, 1); next < last; next = uniform->GetValue(0, 1))
        {
            last = next;
            odd = !odd;
        }
        if (odd)
        {
            return whole + first;
        }
    }
}

} // namespace ns3::rdmacell
