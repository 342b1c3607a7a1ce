/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CASE_REDUCTION_H
#define CASE_REDUCTION_H

#include "random-case.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief What is left of a case: some of its flows, links, outages, losses and settings.
 *
 * As text, for command lines: what is kept of each list that is not kept whole, as in
 * "flows=0.3/outages=/links=0.1.4". Numbers are those of the whole case.
 */
class CaseReduction
{
  public:
    /// The names of the lists that can be reduced, those that explain a failure best first.
    static const std::vector<std::string>& GetLists();

    /// @brief Keep everything.
    CaseReduction() = default;

    /**
     * @brief Read the text.
     * @param text as GetText() returns it
     * @throws InputError if it is something else
     */
    explicit CaseReduction(const std::string& text);

    /**
     * @brief Get the text.
     * @return the text; empty if everything is kept
     */
    std::string GetText() const;

    /**
     * @brief Keep only some elements of a list.
     * @param list its name
     * @param kept indexes into the list of the whole case
     */
    void Keep(const std::string& list, const std::vector<size_t>& kept);

    /**
     * @brief Get what is kept of a list.
     * @param list its name
     * @param whole the whole case
     * @return indexes into the list of the whole case
     */
    std::vector<size_t> GetKept(const std::string& list, const RandomCase& whole) const;

    /**
     * @brief Reduce a case. Hosts without flows and switches that lead nowhere go, too.
     * @param whole the whole case
     * @return what is left; its network may not be connected any more
     */
    RandomCase Apply(const RandomCase& whole) const;

  private:
    std::map<std::string, std::vector<size_t>> m_kept; ///< by list, if not kept whole
};

} // namespace ns3::rdmacell

#endif // CASE_REDUCTION_H
