/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mpi-process.h"

#include "input-error.h"

#include <algorithm>
#include <cstdlib>

#ifdef RDMACELL_MPI
#include <mpi.h>
#endif

namespace ns3::rdmacell
{

uint32_t MpiProcess::s_rank = 0;
uint32_t MpiProcess::s_ranks = 1;
bool MpiProcess::s_isJoined = false;

uint32_t
MpiProcess::GetRank()
{
    return s_rank;
}

uint32_t
MpiProcess::GetRanks()
{
    return s_ranks;
}

namespace
{

/**
 * @brief Ask whether the process was started as one of several. MPI_Init() of a process that was
 * started alone would take longer than many runs.
 * @return true if so
 */
bool
IsLaunched()
{
    // Open MPI's mpirun, other ones' and srun --mpi=pmi2, srun --mpi=pmix.
    const char* const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
    return std::any_of(std::begin(variables), std::end(variables), [](const char* variable) {
        return std::getenv(variable) != nullptr;
    });
}

#ifdef RDMACELL_MPI

constexpr int WINDOW_TAG = 1; ///< of messages of Exchange()
constexpr int NOW_TAG = 2;    ///< of messages of Send()
constexpr int GATHER_TAG = 3; ///< of messages of Gather()

/**
 * @brief Receive a message of any length.
 * @param rank where from
 * @param tag its tag
 * @param bytes becomes the message
 */
void
ReceiveBytes(uint32_t rank, int tag, MpiProcess::Bytes& bytes)
{
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(static_cast<int>(rank), tag, MPI_COMM_WORLD, &message, &status);
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    bytes.resize(static_cast<std::size_t>(length));
    MPI_Mrecv(bytes.data(), length, MPI_BYTE, &message, &status);
}

#endif

} // namespace

#ifdef RDMACELL_MPI

void
MpiProcess::Begin()
{
    if (s_isJoined || !IsLaunched())
    {
        return;
    }
    MPI_Init(nullptr, nullptr);
    s_isJoined = true;
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    s_rank = static_cast<uint32_t>(rank);
    s_ranks = static_cast<uint32_t>(ranks);
}

void
MpiProcess::End()
{
    if (s_isJoined)
    {
        MPI_Finalize();
    }
}

void
MpiProcess::Abort(int status)
{
    if (s_isJoined)
    {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    std::_Exit(status);
}

void
MpiProcess::Minimize(std::vector<int64_t>& numbers)
{
    if (s_ranks > 1)
    {
        MPI_Allreduce(MPI_IN_PLACE,
                      numbers.data(),
                      static_cast<int>(numbers.size()),
                      MPI_INT64_T,
                      MPI_MIN,
                      MPI_COMM_WORLD);
    }
}

int64_t
MpiProcess::Sum(int64_t number)
{
    if (s_ranks > 1)
    {
        MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    }
    return number;
}

void
MpiProcess::Exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in)
{
    std::vector<MPI_Request> requests;
    for (uint32_t rank = 0; rank < s_ranks; ++rank)
    {
        if (rank != s_rank)
        {
            requests.push_back(MPI_REQUEST_NULL);
            MPI_Isend(out[rank].data(),
                      static_cast<int>(out[rank].size()),
                      MPI_BYTE,
                      static_cast<int>(rank),
                      WINDOW_TAG,
                      MPI_COMM_WORLD,
                      &requests.back());
        }
    }
    for (uint32_t rank = 0; rank < s_ranks; ++rank)
    {
        if (rank != s_rank)
        {
            ReceiveBytes(rank, WINDOW_TAG, in[rank]);
        }
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void
MpiProcess::Send(uint32_t rank, const Bytes& bytes)
{
    MPI_Send(bytes.data(),
             static_cast<int>(bytes.size()),
             MPI_BYTE,
             static_cast<int>(rank),
             NOW_TAG,
             MPI_COMM_WORLD);
}

MpiProcess::Bytes
MpiProcess::Receive(uint32_t rank)
{
    Bytes bytes;
    ReceiveBytes(rank, NOW_TAG, bytes);
    return bytes;
}

std::vector<MpiProcess::Bytes>
MpiProcess::Gather(const Bytes& bytes)
{
    if (s_rank != 0)
    {
        MPI_Send(bytes.data(),
                 static_cast<int>(bytes.size()),
                 MPI_BYTE,
                 0,
                 GATHER_TAG,
                 MPI_COMM_WORLD);
        return {};
    }
    std::vector<Bytes> all{bytes};
    for (uint32_t rank = 1; rank < s_ranks; ++rank)
    {
        ReceiveBytes(rank, GATHER_TAG, all.emplace_back());
    }
    return all;
}

#else

void
MpiProcess::Begin()
{
    if (IsLaunched())
    {
        throw InputError("expected a build with MPI (libopenmpi-dev) under mpirun or srun");
    }
}

void
MpiProcess::End()
{
}

void
MpiProcess::Abort(int status)
{
    std::_Exit(status);
}

void
MpiProcess::Minimize(std::vector<int64_t>& /* numbers */)
{
}

int64_t
MpiProcess::Sum(int64_t number)
{
    return number;
}

void
MpiProcess::Exchange(const std::vector<Bytes>& /* out */, std::vector<Bytes>& /* in */)
{
}

void
MpiProcess::Send(uint32_t /* rank */, const Bytes& /* bytes */)
{
}

MpiProcess::Bytes
MpiProcess::Receive(uint32_t /* rank */)
{
    return {};
}

std::vector<MpiProcess::Bytes>
MpiProcess::Gather(const Bytes& bytes)
{
    return {bytes};
}

#endif

} // namespace ns3::rdmacell
