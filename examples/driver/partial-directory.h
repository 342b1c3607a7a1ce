/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PARTIAL_DIRECTORY_H
#define PARTIAL_DIRECTORY_H

#include <filesystem>
#include <functional>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A directory .partial-PID within another one, for files that are not whole yet. It is
 * removed with all that is left in it.
 *
 * The process holds a lock on it (flock(2)), so that a later one can tell those of processes that
 * were killed from those of processes that run, on another computer too, and removes the former.
 */
class PartialDirectory
{
  public:
    /**
     * @brief Make the directory, and remove those of processes that were killed.
     * @param parent where; made if it does not exist
     * @param option the option that names it, for messages
     * @throws InputError if it cannot be made
     */
    PartialDirectory(const std::filesystem::path& parent, const std::string& option);

    ~PartialDirectory();
    PartialDirectory(const PartialDirectory&) = delete;
    PartialDirectory& operator=(const PartialDirectory&) = delete;

    /**
     * @brief Get the directory.
     * @return its path
     */
    const std::filesystem::path& GetPath() const;

    /**
     * @brief Move a whole file out of it, to its parent; another file of the name is replaced,
     * unless it is a directory, a device or the like.
     * @param name of the file
     * @throws InputError if it cannot be moved
     */
    void Publish(const std::string& name) const;

    /**
     * @brief Write files in it, with messages that name them as they are named when they are whole.
     * @param write writes them
     * @throws InputError as the function does
     */
    void Write(const std::function<void()>& write) const;

  private:
    /// @brief Remove the directories of processes that were killed.
    void RemoveLeftovers() const;

    /**
     * @brief Make the directory and lock it.
     * @param path its path
     * @return false if there is one already, or it cannot be made
     */
    bool Make(const std::filesystem::path& path);

    std::filesystem::path m_parent; ///< where it is
    std::filesystem::path m_path;   ///< the directory
    int m_lock{-1};                 ///< file descriptor that holds the lock
};

} // namespace ns3::rdmacell

#endif // PARTIAL_DIRECTORY_H
