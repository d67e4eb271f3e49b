#include "gate/judging/check.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

#include "gate/base/exit.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/self_check.hpp"
#include "gate/judging/subject.hpp"
#include "gate/report/report.hpp"
#include "gate/tests/command.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

using Json = nlohmann::json;

// Fast, and enough to meet every class.
constexpr const char* kShort = "--engine corpus --engine random --budget 100 ";

std::string without_durations(const std::string& text) {
  return std::regex_replace(text, std::regex(R"( +[0-9]+\.[0-9]+ s\n)"), " s\n");
}

// A violation without content.
Finding some_finding() {
  return {{find_property("successor"), "corpus", {}, {}, {}, Verdict::holds()}, "", ""};
}

TEST(Check, ConformingRingExitsZero) {
  const Ran ran = check("--budget quick");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(has(ran.out, "optimized conforms: "));
  EXPECT_TRUE(has(ran.out, "(exit code 0: "));
  for (const Engine& engine : default_engines())
    EXPECT_TRUE(has(ran.out, std::string(engine.slug)));
  for (const Property* property : catalog_at(Level::positions)) {
    EXPECT_TRUE(has(ran.out, std::string(property->slug) + " "));
  }
  for (const ClassInfo& info : class_infos()) EXPECT_TRUE(has(ran.out, std::string(info.slug)));
  EXPECT_EQ(check(std::string(kShort) + "--ring reference").code, 0);
}

// The order in which a violation is told.
TEST(Check, ViolationTellsAllInOrder) {
  const Ran ran = check(std::string(kShort) + "--ring fault:boundary-exclusive");
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  std::size_t from = 0;
  for (const char* part :
       {"VIOLATED boundary", "A key exactly at a token's position belongs to that token.",
        "the smallest case:", "build 2 positions: A at 0, B at 1", "position  0 1", "token     A B",
        "key       ▲", "clockwise from key 0:", "distance 0  A at 0  ← the least: its owner",
        "distance 1  B at 1",
        R"({"size": "2", "tokens": [{"node": "A", "at": "0"}, {"node": "B", "at": "1"}], )",
        "expected   A\n", "answered   B (for key 0, after the build)",
        "diagnosis  your answers match the known wrong ring boundary-exclusive on", "see apache",
        "replay     echo '{\"size\": \"2\"", "| clockwise replay - --ring fault:boundary-exclusive",
        "fault:boundary-exclusive does not conform", "exit code 1"}) {
    const std::size_t at = ran.out.find(part, from);
    ASSERT_NE(at, std::string::npos) << part << "\nis not next in\n" << ran.out.substr(from);
    from = at;
  }
}

TEST(Check, EveryReplayCommandShowsTheViolationAgain) {
  const Ran ran = check(std::string(kShort) + "--ring fault:leave-removes-one-token");
  EXPECT_EQ(ran.code, 1);
  const std::regex command("replay     (.*)\n");
  std::size_t commands = 0;
  for (std::sregex_iterator it(ran.out.begin(), ran.out.end(), command), end; it != end; ++it) {
    const Ran again = shell((*it)[1]);
    EXPECT_EQ(again.code, 1) << (*it)[1] << again.err;
    EXPECT_TRUE(has(again.out, "VIOLATED"));
    ++commands;
  }
  EXPECT_GE(commands, 2U);
}

TEST(Check, SavedCasesReplayAndAreBareCases) {
  const Folder folder;
  const Ran ran = check(std::string(kShort) + "--ring fault:no-wrap --save " +
                        shell_quoted((folder / "regressions").string()));
  EXPECT_EQ(ran.code, 1);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "regressions")) {
    ++files;
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::regex_match(name, std::regex("[a-z-]+-[0-9a-f]{8}\\.json"))) << name;
    EXPECT_NE(find_property(name.substr(0, name.size() - 14)), nullptr) << name;
    const auto read = read_case(slurp(entry.path()));
    EXPECT_TRUE(read.has_value()) << name;
    const std::string file = shell_quoted(entry.path().string());
    EXPECT_TRUE(has(ran.out, "clockwise replay " + entry.path().string()));
    EXPECT_EQ(clockwise("replay " + file + " --ring fault:no-wrap").code, 1);
    EXPECT_EQ(clockwise("replay " + file).code, 0);
  }
  EXPECT_GE(files, 3U);
  // And the folder they are in is a corpus.
  EXPECT_EQ(clockwise("check --engine corpus --property wrap --ring fault:no-wrap --corpus " +
                      shell_quoted(folder.path().string()))
                .code,
            1);
}

TEST(Check, EveryFormatHasTheSameVerdicts) {
  for (const char* ring : {"optimized", "fault:replicas-repeat-a-node"}) {
    const std::string arguments = std::string(kShort) + "--ring " + ring;
    const Ran text = check(arguments);
    const Ran json = check(arguments + " --format json");
    const Ran junit = check(arguments + " --format junit");
    EXPECT_EQ(text.code, json.code);
    EXPECT_EQ(text.code, junit.code);
    const Json report = Json::parse(json.out);
    EXPECT_EQ(report["exit"], text.code);
    EXPECT_TRUE(has(text.out, report["conclusion"]));
    std::size_t violated = 0;
    for (const Json& property : report["properties"]) {
      const std::string slug = property["property"];
      const std::string verdict = property["verdict"];
      violated += verdict == "violated";
      const std::string shown = verdict == "violated" ? "VIOLATED" : verdict;
      EXPECT_TRUE(std::regex_search(text.out, std::regex("\n" + slug + " +" + shown + " ")))
          << slug;
      EXPECT_EQ(verdict == "violated",
                std::regex_search(junit.out, std::regex("name=\"" + slug + "\">\\s*<failure ")))
          << slug;
    }
    EXPECT_EQ(violated, report["violations"].size());
    for (const Json& violation : report["violations"]) {
      for (const char* member : {"claim", "expected", "answered", "diagnosis", "replay"}) {
        EXPECT_TRUE(violation[member].is_string()) << member;
      }
      EXPECT_TRUE(read_case(violation["case"].dump()).has_value());
      EXPECT_TRUE(has(text.out, violation["replay"]));
      for (const Json& line : violation["drawn"]) EXPECT_TRUE(has(text.out, line));
    }
    EXPECT_EQ(std::regex_search(junit.out, std::regex("<testsuites [^>]*failures=\"0\"")),
              violated == 0);
  }
}

// Without a planner nothing is said of plans, and asking for it is a mistake.
TEST(Check, JudgesThePlansOfThoseWhoPlan) {
  const std::string successor = "--engine corpus --property successor ";
  const std::string plans = successor + "--property plan-lists-what-moves --ring ";
  EXPECT_EQ(check(plans + "optimized").code, 0);
  EXPECT_EQ(check(plans + "fault:plan-forgets-the-wrap").code, 1);
  const Ran ran = check(plans + "optimized-search");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "--property plan-lists-what-moves: expected a ring that has a planner"));
  EXPECT_EQ(check(successor + "--ring fault:plan-forgets-the-wrap").code, 0);
}

TEST(Check, JunitIsWellFormed) {
  const Folder folder;
  const std::string file = shell_quoted((folder / "report.xml").string());
  const Ran ran =
      check(std::string(kShort) + "--ring fault:no-wrap --format junit --output " + file);
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.out, "fault:no-wrap does not conform"));
  const Ran parsed = shell(
      "python3 -c 'import sys, xml.etree.ElementTree as e\n"
      "root = e.parse(sys.argv[1]).getroot()\n"
      "suites = root.findall(\"testsuite\")\n"
      "print(sum(int(s.get(\"tests\")) for s in suites), root.get(\"tests\"),"
      " len(root.findall(\".//testcase\")))' " +
      file);
  EXPECT_EQ(parsed.code, 0) << parsed.err;
  // It has no planner: what is said of plans is left out.
  const auto judged = std::ranges::count(catalog_at(Level::positions), false, &Property::of_plans);
  const std::size_t tests = 2 * static_cast<std::size_t>(judged) + 3;
  const std::string n = std::to_string(tests);
  EXPECT_EQ(parsed.out, n + " " + n + " " + n + "\n");
}

TEST(Check, SameSeedSameReport) {
  for (const char* ring : {"optimized", "fault:nearest-point"}) {
    const std::string arguments = std::string(kShort) + "--seed 7 --ring " + ring;
    const std::string once = without_durations(check(arguments).out);
    EXPECT_EQ(once, without_durations(check(arguments).out));
    EXPECT_TRUE(has(once, "seed 7, budget 100"));
    EXPECT_NE(once, without_durations(check(std::string(kShort) + "--seed 8 --ring " + ring).out));
  }
}

// Each property at each of its levels.
std::vector<std::pair<Level, const Property*>> every_check() {
  std::vector<std::pair<Level, const Property*>> all;
  for (const Level level : {Level::positions, Level::names}) {
    for (const Property* property : catalog_at(level)) all.emplace_back(level, property);
  }
  return all;
}

TEST(Check, TheGateShowsThatItCanFailOnEachPropertyAlone) {
  for (const auto& [level, property] : every_check()) {
    for (const SelfCheck& check :
         show_it_can_fail(parse_engines({}, level), {property}, level, kCorpus)) {
      if (property->slug == std::string_view("shares-follow-the-weights") &&
          check.engine == "exhaustive") {
        continue;  // its rings have no weights
      }
      EXPECT_EQ(check.failure, "") << property->slug;
      EXPECT_EQ(check.caught_by, property->slug);
      EXPECT_NE(find_fault(check.wrong_ring), nullptr);
      EXPECT_GT(check.reference_cases, 0U);
    }
  }
}

TEST(Check, AGateThatCannotFailDoesNotGrade) {
  static const Property kBlind{.slug = "blind",
                               .claim = "Nothing is seen.",
                               .formula = "true",
                               .rule = "successor",
                               .catches = {"no-wrap", "predecessor"},
                               .at_positions = [](const Trial&) { return Verdict::holds(); }};
  const auto checks = show_it_can_fail(parse_engines({"corpus"}, Level::positions), {&kBlind},
                                       Level::positions, kCorpus);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_TRUE(has(checks[0].failure, "the corpus engine caught none of the wrong rings"));

  static const Property kStrict{.slug = "strict",
                                .claim = "All is wrong.",
                                .formula = "false",
                                .rule = "successor",
                                .catches = {"no-wrap"},
                                .at_positions = [](const Trial&) {
                                  return Verdict::violated({0, {}, "nothing", "something", {}});
                                }};
  const auto others = show_it_can_fail(parse_engines({"random"}, Level::positions), {&kStrict},
                                       Level::positions, kCorpus);
  ASSERT_EQ(others.size(), 1U);
  EXPECT_TRUE(has(others[0].failure, "strict faults the reference"));

  Report report;
  report.self_checks = checks;
  report.findings.push_back(some_finding());  // even a violation is worth nothing then
  EXPECT_EQ(exit_of(report), Exit::cannot_vouch);
}

TEST(Check, WithoutTheKeyPropertyItIsNoPass) {
  const Ran ran = check(std::string(kShort) + "--property boundary");
  EXPECT_EQ(ran.code, 5);
  EXPECT_TRUE(has(ran.out, "successor, the property that all others lean on, was not judged"));
  EXPECT_EQ(check(std::string(kShort) + "--property successor --property boundary").code, 0);
}

TEST(Check, AClassThatIsNeverMetIsNoPass) {
  const Folder folder;
  std::filesystem::create_directories(folder / "vectors");
  // On this ring nothing is past the last token: the wrap is never taken.
  spill(folder / "vectors/one.json",
        R"({"size": "4", "tokens": [{"node": "A", "at": "0"}, {"node": "B", "at": "3"}],
            "keys": ["0", "1", "3"]})");
  const Ran ran = clockwise("check --engine corpus --property successor --corpus " +
                            shell_quoted(folder.path().string()));
  EXPECT_EQ(ran.code, 5) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "key-past-last"));
}

// Wrong the first time that it is asked about the wrap, and never again.
TEST(Check, AViolationThatDoesNotShowAgainIsToldAsSuch) {
  class Moody final : public Subject {
   public:
    const std::string& name() const override { return name_; }
    Trace run_asking(const Case& c, const AskIn& ask_in) override {
      Subject& ring = c.keys.size() > 2 && !std::exchange(was_wrong_, true) ? *wrong_ : *right_;
      return ring.run_asking(c, ask_in);
    }

   private:
    std::string name_ = "moody";
    bool was_wrong_ = false;
    std::unique_ptr<Subject> right_ = make_subject("optimized");
    std::unique_ptr<Subject> wrong_ = make_subject("fault:modulo-placement");
  };
  const Folder folder;
  CheckOptions options;
  options.engines = parse_engines({"corpus"}, Level::positions);
  std::ranges::copy_if(catalog_at(Level::positions), std::back_inserter(options.properties),
                       [](const Property* property) { return !property->of_plans; });
  options.corpus = kCorpus;
  for (const char* format : {"text", "json", "junit"}) {
    OpenSubject moody(std::make_unique<Moody>(), "--ring moody", Seconds(5));
    options.format = format;
    options.output = (folder / format).string();
    EXPECT_EQ(check(moody, options), Exit::violated) << format;
  }
  EXPECT_TRUE(
      has(slurp(folder / "text"), "Not reproducible: asked again, the subject answered correctly"));
  EXPECT_TRUE(has(slurp(folder / "json"), "\"repeats\": false"));
  EXPECT_TRUE(has(slurp(folder / "junit"), "Not reproducible"));
}

TEST(Check, WhatFollowsFromAReport) {
  const Property* successor = find_property("successor");
  const Property* wrap = find_property("wrap");
  Report good;
  good.properties = {successor, wrap};
  Score score;
  score.engine = "corpus";
  score.cases = 3;
  score.tallies.resize(2);
  score.tallies[0].holds = score.tallies[1].holds = 3;
  score.classes.fill(1);
  good.scores = {score};
  EXPECT_EQ(exit_of(good), Exit::conforms);
  EXPECT_TRUE(doubts(good).empty());

  Report vacuous = good;
  vacuous.scores[0].tallies[1] = {0, 3, 0, "no key is past the last token"};
  EXPECT_EQ(exit_of(vacuous), Exit::cannot_vouch);
  EXPECT_EQ(
      doubts(vacuous),
      std::vector<std::string>{"wrap was never more than vacuous: no key is past the last token"});

  Report unmet = good;
  unmet.scores[0].classes[static_cast<std::size_t>(Class::key_past_last)] = 0;
  EXPECT_EQ(exit_of(unmet), Exit::cannot_vouch);
  unmet.scores[0].classes[static_cast<std::size_t>(Class::several_leave)] = 0;
  EXPECT_EQ(doubts(unmet).size(), 1U) << "a class that no property needs is none of its business";

  Report nothing = good;
  nothing.scores[0].cases = 0;
  EXPECT_EQ(doubts(nothing), std::vector<std::string>{"no case ran"});
  EXPECT_EQ(exit_of(nothing), Exit::cannot_vouch);

  Report lost = unmet;
  lost.lost.emplace();
  EXPECT_EQ(exit_of(lost), Exit::crashed);
  lost.lost->hung = true;
  EXPECT_EQ(exit_of(lost), Exit::hung);
  lost.findings.push_back(some_finding());
  EXPECT_EQ(exit_of(lost), Exit::violated);
  lost.interrupted = true;
  EXPECT_EQ(exit_of(lost), Exit::interrupted);
}

TEST(Check, AFailingGateIsNoGreenJunit) {
  const Ran ran = check(std::string(kShort) + "--property boundary --format junit");
  EXPECT_EQ(ran.code, 5);
  EXPECT_TRUE(std::regex_search(ran.out, std::regex("<testsuites [^>]*errors=\"1\"")));
}

TEST(Check, OutputIsWrittenWholeOrNotAtAll) {
  const Folder folder;
  const std::string file = (folder / "report.json").string();
  const Ran ran = check(std::string(kShort) + "--format json --output " + shell_quoted(file));
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(Json::parse(slurp(file))["exit"], 0);
  EXPECT_EQ(folder.entries(), 1U);

  spill(file, "as it was");
  const Ran failed =
      check("--corpus " + shell_quoted(folder.path().string()) + " --output " + shell_quoted(file));
  EXPECT_EQ(failed.code, 2);
  EXPECT_EQ(slurp(file), "as it was");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(Check, ShardsAreNamedAndSplitTheCases) {
  const auto cases = [](const std::string& shard) {
    const Ran ran =
        check("--engine exhaustive --property successor --budget quick --format json" + shard);
    return Json::parse(ran.out)["engines"][0]["cases"].get<int>();
  };
  const int all = cases("");
  EXPECT_EQ(cases(" --shard 1/3") + cases(" --shard 2/3") + cases(" --shard 3/3"), all);
  EXPECT_TRUE(has(check(std::string(kShort) + "--shard 2/3").out, "shard 2/3"));
}

TEST(Check, TheSmallScopeTheoremIsClaimedOfRingsKnownToCompareOnly) {
  const auto covered = [](const std::string& arguments) {
    const Ran ran = check("--engine exhaustive --format json --budget quick " + arguments);
    return Json::parse(ran.out)["engines"][0]["covered"].get<std::string>();
  };
  const std::string reference = covered("--ring reference");
  EXPECT_TRUE(has(reference, "; theorem order_small_scope_in_one_case (reference/proof/Rules.v)"));
  EXPECT_TRUE(has(reference, "positions only through comparisons"));
  const std::string no = "; bounded exhaustive, theorem not ";
  EXPECT_TRUE(has(covered("--ring optimized"), no + "applicable: optimized "));
  EXPECT_TRUE(has(covered("--ring fault:no-wrap --property equal-positions-share-an-owner"),
                  no + "applicable: fault:no-wrap "));
  EXPECT_TRUE(has(covered("--ring reference --property successor"),
                  no + "applied: it takes the property replicas-follow-the-ring too"));
  EXPECT_FALSE(has(covered("--ring reference --shard 1/3"), "theorem"));
  EXPECT_FALSE(has(covered("--ring fault:no-wrap --property wrap"), "theorem"));
}

TEST(Check, TheSmallScopeTheoremIsNotClaimedOfWhatWasStoppedInTheMiddle) {
  const Folder folder;
  CheckOptions options;
  options.engines = parse_engines({"exhaustive"}, Level::positions);
  options.properties = parse_properties({"successor"}, Level::positions);
  options.budget.budget.seconds = 0;  // which is over at once, however fast the machine is
  options.corpus = kCorpus;
  options.format = "json";
  options.output = (folder / "report.json").string();
  OpenSubject reference(make_subject("reference"), "--ring reference", Seconds(600));
  check(reference, options);
  const Json engine = Json::parse(slurp(options.output))["engines"][0];
  EXPECT_EQ(engine["covered"].get<std::string>().find("theorem"), std::string::npos);
  EXPECT_TRUE(has(engine["covered"], "stopped in the middle of: "));
}

TEST(Check, ATimeIsABudgetToo) {
  const auto begun = std::chrono::steady_clock::now();
  const Ran ran = check("--engine random --budget 1s");
  const Seconds took = std::chrono::steady_clock::now() - begun;
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_GE(took.count(), 1.0);  // and it ends: without a limit it would go on for ever
}

TEST(Check, WhatCannotBeSavedDoesNotCostTheReport) {
  const Folder folder;
  const std::string name(300, 'x');  // longer than any file's, which shows when it is made
  const Ran ran = check("--engine random --budget 5 --ring fault:no-wrap --save " +
                        shell_quoted((folder / name).string()));
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(has(ran.out, "VIOLATED wrap"));
  EXPECT_TRUE(has(ran.err, "cannot be made: File name too long"));
}

}  // namespace
}  // namespace clockwise::gate
