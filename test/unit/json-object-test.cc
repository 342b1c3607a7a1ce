/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of writing JSON.
 */

#include "json-object.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

template <typename T>
std::string
Write(const T& value)
{
    JsonObject object;
    object.Add("a", value);
    const std::string text = object.ToString();
    const std::string head = "{\n  \"a\": ";
    const std::string tail = "\n}";
    EXPECT_EQ(text.substr(0, head.size()), head);
    EXPECT_EQ(text.substr(text.size() - tail.size()), tail);
    return text.substr(head.size(), text.size() - head.size() - tail.size());
}

} // namespace

TEST(JsonObject, EmptyIsAnObject)
{
    EXPECT_EQ(JsonObject().ToString(), "{}");
}

TEST(JsonObject, MembersKeepTheirOrderAndNestedOnesAreIndented)
{
    JsonObject inner;
    inner.Add("one", uint64_t{1});
    inner.Add("empty", JsonObject());
    JsonObject outer;
    outer.Add("z", std::string("last letter first"));
    outer.Add("scheme", inner);
    outer.Add("a", 0.5);
    EXPECT_EQ(outer.ToString(),
              "{\n"
              "  \"z\": \"last letter first\",\n"
              "  \"scheme\": {\n"
              "    \"one\": 1,\n"
              "    \"empty\": {}\n"
              "  },\n"
              "  \"a\": 0.5\n"
              "}");
}

TEST(JsonObject, StringsAreEscaped)
{
    EXPECT_EQ(Write(std::string("--flows=\"my file\".csv")), "\"--flows=\\\"my file\\\".csv\"");
    EXPECT_EQ(Write(std::string("C:\\x")), "\"C:\\\\x\"");
    EXPECT_EQ(Write(std::string("a\nb\tc\x01")), "\"a\\u000ab\\u0009c\\u0001\"");
    EXPECT_EQ(Write(std::string("\xc3\xa9")), "\"\xc3\xa9\""); // UTF-8 stays as it is
    EXPECT_EQ(Write(std::string()), "\"\"");
    JsonObject object;
    object.Add("a \"name\"", uint64_t{0});
    EXPECT_EQ(object.ToString(), "{\n  \"a \\\"name\\\"\": 0\n}");
}

TEST(JsonObject, WholeNumbersAreExact)
{
    EXPECT_EQ(Write(uint64_t{0}), "0");
    EXPECT_EQ(Write(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
}

TEST(JsonObject, NumbersReadBackTheSame)
{
    for (const double value : {0.1, 1.0 / 3, 1e300, -2.5e-9, 123456789.123456789, 7.0})
    {
        EXPECT_EQ(std::strtod(Write(value).c_str(), nullptr), value);
    }
}

TEST(JsonObject, NumbersHaveNoNeedlessDigits)
{
    EXPECT_EQ(Write(0.8), "0.8");
    EXPECT_EQ(Write(7.0), "7");
}

TEST(JsonObject, TruthValuesNullAndArrays)
{
    EXPECT_EQ(Write(true), "true");
    EXPECT_EQ(Write(false), "false");
    EXPECT_EQ(Write(nullptr), "null");
    EXPECT_EQ(Write(std::vector<std::string>{"1us", "a\"b"}), "[\"1us\", \"a\\\"b\"]");
    EXPECT_EQ(Write(std::vector<std::string>{}), "[]");
}

TEST(JsonObject, AnEmptyTextMayBeNull)
{
    JsonObject object;
    object.AddOptional("a", "");
    object.AddOptional("b", "text");
    EXPECT_EQ(object.ToString(), "{\n  \"a\": null,\n  \"b\": \"text\"\n}");
}

TEST(JsonObject, AReplacedMemberKeepsItsPlace)
{
    JsonObject object;
    object.Add("a", uint64_t{1});
    object.Add("b", uint64_t{2});
    object.Replace("a", std::string("x"));
    EXPECT_EQ(object.ToString(), "{\n  \"a\": \"x\",\n  \"b\": 2\n}");
}

TEST(JsonObject, NumbersThatAreNotFiniteAreNull)
{
    EXPECT_EQ(Write(std::numeric_limits<double>::quiet_NaN()), "null");
    EXPECT_EQ(Write(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(Write(-std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonObject, BytesThatAreNoUtf8AreEscaped)
{
    // The kind: text of the user is written into a format that does not allow all of it.
    EXPECT_EQ(Write(std::string("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80")),
              "\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    EXPECT_EQ(Write(std::string("a\xff/b\x80")), "\"a\\\\xff/b\\\\x80\"");
    // A character that is cut off, one that is longer than needed, and a surrogate.
    EXPECT_EQ(Write(std::string("\xc3")), "\"\\\\xc3\"");
    EXPECT_EQ(Write(std::string("\xc0\xaf")), "\"\\\\xc0\\\\xaf\"");
    EXPECT_EQ(Write(std::string("\xed\xa0\x80")), "\"\\\\xed\\\\xa0\\\\x80\"");
    EXPECT_EQ(Write(std::vector<std::string>{"\xff"}), "[\"\\\\xff\"]");
    EXPECT_EQ(Write(std::string("\x01\xff")), "\"\\u0001\\\\xff\"");
}
