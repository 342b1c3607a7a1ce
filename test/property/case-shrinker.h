/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CASE_SHRINKER_H
#define CASE_SHRINKER_H

#include "case-reduction.h"
#include "random-case.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Looks for a smaller case that violates the same property.
 */
class CaseShrinker
{
  public:
    /// Tells whether a case still fails.
    using StillFails = std::function<bool(const RandomCase&)>;

    /**
     * @brief Prepare.
     * @param whole a case that fails; outlives the shrinker
     * @param stillFails tells whether a reduced one fails, too
     * @param most time after which the search ends
     */
    CaseShrinker(const RandomCase& whole, StillFails stillFails, std::chrono::seconds most);

    /**
     * @brief Search: take away all of a list, halves, quarters ..., single elements, until nothing
     * more can be taken.
     * @return what is left
     */
    CaseReduction Search();

  private:
    /**
     * @brief Reduce one list as far as possible.
     * @param list its name
     * @return true if something was taken away
     */
    bool ReduceList(const std::string& list);

    /**
     * @brief Try to keep only some elements of a list.
     * @param list its name
     * @param kept what to keep
     * @return true if the case still fails; it is the best one then
     */
    bool Try(const std::string& list, const std::vector<size_t>& kept);

    /**
     * @brief Ask whether the time is over.
     * @return true if so
     */
    bool IsOver() const
    {
        return std::chrono::steady_clock::now() > m_end;
    }

    const RandomCase& m_whole;                   ///< the case that fails
    StillFails m_stillFails;                     ///< tells whether a reduced one does
    std::chrono::steady_clock::time_point m_end; ///< when the search ends
    CaseReduction m_best;                        ///< smallest case that fails
};

} // namespace ns3::rdmacell

#endif // CASE_SHRINKER_H
