// The verbs `plan`, `load` and `expect`, on the rings whose numbers were worked out by hand.
#include <gtest/gtest.h>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

constexpr const char* kR16 =
    R"({"size": "16", "tokens": [{"node": "A", "at": "2"}, {"node": "B", "at": "6"}, )"
    R"({"node": "C", "at": "9"}, {"node": "D", "at": "13"}]})";
constexpr const char* kR32 =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}, )"
    R"({"node": "C", "at": "16"}, {"node": "D", "at": "24"}]})";
constexpr const char* kR32WithE =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}, )"
    R"({"node": "E", "at": "12"}, {"node": "C", "at": "16"}, {"node": "D", "at": "24"}]})";
constexpr const char* kV32 =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "A", "at": "17"}, )"
    R"({"node": "C", "at": "5"}, {"node": "C", "at": "21"}, {"node": "B", "at": "9"}, )"
    R"({"node": "B", "at": "25"}, {"node": "D", "at": "13"}, {"node": "D", "at": "29"}]})";
constexpr const char* kR64 =
    R"({"size": "64", "tokens": [{"node": "A", "at": "8"}, {"node": "B", "at": "24"}, )"
    R"({"node": "C", "at": "48"}]})";
constexpr const char* kKeys =
    "key,at,bytes,requests\n"
    "k1,0,10,2\nk2,4,900,2\nk3,7,50,2\nk4,10,10,90\nk5,12,10,2\nk6,15,20,2\n";

class PlanVerb : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    spill(folder_ / name, text);
    return shell_quoted((folder_ / name).string());
  }
  Ran plan(const std::string& ring, const std::string& arguments) {
    return clockwise("plan " + file("ring.json", ring) + " " + arguments);
  }
  Ran load(const std::string& ring, const std::string& arguments) {
    return clockwise("load " + file("ring.json", ring) + " " + arguments);
  }

  Folder folder_;
};

TEST_F(PlanVerb, AJoinTakesOneArc) {
  const Ran ran = plan(kR32, "--join E@12");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "A pure join: joining E. Only the joining tokens take, each from one node.\n"
            "\n"
            "arc      positions  from  to\n"
            "(8, 12]          4  C     E\n"
            "\n"
            "node  positions before           after           change\n"
            "A                    9  28.13 %      9  28.13 %       0\n"
            "B                    7  21.88 %      7  21.88 %       0\n"
            "C                    8  25.00 %      4  12.50 %      -4\n"
            "D                    8  25.00 %      8  25.00 %       0\n"
            "E                    0   0.00 %      4  12.50 %      +4\n"
            "\n"
            "moves: 4 of 32 positions\n");
}

TEST_F(PlanVerb, ALeaveGivesWhatTheLeaverHad) {
  const std::string text = plan(kR32WithE, "--leave B --format json").out;
  EXPECT_TRUE(has(text, R"("change": "leave")"));
  EXPECT_TRUE(has(text, R"("moves": [
    {"from": "1", "to": "8", "size": "7", "giver": "B", "taker": "E"}
  ])"));
  EXPECT_TRUE(
      has(text, R"({"node": "E", "before": {"positions": "4"}, "after": {"positions": "11"}})"));
  EXPECT_TRUE(has(text, R"("moved": {"positions": "7"})"));
}

TEST_F(PlanVerb, TheRingsOf64Positions) {
  EXPECT_TRUE(has(plan(kR64, "--join D@36").out, "(24, 36]         12  C     D\n"));
  EXPECT_TRUE(has(plan(kR64, "--join D@36").out,
                  "C                   24  37.50 %     12  18.75 %     -12\n"));
  const std::string left = plan(kR64, "--leave B --full").out;
  EXPECT_TRUE(has(left, R"({"from": "8", "to": "24", "size": "16", "giver": "B", "taker": "C"})"));
  EXPECT_TRUE(
      has(left, R"({"node": "C", "before": {"positions": "24"}, "after": {"positions": "40"}})"));
  EXPECT_TRUE(has(left,
                  R"("moved": ["9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", )"
                  R"("20", "21", "22", "23", "24"])"));
}

TEST_F(PlanVerb, ListsTheKeysThatMoveWithTheirUnits) {
  const std::string keys = "--keys " + file("keys.csv", kKeys);
  const std::string joined = plan(kR16, "--join E@11 " + keys).out;
  EXPECT_TRUE(has(joined, "keys that move\nk4  at 10  from D to E  10 bytes  90 requests\n"));
  EXPECT_TRUE(
      has(joined, "moves: 2 of 16 positions, 1 of 6 keys, 10 of 1000 bytes, 90 of 100 requests\n"));
  EXPECT_TRUE(has(plan(kR16, "--leave C " + keys).out,
                  "keys that move\nk3  at 7  from C to D  50 bytes  2 requests\n"));
  EXPECT_TRUE(has(plan(kR16, "--join E@3 " + keys).out, "No key moves.\n"));
}

TEST_F(PlanVerb, TwoKeysAtOnePositionAreTwo) {
  const std::string keys = "--keys " + file("keys.jsonl",
                                            "{\"key\": \"k4\", \"at\": \"10\"}\n\n{\"at\": \"10\", "
                                            "\"key\": \"k7\"}\n");
  EXPECT_TRUE(has(plan(kR16, "--join E@11 --format json " + keys).out, R"("keys": [
    {"key": "k4", "at": "10", "giver": "D", "taker": "E"},
    {"key": "k7", "at": "10", "giver": "D", "taker": "E"}
  ])"));
}

TEST_F(PlanVerb, NamesARetokenization) {
  const Ran ran = plan(kR32, "--to " + file("to.json", kV32));
  EXPECT_TRUE(has(ran.out, "A re-tokenization: gaining tokens A, B, C, D; losing tokens B, C, D."));
  EXPECT_TRUE(has(ran.out, "Moved between\nnodes that stay: 25 of 25 positions."));
  EXPECT_TRUE(has(ran.out, "moves: 25 of 32 positions\n"));
}

TEST_F(PlanVerb, NamesEveryOtherChange) {
  EXPECT_TRUE(
      has(plan(kR32, "--join E@12 --leave B").out, "A join and a leave: joining E; leaving B."));
  EXPECT_TRUE(has(plan(kR32, "--join A@12,20").out, "A pure join: gaining tokens A."));
  EXPECT_TRUE(has(plan(kR32, "--to " + file("same.json", kR32)).out,
                  "Nothing changes: the tokens are the same.\n\nNo arc changes its owner.\n"));
}

TEST_F(PlanVerb, AnArcAcrossZeroIsOneAndComesFirst) {
  const std::string text = plan(kR32, "--join E@28,4 --format json").out;
  EXPECT_TRUE(has(text, R"("moves": [
    {"from": "1", "to": "4", "size": "3", "giver": "B", "taker": "E"},
    {"from": "24", "to": "28", "size": "4", "giver": "A", "taker": "E"}
  ])"));
  EXPECT_TRUE(has(plan(kR32, "--leave A --format json").out, R"("moves": [
    {"from": "24", "to": "1", "size": "9", "giver": "A", "taker": "B"}
  ])"));
}

TEST_F(PlanVerb, TheWholeOfTheLargestRing) {
  const char* lone = R"({"size": "18446744073709551616", "tokens": [{"node": "A", "at": "5"}]})";
  const char* other = R"({"size": "18446744073709551616", "tokens": [{"node": "B", "at": "9"}]})";
  const std::string text = plan(lone, "--format json --to " + file("to.json", other)).out;
  EXPECT_TRUE(has(text, R"("moves": [
    {"from": "9", "to": "9", "size": "18446744073709551616", "giver": "A", "taker": "B"}
  ])"));
  EXPECT_TRUE(has(text, R"("moved": {"positions": "18446744073709551616"})"));
}

TEST_F(PlanVerb, WhatIsWrongIsNamedAndNothingIsWritten) {
  const std::pair<std::string, std::string> wrong[] = {
      {"", "expected a change"},
      {"--join E@12 --to " + file("to.json", kV32), "expected a change"},
      {"--join E12", "expected NODE@POSITION"},
      {"--join @12", "expected NODE@POSITION"},
      {"--join E@012", "found \"012\""},
      {"--join E@", "found \"\""},
      {"--join E@3,", "found \"\""},
      {"--join E@8", "--join E@8: refused as duplicate-position"},
      {"--join E@12,12", "refused as duplicate-position"},
      {"--join E@32", "refused as position-out-of-range"},
      {"--leave Z", "--leave Z: refused as unknown-node"},
      {"--leave A --leave B --leave C --leave D", "--leave D: refused as last-node"},
      {"--to " + file("r16.json", kR16), "the two placements cannot be compared"},
      {"--join E@12 --full --format text", "--full: expected --format json"},
      {"--join E@12 --keys nowhere", "nowhere: cannot be read: No such file"},
      {"--join E@12 --keys /", "it is a folder"},
      {"--join E@12 --keys " + file("twice", "key,at\na,1\nb,2\na,3\n"),
       "line 4: expected a key that no line before it has, found \"a\", which is on line 2"},
      {"--join E@12 --keys " + file("past",
                                    "{\"key\": \"a\", \"at\": \"1\"}\n{\"key\": \"b\", "
                                    "\"at\": \"32\"}\n"),
       "line 2: expected a position below the ring size 32, found 32"},
      {"--join E@12 --keys " + file("number", "{\"key\": \"a\", \"at\": 1}"),
       "line 1: expected a position as a decimal string"},
      {"--join E@12 --keys " + file("less", "{\"key\": \"a\", \"at\": \"1\", \"bytes\": -1}"),
       "line 1: expected a whole number, 0 to 18446744073709551615 as \"bytes\", found -1"},
      {"--join E@12 --keys " + file("more", "{\"key\": \"a\", \"at\": \"1\", \"size\": \"1\"}"),
       "line 1: expected no member but \"key\", \"at\", \"bytes\", \"requests\", found \"size\""},
      {"--join E@12 --keys " + file("again", "{\"key\": \"a\", \"at\": \"1\", \"at\": \"1\"}"),
       "line 1: expected one member \"at\", found it twice"},
      {"--join E@12 --keys " + file("no-at", "{\"key\": \"a\"}"), "expected a member \"at\""},
      {"--join E@12 --keys " + file("text", "{\"key\": \"a\", \"at\": \"1\"} x"),
       "line 1: expected a JSON object"},
      {"--join E@12 --keys " + file("list", "{\"key\": \"a\", \"at\": \"1\"}\n[]"),
       "line 2: expected a JSON object, found []"},
      {"--join E@12 --keys " + file("header", "key,where\n"),
       "expected JSON lines, or a CSV header"},
      {"--join E@12 --keys " + file("short", "key,at\na\n"),
       "line 2: expected 2 values, as in the header, found 1"},
      {"--join E@12 --keys " + file("quote", "key,at\n\"a,1\n"),
       "expected a closing quotation mark"},
      {"--join E@12 --keys " + file("latin", "key,at\n\xe4,1\n"), "line 2: expected UTF-8"},
  };
  for (const auto& [arguments, what] : wrong) {
    const Ran ran = plan(kR32, arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_TRUE(has(ran.err, what)) << arguments;
  }
  EXPECT_TRUE(has(plan(kR64, "--join E@12 --full").out, "\"full\""));
  const Ran large =
      plan(R"({"size": "4097", "tokens": [{"node": "A", "at": "5"}]})", "--join E@12 --full");
  EXPECT_TRUE(has(large.err, "--full: expected a ring of at most 4096 positions, found 4097"));
}

TEST_F(PlanVerb, AFileWithoutKeysHasNone) {
  for (const char* text : {"", "\n", "key,at\n"}) {
    const std::string keys = " --keys " + file("keys", text);
    EXPECT_TRUE(has(plan(kR32, "--join E@12" + keys).out,
                    "No key moves.\n\nmoves: 4 of 32 positions, 0 of 0 keys\n"));
    EXPECT_TRUE(has(load(kR32, "--format json" + keys).out,
                    R"("total": {"positions": "32", "keys": "0"})"));
  }
}

TEST_F(PlanVerb, ReadsCsvAsItIsWritten) {
  const std::string keys = file("keys.csv",
                                "\xef\xbb\xbf"
                                "requests,key,at\r\n"
                                "7,\"a \"\"quoted\"\", b\",10\r\n"
                                ",plain,10\r\n");
  EXPECT_TRUE(has(plan(kR16, "--join E@11 --keys " + keys).out,
                  "a \"quoted\", b  at 10  from D to E  7 requests\n"
                  "plain  at 10  from D to E\n"));
}

TEST_F(PlanVerb, LoadStandsSideBySideAndNamesHotKeys) {
  const Ran ran = load(kR16, "--keys " + file("keys.csv", kKeys));
  EXPECT_EQ(
      ran.out,
      "             node  tokens  positions            keys           bytes           requests\n"
      "                A       1          5  31.25 %      2  33.33 %     30   3.00 %         4   "
      "4.00 %\n"
      "                B       1          4  25.00 %      1  16.67 %    900  90.00 %         2   "
      "2.00 %\n"
      "                C       1          3  18.75 %      1  16.67 %     50   5.00 %         2   "
      "2.00 %\n"
      "                D       1          4  25.00 %      2  33.33 %     20   2.00 %        92  "
      "92.00 %\n"
      "           in all       4         16               6            1000                100\n"
      "largest over mean               1.25           1.333             3.6               3.68\n"
      "\n"
      "The key k2 at 4 alone has 900 of 1000 bytes, more than a node's fair share (250 of them for "
      "each\n"
      "of 4 nodes). A key has one owner: more tokens will not split it.\n"
      "\n"
      "The key k4 at 10 alone has 90 of 100 requests, more than a node's fair share (25 of them "
      "for\n"
      "each of 4 nodes). A key has one owner: more tokens will not split it.\n");
  EXPECT_TRUE(has(load(kV32, "--format json").out,
                  R"({"node": "C", "tokens": "2", "load": {"positions": "8"}})"));
  EXPECT_EQ(load(kR16, "--keys nowhere").code, 2);
}

TEST_F(PlanVerb, ExpectGivesTheMeanBesideTheRing) {
  const Ran mean = clockwise("expect --tokens 4 --join 1 --keys 32");
  EXPECT_TRUE(has(mean.out, "share that moves             1/5 = 0.2   J/(N + J)\n"));
  EXPECT_TRUE(has(mean.out, "of 32 keys                   32/5 = 6.4  K·J/(N + J)\n"));
  EXPECT_TRUE(has(mean.out, "share of a node of v tokens  v/5         v/(N + J)\n"));
  EXPECT_TRUE(has(mean.out, "averaged over  every placement of all 5 tokens"));
  const std::string ring = file("ring.json", kR32);
  const Ran here = clockwise("expect --ring " + ring + " --join E@12");
  EXPECT_TRUE(has(here.out, "E          1          1/5  0.2          4/32  0.125\n"));
  EXPECT_TRUE(has(here.out, "moves on this ring: 4/32 of the positions; in the mean: 1/5\n"));
  EXPECT_TRUE(has(clockwise("expect --ring " + file("v.json", kV32) + " --format json").out,
                  R"({"node": "C", "tokens": "2", "mean": "1/4", "here": "8/32"})"));
  EXPECT_TRUE(has(clockwise("expect --tokens 1 --join 18446744073709551615 --keys "
                            "18446744073709551615 --format json")
                      .out,
                  R"("share": "18446744073709551615/18446744073709551616")"));
}

TEST_F(PlanVerb, ExpectRefusesWhatItCannotReckon) {
  for (const char* arguments :
       {"", "--tokens 4", "--tokens 0 --join 1", "--tokens x --join 1", "--tokens 4 --join E@12",
        "--tokens 4 --join -1", "--tokens 4 --join 1 --keys 1.5"}) {
    const Ran ran = clockwise(std::string("expect ") + arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, "expected")) << arguments;
  }
  EXPECT_TRUE(has(clockwise("expect --tokens 5 --ring " + file("ring.json", kR32)).err,
                  "--tokens: expected 4, as many as the ring has, found 5"));
}

}  // namespace
}  // namespace clockwise::gate
