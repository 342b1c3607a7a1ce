/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_GRAPH_H
#define FILE_GRAPH_H

#include "collective-graph.h"

#include "ns3/text-table.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The steps of a file: CSV with the header "step,after,src,dst,bytes" or
 * "step,after,src,dst,bytes,compute_ns", then a step a line.
 *
 * A step has any number that no other has. After it stand the numbers of its inputs with spaces
 * between, of earlier lines, or nothing. An input ends at the rank where the step begins, or begins
 * there: then the step starts when it is acknowledged. Where src and dst are the same, the step is
 * no message: it only joins its inputs. A step is in the round after the last of its inputs'.
 */
class FileGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Read a file.
     * @param path the file
     * @throws InputError that names the line and what was expected
     */
    explicit FileGraph(const std::string& path);

    /**
     * @brief Count the ranks.
     * @return one more than the largest rank
     */
    uint32_t CountRanks() const;

    /**
     * @brief Sum up the messages.
     * @return bytes
     */
    uint64_t CountBytes() const;

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;
    void ListAfterSending(uint64_t step, StepList& steps) const override;

  private:
    /// A step and those that wait for it.
    struct Entry
    {
        CollectiveStep step;                ///< the step
        uint32_t inputs{0};                 ///< how many
        std::vector<uint32_t> afterArrival; ///< indexes of steps
        std::vector<uint32_t> afterSending; ///< indexes of steps
    };

    /**
     * @brief Read a row.
     * @param table at the row
     * @param columns how many there are
     */
    void ReadRow(TextTable& table, std::size_t columns);

    /**
     * @brief Enter the inputs of the last step.
     * @param table at its row
     * @param after the numbers, with spaces between
     */
    void ReadInputs(TextTable& table, const std::string& after);

    std::vector<Entry> m_entries;                     ///< in the order of the file
    std::unordered_map<uint64_t, uint32_t> m_indexes; ///< by the number in the file
    uint32_t m_ranks{0};                              ///< one more than the largest
};

} // namespace ns3::rdmacell

#endif // FILE_GRAPH_H
