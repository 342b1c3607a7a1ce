/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_TEST_FILES_H
#define RDMACELL_TEST_FILES_H

#include "ns3/input-error.h"

#include <cstdio>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace ns3::rdmacell
{

/// A file for one test, which is removed when the test ends.
class ScratchFile
{
  public:
    /**
     * @brief Writes the file.
     *
     * @param content what it holds
     */
    explicit ScratchFile(const std::string& content = "")
        : m_path(testing::TempDir() + "rdmacell-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())
    {
        std::ofstream(m_path) << content;
    }

    ~ScratchFile()
    {
        std::remove(m_path.c_str());
    }

    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    /**
     * @brief Where it is.
     *
     * @return the path
     */
    const std::string& GetPath() const
    {
        return m_path;
    }

  private:
    std::string m_path; ///< Where it is.
};

/**
 * @brief The path of a file of the project.
 *
 * @param path its path from the top of the project
 * @return a path that can be opened
 */
inline std::string
ProjectFile(const std::string& path)
{
    const std::string self = __FILE__;
    return self.substr(0, self.rfind("test/unit/")) + path;
}

/**
 * @brief The text of the InputError that an action throws.
 *
 * @param action what is done
 * @return the text, or "no error"
 */
inline std::string
ErrorOf(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace ns3::rdmacell

#endif // RDMACELL_TEST_FILES_H
