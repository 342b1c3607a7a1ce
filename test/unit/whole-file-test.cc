/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "test-files.h"

#include "ns3/input-error.h"
#include "ns3/whole-file.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <sys/stat.h>

using namespace ns3::rdmacell;

namespace
{

/// A directory of its own for each test, removed with all in it.
class WholeFile : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        std::filesystem::create_directories(m_directory);
    }

    void TearDown() override
    {
        std::filesystem::remove_all(m_directory);
    }

    /// Reads a file.
    static std::string Read(const std::filesystem::path& path)
    {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }

    /// Writes a file by the function under test.
    static void Write(const std::filesystem::path& path, const std::string& text)
    {
        WriteWholeFile(path.string(), [&text](std::ostream& out) { out << text; });
    }

    /// Counts the files in the directory.
    std::ptrdiff_t CountFiles() const
    {
        return std::distance(std::filesystem::directory_iterator(m_directory), {});
    }

    std::filesystem::path m_directory{
        std::filesystem::path(::testing::TempDir()) /
        ::testing::UnitTest::GetInstance()->current_test_info()->name()}; ///< of the test
};

} // namespace

TEST_F(WholeFile, ReplacesAFile)
{
    Write(m_directory / "a", "old");
    CheckWholeFile((m_directory / "a").string());
    EXPECT_EQ(Read(m_directory / "a"), "old");
    Write(m_directory / "a", "new");
    EXPECT_EQ(Read(m_directory / "a"), "new");
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(WholeFile, FollowsALinkToAFile)
{
    Write(m_directory / "a", "old");
    std::filesystem::create_symlink("a", m_directory / "link");
    Write(m_directory / "link", "new");
    EXPECT_TRUE(std::filesystem::is_symlink(m_directory / "link"));
    EXPECT_EQ(Read(m_directory / "a"), "new");
    EXPECT_EQ(CountFiles(), 2);
}

TEST_F(WholeFile, WritesIntoAPipeAndLeavesItThere)
{
    const std::filesystem::path pipe = m_directory / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    CheckWholeFile(pipe.string());
    auto reader = std::async(std::launch::async, [&pipe]() { return Read(pipe); });
    Write(pipe, "text");
    EXPECT_EQ(reader.get(), "text");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    EXPECT_EQ(CountFiles(), 1);
}

TEST_F(WholeFile, RefusesDirectoriesAndPlacesThatDoNotExist)
{
    for (const std::filesystem::path& path : {m_directory, m_directory / "no" / "file"})
    {
        const std::string message = path.string() + ": expected a file that can be written";
        EXPECT_EQ(ErrorOf([&path] { Write(path, "text"); }), message);
        EXPECT_EQ(ErrorOf([&path] { CheckWholeFile(path.string()); }), message);
    }
    EXPECT_EQ(CountFiles(), 0);
}

TEST_F(WholeFile, LeavesTheOldFileWhereTheNewOneFails)
{
    Write(m_directory / "a", "old");
    const std::string path = (m_directory / "a").string();
    EXPECT_EQ(ErrorOf([&path] {
                  WriteWholeFile(path, [](std::ostream& out) { out.setstate(std::ios::badbit); });
              }),
              path + ": expected a file that can be written");
    EXPECT_EQ(Read(m_directory / "a"), "old");
    EXPECT_EQ(CountFiles(), 1);
}
