/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the collection of attributes.
 */

#include "attribute-record.h"
#include "test-files.h"

#include "ns3/frame-channel.h"
#include "ns3/nstime.h"
#include "ns3/pfc-controller.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

Ptr<FrameChannel>
MakeChannel(Time delay)
{
    auto channel = CreateObject<FrameChannel>();
    channel->SetAttribute("Delay", TimeValue(delay));
    return channel;
}

} // namespace

TEST(AttributeRecord, HasTheValuesOfTheObjectsAndNotTheDefaults)
{
    AttributeRecord record;
    record.Visit(MakeChannel(MicroSeconds(7)));
    record.Visit(MakeChannel(MicroSeconds(7)));
    EXPECT_EQ(record.ToJson().ToString(),
              "{\n  \"ns3::rdmacell::FrameChannel::Delay\": \"7us\"\n}");
}

TEST(AttributeRecord, ListsDifferentValues)
{
    AttributeRecord record;
    record.Visit(MakeChannel(MicroSeconds(7)));
    record.Visit(MakeChannel(MicroSeconds(1)));
    record.Visit(MakeChannel(MicroSeconds(7)));
    EXPECT_EQ(record.ToJson().ToString(),
              "{\n  \"ns3::rdmacell::FrameChannel::Delay\": [\"7us\", \"1us\"]\n}");
}

TEST(AttributeRecord, FollowsAggregatedObjects)
{
    auto first = MakeChannel(MicroSeconds(7));
    auto controller = CreateObject<PfcController>();
    controller->SetAttribute("Headroom", UintegerValue(1234));
    first->AggregateObject(controller);
    AttributeRecord record;
    record.Visit(first);
    const std::string text = record.ToJson().ToString();
    EXPECT_NE(text.find("\"ns3::rdmacell::PfcController::Headroom\": \"1234\""), std::string::npos);
}

TEST(AttributeRecord, RefusesAttributesOfTypesWithoutObject)
{
    AttributeRecord record;
    record.Visit(MakeChannel(MicroSeconds(1)));
    record.Visit(nullptr);
    EXPECT_NO_THROW(record.CheckPresent({{"ns3::rdmacell::FrameChannel::Delay", "1us"}}));
    EXPECT_NO_THROW(record.CheckPresent({{"ns3::UniformRandomVariable::Min", "0"}}));
    EXPECT_EQ(ErrorOf([&record] {
                  record.CheckPresent({{"ns3::rdmacell::PfcController::Headroom", "1"}});
              }),
              "--ns3::rdmacell::PfcController::Headroom: has no effect, this run has no object of "
              "type ns3::rdmacell::PfcController");
    record.AddDefaults(PfcController::GetTypeId());
    EXPECT_NO_THROW(record.CheckPresent({{"ns3::rdmacell::PfcController::Headroom", "1"}}));
}
