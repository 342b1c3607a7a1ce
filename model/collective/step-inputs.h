/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STEP_INPUTS_H
#define STEP_INPUTS_H

#include "collective-graph.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Counts the inputs of steps that are there. It has only steps of which some inputs are
 * there and some are not.
 */
class StepInputs
{
  public:
    /**
     * @brief Note an input of a step.
     * @param graph the graph of the step
     * @param step its number
     * @return true if it was the last one
     */
    bool Note(const CollectiveGraph& graph, uint64_t step)
    {
        const uint32_t inputs = graph.CountInputs(step);
        if (inputs == 1)
        {
            return true;
        }
        const auto it = m_missing.try_emplace(step, inputs).first;
        if (--it->second > 0)
        {
            return false;
        }
        m_missing.erase(it);
        return true;
    }

    /**
     * @brief Count the steps that wait for inputs.
     * @return steps
     */
    std::size_t CountWaiting() const
    {
        return m_missing.size();
    }

  private:
    std::unordered_map<uint64_t, uint32_t> m_missing; ///< by step: inputs that are not there
};

} // namespace ns3::rdmacell

#endif // STEP_INPUTS_H
