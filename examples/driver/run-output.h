/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_OUTPUT_H
#define RUN_OUTPUT_H

#include "experiment-options.h"
#include "partial-directory.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The output directory of a run. Results are written into a directory within it, and replace
 * those of an earlier run when all of them are whole: a run that fails leaves the earlier one's.
 */
class RunOutput
{
  public:
    /**
     * @brief Check that all files can be written, without writing.
     * @param options the run
     * @throws InputError if something cannot be written
     */
    explicit RunOutput(const ExperimentOptions& options);

    /**
     * @brief Make the directories.
     * @throws InputError if they cannot be made
     */
    void Open();

    /**
     * @brief Get the directory to write results into, after Open().
     * @return its path; empty if the run has no results
     */
    std::string GetDirectory() const;

    /**
     * @brief Write results, after Open().
     * @param write writes into the directory that it is given
     * @throws InputError that names the file in the output directory
     */
    void Write(const std::function<void(const std::string& directory)>& write) const;

    /**
     * @brief List the results, in alphabetical order.
     * @return names of the files that are in the directory
     */
    std::vector<std::string> ListFiles() const;

    /**
     * @brief Replace an earlier run's results; meta.json comes last. Files that no run has written
     * stay.
     * @throws InputError if a file cannot be replaced
     */
    void Publish();

  private:
    /**
     * @brief Check that a file can be made in the directory that its path names.
     * @param option the option that names it
     * @param path the file, or the part that the names of several begin with; empty for none
     */
    void CheckFile(const std::string& option, const std::string& path) const;

    /// @brief Check that the output directory exists or can be made, and files be replaced in it.
    void CheckDirectory() const;

    std::filesystem::path m_directory;           ///< of the results; empty if there are none
    std::unique_ptr<PartialDirectory> m_partial; ///< where they are until all are whole
};

} // namespace ns3::rdmacell

#endif // RUN_OUTPUT_H
