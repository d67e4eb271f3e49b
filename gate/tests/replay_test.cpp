#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

using Json = nlohmann::json;

constexpr const char* kCase =
    R"({"size": "16", "tokens": [{"node": "A", "at": "3"}, {"node": "B", "at": "9"}], )"
    R"("steps": [{"leave": "A"}], "keys": ["3", "4"], "replicas": 2})";

Ran replay(const std::string& text, const std::string& arguments) {
  return shell("printf %s " + shell_quoted(text) + " | clockwise replay - " + arguments);
}

TEST(Replay, ShowsBothAnswersStateByState) {
  const Ran right = replay(kCase, "");
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_TRUE(has(right.out, "state 0  build 16 positions: A at 3, B at 9"));
  EXPECT_TRUE(has(right.out, "state 1  leave: A"));
  EXPECT_TRUE(has(right.out, "[A, B]"));
  EXPECT_TRUE(has(right.out, "refused as too-few-nodes"));
  EXPECT_TRUE(has(right.out, "agrees: 0 of 10 answers differ, 0 properties are violated"));
  EXPECT_EQ(right.out.find("differs"), std::string::npos);

  const Ran wrong = replay(kCase, "--ring fault:boundary-exclusive");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(has(wrong.out, "key 3       B                         A  ← differs\n"));
  EXPECT_TRUE(has(
      wrong.out,
      "boundary                              VIOLATED: for key 3, after the build: expected A,"));
  EXPECT_TRUE(has(wrong.out, "DISAGREES"));
}

TEST(Replay, JsonSaysTheSame) {
  const Ran wrong = replay(kCase, "--ring fault:boundary-exclusive --format json");
  EXPECT_EQ(wrong.code, 1);
  const Json report = Json::parse(wrong.out);
  EXPECT_EQ(report["exit"], 1);
  const Json& replayed = report["replays"][0];
  EXPECT_EQ(replayed["answered"]["states"][0]["owners"], Json({"B", "B"}));
  EXPECT_EQ(replayed["reference"]["states"][0]["owners"], Json({"A", "B"}));
  EXPECT_EQ(replayed["agrees"], false);
  EXPECT_EQ(replayed["questions"], 10);
}

TEST(Replay, EveryVectorAgrees) {
  const Ran ran = shell("find " + shell_quoted((kCorpus / "vectors").string()) +
                        " -name '*.json' -not -path '*/malformed/*' -print0 | xargs -0 " +
                        shell_quoted(kCommand) + " replay");
  EXPECT_EQ(ran.code, 0) << ran.out.substr(ran.out.size() > 2000 ? ran.out.size() - 2000 : 0);
  EXPECT_EQ(ran.out.find(": NO"), std::string::npos);
  EXPECT_TRUE(has(ran.out, "the vector's answers are optimized's: yes; the reference's: yes"));
}

TEST(Replay, AVectorWithAnotherAnswerDisagrees) {
  const std::string vector =
      R"({"rule": "boundary", "about": "Wrong on purpose.", "case":
          {"size": "16", "tokens": [{"node": "A", "at": "3"}, {"node": "B", "at": "9"}],
           "keys": ["3"]}, "trace": {"states": [{"owners": ["B"]}]}})";
  const Ran ran = replay(vector, "");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(has(ran.out, "the vector's answers are optimized's: NO; the reference's: NO"));
  // The wrong ring whose answers these are agrees with the vector, and with nothing else.
  const Ran wrong = replay(vector, "--ring fault:boundary-exclusive");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(has(wrong.out, "fault:boundary-exclusive's: yes; the reference's: NO"));
}

TEST(Replay, SeveralFilesAreReadBeforeAnyIsRun) {
  const Folder folder;
  spill(folder / "good.json", kCase);
  spill(folder / "bad.json", R"({"size": 16, "tokens": []})");
  const std::string good = shell_quoted((folder / "good.json").string());
  const Ran ran = clockwise("replay " + good + " " + shell_quoted((folder / "bad.json").string()));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "bad.json: at /size: expected "));
  const Ran twice = clockwise("replay " + good + " " + good);
  EXPECT_EQ(twice.code, 0);
  EXPECT_TRUE(has(twice.out, "2 of 2 files agree"));
}

TEST(Replay, ControlCharactersDoNotReachTheTerminal) {
  const Ran ran =
      replay(R"({"name": "a\u001b[31mb", "size": "4", "tokens": [{"node": "x\ny", "at": "1"}], )"
             R"("keys": ["0"]})",
             "");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, R"(a\x1b[31mb)"));
  EXPECT_TRUE(has(ran.out, R"(x\x0ay at 1)"));
  EXPECT_EQ(ran.out.find('\033'), std::string::npos);
}

}  // namespace
}  // namespace clockwise::gate
