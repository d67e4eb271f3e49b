// The parts that reports are made of.
#include <gtest/gtest.h>

#include "gate/base/words.hpp"
#include "gate/judging/subject.hpp"
#include "gate/report/diagnosis.hpp"
#include "gate/report/draw.hpp"
#include "gate/tests/command.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

Case parse(const std::string& text) {
  const auto read = read_case(text);
  EXPECT_TRUE(read.has_value()) << text;
  return *read;
}

using Lines = std::vector<std::string>;

TEST(Draw, ASmallRingPositionByPosition) {
  const Case c = parse(
      R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "6"}],
          "steps": [{"join": [{"node": "C", "at": "4"}]}], "keys": ["5"]})");
  EXPECT_EQ(draw(c, 1, 0), (Lines{
                               "state 0  build 8 positions: A at 1, B at 6",
                               "state 1  join: C at 4",
                               "",
                               "position  0 1 2 3 4 5 6 7  → 0",
                               "token     · A · · C · B ·",
                               "key                 ▲",
                               "clockwise from key 5:",
                               "  distance 1  B at 6  ← the least: its owner",
                               "  distance 4  A at 1  (past the end)",
                               "  distance 7  C at 4  (past the end)",
                           }));
}

TEST(Draw, ALargeRingByItsDistances) {
  const Case c = parse(
      R"({"size": "18446744073709551616", "tokens": [{"node": "A", "at": "7"},
          {"node": "B", "at": "18446744073709551615"}, {"node": "A", "at": "9"}],
          "keys": ["8"], "replicas": 2})");
  EXPECT_EQ(
      draw(c, 0, 0),
      (Lines{
          "build 18446744073709551616 positions: A at 7, B at 18446744073709551615, A at 9",
          "",
          "clockwise from key 8:",
          "  distance                    1  A at 9                     ← the least: its owner, "
          "replica 1",
          "  distance 18446744073709551607  B at 18446744073709551615  ← replica 2",
          "  distance 18446744073709551615  A at 7                     (past the end)",
      }));
}

TEST(Draw, WhatIsRefused) {
  const Case nothing = parse(R"({"size": "8", "tokens": [], "keys": ["1"]})");
  EXPECT_EQ(draw(nothing, 0, 0),
            (Lines{"build 8 positions: no tokens (refused as no-tokens)", "nothing is built"}));
  const Case past = parse(R"({"size": "4", "tokens": [{"node": "A", "at": "1"}], "keys": ["9"]})");
  EXPECT_EQ(draw(past, 0, 0),
            (Lines{"build 4 positions: A at 1", "", "position  0 1 2 3  → 0", "token     · A · ·",
                   "key 9 is past the ring, which ends at 3"}));
}

TEST(Draw, ManyTokensStayReadable) {
  Case c;
  c.start.size = Count{1} << 64;
  for (std::uint32_t i = 0; i < 500; ++i) {
    c.start.tokens.push_back({TokenId{i}, ~Position{0} - i, NodeId{i}});
  }
  c.keys = {0};
  const Lines lines = draw(c, 0, 0);
  EXPECT_LE(lines.size(), 40U);
  EXPECT_EQ(lines.back(), "  and 488 more tokens, farther away");
  for (const std::string& line : lines) EXPECT_LE(width(line), 96U) << line;
}

TEST(Diagnosis, NamesTheWrongRingItself) {
  const Case failing = parse(
      R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "6"}],
          "keys": ["1"]})");
  for (const char* slug : {"boundary-exclusive", "nearest-point", "leave-removes-one-token"}) {
    const auto subject = make_subject(std::string("fault:") + slug);
    const Diagnosis diagnosis = *diagnose(*subject, {failing}, kCorpus);
    ASSERT_EQ(diagnosis.faults.size(), 1U) << slug;
    EXPECT_EQ(diagnosis.faults[0]->slug, slug);
    EXPECT_GT(diagnosis.wrong, 0U);
    EXPECT_GT(diagnosis.questions, 4096U);
    const std::string n = std::to_string(diagnosis.questions);
    EXPECT_TRUE(has(in_words(diagnosis), std::string("your answers are ") + slug + "'s on " + n +
                                             " of " + n + " questions"));
  }
}

TEST(Diagnosis, NamesNobodyForRightAnswersOrUnknownFaults) {
  const auto right = make_subject("optimized");
  EXPECT_TRUE(diagnose(*right, {}, kCorpus)->faults.empty());

  // Two faults at once are neither of them.
  class Mixed final : public Subject {
   public:
    const std::string& name() const override { return name_; }
    Trace run_asking(const Case& c, const AskIn& ask_in) override {
      return (c.keys.size() % 2 == 0 ? a_ : b_)->run_asking(c, ask_in);
    }

   private:
    std::string name_ = "mixed";
    std::unique_ptr<Subject> a_ = make_subject("fault:boundary-exclusive");
    std::unique_ptr<Subject> b_ = make_subject("fault:no-wrap");
  };
  Mixed mixed;
  const Diagnosis diagnosis = *diagnose(mixed, {}, kCorpus);
  EXPECT_TRUE(diagnosis.faults.empty());
  EXPECT_GT(diagnosis.wrong, 0U);
  EXPECT_TRUE(has(in_words(diagnosis), "your answers are no known wrong ring's"));
}

TEST(Compare, CountsStepsOwnersAndLists) {
  const Case c = parse(
      R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "6"}],
          "steps": [{"leave": "A"}], "keys": ["1", "2"], "replicas": 1})");
  const Trace right = expect(c).trace;
  const Comparison same = compare(right, right);
  EXPECT_EQ(same.questions, 10U);
  EXPECT_EQ(same.different, 0U);
  const Comparison other = compare(right, make_subject("fault:boundary-exclusive")->run(c));
  EXPECT_EQ(other.different, 2U);  // the owner and the replica of key 1, in state 0
}

TEST(Words, Visible) {
  EXPECT_EQ(visible("a\033[1m\n\x7f"), R"(a\x1b[1m\x0a\x7f)");
  EXPECT_EQ(visible("né → 𝄞"), "né → 𝄞");
  EXPECT_EQ(visible("\xff\xc0\x80\xed\xa0\x80\xe2\x82"), R"(\xff\xc0\x80\xed\xa0\x80\xe2\x82)");
}

TEST(Words, WrappedAndPadded) {
  EXPECT_EQ(wrapped("one two  three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("", 8), (Lines{""}));
  EXPECT_EQ(paragraph("- ", "one two three", 9), "- one two\n  three\n");
  EXPECT_EQ(left("é", 3) + "|" + right("é", 3), "é  |  é");
  EXPECT_EQ(counted(1, "case") + ", " + counted(2, "case"), "1 case, 2 cases");
}

TEST(Words, ShellQuoted) {
  const std::string odd = "a'b\"c$d`e\\f g";
  EXPECT_EQ(shell("printf %s " + shell_quoted(odd)).out, odd);
}

TEST(Words, ContentHash) {
  EXPECT_EQ(content_hash(""), "cbf29ce484222325");
  EXPECT_EQ(content_hash("a"), "af63dc4c8601ec8c");
}

// Whatever comes of a run.
TEST(JsonReport, IsAsItsSchemaSays) {
  const Folder folder;
  const std::string serve = shell_quoted(kCommand) + " serve --ring ";
  const std::pair<std::string, int> runs[] = {
      {"--engine corpus", 0},
      {"--engine corpus --engine random --budget 50 --ring fault:no-wrap --shard 1/2", 1},
      {"--engine corpus --property successor --adapter " + shell_quoted(serve + "reference"), 0},
      {"--engine corpus --property wrap --adapter " + shell_quoted(serve + "fault:no-wrap"), 1},
      {"--engine corpus --adapter false", 3},
      {"--engine exhaustive --property equal-positions-share-an-owner --budget 1s", 5},
  };
  std::string files;
  for (const auto& [arguments, code] : runs) {
    const std::string file =
        shell_quoted((folder / (std::to_string(files.size()) + ".json")).string());
    const Ran ran = check("--format json --output " + file + " " + arguments);
    EXPECT_EQ(ran.code, code) << arguments << ran.out << ran.err;
    files += " " + file;
  }
  const std::string checker =
      "/usr/bin/python3 " + shell_quoted(source("gate/report/check_schema.py"));
  const Ran held = shell(checker + files);
  EXPECT_EQ(held.code, 0) << held.err;
  spill(folder / "wrong.json", R"({"subject": 1})");
  EXPECT_EQ(shell(checker + " " + shell_quoted((folder / "wrong.json").string())).code, 1);
}

}  // namespace
}  // namespace clockwise::gate
