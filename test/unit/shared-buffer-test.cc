/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/input-error.h"
#include "ns3/shared-buffer.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

constexpr uint32_t LOSSLESS = 3; ///< the class that PFC protects in these tests
constexpr uint32_t LOSSY = 0;    ///< a class that it does not

/**
 * @brief A buffer of one megabyte that is all pool.
 * @param ports ports
 * @return how to cut it
 */
SharedBuffer::Config
AllPool(std::size_t ports)
{
    SharedBuffer::Config config;
    config.totalBytes = 1000000;
    config.losslessClasses = 1 << LOSSLESS;
    config.headroom.assign(ports, 0);
    return config;
}

/**
 * @brief Offer frames to a group, pausing it when the buffer says so, until nothing more fits.
 * @param buffer the buffer
 * @param ingresses ingress ports that take turns
 */
void
FillUp(SharedBuffer& buffer, const std::vector<uint32_t>& ingresses)
{
    bool grew = true;
    while (grew)
    {
        grew = false;
        for (uint32_t ingress : ingresses)
        {
            if (!buffer.IsPaused(ingress, LOSSLESS) && buffer.Admit(ingress, 9, LOSSLESS, 100))
            {
                grew = true;
            }
            if (buffer.ShouldPause(ingress, LOSSLESS))
            {
                buffer.SetPaused(ingress, LOSSLESS, true);
            }
        }
    }
}

} // namespace

TEST(SharedBuffer, OneGreedyGroupTakesANinthAtAlphaOneEighth)
{
    SharedBuffer buffer(AllPool(10));
    FillUp(buffer, {0});
    EXPECT_NEAR(buffer.GetGroupSharedBytes(0, LOSSLESS), 1e6 / 9, 100);
}

TEST(SharedBuffer, TwoGreedyGroupsTakeATenthEach)
{
    SharedBuffer buffer(AllPool(10));
    FillUp(buffer, {0, 1});
    EXPECT_NEAR(buffer.GetGroupSharedBytes(0, LOSSLESS), 1e5, 200);
    EXPECT_NEAR(buffer.GetGroupSharedBytes(1, LOSSLESS), 1e5, 200);
}

TEST(SharedBuffer, UsesReserveThenPoolThenHeadroomAndFreesInReverse)
{
    SharedBuffer::Config config = AllPool(2);
    config.reserveBytes = 4000;
    config.pauseThreshold = 10000;
    config.resumeThreshold = 8000;
    config.headroom = {3000, 3000};
    SharedBuffer buffer(config);
    EXPECT_EQ(buffer.GetPoolBytes(), 1000000 - 3 * 8 * 4000 - 2 * 3000);

    ASSERT_TRUE(buffer.Admit(0, 1, LOSSLESS, 4000));
    EXPECT_EQ(buffer.GetSharedBytes(), 0);
    ASSERT_TRUE(buffer.Admit(0, 1, LOSSLESS, 6000));
    EXPECT_EQ(buffer.GetSharedBytes(), 6000);
    EXPECT_FALSE(buffer.ShouldPause(0, LOSSLESS)) << "exactly at the threshold";
    ASSERT_TRUE(buffer.Admit(0, 1, LOSSLESS, 1000));
    EXPECT_EQ(buffer.GetGroupHeadroomBytes(0, LOSSLESS), 0) << "not paused yet";
    ASSERT_TRUE(buffer.ShouldPause(0, LOSSLESS));
    buffer.SetPaused(0, LOSSLESS, true);
    EXPECT_FALSE(buffer.ShouldPause(0, LOSSLESS)) << "is paused";
    ASSERT_TRUE(buffer.Admit(0, 1, LOSSLESS, 1500));
    ASSERT_TRUE(buffer.Admit(0, 1, LOSSLESS, 1500));
    EXPECT_EQ(buffer.GetGroupHeadroomBytes(0, LOSSLESS), 3000);
    EXPECT_FALSE(buffer.Admit(0, 1, LOSSLESS, 1)) << "headroom is full";
    EXPECT_EQ(buffer.GetMaxHeadroomBytes(), 3000);

    buffer.Release(0, 1, LOSSLESS, 2000);
    EXPECT_EQ(buffer.GetGroupHeadroomBytes(0, LOSSLESS), 1000);
    EXPECT_EQ(buffer.GetGroupSharedBytes(0, LOSSLESS), 7000);
    buffer.Release(0, 1, LOSSLESS, 3000);
    EXPECT_EQ(buffer.GetGroupHeadroomBytes(0, LOSSLESS), 0);
    EXPECT_EQ(buffer.GetGroupSharedBytes(0, LOSSLESS), 5000);
    EXPECT_FALSE(buffer.ShouldResume(0, LOSSLESS)) << "9000 bytes, above 8000";
    buffer.Release(0, 1, LOSSLESS, 1000);
    EXPECT_TRUE(buffer.ShouldResume(0, LOSSLESS));
    buffer.SetPaused(0, LOSSLESS, false);
    buffer.Release(0, 1, LOSSLESS, 4000);
    EXPECT_EQ(buffer.GetSharedBytes(), 0);
    EXPECT_EQ(buffer.GetGroupBytes(0, LOSSLESS), 4000);
    EXPECT_FALSE(buffer.IsEmpty());
    buffer.Release(0, 1, LOSSLESS, 4000);
    EXPECT_TRUE(buffer.IsEmpty());
    EXPECT_EQ(buffer.GetMaxOccupiedBytes(), 14000);
}

TEST(SharedBuffer, AFallingThresholdCostsAGroupNoHeadroomBeforeItIsPaused)
{
    SharedBuffer buffer(AllPool(10));
    for (int i = 0; i < 1000; ++i)
    {
        ASSERT_TRUE(buffer.Admit(0, 9, LOSSLESS, 100));
    }
    EXPECT_FALSE(buffer.ShouldPause(0, LOSSLESS)); // 100,000 of 112,500
    while (buffer.GetThreshold() >= 100000)
    {
        ASSERT_TRUE(buffer.Admit(1, 8, LOSSY, 1000));
    }
    EXPECT_TRUE(buffer.Admit(0, 9, LOSSLESS, 100)) << "it was not told to stop";
    EXPECT_TRUE(buffer.ShouldPause(0, LOSSLESS));
    buffer.SetPaused(0, LOSSLESS, true);
    EXPECT_FALSE(buffer.Admit(0, 9, LOSSLESS, 100)) << "now it was, and has no headroom";
}

TEST(SharedBuffer, LossyQueueIsCutAtItsShareOfWhatIsFree)
{
    SharedBuffer buffer(AllPool(10));
    uint64_t admitted = 0;
    while (buffer.Admit(0, 9, LOSSY, 1000))
    {
        admitted += 1000;
    }
    EXPECT_EQ(admitted, 500000) << "alpha 1: half of the pool";
    EXPECT_TRUE(buffer.Admit(0, 8, LOSSY, 1000)) << "another queue has its own share";
    EXPECT_FALSE(buffer.ShouldPause(0, LOSSY));
    while (buffer.Admit(buffer.GetOwnPort(), 7, LOSSLESS, 1000))
    {
    }
    EXPECT_FALSE(buffer.ShouldPause(buffer.GetOwnPort(), LOSSLESS)) << "nobody to pause";
}

TEST(SharedBuffer, ReserveIsThereForALossyGroupWhenThePoolIsFull)
{
    SharedBuffer::Config config = AllPool(3);
    config.reserveBytes = 2000;
    config.egressAlpha = 1000;
    SharedBuffer buffer(config);
    while (buffer.Admit(0, 1, LOSSY, 1000))
    {
    }
    EXPECT_LT(buffer.GetPoolBytes() - buffer.GetSharedBytes(), 1000);
    EXPECT_TRUE(buffer.Admit(2, 1, LOSSY, 1000));
    EXPECT_TRUE(buffer.Admit(2, 1, LOSSY, 1000));
    EXPECT_FALSE(buffer.Admit(2, 1, LOSSY, 1000));
}

TEST(SharedBuffer, RefusesHeadroomThatDoesNotFit)
{
    SharedBuffer::Config config = AllPool(4);
    config.headroom.assign(4, 250000);
    try
    {
        SharedBuffer buffer(config);
        FAIL() << "4 x 250,000 bytes leave nothing of 1,000,000";
    }
    catch (const InputError& error)
    {
        const std::string text = error.what();
        EXPECT_NE(text.find("1000000"), std::string::npos);
        EXPECT_NE(text.find("headroom"), std::string::npos);
    }
    config.losslessClasses = 0;
    EXPECT_NO_THROW(SharedBuffer{config}) << "without lossless classes there is no headroom";
}

TEST(SharedBuffer, ConservesBytes)
{
    struct Held
    {
        uint32_t ingress;
        uint32_t egress;
        uint32_t trafficClass;
        uint32_t bytes;
    };

    constexpr uint32_t PORTS = 5;
    SharedBuffer::Config config = AllPool(PORTS);
    config.totalBytes = 300000;
    config.reserveBytes = 1500;
    config.resumeOffset = 3000;
    config.losslessClasses = 0b1010;
    config.headroom.assign(PORTS, 9000);
    SharedBuffer buffer(config);
    std::mt19937 dice(7);
    const auto below = [&dice](uint32_t limit) { return static_cast<uint32_t>(dice() % limit); };
    std::deque<Held> held;
    uint64_t refused = 0;
    uint64_t maxHeadroom = 0;
    for (int step = 0; step < 60000; ++step)
    {
        const bool filling = step / 5000 % 2 == 0;
        if (below(10) < (filling ? 7U : 3U))
        {
            const Held frame{below(PORTS + 1), below(PORTS), below(8), 64 + below(4000)};
            if (buffer.Admit(frame.ingress, frame.egress, frame.trafficClass, frame.bytes))
            {
                held.push_back(frame);
            }
            else
            {
                ++refused;
            }
            if (buffer.ShouldPause(frame.ingress, frame.trafficClass))
            {
                buffer.SetPaused(frame.ingress, frame.trafficClass, true);
            }
        }
        else if (!held.empty())
        {
            std::swap(held.front(), held[below(static_cast<uint32_t>(held.size()))]);
            const Held frame = held.front();
            held.pop_front();
            buffer.Release(frame.ingress, frame.egress, frame.trafficClass, frame.bytes);
            if (buffer.ShouldResume(frame.ingress, frame.trafficClass))
            {
                buffer.SetPaused(frame.ingress, frame.trafficClass, false);
            }
        }
        uint64_t groups = 0;
        uint64_t queues = 0;
        uint64_t lossy = 0;
        uint64_t shared = 0;
        for (uint32_t c = 0; c < SharedBuffer::CLASSES; ++c)
        {
            for (uint32_t port = 0; port <= PORTS; ++port)
            {
                groups += buffer.GetGroupBytes(port, c);
                shared += buffer.GetGroupSharedBytes(port, c);
                maxHeadroom = std::max(maxHeadroom, buffer.GetGroupHeadroomBytes(port, c));
                queues += port < PORTS ? buffer.GetLossyBytes(port, c) : 0;
                lossy += port == PORTS || !buffer.IsLossless(c) ? buffer.GetGroupBytes(port, c) : 0;
            }
        }
        ASSERT_EQ(groups, buffer.GetOccupiedBytes());
        ASSERT_EQ(queues, lossy);
        ASSERT_EQ(shared, buffer.GetSharedBytes());
        ASSERT_LE(shared, buffer.GetPoolBytes());
        ASSERT_LE(buffer.GetOccupiedBytes(), config.totalBytes);
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(maxHeadroom, 0);
    EXPECT_EQ(maxHeadroom, buffer.GetMaxHeadroomBytes());
    EXPECT_LE(maxHeadroom, 9000);
    for (const Held& frame : held)
    {
        buffer.Release(frame.ingress, frame.egress, frame.trafficClass, frame.bytes);
    }
    EXPECT_TRUE(buffer.IsEmpty());
}

} // namespace ns3::rdmacell
