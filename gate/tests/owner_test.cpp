#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

constexpr const char* kRing =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}, )"
    R"({"node": "C", "at": "16"}, {"node": "D", "at": "24"}]})";

Ran owner(const std::string& ring, const std::string& arguments) {
  return shell("printf %s " + shell_quoted(ring) + " | clockwise owner - " + arguments);
}

TEST(Owner, TellsTokenArcAndDistance) {
  const Ran ran = owner(kRing, "9 8 30");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "key  owner  token at  arc      distance\n"
            "9    C      16        (8, 16]  7\n"
            "8    B      8         (1, 8]   0\n"
            "30   A      1         (24, 1]  3\n");
}

TEST(Owner, ListsReplicas) {
  EXPECT_TRUE(has(owner(kRing, "30 --replicas 3").out, "(24, 1]  3         A, B, C\n"));
  std::string with_count = kRing;
  with_count.insert(with_count.size() - 1, R"(, "replicas": 2)");
  EXPECT_TRUE(has(owner(with_count, "30").out, "A, B\n"));
  EXPECT_TRUE(has(owner(with_count, "30 --replicas 1").out, "  A\n"));
}

TEST(Owner, TheLargestRingAndALoneToken) {
  const Ran ran = owner(R"({"size": "18446744073709551616", "tokens": [{"node": "A", "at": "5"}]})",
                        "6 18446744073709551615 --format json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report["keys"][0]["distance"], "18446744073709551615");
  EXPECT_EQ(report["keys"][0]["arc"], "18446744073709551616");
  EXPECT_EQ(report["keys"][1]["distance"], "6");
  EXPECT_TRUE(has(owner(R"({"size": "8", "tokens": [{"node": "A", "at": "5"}]})", "0").out,
                  "the whole ring"));
}

TEST(Owner, JsonTellsTheArc) {
  const auto report = nlohmann::json::parse(owner(kRing, "30 --format json --replicas 2").out);
  const nlohmann::json expected = {{"key", "30"},           {"owner", "A"}, {"at", "1"},
                                   {"after", "24"},         {"arc", "9"},   {"distance", "3"},
                                   {"replicas", {"A", "B"}}};
  EXPECT_EQ(report["keys"][0], expected);
}

// What is refused prints no answer, not even of the keys before.
TEST(Owner, RefusalsAreNamedAndExitTwo) {
  const std::pair<const char*, std::pair<std::string, std::string>> refusals[] = {
      {"position-out-of-range", {kRing, "5 32"}},
      {"too-few-nodes", {kRing, "5 --replicas 5"}},
      {"no-tokens", {R"({"size": "32", "tokens": []})", "5"}},
      {"ring-too-small", {R"({"size": "1", "tokens": [{"node": "A", "at": "0"}]})", "0"}},
      {"position-out-of-range", {R"({"size": "4", "tokens": [{"node": "A", "at": "4"}]})", "0"}},
      {"duplicate-position",
       {R"({"size": "4", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "1"}]})", "0"}},
      {"duplicate-token",
       {R"({"size": "4", "tokens": [{"id": "t", "node": "A", "at": "1"},
            {"id": "t", "node": "B", "at": "2"}]})",
        "0"}},
  };
  for (const auto& [kind, question] : refusals) {
    const Ran ran = owner(question.first, question.second);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, std::string("refused as ") + kind));
  }
}

TEST(Owner, MalformedKeysAreNamed) {
  for (const char* key :
       {"01", "+1", "1.5", "x", "''", "' 1'", "1e3", "-1", "99999999999999999999"}) {
    const Ran ran = owner(kRing, std::string("5 ") + key);
    EXPECT_EQ(ran.code, 2) << key;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, std::string(key) == "''" ? "\"\"" : *key == '\'' ? "\" 1\"" : key));
    EXPECT_TRUE(has(ran.err, "expected"));
  }
  EXPECT_EQ(owner(kRing, "").code, 2);
  EXPECT_TRUE(has(owner(kRing, "5 --replicas two").err, "--replicas: expected a whole number"));
}

TEST(Owner, ARingHasNeitherStepsNorKeys) {
  const Ran keys =
      owner(R"({"size": "4", "tokens": [{"node": "A", "at": "0"}], "keys": ["1"]})", "0");
  EXPECT_EQ(keys.code, 2);
  EXPECT_TRUE(has(keys.err, "standard input: at /keys: expected a ring"));
  const Ran steps = owner(
      R"({"size": "4", "tokens": [{"node": "A", "at": "0"}], "steps": [{"leave": "A"}]})", "0");
  EXPECT_EQ(steps.code, 2);
  EXPECT_TRUE(has(steps.err, "standard input: at /steps: expected a ring"));
}

}  // namespace
}  // namespace clockwise::gate
