#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gate/judging/matrix.hpp"
#include "gate/tests/command.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/engines/engine.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

TEST(SelfTest, LeavesNoSurvivor) {
  const Ran ran = clockwise("self-test --format json --corpus " + shell_quoted(kCorpus.string()));
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report["exit"], 0);
  EXPECT_EQ(report["failures"], nlohmann::json::array());
  EXPECT_EQ(report["wrong-rings"].size(), gallery().size());
  for (const auto& row : report["wrong-rings"]) {
    const Fault* fault = find_fault(row["fault"].get<std::string>());
    ASSERT_NE(fault, nullptr);
    const auto& record = row["recorded-fuzz"];
    EXPECT_TRUE(record.is_null() || record["seconds"] > 0.0) << fault->slug;
    for (const Engine& engine : default_engines()) {
      const bool excused = engine.slug == "exhaustive" && !fault->beyond_exhaustive.empty();
      const auto& cell = row["engines"][std::string(engine.slug)];
      EXPECT_EQ(cell["caught"], !excused) << fault->slug << " by " << engine.slug;
      EXPECT_EQ(cell["by"].empty(), excused);
    }
  }
  EXPECT_EQ(report["properties"].size(), catalog().size());
  for (const auto& property : report["properties"]) EXPECT_FALSE(property["catches"].empty());
}

Trials some(std::vector<const Fault*> faults, Properties properties) {
  Trials trials;
  trials.faults = std::move(faults);
  trials.properties = std::move(properties);
  trials.corpus = kCorpus;
  return trials;
}

using Failures = std::vector<std::string>;

TEST(SelfTest, FailsWhenAWrongRingSurvives) {
  static const Fault kRight{
      .slug = "right",
      .story = "Nothing is wrong with it.",
      .rule = "successor",
      .make = [] -> std::unique_ptr<Ring> { return std::make_unique<SortedRing>(); }};
  const Matrix matrix =
      kill_matrix(some({find_fault("no-wrap"), &kRight}, {find_property("wrap")}));
  EXPECT_EQ(matrix.failures,
            (Failures{"right survives the corpus engine", "right survives the exhaustive engine",
                      "right survives the random engine"}));
  EXPECT_TRUE(matrix.rows[1].caught_by().empty());
}

TEST(SelfTest, FailsWhenAnExcuseIsNone) {
  static const Fault kExcused{.slug = "no-wrap",
                              .story = "Like it, and excused.",
                              .rule = "wrap",
                              .beyond_exhaustive = "It is said to need a large ring.",
                              .make = find_fault("no-wrap")->make};
  EXPECT_EQ(kill_matrix(some({&kExcused}, {find_property("wrap")})).failures,
            Failures{"no-wrap is excused from the exhaustive engine, which catches it"});
}

TEST(SelfTest, FailsWhenAPropertyDoesNotCatchWhatItSays) {
  static const Property kBlind{.slug = "blind",
                               .claim = "Nothing is seen.",
                               .formula = "true",
                               .rule = "wrap",
                               .catches = {"no-wrap", "no-such-ring"},
                               .at_positions = [](const Trial&) { return Verdict::holds(); }};
  EXPECT_EQ(kill_matrix(some({find_fault("no-wrap")}, {find_property("wrap"), &kBlind})).failures,
            (Failures{"blind catches no wrong ring of positions",
                      "blind says that it catches no-wrap, and does not",
                      "blind says that it catches no-such-ring, and there is no such wrong ring"}));
}

TEST(SelfTest, FailsWhenARightRingIsFaulted) {
  Trials trials = some({find_fault("no-wrap")}, {find_property("wrap")});
  trials.right = {"reference", "fault:no-wrap"};
  const Failures failures = kill_matrix(trials).failures;
  ASSERT_EQ(failures.size(), 3U);
  EXPECT_EQ(failures[0], "wrap faults the fault:no-wrap ring, on a case of the corpus engine");
}

}  // namespace
}  // namespace clockwise::gate
