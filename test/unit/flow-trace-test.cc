/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of reading and writing files of flows.
 */

#include "test-files.h"

#include "ns3/flow-trace.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t HOSTS = 128;

const std::string HEADER = "start_ns,src,dst,size_bytes\n";

std::vector<Flow>
ReadText(const std::string& content, Time origin = Time(0))
{
    const ScratchFile file(content);
    return FlowTrace::Read(file.GetPath(), HOSTS, origin);
}

std::string
ReadError(const std::string& content, Time origin = Time(0))
{
    const ScratchFile file(content);
    const auto text = ErrorOf([&file, origin] { FlowTrace::Read(file.GetPath(), HOSTS, origin); });
    return text.rfind(file.GetPath(), 0) == 0 ? text.substr(file.GetPath().size()) : text;
}

std::string
Text(const std::vector<Flow>& flows)
{
    std::ostringstream out;
    for (const auto& flow : flows)
    {
        out << flow.id << ' ' << flow.start.GetNanoSeconds() << ' ' << flow.src << ' ' << flow.dst
            << ' ' << flow.sizeBytes << '\n';
    }
    return out.str();
}

} // namespace

TEST(FlowTrace, CsvIsRead)
{
    EXPECT_EQ(Text(ReadText(HEADER + "0,0,127,0\n64,92,3,4095\n2000000000,1,2,1\n")),
              "0 0 0 127 0\n1 64 92 3 4095\n2 2000000000 1 2 1\n");
}

TEST(FlowTrace, HpccListIsReadExactlyAndShiftedToItsOrigin)
{
    // Neither start is a multiple of 1 ns as a double.
    EXPECT_EQ(
        Text(ReadText("2\n116 92 3 4095 2.000000045\n62 52 3 65535 2.000000079\n", Seconds(2))),
        "0 45 116 92 4095\n1 79 62 52 65535\n");
}

TEST(FlowTrace, HpccListMayHaveADestinationPort)
{
    EXPECT_EQ(Text(ReadText("1 \n0 1 3 100 200000000 2\n")), "0 2000000000 0 1 200000000\n");
}

TEST(FlowTrace, LineEndsSpacesCommentsAndEmptyLinesDoNotMatter)
{
    EXPECT_EQ(Text(ReadText("start_ns,src,dst,size_bytes\r\n# comment\r\n\r\n 5, 0 ,1,\t7\r\n")),
              "0 5 0 1 7\n");
    EXPECT_EQ(Text(ReadText("1\r\n\r\n0\t1  3 7 0.000000005\r\n")), "0 5 0 1 7\n");
    EXPECT_EQ(Text(ReadText(HEADER + "5,0,1,7")), "0 5 0 1 7\n");
}

TEST(FlowTrace, FlowsAreSortedByStartAndKeepTheirOrderWithin)
{
    EXPECT_EQ(Text(ReadText(HEADER + "9,0,1,1\n5,4,5,2\n9,2,3,3\n5,0,1,4\n")),
              "0 5 4 5 2\n1 5 0 1 4\n2 9 0 1 1\n3 9 2 3 3\n");
}

TEST(FlowTrace, NoFlowsAreAListToo)
{
    EXPECT_TRUE(ReadText(HEADER).empty());
    EXPECT_TRUE(ReadText("0\n").empty());
}

TEST(FlowTrace, SizesAreExactTo64Bits)
{
    // Sizes above 32 bits must not be clamped.
    const auto flows = ReadText("4\n0 1 3 4294967295 0\n0 1 3 4294967296 0\n0 1 3 5000000000 0\n"
                                "0 1 3 18446744073709551615 0\n");
    ASSERT_EQ(flows.size(), 4U);
    EXPECT_EQ(flows[0].sizeBytes, 4294967295U);
    EXPECT_EQ(flows[1].sizeBytes, 4294967296U);
    EXPECT_EQ(flows[2].sizeBytes, 5000000000U);
    EXPECT_EQ(flows[3].sizeBytes, 18446744073709551615U);
    EXPECT_NE(ReadError(HEADER + "0,0,1,18446744073709551616\n"), "no error");
}

TEST(FlowTrace, AnnouncedNumberOfFlowsIsHeld)
{
    // Row P06: a header of 1000 over 3 lines injected the last flow 998 times.
    const std::string three = "0 1 3 10 0\n1 2 3 10 0\n2 3 3 10 0\n";
    EXPECT_EQ(ReadError("1000\n" + three),
              ":4: expected 1000 flows as line 1 says, the file ends after 3");
    EXPECT_EQ(ReadError("3\n" + three), "no error");
}

TEST(FlowTrace, RowsAfterTheAnnouncedFlowsArePassedOverWithANote)
{
    // The kind: a reader that is stricter than the files that users have. HPCC's own lists end with
    // a description of their columns.
    const std::string list = "1\n0 1 3 100 200000000 2\n";
    FlowTrace::Run run;
    run.hosts = HOSTS;
    for (const char* const rest :
         {"\nFirst line: flow #\nsrc dst 3 port size start\n", "0 1 3 100 5 2\n0 1 3 100 5 2\n"})
    {
        const ScratchFile file(list + rest);
        std::string note;
        EXPECT_EQ(Text(FlowTrace::Read(file.GetPath(), run, &note)),
                  "0 2000000000 0 1 200000000\n");
        EXPECT_EQ(note.rfind(file.GetPath() + (rest[0] == '\n' ? ":4" : ":3"), 0), 0U) << note;
        EXPECT_NE(note.find("2 rows after the 1 flows as line 1 says passed over"),
                  std::string::npos)
            << note;
    }
    const ScratchFile file(list);
    std::string note = "old";
    FlowTrace::Read(file.GetPath(), run, &note);
    EXPECT_EQ(note, "");
}

TEST(FlowTrace, ListHasTheNumbersOfTheNetworksFile)
{
    // The kind: a number is taken for that of another numbering. Here switches come first.
    FlowTrace::Run run;
    run.hosts = 3;
    run.listNumbers = {1, 2, 5};
    const auto read = [&run](const std::string& text) {
        const ScratchFile file(text);
        std::string flows;
        const auto error =
            ErrorOf([&] { flows = Text(FlowTrace::Read(file.GetPath(), run, nullptr)); });
        return flows.empty() ? error.substr(file.GetPath().size()) : flows;
    };
    EXPECT_EQ(read("2\n1 2 3 100 7 0\n5 1 3 100 7 0\n"), "0 0 0 1 7\n1 0 2 0 7\n");
    const std::string expected = "expected the number of a host in the network's file, found ";
    EXPECT_EQ(read("1\n0 2 3 100 7 0\n"), ":2: src: " + expected + "\"0\"");
    EXPECT_EQ(read("1\n1 3 3 7 0\n"), ":2: dst: " + expected + "\"3\"");
    EXPECT_EQ(read("1\n1 99 3 7 0\n"), ":2: dst: " + expected + "\"99\"");
    EXPECT_EQ(read("1\n5 5 3 7 0\n"), ":2: expected src and dst to differ, found host 5 twice");
    // Our own files have indexes.
    EXPECT_EQ(read(HEADER + "0,0,2,7\n"), "0 0 0 2 7\n");
    EXPECT_EQ(read(HEADER + "0,0,5,7\n"), ":2: dst: expected a whole number below 3, found \"5\"");
}

TEST(FlowTrace, ClassOfAListMustBeThatOfTheRun)
{
    // The kind: a column that is read and has no effect.
    FlowTrace::Run run;
    run.hosts = HOSTS;
    run.trafficClass = 3;
    run.trafficClassName = "--TrafficClass";
    const auto read = [&run](const std::string& text) {
        const ScratchFile file(text);
        return ErrorOf([&] { FlowTrace::Read(file.GetPath(), run, nullptr); })
            .substr(file.GetPath().size());
    };
    const ScratchFile same("1\n0 1 3 7 0\n");
    EXPECT_EQ(FlowTrace::Read(same.GetPath(), run, nullptr).size(), 1U);
    EXPECT_EQ(read("2\n0 1 3 7 0\n0 1 1 7 0\n"),
              ":3: pg: expected the class of all flows, 3 (--TrafficClass), found \"1\"");
    run.trafficClass = 1;
    EXPECT_EQ(read("1\n0 1 3 100 7 0\n"),
              ":2: pg: expected the class of all flows, 1 (--TrafficClass), found \"3\"");
}

TEST(FlowTrace, TextInPlaceOfANumberIsAnError)
{
    // Row P07: a text in place of a size gave one-byte flows at time 0.
    EXPECT_EQ(ReadError("2\n0 1 3 10 0\n0 1 3 big 0\n"),
              ":3: size_bytes: expected a whole number of at most 64 bits, found \"big\"");
    EXPECT_EQ(ReadError(HEADER + "0,0,1,10kB\n"),
              ":2: size_bytes: expected a whole number of at most 64 bits, found \"10kB\"");
    EXPECT_EQ(ReadError(HEADER + "0,0,1,-5\n"),
              ":2: size_bytes: expected a whole number of at most 64 bits, found \"-5\"");
    EXPECT_EQ(ReadError(HEADER + "0,a,1,10\n"),
              ":2: src: expected a whole number below 128, found \"a\"");
}

TEST(FlowTrace, HostsMustExistAndDiffer)
{
    EXPECT_EQ(ReadError(HEADER + "0,127,0,10\n"), "no error");
    EXPECT_EQ(ReadError(HEADER + "0,128,0,10\n"),
              ":2: src: expected a whole number below 128, found \"128\"");
    EXPECT_EQ(ReadError(HEADER + "0,0,4294967296,10\n"),
              ":2: dst: expected a whole number below 128, found \"4294967296\"");
    EXPECT_EQ(ReadError(HEADER + "0,7,7,10\n"),
              ":2: expected src and dst to differ, found host 7 twice");
}

TEST(FlowTrace, StartsMustBeTimesFromTheOriginOn)
{
    const std::string decimal = ": expected a decimal number without sign, found ";
    EXPECT_EQ(ReadError(HEADER + "-1,0,1,10\n"), ":2: start_ns" + decimal + "\"-1\"");
    EXPECT_EQ(ReadError(HEADER + "nan,0,1,10\n"), ":2: start_ns" + decimal + "\"nan\"");
    EXPECT_EQ(ReadError(HEADER + ",0,1,10\n"), ":2: start_ns" + decimal + "\"\"");
    EXPECT_EQ(ReadError("1\n0 1 3 10 1e\n"), ":2: start_seconds" + decimal + "\"1e\"");
    EXPECT_EQ(Text(ReadText("1\n0 1 3 10 1.5e-3\n")), "0 1500000 0 1 10\n");
    EXPECT_EQ(Text(ReadText(HEADER + "1E+03,0,1,10\n")), "0 1000 0 1 10\n");
    EXPECT_EQ(ReadError("2\n0 1 3 10 2\n0 1 3 10 1.999999999\n", Seconds(2)),
              ":3: start_seconds: expected a start not before the origin of 2000000000000 ps, "
              "found \"1.999999999\"");
}

TEST(FlowTrace, RowsMustHaveTheirColumns)
{
    EXPECT_EQ(ReadError(HEADER + "0,0,1\n"),
              ":2: expected start_ns,src,dst,size_bytes, found \"0,0,1\"");
    EXPECT_EQ(ReadError(HEADER + "0,0,1,10,junk\n"),
              ":2: expected start_ns,src,dst,size_bytes, found \"0,0,1,10,junk\"");
    EXPECT_EQ(ReadError("1\n0 1 3 10\n"),
              ":2: expected src dst pg [dport] size_bytes start_seconds, found \"0 1 3 10\"");
    EXPECT_EQ(ReadError("1\n0 1 8 10 0\n"), ":2: pg: expected a whole number below 8, found \"8\"");
    EXPECT_EQ(ReadError("1\n0 1 3 65536 10 0\n"),
              ":2: dport: expected a whole number below 65536, found \"65536\"");
}

TEST(FlowTrace, UnknownFormatsAreRefused)
{
    const std::string expected = ":1: expected \"start_ns,src,dst,size_bytes\" or the number of "
                                 "flows (a compressed file must be unpacked first)";
    EXPECT_EQ(ReadError("start,src,dst,size\n0,0,1,10\n"), expected);
    EXPECT_EQ(ReadError("\x1f\x8b\x08 gz"), expected);
    EXPECT_EQ(ReadError(""), ": expected flows, found an empty file");
    EXPECT_EQ(ErrorOf([] { FlowTrace::Read("/nonexistent/flows", HOSTS); }),
              "/nonexistent/flows: cannot be opened for reading");
}

TEST(FlowTrace, WhatIsWrittenIsReadBackExactly)
{
    const std::string text = HEADER + "0,0,1,0\n0,1,0,18446744073709551615\n64,92,3,4095\n"
                                      "3600000000001,127,126,1\n";
    const auto flows = ReadText(text);
    const ScratchFile file;
    FlowTrace::Write(file.GetPath(), flows);
    std::ostringstream written;
    written << std::ifstream(file.GetPath()).rdbuf();
    EXPECT_EQ(written.str(), text);
    EXPECT_EQ(Text(FlowTrace::Read(file.GetPath(), HOSTS)), Text(flows));
    EXPECT_FALSE(std::ifstream(file.GetPath() + ".partial").is_open());
}

TEST(FlowTrace, FileThatCannotBeWrittenIsNamed)
{
    const ScratchFile file;
    const std::string path = file.GetPath() + "/flows.csv"; // in a file, for root as well
    EXPECT_EQ(ErrorOf([&path] { FlowTrace::Write(path, {}); }),
              path + ": expected a file that can be written");
}

TEST(FlowTraceDeathTest, PicosecondsAreKeptAtThatResolution)
{
    // The resolution can be set once in a process, so this runs in one of its own.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(
        {
            Time::SetResolution(Time::PS);
            const std::string text = HEADER + "0.001,0,1,5\n45,1,0,5\n45.020,1,0,5\n45.120,2,0,5\n";
            const auto flows = ReadText(text);
            const ScratchFile file;
            FlowTrace::Write(file.GetPath(), flows);
            std::ostringstream written;
            written << std::ifstream(file.GetPath()).rdbuf();
            const auto list = ReadText("1\n0 1 3 5 2.000000000123\n", PicoSeconds(2000000000001));
            const bool same = written.str() == text && flows[2].start == PicoSeconds(45020) &&
                              list[0].start == PicoSeconds(122);
            exit(same ? 0 : 1);
        },
        testing::ExitedWithCode(0),
        "");
}

TEST(MergeFlows, ListsBecomeOneThatIsSortedAndNumbered)
{
    const auto first = ReadText(HEADER + "5,0,1,1\n9,0,1,2\n");
    const auto second = ReadText(HEADER + "1,2,3,3\n9,2,3,4\n");
    EXPECT_EQ(Text(MergeFlows({first, {}, second})),
              "0 1 2 3 3\n1 5 0 1 1\n2 9 0 1 2\n3 9 2 3 4\n");
}
