/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the text of an InputError.
 */

#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::rdmacell;

TEST(InputErrorTest, TheTextIsOneLineWhateverItQuotes)
{
    const std::string quoted = std::string("a\nb\tc\r") + '\0' + "d\x7f";
    EXPECT_STREQ(InputError("found '" + quoted + "'").what(),
                 "found 'a\\x0ab\\x09c\\x0d\\x00d\\x7f'");
    EXPECT_STREQ(InputError("a\nfile", 3, "x\n").what(), "a\\x0afile:3: x\\x0a");
}

TEST(InputErrorTest, OtherTextStaysAsItIs)
{
    EXPECT_STREQ(InputError("file", 7, "expected 1 % \xc3\xa4").what(),
                 "file:7: expected 1 % \xc3\xa4");
}
