/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of checking command lines before ns-3 sees them: it would end the program at most errors.
 */

#include "argument-check.h"
#include "attribute-default.h"
#include "test-files.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Something with an attribute of each kind.
class AllKinds : public Object
{
  public:
    enum Color
    {
        RED,
        GREEN,
    };

    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::rdmacell::AllKinds")
                .SetParent<Object>()
                .SetGroupName("RdmaCellTest")
                .AddConstructor<AllKinds>()
                .AddAttribute("Whole",
                              "From 2 to 9.",
                              UintegerValue(5),
                              MakeUintegerAccessor(&AllKinds::whole),
                              MakeUintegerChecker<uint32_t>(2, 9))
                .AddAttribute("Bytes",
                              "Of any size.",
                              UintegerValue(5),
                              MakeUintegerAccessor(&AllKinds::bytes),
                              MakeUintegerChecker<uint64_t>())
                .AddAttribute("Signed",
                              "From -2 to 2.",
                              IntegerValue(0),
                              MakeIntegerAccessor(&AllKinds::number),
                              MakeIntegerChecker<int32_t>(-2, 2))
                .AddAttribute("Share",
                              "From 0 to 1.",
                              DoubleValue(0.5),
                              MakeDoubleAccessor(&AllKinds::share),
                              MakeDoubleChecker<double>(0, 1))
                .AddAttribute("Wait",
                              "Not below 0.",
                              TimeValue(Seconds(1)),
                              MakeTimeAccessor(&AllKinds::wait),
                              MakeTimeChecker(Time(0)))
                .AddAttribute("Rate",
                              "Any.",
                              DataRateValue(DataRate("1Gbps")),
                              MakeDataRateAccessor(&AllKinds::rate),
                              MakeDataRateChecker())
                .AddAttribute("On",
                              "Or off.",
                              BooleanValue(true),
                              MakeBooleanAccessor(&AllKinds::on),
                              MakeBooleanChecker())
                .AddAttribute("Color",
                              "One of two.",
                              EnumValue(AllKinds::RED),
                              RDMACELL_ENUM_ACCESSOR(Color, &AllKinds::color),
                              MakeEnumChecker(AllKinds::RED, "Red", AllKinds::GREEN, "Green"))
                .AddAttribute("Kind",
                              "A type.",
                              TypeIdValue(Object::GetTypeId()),
                              MakeTypeIdAccessor(&AllKinds::kind),
                              MakeTypeIdChecker())
                .AddAttribute("Name",
                              "Any text.",
                              StringValue("x"),
                              MakeStringAccessor(&AllKinds::name),
                              MakeStringChecker())
                .AddAttribute("Part",
                              "To look at.",
                              TypeId::ATTR_GET,
                              PointerValue(),
                              MakePointerAccessor(&AllKinds::part),
                              MakePointerChecker<Object>());
        return tid;
    }

    uint32_t whole;
    uint64_t bytes;
    int32_t number;
    double share;
    Time wait;
    DataRate rate;
    bool on;
    Color color;
    TypeId kind;
    std::string name;
    Ptr<Object> part;
};

NS_OBJECT_ENSURE_REGISTERED(AllKinds);

/// An object with attributes of its own beside those that it inherits.
class MoreKinds : public AllKinds
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::MoreKinds")
                                .SetParent<AllKinds>()
                                .AddConstructor<MoreKinds>()
                                .AddAttribute("More",
                                              "Any number.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&MoreKinds::more),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    uint32_t more;
};

NS_OBJECT_ENSURE_REGISTERED(MoreKinds);

const std::string PATH = "ns3::rdmacell::AllKinds::";

/// What is wrong with one argument of a program with options --load and --seed.
std::string
Check(const std::string& argument)
{
    return ErrorOf([&argument] { CheckArguments({argument}, {"load", "seed"}); });
}

/// What is wrong with a value of an attribute of AllKinds.
std::string
CheckAttribute(const std::string& name, const std::string& value)
{
    return Check("--" + PATH + name + "=" + value);
}

/// Expect a value to be refused, with the range of its attribute if it has one.
void
ExpectRefused(const std::string& name,
              const std::string& value,
              const std::string& type,
              const std::string& range = "")
{
    EXPECT_EQ(CheckAttribute(name, value),
              "--" + PATH + name + ": expected a value of type " + type +
                  (range.empty() ? "" : ", " + range) + ", found '" + value + "'");
}

} // namespace

TEST(CheckArguments, TakesWhatTheProgramHas)
{
    for (const char* argument : {"--load=0.5",
                                 "--load=a=b",
                                 "--help",
                                 "--PrintHelp",
                                 "--PrintAttributes=ns3::rdmacell::AllKinds",
                                 "--RngRun=7",
                                 "--SchedulerType=ns3::HeapScheduler"})
    {
        EXPECT_EQ(Check(argument), "no error");
    }
    EXPECT_NO_THROW(CheckArguments({}, {}));
}

TEST(CheckArguments, RefusesWhatIsNoOption)
{
    const std::string known = ": expected an option that exists (--help lists all)";
    EXPECT_EQ(Check("--laod=0.5"), "--laod" + known);
    EXPECT_EQ(Check("--laod"), "--laod: expected --laod=value");
    EXPECT_EQ(Check("--rngRun=7"), "--rngRun" + known);
    EXPECT_EQ(Check("--load"), "--load: expected --load=value");
    EXPECT_EQ(Check("--RngRun"), "--RngRun: expected --RngRun=value");
    for (const std::string nothing : {"", " ", "\t\n"})
    {
        EXPECT_EQ(Check("--seed=" + nothing), "--seed: expected a value after the equals sign");
    }
    for (const char* argument : {"load=0.5", "-load=0.5", "0.5", "", "--", "--=3"})
    {
        EXPECT_EQ(Check(argument),
                  "expected --option=value, found '" + std::string(argument) +
                      "' (--help lists all)");
    }
    EXPECT_EQ(ErrorOf([] {
                  CheckArguments({"--load=1", "--x=1", "--y=1"}, {"load"});
              }),
              "--x" + known);
}

TEST(CheckArguments, RefusesTypesAndAttributesThatDoNotExist)
{
    EXPECT_EQ(Check("--ns3::rdmacell::AllKind::Whole=5"),
              "--ns3::rdmacell::AllKind::Whole: expected a type that exists, found "
              "'ns3::rdmacell::AllKind' (--PrintGroup=RdmaCell lists ours)");
    EXPECT_EQ(Check("--ns3::rdmacell::AllKinds::whole=5"),
              "--ns3::rdmacell::AllKinds::whole: expected an attribute of "
              "ns3::rdmacell::AllKinds, found 'whole' "
              "(--PrintAttributes=ns3::rdmacell::AllKinds lists them)");
    EXPECT_EQ(Check("--ns3::rdmacell::AllKinds::Whole"),
              "--ns3::rdmacell::AllKinds::Whole: expected --ns3::rdmacell::AllKinds::Whole=value");
    EXPECT_EQ(Check("--ns3::rdmacell::AllKinds::Part=0"),
              "--ns3::rdmacell::AllKinds::Part: expected an attribute that can be set");
}

TEST(CheckArguments, TakesValuesThatAttributesTake)
{
    const std::vector<std::pair<std::string, std::vector<std::string>>> good{
        {"Whole", {"2", "9"}},
        {"Bytes", {"0", "18446744073709551615"}},
        {"Signed", {"-2", "+2", "0"}},
        {"Share", {"0", "1", "0.25", "2.5e-1", ".5"}},
        {"Wait", {"0", "5", "5us", "0.001ms", "1e3ns", "+1h"}},
        {"Rate", {"100Gbps", "100Gb/s", "12.5GBps", "40Mbps", "0bps"}},
        {"On", {"true", "false", "1", "0"}},
        {"Color", {"Red", "Green"}},
        {"Kind", {"ns3::Object", "ns3::rdmacell::AllKinds"}},
        {"Name", {"", "anything at all"}}};
    for (const auto& [name, values] : good)
    {
        for (const std::string& value : values)
        {
            EXPECT_EQ(CheckAttribute(name, value), "no error") << name << '=' << value;
        }
    }
}

TEST(CheckArguments, RefusesNumbersThatAreWrong)
{
    for (const char* value :
         {"1", "10", "-3", "4294967298", "3.5", "3x", "x", " 3", "3 ", "0x3", ""})
    {
        ExpectRefused("Whole", value, "UintegerValue", "uint32_t 2:9");
    }
    for (const char* value : {"-1", "18446744073709551616", "1e3", "5MB"})
    {
        ExpectRefused("Bytes", value, "UintegerValue", "uint64_t 0:18446744073709551615");
    }
    for (const char* value : {"-3", "3", "--1", "-", "1.0", "+-1", ""})
    {
        ExpectRefused("Signed", value, "IntegerValue", "int32_t -2:2");
    }
    for (const char* value : {"-0.1", "1.01", "50%", "nan", "inf", "0x1", "1e", "", "0,5", "half"})
    {
        ExpectRefused("Share", value, "DoubleValue", "double 0:1");
    }
}

TEST(CheckArguments, RefusesTimesAndRatesWithWrongUnits)
{
    for (const char* value :
         {"5 us", "5uS", "5usx", "us", "", "-5us", "five", "5us5", "nan", "infs", "0x5s", "1e400s"})
    {
        const std::string text = CheckAttribute("Wait", value);
        EXPECT_EQ(text.rfind("--" + PATH + "Wait: expected a value of type TimeValue, ", 0), 0U)
            << text;
        const std::string tail = ", found '" + std::string(value) + "'";
        EXPECT_NE(text.find(tail), std::string::npos) << text;
    }
    for (const char* value : {"100",
                              "100G",
                              "Gbps",
                              "",
                              "-1Gbps",
                              "100gbps",
                              "100Gbpsx",
                              "100 Gbps",
                              "1e2Gbps",
                              "1.0.0Gbps",
                              "nanGbps"})
    {
        ExpectRefused("Rate", value, "DataRateValue", "DataRate");
    }
}

TEST(CheckArguments, RefusesNamesThatAreUnknown)
{
    for (const char* value : {"Blue", "red", "0", "", "Red|Green", "Red "})
    {
        const std::string text = CheckAttribute("Color", value);
        EXPECT_EQ(text.rfind("--" + PATH + "Color: expected a value of type EnumValue", 0), 0U)
            << text;
        const std::string tail = ", Red|Green, found '" + std::string(value) + "'";
        EXPECT_NE(text.find(tail), std::string::npos) << text;
    }
    for (const char* value : {"yes", "on", "2", "True!", ""})
    {
        ExpectRefused("On", value, "BooleanValue", "bool");
    }
    for (const char* value : {"ns3::Objekt", "ns3::Object x", ""})
    {
        ExpectRefused("Kind", value, "TypeIdValue", "TypeId");
    }
}

TEST(CheckArguments, RefusesGlobalValuesThatAreWrong)
{
    EXPECT_EQ(Check("--RngRun=x"),
              "--RngRun: expected a value of type UintegerValue, uint64_t "
              "0:18446744073709551615, found 'x'");
    EXPECT_EQ(Check("--SchedulerType=ns3::NoScheduler").rfind("--SchedulerType: expected ", 0), 0U);
    EXPECT_EQ(Check("--SchedulerType=ns3::Object"),
              "--SchedulerType: expected a type derived from ns3::Scheduler, found 'ns3::Object'");
    EXPECT_EQ(Check("--SimulatorImplementationType=ns3::Object"),
              "--SimulatorImplementationType: expected a type derived from ns3::SimulatorImpl, "
              "found 'ns3::Object'");
    EXPECT_EQ(Check("--SimulatorImplementationType=ns3::RealtimeSimulatorImpl"), "no error");
}

TEST(CheckArguments, RefusesGlobalValuesOfOtherModules)
{
    EXPECT_EQ(Check("--ChecksumEnabled=true"), "--ChecksumEnabled: has no effect in this program");
}

TEST(CheckArguments, NamesTheTypeThatAnAttributeIsInheritedFrom)
{
    EXPECT_EQ(Check("--ns3::rdmacell::MoreKinds::Wait=1s"),
              "--ns3::rdmacell::MoreKinds::Wait: expected --" + PATH +
                  "Wait, from which the type inherits it");
    EXPECT_EQ(Check("--ns3::rdmacell::MoreKinds::More=1"), "no error");
}

TEST(SetAttributeDefault, ChecksAndSets)
{
    SetAttributeDefault(PATH + "Wait", "7us", "wait");
    SetAttributeDefault(PATH + "Color", "Green", "color");
    const auto object = CreateObject<AllKinds>();
    EXPECT_EQ(object->wait, MicroSeconds(7));
    EXPECT_EQ(object->color, AllKinds::GREEN);
    EXPECT_EQ(object->whole, 5U);
    EXPECT_EQ(GetAttributeDefault(PATH + "Wait"), "7us");
    EXPECT_EQ(GetAttributeDefault(PATH + "Color"), "Green");
    EXPECT_EQ(ErrorOf([] { SetAttributeDefault(PATH + "Whole", "1", "number"); }),
              "--number: expected a value of type UintegerValue, uint32_t 2:9, found '1'");
    EXPECT_EQ(CreateObject<AllKinds>()->whole, 5U);
}

TEST(SetAttributeDefault, SetsGlobalValues)
{
    SetAttributeDefault("RngRun", "12", "seed");
    EXPECT_EQ(GetAttributeDefault("RngRun"), "12");
    SetAttributeDefault("RngRun", "1", "seed");
    EXPECT_EQ(ErrorOf([] { SetAttributeDefault("NoSuch", "1", "x"); }),
              "--NoSuch: expected an option that exists (--help lists all)");
}

TEST(NormalizeValue, GivesEqualValuesEqualTexts)
{
    EXPECT_EQ(NormalizeValue(PATH + "Wait", "0.001ms"), "1us");
    EXPECT_EQ(NormalizeValue(PATH + "Wait", "4194304ns"), "4194304ns");
    EXPECT_EQ(NormalizeValue(PATH + "Rate", "100Gb/s"), "100Gbps");
    EXPECT_EQ(NormalizeValue(PATH + "On", "1"), "true");
    EXPECT_EQ(NormalizeValue(PATH + "Share", "2.5e-1"), "0.25");
    EXPECT_EQ(NormalizeValue(PATH + "Signed", "+2"), "2");
}

TEST(AddAttributeValue, WritesNumbersTruthValuesAndTexts)
{
    JsonObject object;
    AddAttributeValue(object, "whole", PATH + "Whole", "3");
    AddAttributeValue(object, "share", PATH + "Share", "0.80");
    AddAttributeValue(object, "on", PATH + "On", "0");
    AddAttributeValue(object, "wait", PATH + "Wait", "1500us");
    AddAttributeValue(object, "color", PATH + "Color", "Red");
    EXPECT_EQ(object.ToString(),
              "{\n  \"whole\": 3,\n  \"share\": 0.8,\n  \"on\": false,\n  \"wait\": \"1500us\",\n"
              "  \"color\": \"Red\"\n}");
}
