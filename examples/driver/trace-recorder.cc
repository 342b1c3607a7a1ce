/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-recorder.h"

#include "ns3/input-error.h"

#include <cstddef>
#include <cstdio>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Get an index out of a Config path.
 * @param path such as /NodeList/3/DeviceList/1/$ns3::rdmacell::FrameNetDevice
 * @param list the list, such as NodeList
 * @return the text of the index with a comma before it, or nothing if the list is not in the path
 */
std::string
IndexColumn(const std::string& path, const std::string& list)
{
    const std::string head = "/" + list + "/";
    const std::size_t begin = path.find(head);
    if (begin == std::string::npos)
    {
        return "";
    }
    const std::size_t index = begin + head.size();
    return "," + path.substr(index, path.find('/', index) - index);
}

/**
 * @brief Get the name that a file has until it is whole.
 * @param path its name
 * @return the temporary name
 */
std::string
TemporaryName(const std::string& path)
{
    return path + ".tmp";
}

} // namespace

TraceRecorder::TraceRecorder(const std::vector<std::string>& names)
{
    for (const std::string& name : names)
    {
        const DriverTrace& trace = FindDriverTrace(name);
        m_recordings.push_back({&trace, Config::LookupMatches(trace.path), "", nullptr});
        if (m_recordings.back().objects.GetN() == 0)
        {
            throw InputError("--trace=" + name +
                             ": has no effect, this run has no object of type " + trace.type);
        }
    }
}

TraceRecorder::~TraceRecorder()
{
    for (const Recording& recording : m_recordings)
    {
        if (recording.out)
        {
            std::remove(TemporaryName(recording.path).c_str());
        }
    }
}

void
TraceRecorder::Start(const std::string& directory)
{
    for (Recording& recording : m_recordings)
    {
        recording.path = directory + "/" + GetFileName(recording.trace->name);
        recording.out = std::make_unique<std::ofstream>(TemporaryName(recording.path));
        if (!*recording.out)
        {
            throw InputError(recording.path + ": cannot be written");
        }
        *recording.out << recording.trace->header << '\n';
        for (std::size_t i = 0; i < recording.objects.GetN(); ++i)
        {
            const std::string path = recording.objects.GetMatchedPath(i);
            recording.trace->connect(recording.objects.Get(i),
                                     *recording.out,
                                     IndexColumn(path, "NodeList") +
                                         IndexColumn(path, "DeviceList"));
        }
    }
}

void
TraceRecorder::Finish()
{
    for (Recording& recording : m_recordings)
    {
        recording.out->close();
        if (!*recording.out ||
            std::rename(TemporaryName(recording.path).c_str(), recording.path.c_str()) != 0)
        {
            throw InputError(recording.path + ": cannot be written");
        }
        recording.out.reset();
    }
}

std::string
TraceRecorder::GetFileName(const std::string& name)
{
    return "trace-" + name + ".csv";
}

} // namespace ns3::rdmacell
