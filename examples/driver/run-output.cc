/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-output.h"

#include "driver-trace.h"
#include "trace-recorder.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief List the files that a run may have written, but for meta.json.
 * @return their names
 */
std::vector<std::string>
GetResultNames()
{
    std::vector<std::string> names{"fct.csv",
                                   "fct.txt",
                                   "collective.csv",
                                   "collective-round.csv",
                                   "collective-placement.csv",
                                   "collective-traffic.csv",
                                   "link.csv",
                                   "queue.csv",
                                   "pfc.csv",
                                   "stall.txt"};
    for (const DriverTrace& trace : GetDriverTraces())
    {
        names.push_back(TraceRecorder::GetFileName(trace.name));
    }
    return names;
}

/**
 * @brief List the files that an earlier run has written, as its meta.json says.
 * @param meta path of that file, which need not exist
 * @return their names
 */
std::vector<std::string>
ReadEarlierFiles(const std::filesystem::path& meta)
{
    std::ifstream in(meta);
    std::string files;
    for (std::string line; std::getline(in, line);)
    {
        if (line.rfind("  \"files\": [", 0) == 0)
        {
            files = line;
        }
    }
    std::vector<std::string> names;
    for (const std::string& name : GetResultNames())
    {
        if (files.find('"' + name + '"') != std::string::npos)
        {
            names.push_back(name);
        }
    }
    return names;
}

/**
 * @brief Write the path of a directory in one way.
 * @param path any path of it
 * @return absolute, without dots, with a slash at its end
 */
std::filesystem::path
Normal(const std::filesystem::path& path)
{
    return (std::filesystem::absolute(path) / "").lexically_normal();
}

/**
 * @brief Ask whether files can be made in a directory.
 * @param path the directory
 * @return true if so
 */
bool
IsWritable(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::is_directory(path, error) && access(path.c_str(), W_OK | X_OK) == 0;
}

} // namespace

RunOutput::RunOutput(const ExperimentOptions& options)
    : m_directory(options.outputDir)
{
    CheckFile("saveFlows", options.saveFlows);
    std::error_code error;
    if (std::filesystem::is_directory(options.saveFlows, error))
    {
        throw InputError("--saveFlows: expected a file, found the directory '" + options.saveFlows +
                         "'");
    }
    CheckFile("pcap", options.pcap);
    CheckDirectory();
}

void
RunOutput::CheckFile(const std::string& option, const std::string& path) const
{
    if (path.empty())
    {
        return;
    }
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    const std::filesystem::path directory = parent.empty() ? "." : parent;
    const bool isMade = !m_directory.empty() && Normal(directory) == Normal(m_directory);
    if (!isMade && !IsWritable(directory))
    {
        throw InputError("--" + option + ": expected a file that can be written, found '" + path +
                         "'");
    }
}

void
RunOutput::CheckDirectory() const
{
    if (m_directory.empty())
    {
        return;
    }
    // The directory, or the nearest above it that exists.
    std::filesystem::path existing = std::filesystem::absolute(m_directory);
    std::error_code error;
    while (!std::filesystem::exists(existing, error) && existing.has_relative_path())
    {
        existing = existing.parent_path();
    }
    if (!IsWritable(existing))
    {
        throw InputError("--outputDir: expected a directory that can be written, found '" +
                         m_directory.string() + "'");
    }
    std::vector<std::string> names = GetResultNames();
    names.emplace_back("meta.json");
    for (const std::string& name : names)
    {
        if (std::filesystem::is_directory(m_directory / name, error))
        {
            throw InputError("--outputDir: expected no directory named '" +
                             (m_directory / name).string() + "'");
        }
    }
}

void
RunOutput::Open()
{
    if (m_directory.empty())
    {
        return;
    }
    m_partial = std::make_unique<PartialDirectory>(m_directory, "outputDir");
}

std::string
RunOutput::GetDirectory() const
{
    return m_partial ? m_partial->GetPath().string() : "";
}

void
RunOutput::Write(const std::function<void(const std::string& directory)>& write) const
{
    m_partial->Write([&]() { write(GetDirectory()); });
}

std::vector<std::string>
RunOutput::ListFiles() const
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_partial->GetPath()))
    {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void
RunOutput::Publish()
{
    const std::filesystem::path meta = m_directory / "meta.json";
    const std::vector<std::string> earlier = ReadEarlierFiles(meta);
    std::vector<std::string> names = ListFiles();
    std::stable_partition(names.begin(), names.end(), [](const std::string& name) {
        return name != "meta.json";
    });
    std::error_code error;
    std::filesystem::remove(meta, error); // it no longer describes the files beside it
    for (const std::string& name : earlier)
    {
        if (std::find(names.begin(), names.end(), name) == names.end())
        {
            std::filesystem::remove(m_directory / name, error);
        }
    }
    for (const std::string& name : names)
    {
        m_partial->Publish(name);
    }
}

} // namespace ns3::rdmacell
