// The verb `audit`, and what brings its keys together.
#include <gtest/gtest.h>

#include <map>

#include "gate/planning/keys/groups.hpp"
#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

class AuditVerb : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    spill(folder_ / name, text);
    return shell_quoted((folder_ / name).string());
  }
  static std::string dump(const std::vector<std::pair<std::string, std::string>>& keys) {
    std::string text;
    for (const auto& [key, node] : keys) {
      text.append(R"({"key": ")" + key).append(R"(", "node": ")" + node).append("\"}\n");
    }
    return text;
  }
  Ran audit(const std::string& before, const std::string& after, const std::string& more = "") {
    return shell("cd " + shell_quoted(folder_.path().string()) + " && clockwise audit " +
                 file("before.jsonl", before) + " " + file("after.jsonl", after) + " " + more);
  }

  Folder folder_;
};

TEST_F(AuditVerb, APureJoinConforms) {
  const Ran ran = audit(dump({{"k1", "A"}, {"k4", "D"}, {"k5", "D"}}),
                        dump({{"k5", "D"}, {"k4", "E"}, {"k1", "A"}, {"new", "A"}}));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "change (inferred): E joins\n"
            "\n"
            "keys before                 3\n"
            "keys after                  4\n"
            "stayed                      2\n"
            "went to a node that joined  1\n"
            "came from a node that left  0\n"
            "appeared                    1\n"
            "\n"
            "conforms: what moved had to  (exit code 0: conforms)\n");
}

TEST_F(AuditVerb, TwoEmptyDumpsAreNoAudit) {
  const Ran ran = audit("", "");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "before.jsonl and "));
  EXPECT_TRUE(has(ran.err, "after.jsonl: expected keys, found none in either"));
  EXPECT_EQ(audit("", dump({{"k1", "A"}})).code, 0);
  EXPECT_TRUE(has(audit(dump({{"k1", "A"}}), "").out, "vanished: 1 key is"));
}

TEST_F(AuditVerb, FindsEachOffence) {
  const std::string before = dump({{"k1", "A"}, {"k2", "B"}, {"k3", "C"}, {"k4", "C"}});
  const std::string after = dump({{"k1", "B"}, {"k3", "E"}, {"k4", "C"}});
  const Ran ran = audit(before, after, "--change join:E --change leave:C");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.out, "change (given): E joins; C leaves\n"));
  EXPECT_TRUE(has(ran.out,
                  "vanished: 1 key is in the first dump and not in the second; the first:\n"
                  "  k2  ("));
  EXPECT_TRUE(has(ran.out, "before.jsonl line 2)  was at B\n"));
  EXPECT_TRUE(has(ran.out, "strayed: 1 key changed its node"));
  EXPECT_TRUE(has(ran.out, "before.jsonl line 1)  was at A  is at B\n"));
  EXPECT_TRUE(has(ran.out, "left-behind: 1 key is at a node that has left"));
  EXPECT_TRUE(has(ran.out, "before.jsonl line 4)  was at C  is at C\n"));
  EXPECT_TRUE(has(ran.out, "VIOLATED by 3 keys  (exit code 1: violated)\n"));
}

TEST_F(AuditVerb, OnlyTheChangeThatIsSaidExcuses) {
  const std::string before = dump({{"k1", "A"}, {"k2", "B"}});
  const std::string after = dump({{"k1", "E"}, {"k2", "B"}});
  EXPECT_EQ(audit(before, after).code, 0);
  EXPECT_EQ(audit(before, after, "--change join:E").code, 0);
  EXPECT_EQ(audit(before, after, "--change join:F").code, 1);
  EXPECT_EQ(audit(before, after, "--change leave:A").code, 0);
  // A newcomer that takes nothing of one key gives nothing either.
  EXPECT_EQ(audit(dump({{"k1", "E"}}), dump({{"k1", "A"}}), "--change join:E").code, 1);
}

TEST_F(AuditVerb, TheFirstOffendersAreThoseOfTheFirstLines) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "{\"key\": \"k" + std::to_string(i) + "\", \"node\": \"A\"}\n";
    after +=
        "{\"key\": \"k" + std::to_string(i) + "\", \"node\": \"" + (i < 50 ? "A" : "B") + "\"}\n";
  }
  const Ran ran = audit(before + dump({{"x", "B"}}), after + dump({{"x", "B"}}), "--format json");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.out, R"("strayed": {"keys": 2950, "first": [{"key": "k50", )"));
  EXPECT_TRUE(has(ran.out, R"("line": 60, "before": "A", "after": "B"}]})"));
}

TEST_F(AuditVerb, HoldsTheDumpsToTheRings) {
  const std::string ring = file("ring.json", R"({"size": "16", "tokens": [{"node": "A", "at": "2"},
      {"node": "B", "at": "9"}]})");
  const std::string good = "key,node,at\nk1,A,0\nk2,B,3\n";
  EXPECT_EQ(audit(good, good, "--before-ring " + ring + " --after-ring " + ring).code, 0);
  const Ran ran = audit(good, "key,node,at\nk1,A,0\nk2,A,3\n", "--after-ring " + ring);
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.out, "misplaced: 1 key is not at the owner that the ring names"));
  EXPECT_TRUE(has(ran.out, "after.jsonl line 3)  is at A\n"));
  EXPECT_TRUE(has(audit("key,node\nk1,Z\n", "key,node\nk1,Z\n", "--after-ring " + ring).out,
                  "misplaced: 1 key"));
  EXPECT_TRUE(has(audit("key,node,at\nk1,A,16\n", good, "--before-ring " + ring).err,
                  "line 2: expected a position below the ring size 16, found 16"));
}

TEST_F(AuditVerb, WhatCannotBeReadIsNamed) {
  const std::string good = dump({{"k1", "A"}});
  const std::pair<Ran, std::string> wrong[] = {
      {audit(good, dump({{"k1", "A"}, {"k2", "A"}, {"k1", "B"}})),
       "after.jsonl: line 3: expected a key that no line before it has, found \"k1\", which is on "
       "line 1"},
      {audit(dump({{"k1", "A"}, {"k1", "A"}}), good),
       "before.jsonl: line 2: expected a key that no"},
      {audit(good, dump({{"k1", ""}})), "line 1: expected a name of 1 to 255 bytes as \"node\""},
      {audit(good, "{\"key\": \"k1\"}\n"), "line 1: expected a member \"node\""},
      {audit(good, good, "--change joins:E"), "--change: expected join:NODE or leave:NODE"},
      {audit(good, good, "--change join:"), "--change: expected join:NODE or leave:NODE"},
      {clockwise("audit - - </dev/null"), "standard input twice"},
      {clockwise("audit nowhere nowhere"), "nowhere: cannot be read"},
  };
  for (const auto& [ran, what] : wrong) {
    EXPECT_EQ(ran.code, 2) << what;
    EXPECT_EQ(ran.out, "") << what;
    EXPECT_TRUE(has(ran.err, what));
  }
}

// With next to no memory every part spills and is split again, and nothing else changes.
TEST(Groups, BringTogetherWhatHasOneKeyInLittleMemory) {
  for (const std::size_t memory : {std::size_t{1} << 26U, std::size_t{1} << 12U, std::size_t{64}}) {
    Groups groups(memory);
    std::map<std::string, std::vector<std::uint64_t>> expected;
    for (std::uint64_t i = 0; i < 5000; ++i) {
      const std::string key = "key " + std::to_string(i * i % 1777);
      groups.add(key, {.line = i,
                       .at = ~i,
                       .node = static_cast<std::uint32_t>(i),
                       .source = static_cast<std::uint8_t>(i % 2),
                       .has_at = i % 3 == 0});
      if (expected[key].size() < Groups::kMost) expected[key].push_back(i);
    }
    std::map<std::string, std::vector<std::uint64_t>> found;
    groups.for_each([&](std::string_view key, std::span<const Entry> entries) {
      auto& lines = found[std::string(key)];
      EXPECT_TRUE(lines.empty()) << key;
      for (const Entry& entry : entries) {
        lines.push_back(entry.line);
        EXPECT_EQ(entry.node, entry.line);
        EXPECT_EQ(entry.source, entry.line % 2);
        EXPECT_EQ(entry.has_at, entry.line % 3 == 0);
        if (entry.has_at) {
          EXPECT_EQ(entry.at, ~entry.line);
        }
      }
    });
    EXPECT_EQ(found, expected) << memory;
  }
}

}  // namespace
}  // namespace clockwise::gate
