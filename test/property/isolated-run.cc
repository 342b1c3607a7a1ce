/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "isolated-run.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Be the child: run the function and write what it returns.
 * @param function what to run
 * @param out where to
 */
[[noreturn]] void
RunChild(const std::function<std::string()>& function, int out)
{
    std::string text;
    int status = 0;
    try
    {
        text = function();
    }
    catch (const std::exception& error)
    {
        text = std::string("exception: ") + error.what();
        status = 1;
    }
    for (size_t at = 0; at < text.size();)
    {
        const ssize_t written = write(out, text.data() + at, text.size() - at);
        if (written <= 0)
        {
            _exit(3);
        }
        at += static_cast<size_t>(written);
    }
    _exit(status);
}

/**
 * @brief Read all that a child writes.
 * @param in where from
 * @param seconds longest time
 * @param text gets it
 * @return false if the time is over
 */
bool
ReadAll(int in, int seconds, std::string& text)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    std::array<char, 4096> part;
    while (true)
    {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready{in, POLLIN, 0};
        if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) <= 0)
        {
            return false;
        }
        const ssize_t count = read(in, part.data(), part.size());
        if (count <= 0)
        {
            return true;
        }
        text.append(part.data(), static_cast<size_t>(count));
    }
}

} // namespace

IsolatedResult
RunIsolated(const std::function<std::string()>& function, int seconds)
{
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
    {
        return {"", "no pipe"};
    }
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0)
    {
        return {"", "no process"};
    }
    if (child == 0)
    {
        close(ends[0]);
        RunChild(function, ends[1]);
    }
    close(ends[1]);
    IsolatedResult result;
    const bool inTime = ReadAll(ends[0], seconds, result.output);
    close(ends[0]);
    if (!inTime)
    {
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!inTime)
    {
        result.trouble = "takes longer than " + std::to_string(seconds) + " s";
    }
    else if (WIFSIGNALED(status))
    {
        result.trouble = std::string("ended by a signal: ") + strsignal(WTERMSIG(status));
    }
    else if (WEXITSTATUS(status) != 0)
    {
        result.trouble =
            "exit status " + std::to_string(WEXITSTATUS(status)) + ": " + result.output;
    }
    return result;
}

} // namespace ns3::rdmacell
