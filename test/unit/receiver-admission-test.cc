/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Messages that receivers admit.
 */

#include "ns3/receiver-admission.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

TEST(ReceiverAdmission, AdmitsInTheOrderOfRequests)
{
    ReceiverAdmission admission(2, 2);
    EXPECT_TRUE(admission.Request(0, 10));
    EXPECT_TRUE(admission.Request(0, 11));
    EXPECT_FALSE(admission.Request(0, 12));
    EXPECT_FALSE(admission.Request(0, 13));
    EXPECT_TRUE(admission.Request(1, 14)) << "another receiver";
    EXPECT_EQ(admission.Release(0, 11), 12U);
    EXPECT_EQ(admission.Release(0, 10), 13U);
    EXPECT_EQ(admission.Release(0, 12), std::nullopt);
    EXPECT_TRUE(admission.Request(0, 15)) << "13 and 15 are admitted";
    EXPECT_FALSE(admission.Request(0, 16));
}

TEST(ReceiverAdmission, KnowsOnlyWhatItHasAdmitted)
{
    ReceiverAdmission admission(1, 1);
    EXPECT_TRUE(admission.Request(0, 1));
    EXPECT_FALSE(admission.Request(0, 2));
    EXPECT_EQ(admission.Release(0, 99), std::nullopt) << "a message within a server";
    EXPECT_EQ(admission.Release(0, 1), 2U);
}
