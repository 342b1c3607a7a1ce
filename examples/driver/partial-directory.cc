/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "partial-directory.h"

#include "ns3/input-error.h"

#include <cstddef>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// What the names of these directories begin with.
const char* const HEAD = ".partial-";

/// Names to try, beside the process' number: a killed process of another computer may have it.
constexpr int MOST_NAMES = 1000;

/**
 * @brief Open a directory and lock it.
 * @param path the directory
 * @param operation of flock(2)
 * @return file descriptor, or -1 if another process has it locked or it cannot be locked
 */
int
Lock(const std::filesystem::path& path, int operation)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0 && flock(descriptor, operation) != 0)
    {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

} // namespace

PartialDirectory::PartialDirectory(const std::filesystem::path& parent, const std::string& option)
    : m_parent(parent.empty() ? "." : parent)
{
    std::error_code error;
    std::filesystem::create_directories(m_parent, error);
    RemoveLeftovers();
    const std::string name = HEAD + std::to_string(getpid());
    for (int i = 0; i < MOST_NAMES && m_path.empty(); ++i)
    {
        const std::filesystem::path path =
            m_parent / (i == 0 ? name : name + "-" + std::to_string(i));
        if (Make(path))
        {
            m_path = path;
        }
        else if (!std::filesystem::exists(path, error))
        {
            break;
        }
    }
    if (m_path.empty())
    {
        throw InputError("--" + option + ": expected a directory that can be written, found '" +
                         m_parent.string() + "'");
    }
}

PartialDirectory::~PartialDirectory()
{
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
    close(m_lock);
}

bool
PartialDirectory::Make(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::create_directory(path, error))
    {
        return false;
    }
    m_lock = Lock(path, LOCK_EX);

    struct stat locked
    {
    };

    struct stat found
    {
    };

    // Between the two steps, another process may have taken it for one that was left behind.
    if (m_lock >= 0 && (fstat(m_lock, &locked) != 0 || stat(path.c_str(), &found) != 0 ||
                        locked.st_ino != found.st_ino))
    {
        close(m_lock);
        return Make(path);
    }
    return true; // without a lock where the file system has none: then nobody removes it
}

void
PartialDirectory::RemoveLeftovers() const
{
    std::error_code error;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(m_parent, error))
    {
        if (entry.path().filename().string().rfind(HEAD, 0) == 0 && entry.is_directory(error))
        {
            paths.push_back(entry.path());
        }
    }
    for (const std::filesystem::path& path : paths)
    {
        const int lock = Lock(path, LOCK_EX | LOCK_NB);
        if (lock >= 0)
        {
            std::filesystem::remove_all(path, error);
            close(lock);
        }
    }
}

const std::filesystem::path&
PartialDirectory::GetPath() const
{
    return m_path;
}

void
PartialDirectory::Write(const std::function<void()>& write) const
{
    try
    {
        write();
    }
    catch (const InputError& error)
    {
        std::string text = error.what();
        const std::string own = m_path.string() + "/";
        const std::size_t at = text.find(own);
        if (at != std::string::npos)
        {
            text.replace(at, own.size(), m_parent == "." ? "" : (m_parent / "").string());
        }
        throw InputError(text);
    }
}

void
PartialDirectory::Publish(const std::string& name) const
{
    std::error_code error;
    const auto status = std::filesystem::symlink_status(m_parent / name, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_symlink(status))
    {
        throw InputError((m_parent / name).string() + ": expected a regular file");
    }
    std::filesystem::rename(m_path / name, m_parent / name, error);
    if (error)
    {
        throw InputError((m_parent / name).string() + ": cannot be written: " + error.message());
    }
}

} // namespace ns3::rdmacell
