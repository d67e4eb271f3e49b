// The parts that reports are made of.
#include "gate/report/report.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

#include "gate/base/words.hpp"
#include "gate/judging/subject.hpp"
#include "gate/report/diagnosis.hpp"
#include "gate/report/draw.hpp"
#include "gate/tests/command.hpp"
#include "properties/kit/catalog.hpp"
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
    EXPECT_TRUE(has(in_words(diagnosis), std::string("your answers match the known wrong ring ") +
                                             slug + " on all " + n + " questions"));
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
  EXPECT_TRUE(has(in_words(diagnosis), "your answers match no known wrong ring"));
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
// A report that has something of everything, but for what excludes the rest.
Report full_report() {
  Report report;
  report.subject = "mine 2";
  report.replay_subject = "--adapter mine";
  report.budget = "quick";
  for (const char* slug : {"successor", "boundary", "wrap", "replicas-follow-the-ring"}) {
    report.properties.push_back(find_property(slug));
  }
  report.self_checks = {{"corpus", "no-wrap", "wrap", 64, ""}};
  report.notes = {"something was seen that is no verdict"};
  report.missed = {"what was expected did not come"};
  Score score;
  score.engine = "random";
  score.cases = 7;
  score.summary = "seven aimed cases";
  score.tallies.resize(4);
  score.tallies[0].violated = 1;
  score.tallies[1].vacuous = 3;
  score.tallies[1].reason = "no key is at a token of it";
  score.tallies[2].unsupported = 3;
  score.tallies[2].why = "it has no wrap";
  score.tallies[3].excused = 3;
  score.tallies[3].why = "walk: as it pleases";
  report.scores = {score};
  const Case asked = parse(
      R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "6"}],
          "keys": ["1"]})");
  Case derived = asked;
  derived.keys = {2, 3};
  Trace answered;
  answered.said = {"the line that was sent", "the line that came back"};
  report.findings = {{{report.properties[0], "random", asked, asked, answered,
                       Verdict::violated({0,
                                          1,
                                          "A by rights",
                                          "B instead",
                                          derived,
                                          {"the line about that", "the answer to that"}}),
                       false},
                      "",
                      "clockwise replay - --adapter mine",
                      ""}};
  AdapterReport& adapter = report.adapter.emplace();
  adapter.command = "run mine";
  adapter.hello.name = "mine";
  adapter.hello.declared["walk"] = "counter-clockwise";
  adapter.excuses = {{"steps left out for a reason", 12}};
  Incident incident;
  incident.how = "it exited with 7";
  incident.asked = asked;
  incident.sent = "the last line to it";
  incident.errors = "out of luck";
  adapter.incidents = {incident};
  return report;
}

// As one paragraph, without what a format escapes by.
std::string plain(std::string text) {
  for (const auto& [from, to] : {std::pair{"&#10;", " "},
                                 {"&quot;", "\""},
                                 {"&apos;", "'"},
                                 {"&#39;", "'"},
                                 {"&gt;", ">"},
                                 {"\\\"", "\""},
                                 {"%0A", " "},
                                 {"<b>", ""},
                                 {"</b>", ""}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
      text.replace(at, std::string_view(from).size(), to);
    }
  }
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

TEST(Report, EveryFormatSaysTheSame) {
  const Report report = full_report();
  const Shown shown = show(report, report.findings[0]);
  std::vector<std::string> said{conclusion(report),
                                self_check_in_words(report),
                                report.notes[0],
                                report.missed[0],
                                "seven aimed cases",
                                "run mine",
                                "walk: counter-clockwise",
                                "steps left out for a reason",
                                "it exited with 7",
                                "out of luck",
                                replay_of(report, report.adapter->incidents[0]),
                                shown.smallest,
                                shown.derived,
                                shown.expected,
                                shown.answered,
                                shown.place,
                                shown.remark,
                                report.findings[0].replay};
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    said.emplace_back(report.properties[p]->slug);
    said.emplace_back(why(line_of(report, p)));
  }
  const Folder folder;
  const std::string summary = (folder / "summary").string();
  setenv("GITHUB_STEP_SUMMARY", summary.c_str(), 1);
  for (const char* format : {"text", "json", "junit", "github", "html"}) {
    const std::string text = plain(formatted(report, format, false));
    for (const std::string& each : said) {
      // There these are members of their own.
      if (format == std::string_view("json") &&
          (each == shown.remark || each == shown.derived || each == self_check_in_words(report))) {
        continue;
      }
      EXPECT_TRUE(has(text, plain(each))) << format << " does not say: " << each;
    }
  }
  unsetenv("GITHUB_STEP_SUMMARY");
  const auto json = nlohmann::ordered_json::parse(to_json(report));
  EXPECT_EQ(json["violations"][0]["repeats"], false);
  EXPECT_EQ(json["violations"][0]["asked-again-as"], nlohmann::ordered_json::parse(shown.derived));
  EXPECT_EQ(json["self-check"][0]["caught"], "no-wrap");
  const std::string text = plain(slurp(summary));
  for (const std::string& each : {shown.smallest, shown.place, std::string(why(line_of(report, 1))),
                                  report.notes[0], std::string("steps left out for a reason")}) {
    EXPECT_TRUE(has(text, plain(each))) << "the step summary does not say: " << each;
  }
}

TEST(JsonReport, IsAsItsSchemaSays) {
  const Folder folder;
  const std::string serve = shell_quoted(kCommand) + " serve --ring ";
  const std::pair<std::string, int> runs[] = {
      {"--engine corpus", 0},
      {"--engine corpus --engine random --budget 50 --ring fault:no-wrap --shard 1/2", 1},
      {"--engine corpus --property successor --adapter " + shell_quoted(serve + "reference"), 0},
      {"--engine corpus --property wrap --adapter " + shell_quoted(serve + "fault:no-wrap"), 1},
      {"--engine corpus --adapter false", 3},
      {"--engine exhaustive --property equal-positions-share-an-owner --budget quick", 5},
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
