// Adapters over the pipe: right ones, wrong ones, and those that do not speak as they are to.
#include <gtest/gtest.h>

#include <cctype>
#include <chrono>
#include <nlohmann/json.hpp>
#include <regex>

#include "gate/protocol/hello.hpp"
#include "gate/protocol/process.hpp"
#include "gate/tests/command.hpp"
#include "properties/faults/fault.hpp"

namespace clockwise::gate {
namespace {

using Json = nlohmann::json;

// The plain Python ring, with `change` done to it before it runs: Python code that sees its module
// as `ring`.
class Changed {
 public:
  explicit Changed(const std::string& change) {
    spill(folder_ / "adapter.py", "import sys, json, os, time\nsys.path.insert(0, " +
                                      Json(source("gate/adapters")).dump() +
                                      ")\nsys.dont_write_bytecode = True\nimport ring\n" + change);
  }
  std::string command() const { return "python3 " + (folder_ / "adapter.py").string(); }
  Ran check(const std::string& arguments = "") const {
    return gate::check("--engine corpus --property successor " + arguments + " --adapter " +
                       shell_quoted(command()));
  }

 private:
  Folder folder_;
};

// Answers as the ring does, but for what `special(message, line)` returns, if that is not None.
std::string loop(const std::string& special) {
  return special + R"(
count = 0
for line in sys.stdin:
    message = json.loads(line)
    count += "case" in message
    said = special(message, count)
    if said is None:
        said = json.dumps(ring.reply(message)) + "\n"
    sys.stdout.write(said)
    sys.stdout.flush()
)";
}

std::string plain_ring(const std::string& language) {
  return (language == "py" ? "python3 " : "node ") + source("gate/adapters/ring." + language);
}

TEST(Adapter, PlainRingsConform) {
  for (const char* language : {"py", "js"}) {
    const std::string some = std::string(language) == "js"
                                 ? "--property successor --property replicas-follow-the-ring "
                                 : "";
    const Ran ran = check("--engine corpus --engine random --budget 30 " + some + "--adapter " +
                          shell_quoted(plain_ring(language)));
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_TRUE(has(ran.out, "ring." + std::string(language) + " 1 conforms: "));
    EXPECT_TRUE(std::regex_search(ran.out, std::regex("protocol\\s+caught")));
  }
}

TEST(Adapter, WrongRingsAreViolatedWithDiagnosisAndTranscript) {
  const Ran ran = check(
      "--engine corpus --property successor --property wrap --adapter "
      "\"$0 serve --ring fault:no-wrap\"");
  const Ran wrong =
      shell(shell_quoted(kCommand) + " check --engine corpus --property successor " +
            "--property wrap --corpus " + shell_quoted(kCorpus.string()) + " --adapter " +
            shell_quoted(shell_quoted(kCommand) + " serve --ring fault:no-wrap"));
  EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
  EXPECT_TRUE(has(wrong.out, "VIOLATED wrap"));
  EXPECT_TRUE(has(wrong.out, "your answers match the known wrong ring no-wrap on "));
  EXPECT_TRUE(has(wrong.out, "→ {\"id\": "));
  EXPECT_TRUE(has(wrong.out, "← {\"id\": "));
  const std::regex command("replay     (echo .*)\n");
  std::smatch replay;
  ASSERT_TRUE(std::regex_search(wrong.out, replay, command));
  EXPECT_EQ(shell(replay[1]).code, 1);
  EXPECT_EQ(ran.code, 3);  // no such command: $0 is the shell's
}

TEST(Adapter, AnErrorEqualsNothing) {
  const Changed some(
      "def wrong(self, key):\n"
      "    if key > self.positions[-1]: raise IndexError('past the last token')\n"
      "    return right(self, key)\n"
      "right = ring.Ring._over\nring.Ring._over = wrong\n" +
      loop(R"(
def special(message, count):
    try:
        return json.dumps(ring.reply(message)) + "\n"
    except IndexError as error:
        return json.dumps({"id": message["id"], "error": str(error)}) + "\n"
)"));
  const Ran ran = some.check("--property wrap --property asking-changes-nothing");
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "VIOLATED wrap"));
  EXPECT_TRUE(has(ran.out, "failed: past the last token"));

  const Changed all(loop(R"(
def special(message, count):
    return json.dumps({"id": message["id"], "error": "no server"}) + "\n" if "id" in message else None
)"));
  const Ran none = all.check();
  EXPECT_EQ(none.code, 3) << none.out;
  EXPECT_TRUE(has(none.out, "three nodes and 25 keys, with nothing but errors: failed: no"));
}

struct Misbehaviour {
  const char* name;
  std::string change;
  int code;
  const char* says;
  const char* arguments = "--timeout 600 --lint";  // --lint: the first time is enough
};

class Misbehaving : public ::testing::TestWithParam<Misbehaviour> {};

TEST_P(Misbehaving, IsToldOfAndEndsTheRunAsItIsTo) {
  const Changed adapter(GetParam().change);
  const Ran ran = adapter.check(GetParam().arguments);
  EXPECT_EQ(ran.code, GetParam().code) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, GetParam().says));
  EXPECT_TRUE(has(ran.out, "exit code " + std::to_string(GetParam().code) + ": "));
}

const std::string kNothingSpecial = "def special(message, count):\n    ";

INSTANTIATE_TEST_SUITE_P(
    All, Misbehaving,
    ::testing::Values(
        Misbehaviour{"DiesAtOnce", "sys.exit('no such server')\n", 3, "no such server"},
        Misbehaviour{"SaysNothing", "time.sleep(6000)\n", 4, "it did not say hello within 5 s",
                     "--timeout 0.5"},
        Misbehaviour{"SpeaksAnotherProtocol",
                     "ring.HELLO['protocol'] = 2\n" + loop(kNothingSpecial + "return None\n"), 3,
                     "at /hello/protocol: expected protocol 1, found 2"},
        Misbehaviour{"HasAnUnknownConvention",
                     "ring.HELLO['conventions'] = {'bundary': 'after'}\n" +
                         loop(kNothingSpecial + "return None\n"),
                     3, "bundary"},
        Misbehaviour{
            "SupportsAnUnknownWord",
            "ring.HELLO['supports'] = ['joyn']\n" + loop(kNothingSpecial + "return None\n"), 3,
            "at /hello/supports/0"},
        Misbehaviour{"NeverAnswers", loop(kNothingSpecial + "if count == 5: time.sleep(6000)\n"), 4,
                     "no answer within 5 s", "--timeout 5 --lint"},
        Misbehaviour{"Crashes", loop(kNothingSpecial + "if count == 5: os.abort()\n"), 3,
                     "SIGABRT"},
        Misbehaviour{"ThrowsOutOfTheLoop",
                     loop(kNothingSpecial + "if count == 5: raise KeyError('x')\n"), 3,
                     "KeyError: 'x'"},
        Misbehaviour{"AnswersOutOfOrder", loop(R"(
def special(message, count):
    if count == 5:
        other = json.loads(sys.stdin.readline())
        return "".join(json.dumps(ring.reply(m)) + "\n" for m in (other, message))
)"),
                     3, "it answered out of order"},
        Misbehaviour{"AnswersTwice",
                     loop(kNothingSpecial +
                          "if count == 5: return 2 * (json.dumps(ring.reply(message)) + '\\n')\n"),
                     3, "it answered a case a second time"},
        Misbehaviour{"AnswersWhatWasNeverSent",
                     loop(kNothingSpecial + "if count == 5: message['id'] += 10**6\n"), 3,
                     "it answered a case that was never sent"},
        Misbehaviour{"Floods",
                     "os.write(1, b'{\"hello\": ')\n"
                     "while True: os.write(1, b'x' * 65536)\n",
                     3, "is longer than"},
        Misbehaviour{"ClosesItsInput",
                     loop(kNothingSpecial +
                          "if count == 5:\n        os.close(0)\n        time.sleep(6000)\n"),
                     3, "it closed its input"},
        Misbehaviour{"PrintsText", loop(kNothingSpecial + "if count == 5: print('building …')\n"),
                     3, "is no answer to the case"},
        Misbehaviour{"HasTooFewAnswers",
                     loop(kNothingSpecial + "if count == 5: return json.dumps({'id': "
                                            "message['id'], 'trace': {'states': []}}) + '\\n'\n"),
                     3, "its line is no answer to the case: at /trace/states"}),
    [](const auto& each) { return std::string(each.param.name); });

// The crash is on the case that crashes, though others are in flight, and the others are judged.
TEST(Adapter, GoesOnAfterACrash) {
  const Changed adapter(loop(R"(
def special(message, count):
    if "case" in message and message["case"]["size"] == "100":
        os.abort()
)"));
  const Ran ran = adapter.check("--format json");
  EXPECT_EQ(ran.code, 3) << ran.out;
  const Json report = Json::parse(ran.out);
  ASSERT_GE(report["adapter"]["incidents"].size(), 1U);
  for (const Json& incident : report["adapter"]["incidents"]) {
    EXPECT_EQ(incident["verdict"], "crashed");
    EXPECT_EQ(incident["case"]["size"], "100");
  }
  EXPECT_GE(report["engines"][0]["cases"], 250);
  // And what is violated besides counts first.
  const Changed wrong("ring.Ring.owner = lambda self, key: (self._over(key), self.nodes[0])[1]\n" +
                      loop(kNothingSpecial + "if count == 9: os.abort()\n"));
  EXPECT_EQ(wrong.check().code, 1);
}

TEST(Adapter, MakesTheCaseOfACrashSmaller) {
  const Changed adapter(loop(R"(
def special(message, count):
    if len(message.get("case", {}).get("tokens", [])) >= 3: os._exit(7)
)"));
  const Ran ran = adapter.check("--format json");
  EXPECT_EQ(ran.code, 3) << ran.err;
  const Json incident = Json::parse(ran.out)["adapter"]["incidents"][0];
  EXPECT_EQ(incident["case"]["tokens"].size(), 3U) << incident;
  EXPECT_FALSE(incident["case"].contains("steps")) << incident;
  EXPECT_FALSE(incident["case"].contains("keys")) << incident;
  EXPECT_TRUE(incident["sent"].is_string());
}

TEST(Adapter, UnsupportedIsNoPass) {
  const Changed adapter(loop(R"(
def special(message, count):
    if "case" in message and message["case"]["steps"]:
        return json.dumps({"id": message["id"], "unsupported": "no steps"}) + "\n"
)"));
  const Ran ran = adapter.check("--property leave-hands-over-own-keys");
  EXPECT_EQ(ran.code, 5) << ran.out;
  EXPECT_TRUE(has(ran.out, "leave-hands-over-own-keys was never more than"));
}

TEST(Adapter, WhatIsNotSupportedIsNotRequired) {
  const Changed adapter("ring.HELLO['supports'] = ['join']\n" + loop(R"(
def special(message, count):
    if "case" in message:
        assert "replicas" not in message["case"]
        assert not any("leave" in step for step in message["case"]["steps"])
)"));
  const Ran ran = gate::check(
      "--engine random --budget 60 --property successor --property leave-hands-over-own-keys "
      "--property replicas-follow-the-ring --adapter " +
      shell_quoted(adapter.command()));
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_TRUE(has(ran.out, "steps left out (it does not support leave)"));
}

constexpr const char* kWalksBack = R"(
def replicas(self, key, count):
    at = self._over(key)
    if count > self.node_count: raise ring.Refused("too-few-nodes")
    found = []
    while len(found) < count:
        if self.nodes[at] not in found: found.append(self.nodes[at])
        at = (at - 1) % len(self.nodes)
    return found
ring.Ring.replicas = replicas
)";

// Each declared departure passes with a ring that departs so, and fails with one that does not.
TEST(Adapter, ConventionsMapTheCase) {
  const std::string mapped = R"(
import bisect
def over(self, key):
    if not self.tokens: raise ring.Refused("no-tokens")
    if key >= self.size: raise ring.Refused("position-out-of-range")
    return FIND
ring.Ring._over = over
)";
  const std::pair<const char*, const char*> rules[] = {
      {"after", "bisect.bisect_right(self.positions, key) % len(self.positions)"},
      {"at-or-before", "(bisect.bisect_right(self.positions, key) - 1) % len(self.positions)"},
      {"before", "(bisect.bisect_left(self.positions, key) - 1) % len(self.positions)"},
  };
  for (const auto& [rule, find] : rules) {
    std::string code = std::regex_replace(mapped, std::regex("FIND"), find);
    // Whoever looks the other way walks the other way.
    if (std::string(rule) != "after") code += kWalksBack;
    const std::string rest = loop(kNothingSpecial + "return None\n");
    const Changed declared(code + "ring.HELLO['conventions'] = {'boundary': '" + rule + "'}\n" +
                           rest);
    const Ran ran = gate::check(
        "--engine corpus --property successor --property replicas-follow-the-ring --property "
        "refusal-changes-nothing --adapter " +
        shell_quoted(declared.command()));
    EXPECT_EQ(ran.code, 0) << rule << ran.out;
    EXPECT_TRUE(has(ran.out, "boundary: " + std::string(rule)));
    EXPECT_EQ(Changed(code + rest).check().code, 1) << rule;
    const Changed untrue("ring.HELLO['conventions'] = {'boundary': '" + std::string(rule) + "'}\n" +
                         rest);
    EXPECT_EQ(untrue.check().code, 1) << rule;
  }
}

// A ring that is declared to walk down is held to that for every key, and shown its own list.
TEST(Adapter, AWalkIsDownForEveryKeyOrForNone) {
  const std::string up_past_the_last = std::string(kWalksBack) + R"(
def mixed(self, key, count, down=ring.Ring.replicas):
    if key <= self.positions[-1]: return down(self, key, count)
    return list(dict.fromkeys(self.nodes))[:count]
)";
  const std::string rest = "ring.HELLO['conventions'] = {'walk': 'counter-clockwise'}\n" +
                           loop(kNothingSpecial + "return None\n");
  const Folder folder;
  const std::string file = (folder / "case.json").string();
  spill(file, R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "3"},
                  {"node": "C", "at": "5"}], "keys": ["2", "6"], "replicas": 2})");
  const auto replay = [&](const std::string& change) {
    return clockwise("replay " + file + " --format json --adapter " +
                     shell_quoted(Changed(change + rest).command()));
  };
  const Ran down = replay(kWalksBack);
  EXPECT_EQ(down.code, 0) << down.out << down.err;
  const Json right = Json::parse(down.out)["replays"][0]["answered"]["states"][0]["replicas"];
  EXPECT_EQ(right, Json::parse(R"([["B", "A"], ["A", "C"]])"));

  const Ran mixed = replay(up_past_the_last + "ring.Ring.replicas = mixed\n");
  EXPECT_EQ(mixed.code, 1) << mixed.out;
  bool is_shown = false;
  const Json report = Json::parse(mixed.out);
  for (const Json& verdict : report["replays"][0]["properties"]) {
    if (verdict["property"] != "replicas-follow-the-ring") continue;
    is_shown = verdict["verdict"] == "violated" && verdict["expected"] == "[A, C]" &&
               verdict["answered"] == "[A, B]";
  }
  EXPECT_TRUE(is_shown) << mixed.out;
}

// Likewise for what else a ring may do on purpose: with the declaration it passes, and is said to
// do so; without it, it is violated.
struct Departure {
  const char* convention;  // of the hello, in Python
  const char* property;    // which it violates unless it is declared
  const char* change;
};
constexpr const char* kOnlyFirst = R"(
def taken(size, members, batch, right=ring.Ring._taken):
    known = {token[0] for token in members}
    fresh = {}
    for token in batch:
        if token[0] not in known: fresh.setdefault(token[0], token)
    if batch and not fresh: return members
    return right(size, members, list(fresh.values()))
ring.Ring._taken = staticmethod(taken)
)";
constexpr const char* kOnlyLast = R"(
def taken(size, members, batch, right=ring.Ring._taken):
    last = {token[0]: token for token in batch}
    return right(size, [token for token in members if token[0] not in last], list(last.values()))
ring.Ring._taken = staticmethod(taken)
)";
constexpr const char* kIgnoresUnknown = R"(
def leave(self, node, right=ring.Ring.leave):
    try: right(self, node)
    except ring.Refused as refused:
        if refused.args[0] != "unknown-node": raise
ring.Ring.leave = leave
)";
constexpr const char* kEmpties = R"(
def leave(self, node, right=ring.Ring.leave):
    try: right(self, node)
    except ring.Refused as refused:
        if refused.args[0] != "last-node": raise
        self.tokens = []
        self._index()
ring.Ring.leave = leave
)";
constexpr const char* kTruncates = R"(
def replicas(self, key, count, right=ring.Ring.replicas):
    return right(self, key, min(count, self.node_count or 1))
ring.Ring.replicas = replicas
)";
constexpr const char* kUnordered = R"(
def replicas(self, key, count, right=ring.Ring.replicas):
    return sorted(right(self, key, count), reverse=True)
ring.Ring.replicas = replicas
)";
constexpr const char* kOneSize = R"(
def build(self, size, batch, right=ring.Ring.build):
    if size != 2**32: raise ring.Refused(None)
    right(self, size, batch)
ring.Ring.build = build
)";
constexpr const char* kFewNodes = R"(
def taken(size, members, batch, right=ring.Ring._taken):
    tokens = right(size, members, batch)
    if len({token[2] for token in tokens}) > 3: raise ring.Refused(None)
    return tokens
ring.Ring._taken = staticmethod(taken)
)";

class Declared : public testing::TestWithParam<Departure> {};

TEST_P(Declared, PassesAndIsViolatedOtherwise) {
  const Departure& departure = GetParam();
  const auto check = [&](const std::string& conventions) {
    const Changed adapter(std::string(departure.change) + "ring.HELLO['conventions'] = {" +
                          conventions + "}\n" + loop(kNothingSpecial + "return None\n"));
    return adapter.check("--property " + std::string(departure.property));
  };
  const Ran declared = check(departure.convention);
  EXPECT_EQ(declared.code, 0) << declared.out;
  const std::string slug = std::string(departure.convention).substr(1);
  EXPECT_TRUE(has(declared.out, slug.substr(0, slug.find('\'')) + ": ")) << declared.out;
  EXPECT_EQ(check("").code, 1);
}

INSTANTIATE_TEST_SUITE_P(
    All, Declared,
    testing::Values(
        Departure{"'walk': 'counter-clockwise'", "replicas-follow-the-ring", kWalksBack},
        Departure{"'collision': 'first'", "refused-by-kind", kOnlyFirst},
        Departure{"'collision': 'last'", "refused-by-kind", kOnlyLast},
        Departure{"'unknown': 'ignore'", "refused-by-kind", kIgnoresUnknown},
        Departure{"'last': 'empty'", "refused-by-kind", kEmpties},
        Departure{"'shortage': 'truncate'", "replica-shortage-is-refused", kTruncates},
        Departure{"'replicas': 'set'", "replicas-follow-the-ring", kUnordered},
        Departure{"'limits': {'size': '4294967296'}", "replicas-follow-the-ring", kOneSize},
        Departure{"'limits': {'nodes': 3}", "replicas-follow-the-ring", kFewNodes}),
    [](const auto& test) {
      std::string name;
      for (const char c : std::string_view(test.param.convention)) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
      }
      return name;
    });

TEST(Adapter, LintFaultsWhatTheGateWouldMakeSenseOf) {
  const Changed right(loop(kNothingSpecial + "return None\n"));
  const Ran clean = right.check("--lint");
  EXPECT_EQ(clean.code, 0) << clean.out;
  EXPECT_TRUE(has(clean.out, "every one as the protocol has it"));
  const Changed stranger(loop(kNothingSpecial + R"(
    if count == 5:
        said = ring.reply(message)
        said["trace"]["states"][0]["owners"][0] = "nobody"
        return json.dumps(said) + "\n"
)"));
  const Ran ran = stranger.check("--lint");
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_TRUE(has(ran.out, "it names a node that is not in the case: \"nobody\""));
}

// What wrong rings do, and what that would be declared as.
TEST(Adapter, DiscoversWhatTheAnswersFit) {
  const std::pair<const char*, const char*> rings[] = {
      {"reference", ""},
      {"fault:boundary-exclusive", R"("boundary": "after")"},
      {"fault:counter-clockwise", R"("boundary": "at-or-before", "walk": "clockwise")"},
      {"fault:replicas-walk-backwards", R"("walk": "counter-clockwise")"},
      {"fault:first-writer-wins", R"("collision": "first")"},
      {"fault:last-writer-wins", R"("collision": "last")"},
      {"fault:last-node-leaves", R"("last": "empty")"},
      {"fault:unknown-leave-is-accepted", R"("unknown": "ignore")"},
      {"fault:replicas-truncated", R"("shortage": "truncate")"},
  };
  for (const auto& [ring, conventions] : rings) {
    const Ran ran = check("--discover --adapter " +
                          shell_quoted(shell_quoted(kCommand) + " serve --ring " + ring));
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_TRUE(has(ran.out, "\"conventions\": {" + std::string(conventions))) << ring;
  }
  EXPECT_EQ(check("--discover").code, 2);
  EXPECT_EQ(check("--discover --adapter false").code, 3);
}

TEST(Adapter, CtrlCEndsTheChildren) {
  const Folder folder;
  const std::string mark = (folder / "pid").string();
  const Changed adapter(loop(kNothingSpecial + "if count == 5:\n        with open(" +
                             Json(mark).dump() +
                             ", 'w') as f: f.write(str(os.getpid()))\n        time.sleep(6000)\n"));
  const std::string command = shell_quoted(kCommand) + " check --engine corpus --timeout 600 " +
                              "--corpus " + shell_quoted(kCorpus.string()) + " --adapter " +
                              shell_quoted(adapter.command());
  const Ran ran =
      shell(command + " & gate=$!; while [ ! -s " + shell_quoted(mark) +
            " ]; do sleep 0.05; done; kill -INT $gate; wait $gate; code=$?; " + "kill -0 $(cat " +
            shell_quoted(mark) + ") 2>/dev/null && echo ALIVE; exit $code");
  EXPECT_EQ(ran.code, 130) << ran.out << ran.err;
  EXPECT_EQ(ran.out.find("ALIVE"), std::string::npos);
}

TEST(Adapter, ReplaysACase) {
  const Folder folder;
  spill(
      folder / "case.json",
      R"({"size": "8", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "5"}], "keys": ["7"]})");
  const std::string file = shell_quoted((folder / "case.json").string());
  const Ran right = clockwise("replay " + file + " --adapter " + shell_quoted(plain_ring("py")));
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_TRUE(has(right.out, "→ {\"id\": "));
  const Ran wrong = clockwise("replay " + file + " --adapter " +
                              shell_quoted(shell_quoted(kCommand) + " serve --ring fault:no-wrap"));
  EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
  EXPECT_EQ(clockwise("replay " + file + " --adapter false").code, 3);
  EXPECT_EQ(clockwise("replay " + file + " --timeout 1 --adapter 'sleep 600'").code, 4);
}

TEST(Process, MovesMoreThanAPipeHoldsBothWays) {
  Process process("cat");
  const std::string line(100'000, 'x');
  for (int i = 0; i < 40; ++i) process.write(line + "\n");
  process.close_input();
  int lines = 0;
  while (!process.output_is_closed()) {
    process.pump(std::chrono::milliseconds(1000));
    while (const auto next = process.next_line()) {
      EXPECT_EQ(*next, line);
      ++lines;
    }
  }
  EXPECT_EQ(lines, 40);
  EXPECT_EQ(process.ending(std::chrono::minutes(1)), "exited with 0");
}

TEST(Hello, IsReadStrictly) {
  const auto hello = read_hello(
      R"({"hello": {"protocol": 1, "name": "x", "version": "2.1", "level": "placement",
          "supports": ["join"], "conventions": {"rejoin": "count", "limits": {"size": "4294967296", "nodes": 100, "key_bytes": 250}}}})");
  ASSERT_TRUE(hello.has_value()) << hello.error().message();
  EXPECT_EQ(hello->level, Level::names);
  EXPECT_TRUE(hello->joins && !hello->leaves && !hello->lists_replicas);
  EXPECT_TRUE(hello->is("rejoin", "count") && hello->is("boundary", "at-or-after"));
  EXPECT_EQ(hello->size, Count{1} << 32);
  for (
      const char* wrong :
      {"", "{}", "[]", R"({"hello": {}})", R"({"hello": {"protocol": 1, "name": "x"}})",
       R"({"hello": {"protocol": 1, "name": "x", "level": "nodes"}})",
       R"({"hello": {"protocol": 1, "name": "x", "level": "ring", "more": 1}})",
       R"({"hello": {"protocol": 1, "name": "x", "level": "ring", "conventions": {"walk": "up"}}})"}) {
    EXPECT_FALSE(read_hello(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace clockwise::gate
