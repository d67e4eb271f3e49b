// Wrong usage and unreadable input: exit code 2, one paragraph that names the place and what was
// expected there, and nothing on standard output.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

void expect_complaint(const Ran& ran, const std::string& what) {
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, what));
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  EXPECT_TRUE(ran.err.starts_with("clockwise")) << ran.err;
}

TEST(BadInput, Arguments) {
  const std::pair<const char*, const char*> wrong[] = {
      {"chek", "did you mean check?"},
      {"''x", "expected a verb (check, "},
      {"--nonsense", "--nonsense"},
      {"check --nonsense", "--nonsense"},
      {"check stray", "stray"},
      {"check --budget 0", "--budget: expected quick, full, deep, a time"},
      {"check --budget 0s", "found \"0s\""},
      {"check --budget=-5", "found \"-5\""},
      {"check --budget soon", "found \"soon\""},
      {"check --budget 1.5s", "found \"1.5s\""},
      {"check --budget ''", "--budget"},
      {"check --budget 99999999999999999999", "found \"99999999999999999999\""},
      {"check --budget 99999999999999s", "found \"99999999999999s\""},
      {"check --seed x", "--seed: expected a whole number"},
      {"check --seed=-1", "found \"-1\""},
      {"check --shard 0/4", "--shard: expected I/N"},
      {"check --shard 5/4", "found \"5/4\""},
      {"check --shard 1", "found \"1\""},
      {"check --shard 1/2/3", "found \"1/2/3\""},
      {"check --timeout 0", "--timeout: expected seconds"},
      {"check --timeout nan", "found \"nan\""},
      {"check --timeout inf", "found \"inf\""},
      {"check --format xml", "--format"},
      {"check --engine fast", "--engine: there is no engine \"fast\""},
      {"check --engine randm", "near it: random"},
      {"check --engine fuzz", "./run build fuzz"},
      {"check --property wrapp", "near it: wrap"},
      {"check --property ''", "--property"},
      {"check --ring fault:boundry", "near it: fault:boundary-exclusive"},
      {"check --ring mine",
       "--ring: expected optimized, optimized-search, optimized-lines, reference, rendezvous, "
       "proved or "
       "fault:NAME, found \"mine\""},
      {"check --corpus /nowhere", "/nowhere (not there)"},
      {"check --corpus /dev/null", "/dev/null (no folder)"},
      {"check --output /nowhere/report", "/nowhere/report: cannot be written: No such file"},
      {"check --output /", "/: cannot be written: it is a folder"},
      {"check --save /dev/null/x", "/dev/null/x: cannot be written to: /dev/null is no folder"},
      {"check --ring fault:no-warp", "near it: fault:no-wrap"},
      {"replay", "cases"},
      {"replay /nowhere", "/nowhere: cannot be read: No such file"},
      {"replay /", "/: cannot be read: Is a directory"},
      {"owner", "ring"},
      {"explain", "slug"},
      {"explain bundary", "near it: boundary"},
      {"explain qqqqqqqq", "`clockwise list` shows all"},
      {"list rings", "rings"},
      {"self-test --format junit", "--format"},
  };
  for (const auto& [arguments, what] : wrong) {
    SCOPED_TRACE(arguments);
    expect_complaint(clockwise(arguments), what);
  }
}

TEST(BadInput, AnAnswerThatCannotBeWrittenIsNoSuccess) {
  for (const char* arguments : {"list", "explain wrap", "--version", "--help", "self-test --help",
                                "check --engine random --budget 200"}) {
    SCOPED_TRACE(arguments);
    const Ran ran = clockwise(arguments + std::string(" >/dev/full"));
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(has(ran.err, "No space left on device"));
  }
}

TEST(BadInput, Files) {
  const Folder folder;
  const std::pair<std::string, std::string> wrong[] = {
      {"", "cannot be read: it is empty"},
      {std::string(16, '\0'), "at byte 0: expected JSON"},
      {R"({"size": "4", "tokens": [)", "at byte "},
      {"[]", "expected an object"},
      {R"({"tokens": []})", "expected a member \"size\""},
      {R"({"size": "4", "tokens": [], "size": "4"})", "at /size: expected each member once"},
      {R"({"size": "4", "tokens": [], "sise": "4"})", "at /sise: expected no member but"},
      {R"({"size": "4", "tokens": [{"node": "A", "at": true}]})", "at /tokens/0/at: expected"},
      {R"({"size": "4", "tokens": [{"node": "A", "at": 1.5}]})", "found 1.5"},
      {R"({"size": "4", "tokens": [{"node": "A", "at": -1}]})", "found -1"},
      {R"({"size": "4", "tokens": [{"node": "A", "at": ""}]})", "found \"\""},
      {R"({"size": "4", "tokens": [{"node": "A", "at": " 1"}]})", "found \" 1\""},
      {R"({"size": "4", "tokens": [{"node": "A", "at": "1e3"}]})", "found \"1e3\""},
      {R"({"size": "4", "tokens": [{"node": "A", "at": "99999999999999999999"}]})",
       "found \"99999999999999999999\""},
  };
  for (const auto& [text, what] : wrong) {
    SCOPED_TRACE(text);
    const std::string file = (folder / "case.json").string();
    spill(file, text);
    for (const char* verb : {"replay ", "owner "}) {
      const Ran ran = clockwise(verb + shell_quoted(file) + (*verb == 'o' ? " 0" : ""));
      expect_complaint(ran, what);
      EXPECT_TRUE(has(ran.err, file));
    }
    std::filesystem::create_directories(folder / "vectors");
    spill(folder / "vectors/case.json", text);
    const std::string report = (folder / "report").string();
    const std::string saved = (folder / "saved").string();
    const Ran ran =
        clockwise("check --corpus " + shell_quoted(folder.path().string()) + " --output " +
                  shell_quoted(report) + " --save " + shell_quoted(saved));
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, "vectors/case.json: "));
    EXPECT_EQ(folder.entries(), 2U) << "case.json and vectors/, nothing else";
  }
}

TEST(BadInput, AnEmptyCorpus) {
  const Folder folder;
  expect_complaint(clockwise("check --corpus " + shell_quoted(folder.path().string())),
                   "expected a corpus, a folder with case files");
}

TEST(BadInput, AHugeFile) {
  const Folder folder;
  const std::string file = (folder / "huge.json").string();
  spill(file, "");
  ASSERT_EQ(truncate(file.c_str(), 100'000'000), 0);
  expect_complaint(clockwise("replay " + shell_quoted(file)), "it is larger than 16 MiB");
}

TEST(BadInput, AFileThatMayNotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read all";
  const Folder folder;
  const std::string file = (folder / "secret.json").string();
  spill(file, "{}");
  ASSERT_EQ(chmod(file.c_str(), 0), 0);
  expect_complaint(clockwise("replay " + shell_quoted(file)), "cannot be read: Permission denied");
}

// Well-formed, but refused by the rules: a legitimate case.
TEST(BadInput, WhatTheRulesRefuseIsACase) {
  for (const char* text :
       {R"({"size": "0", "tokens": []})", R"({"size": "4", "tokens": [], "keys": ["0"]})",
        R"({"size": "4", "tokens": [{"node": "A", "at": "9"}], "keys": ["0"]})"}) {
    const Ran ran = shell("printf %s " + shell_quoted(text) + " | clockwise replay -");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has(ran.out, "refused as "));
  }
}

// A command that stands alone, with no checkout around it.
TEST(BadInput, TheProvedRingHasToBeBuilt) {
  const Folder folder;
  const std::string alone = shell_quoted((folder / "clockwise").string());
  const Ran ran = shell("cp " + shell_quoted(kCommand) + " " + alone + " && " + alone +
                        " check --ring proved --engine exhaustive");
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(has(ran.err, "has not been built: `./run prove` builds it"));
}

}  // namespace
}  // namespace clockwise::gate
