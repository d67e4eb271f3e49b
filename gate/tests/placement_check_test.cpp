// Adapters of rings that hash by themselves, right and wrong, over the pipe.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

using Json = nlohmann::json;

// Rendezvous hashing on the shim, with `change` made to it. It takes no more than a few nodes, so
// that growth is soon swept; what shows on large rings only is shown in this process, by
// properties/tests/placement_test.cpp.
class Rendezvous {
 public:
  explicit Rendezvous(const std::string& change, const std::string& conventions = "{}") {
    spill(folder_ / "adapter.py",
          "import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, " +
              Json(source("gate/adapters")).dump() + R"()
from clockwise_adapter import Refused, serve
from hashlib import md5
import os

class Ring:
    def build(self, nodes, _):
        self.nodes = {}
        self.join(nodes)
    def join(self, nodes):
        for node in nodes:
            if node["node"] in self.nodes: raise Refused(None)
        for node in nodes: self.nodes[node["node"]] = node.get("weight", 1)
    def leave(self, node):
        if node not in self.nodes: raise Refused("unknown-node")
        if len(self.nodes) == 1: raise Refused("last-node")
        del self.nodes[node]
    def ranked(self, key):
        return sorted(self.nodes, key=lambda node: md5((node + "\0" + key).encode()).digest())
    def owner(self, key):
        return self.ranked(key)[0]
    def replicas(self, key, count):
        if count > len(self.nodes): raise Refused("too-few-nodes")
        return self.ranked(key)[:count]

conventions = {"limits": {"nodes": 8}, **)" +
              conventions + "}\n" + change + R"(
serve(Ring, {"name": "mine", "version": "1", "level": "placement",
             "supports": ["join", "leave", "replicas"], "conventions": conventions})
)");
  }
  Ran check(const std::string& arguments = "") const {
    return gate::check("--engine random --budget 5 --adapter " +
                       shell_quoted("python3 " + (folder_ / "adapter.py").string()) + " " +
                       arguments);
  }

 private:
  Folder folder_;
};

TEST(PlacementCheck, RendezvousConforms) {
  const Ran ran = Rendezvous("").check();
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "mine 1 conforms: "));
  EXPECT_TRUE(has(ran.out, "a fault that touches one key in a hundred is missed"));
  const Ran sweep = Rendezvous("").check(
      "--engine exhaustive --property growth-moves-only-to-the-newcomer --property "
      "only-members-own");
  EXPECT_EQ(sweep.code, 0) << sweep.out;
  EXPECT_TRUE(has(sweep.out, "from 1 to 8 nodes"));
}

TEST(PlacementCheck, WrongOnesAreViolated) {
  const std::pair<const char*, const char*> wrong[] = {
      {"growth-moves-only-to-the-newcomer",
       "Ring.ranked = lambda self, key: (lambda n, i: n[i:] + n[:i])(sorted(self.nodes), "
       "int(md5(key.encode()).hexdigest(), 16) % len(self.nodes))"},
      {"input-order-is-irrelevant",
       "Ring.ranked = lambda self, key: sorted(self.nodes, key=lambda node: "
       "md5((str(list(self.nodes).index(node)) + key).encode()).digest())"},
      {"same-in-a-fresh-process",
       "Ring.ranked = lambda self, key: sorted(self.nodes, key=lambda node: "
       "md5((node + key + str(os.getpid())).encode()).digest())"},
      {"unknown-leave-as-declared",
       "def leave(self, node):\n    if node in self.nodes: del self.nodes[node]\nRing.leave = "
       "leave"},
      {"second-join-as-declared",
       "def join(self, nodes):\n    for node in nodes: self.nodes[node['node']] = 1\nRing.join = "
       "join"},
  };
  for (const auto& [property, change] : wrong) {
    const Ran ran = Rendezvous(change).check(
        "--property growth-moves-only-to-the-newcomer --format json --property " +
        std::string(property));
    EXPECT_EQ(ran.code, 1) << property << ran.out << ran.err;
    bool found = false;
    const Json report = Json::parse(ran.out);
    for (const Json& violation : report["violations"]) {
      found |= violation["property"] == property;
      EXPECT_TRUE(violation["sent"].is_string());
    }
    EXPECT_TRUE(found) << property;
  }
}

// A declaration narrows the gate: what it excuses passes, and is printed.
TEST(PlacementCheck, DeclaredConventionsAreJudgedAsDeclared) {
  const std::string change =
      "def leave(self, node):\n    if node in self.nodes: del self.nodes[node]\nRing.leave = "
      "leave\n"
      "def ranked(self, key):\n    if not self.nodes: raise Refused('no-tokens')\n"
      "    return right(self, key)\nright = Ring.ranked\nRing.ranked = ranked\n";
  const std::string judged =
      "--property growth-moves-only-to-the-newcomer --property unknown-leave-as-declared "
      "--property last-leave-as-declared";
  EXPECT_EQ(Rendezvous(change).check(judged).code, 1);
  const Ran ran = Rendezvous(change, "{'unknown': 'ignore', 'last': 'empty'}").check(judged);
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_TRUE(has(ran.out, "unknown: ignore, last: empty"));
}

// What one ring does on purpose: with the declaration it passes; without it, or where it is not
// true, it is violated.
struct Departure {
  const char* convention;  // of the hello, in Python
  const char* property;    // which it violates unless it is declared; or although it is
  const char* change;
  bool is_untrue = false;
};
constexpr const char* kIgnores = R"(
def join(self, nodes):
    for node in nodes: self.nodes.setdefault(node["node"], node.get("weight", 1))
Ring.join = join
)";
// Each node has as many lots as it was joined with weight; "replace" and "count" differ in one
// line.
constexpr const char* kLots = R"(
def ranked(self, key):
    lots = lambda node: range(self.nodes[node])
    return sorted(self.nodes, key=lambda node: min(md5(f"{node} {lot} {key}".encode()).digest()
                                                   for lot in lots(node)))
def weigh(self, node): self.nodes[node["node"]] = node["weight"]
Ring.ranked, Ring.weigh = ranked, weigh
)";
constexpr const char* kReplaces = R"(
def join(self, nodes):
    for node in nodes: self.nodes[node["node"]] = node.get("weight", 1)
Ring.join = join
)";
constexpr const char* kCounts = R"(
def join(self, nodes):
    for node in nodes: self.nodes[node["node"]] = self.nodes.get(node["node"], 0) + 1
Ring.join = join
)";
constexpr const char* kTruncates = R"(
Ring.replicas = lambda self, key, count: self.ranked(key)[:count]
)";
constexpr const char* kUnordered = R"(
Ring.replicas = lambda self, key, count, right=Ring.replicas: sorted(right(self, key, count))
)";
constexpr const char* kNormalised = R"(
def ranked(self, key):
    lots = range(24 // len(self.nodes))
    return sorted(self.nodes, key=lambda node: min(md5(f"{node} {lot} {key}".encode()).digest()
                                                   for lot in lots))
Ring.ranked = ranked
)";
constexpr const char* kJumps = R"(
def ranked(self, key):
    number, bucket, after = int(md5(key.encode()).hexdigest()[:16], 16), -1, 0
    while after < len(self.nodes):
        bucket, number = after, (number * 2862933555777941757 + 1) % 2**64
        after = int((bucket + 1) * (2**31 / ((number >> 33) + 1)))
    names = list(self.nodes)
    return names[bucket:] + names[:bucket]
Ring.ranked = ranked
)";
constexpr const char* kMovesAFewMore = R"(
def ranked(self, key, right=Ring.ranked):
    names = right(self, key)
    number = int(md5(key.encode()).hexdigest(), 16)
    return names if number % 50 else sorted(names)[number % len(names):] + names
Ring.ranked = ranked
)";
constexpr const char* kNoLongKeys = R"(
def owner(self, key, right=Ring.owner):
    assert len(key.encode()) <= 250
    return right(self, key)
Ring.owner = owner
)";
constexpr const char* kNoEmptyKey = R"(
def owner(self, key, right=Ring.owner):
    assert key
    return right(self, key)
Ring.owner = owner
)";
constexpr const char* kSkewed = R"(
def ranked(self, key):
    return sorted(self.nodes, key=lambda node: (node < max(self.nodes)) * 2**126 +
                                               int(md5((node + " " + key).encode()).hexdigest(), 16))
Ring.ranked = ranked
)";

class DeclaredPlacement : public testing::TestWithParam<Departure> {};

TEST_P(DeclaredPlacement, PassesAndIsViolatedOtherwise) {
  const Departure& departure = GetParam();
  const std::string lots = has(departure.convention, "absolute") ? kLots : "";
  const auto check = [&](const std::string& conventions) {
    return Rendezvous(lots + departure.change, "{" + conventions + "}")
        .check("--property growth-moves-only-to-the-newcomer --property " +
               std::string(departure.property));
  };
  const Ran declared = check(departure.convention);
  EXPECT_EQ(declared.code, departure.is_untrue ? 1 : 0) << declared.out << declared.err;
  if (departure.is_untrue) return;
  const std::string weights = lots.empty() ? "" : "'weights': 'absolute'";
  EXPECT_EQ(check(weights).code, departure.property == std::string("shares-follow-the-weights") ||
                                         departure.convention == weights
                                     ? 0
                                     : 1);
}

INSTANTIATE_TEST_SUITE_P(
    All, DeclaredPlacement,
    testing::Values(
        Departure{"'rejoin': 'ignore'", "second-join-as-declared", kIgnores},
        Departure{"'weights': 'absolute'", "weights-move-only-their-nodes-keys", ""},
        Departure{"'weights': 'absolute', 'rejoin': 'replace'", "second-join-as-declared",
                  kReplaces},
        Departure{"'weights': 'absolute', 'rejoin': 'count'", "second-join-as-declared", kCounts},
        Departure{"'weights': 'normalised'", "growth-moves-only-to-the-newcomer", kNormalised},
        Departure{"'shortage': 'truncate'", "replica-shortage-as-declared", kTruncates},
        Departure{"'replicas': 'set'", "first-replica-is-the-owner", kUnordered},
        Departure{"'membership': 'append'", "input-order-is-irrelevant", kJumps},
        Departure{"'membership': 'bounded'", "growth-moves-only-to-the-newcomer", kMovesAFewMore},
        Departure{"'limits': {'key_bytes': 250}", "only-members-own", kNoLongKeys},
        Departure{"'limits': {'least_key_bytes': 1}", "only-members-own", kNoEmptyKey},
        Departure{"'limits': {'share_tolerance': '0.3'}", "shares-follow-the-weights", ""},
        Departure{"'limits': {'share_tolerance': '0.3'}", "shares-follow-the-weights", kSkewed,
                  true},
        Departure{"'membership': 'bounded'", "growth-moves-only-to-the-newcomer", kNormalised,
                  true}));

// Cases that a declaration rules out are left out, and counted.
TEST(PlacementCheck, JumpHashingIsSparedByTheCorpus) {
  const Ran ran =
      Rendezvous(kJumps, "{'membership': 'append'}")
          .check(
              "--engine corpus --property growth-moves-only-to-the-newcomer --property "
              "only-members-own "
              "--property leave-moves-only-the-leavers-keys --property join-then-leave-restores "
              "--property history-is-irrelevant");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "cases left out (membership: append): "));
}

// Points in proportion to all weights move at a second join that counts: that is declared.
TEST(PlacementCheck, WhatCountsAndIsNormalisedIsNotViolatedForThat) {
  const std::string lots = R"(
def ranked(self, key):
    lots = lambda node: range(24 * self.nodes[node] // sum(self.nodes.values()) + 1)
    return sorted(self.nodes, key=lambda node: min(md5(f"{node} {lot} {key}".encode()).digest()
                                                   for lot in lots(node)))
Ring.ranked = ranked
)";
  const Ran ran =
      Rendezvous(lots + kCounts, "{'weights': 'normalised', 'rejoin': 'count'}")
          .check("--property growth-moves-only-to-the-newcomer --property second-join-as-declared");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "weights: normalised"));
}

TEST(PlacementCheck, DiscoversWhatTheAnswersFit) {
  const Ran right = Rendezvous("").check("--discover");
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_TRUE(has(right.out, R"("conventions": {})"));
  const Ran ran =
      Rendezvous(
          "def leave(self, node):\n    if node in self.nodes: del self.nodes[node]\n"
          "def join(self, nodes):\n    for node in nodes: self.nodes[node['node']] = 1\n"
          "Ring.leave, Ring.join = leave, join\n"
          "Ring.replicas = lambda self, key, count: self.ranked(key)[:count][::-1]")
          .check("--discover");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, R"("conventions": {"unknown": "ignore", "last": "empty", )"
                           R"("shortage": "truncate", "replicas": "set", "rejoin": "ignore"})"));
}

TEST(PlacementCheck, ExpectedFailuresAreHeldTo) {
  const Folder folder;
  const std::string judged =
      "--property growth-moves-only-to-the-newcomer --property unknown-leave-as-declared ";
  const std::string change =
      "def leave(self, node):\n    if node in self.nodes: del self.nodes[node]\nRing.leave = leave";
  const std::string file = (folder / "expected.json").string();
  const Rendezvous wrong(change, "{'last': 'refuse'}");
  const Ran first = wrong.check(judged + "--write-expect-fail " + shell_quoted(file));
  EXPECT_EQ(first.code, 1) << first.out;
  Json entries = Json::parse(slurp(file));
  ASSERT_GE(entries.size(), 1U);
  // A reason is required.
  EXPECT_EQ(wrong.check(judged + "--expect-fail " + shell_quoted(file)).code, 2);
  for (Json& entry : entries) entry["reason"] = "it ignores what it does not know";
  spill(file, entries.dump());
  const Ran known = wrong.check(judged + "--expect-fail " + shell_quoted(file));
  EXPECT_EQ(known.code, 0) << known.out;
  EXPECT_TRUE(has(known.out, "fails as expected and in nothing else"));
  EXPECT_TRUE(has(known.out, "EXPECTED unknown-leave-as-declared"));
  // An unexpected pass, and an unknown slug.
  const Ran pass = Rendezvous("").check(judged + "--expect-fail " + shell_quoted(file));
  EXPECT_EQ(pass.code, 1) << pass.out;
  EXPECT_TRUE(has(pass.out, "did not come, the property holds"));
  entries.push_back({{"property", "no-such-thing"}, {"reason", "x"}});
  spill(file, entries.dump());
  EXPECT_EQ(wrong.check(judged + "--expect-fail " + shell_quoted(file)).code, 1);
  // Not those of another profile.
  for (Json& entry : entries) entry["profile"] = "another";
  spill(file, entries.dump());
  EXPECT_EQ(Rendezvous("").check(judged + "--expect-fail " + shell_quoted(file)).code, 0);
  // And a hang is no known failure.
  for (Json& entry : entries) entry["profile"] = "mine";
  entries.erase(entries.size() - 1);
  spill(file, entries.dump());
  const Ran hang = Rendezvous("import time\nRing.leave = lambda self, node: time.sleep(6000)")
                       .check(judged + "--timeout 5 --expect-fail " + shell_quoted(file));
  EXPECT_EQ(hang.code, 1) << hang.out;
}

// Its level is not known then: that must not be taken for a wrong name of a property.
TEST(PlacementCheck, AnAdapterThatDoesNotSayHelloHasFailedWhateverItIsAskedFor) {
  const Ran ran =
      gate::check("--property growth-moves-only-to-the-newcomer --adapter 'sh -c \"exit 7\"'");
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "it exited with 7 before it said hello"));
}

TEST(PlacementCheck, EveryFormatSaysTheSame) {
  const Rendezvous wrong(
      "def leave(self, node):\n    if node in self.nodes: del self.nodes[node]\nRing.leave = "
      "leave");
  for (const char* format : {"text", "json", "junit", "github", "html"}) {
    const Ran ran = wrong.check(
        "--property unknown-leave-as-declared --property "
        "growth-moves-only-to-the-newcomer --format " +
        std::string(format));
    EXPECT_EQ(ran.code, 1) << format << ran.err;
    for (const char* part : {"unknown-leave-as-declared", "mine 1", "random", "does not conform"}) {
      EXPECT_TRUE(has(ran.out, part)) << format;
    }
  }
}

}  // namespace
}  // namespace clockwise::gate
