// The targets behind the stand-alone main: its exit codes, and what a wrong ring leads to.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "properties/engines/bytes.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/json.hpp"
#include "properties/kit/judge.hpp"
#include "properties/tests/where.hpp"

namespace clockwise::fuzz {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Targets : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("clockwise-fuzz-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The exit code; above 128 where it ended by a signal.
  int run(const std::string& target, const std::string& arguments, const std::string& ring = "") {
    const std::string command = "cd '" + folder_.string() + "' && " +
                                (ring.empty() ? "" : "CLOCKWISE_SUBJECT='" + ring + "' ") +
                                "CLOCKWISE_FINDINGS=found '" + kReplayFolder + "/replay_" + target +
                                "' " + arguments + " >said 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string said() const { return read_file(folder_ / "said"); }

  std::string write(const std::string& name, const Bytes& bytes) {
    std::ofstream out(folder_ / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    return name;
  }

  std::vector<fs::path> findings() const {
    std::vector<fs::path> files;
    if (!fs::is_directory(folder_ / "found")) return files;
    for (const auto& entry : fs::directory_iterator(folder_ / "found")) {
      files.push_back(entry.path());
    }
    return files;
  }

  fs::path folder_;
};

// A key on a token and others around it, in a larger case than it takes.
Bytes boundary_case() {
  Case c;
  c.start = {1U << 20U,
             {{TokenId{0}, 1000, NodeId{0}},
              {TokenId{1}, 50'000, NodeId{1}},
              {TokenId{2}, 900'000, NodeId{2}}}};
  c.steps = {Join{{{TokenId{3}, 70'000, NodeId{3}}}}, Leave{NodeId{2}}};
  c.keys = {3, 50'000, 60'000, 1'000'000};
  return encode(c, kSmall).value();
}

TEST_F(Targets, NoInputIsAnError) {
  EXPECT_EQ(run("agree", ""), 2);
  fs::create_directories(folder_ / "empty");
  EXPECT_EQ(run("agree", "empty"), 2);
  EXPECT_NE(said().find("found none"), std::string::npos) << said();
}

TEST_F(Targets, AnUnreadableInputIsAnError) {
  const std::string good = write("good", boundary_case());
  EXPECT_EQ(run("agree", good + " no-such-file"), 2);
  EXPECT_NE(said().find("no-such-file"), std::string::npos) << said();
  // In a folder, among others that can be read, it is not passed over.
  fs::create_directories(folder_ / "in");
  write("in/a", boundary_case());
  fs::create_symlink("no-such-target", folder_ / "in/dangling");
  EXPECT_EQ(run("agree", "in"), 2);
  EXPECT_NE(said().find("in/dangling"), std::string::npos) << said();
  // A pipe that nobody writes to is not waited for.
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(run("agree", "pipe"), 2);
  EXPECT_NE(said().find("pipe: expected a file"), std::string::npos) << said();
}

TEST_F(Targets, AFolderBehindALinkIsNotPassedOver) {
  fs::create_directories(folder_ / "in");
  fs::create_directories(folder_ / "elsewhere");
  write("in/a", boundary_case());
  write("elsewhere/b", boundary_case());
  fs::create_directory_symlink("../elsewhere", folder_ / "in/link");
  EXPECT_EQ(run("agree", "in"), 0) << said();
  EXPECT_NE(said().find("2 inputs"), std::string::npos) << said();
}

TEST_F(Targets, AnUnknownSubjectIsAnError) {
  const std::string good = write("good", boundary_case());
  EXPECT_EQ(run("agree", good, "fault:no-such-fault"), 2);
  EXPECT_NE(said().find("no-such-fault"), std::string::npos) << said();
  EXPECT_EQ(run("agree", good, "reference"), 0) << said();
}

TEST_F(Targets, RightRingsPassOnFilesAndFolders) {
  fs::create_directories(folder_ / "in");
  write("in/a", boundary_case());
  write("in/b", {});
  for (const char* target : {"agree", "properties", "history"}) {
    for (const char* ring : {"optimized", "reference"}) {
      EXPECT_EQ(run(target, "in", ring), 0) << said();
      EXPECT_NE(said().find("2 inputs"), std::string::npos) << said();
    }
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(Targets, AWrongRingIsAFindingThatIsSmallAndReplays) {
  const std::string input = write("input", boundary_case());
  for (const char* target : {"agree", "properties", "history"}) {
    fs::remove_all(folder_ / "found");
    EXPECT_GT(run(target, input, "fault:boundary-exclusive"), 128) << said();
    const auto files = findings();
    ASSERT_EQ(files.size(), 1U) << said();
    EXPECT_EQ(files.front().extension(), ".json");

    const auto c = read_case(read_file(files.front()));
    ASSERT_TRUE(c) << c.error().message();
    EXPECT_EQ(c->start.tokens.size(), 2U);
    EXPECT_TRUE(c->steps.empty());
    EXPECT_EQ(c->keys.size(), 1U);
    RingSubject wrong("fault:boundary-exclusive", find_fault("boundary-exclusive")->make);
    Judge judge(wrong, catalog_at(Level::positions));
    judge.begin("test");
    EXPECT_FALSE(judge.try_case(*c).empty());

    EXPECT_NE(said().find(write_case(*c)), std::string::npos) << said();
    EXPECT_NE(said().find("clockwise replay found/"), std::string::npos) << said();
    EXPECT_NE(said().find("expected"), std::string::npos) << said();
  }
}

TEST_F(Targets, TheReadersHoldOnTheirOwnText) {
  const std::string text = R"({"size": "16", "tokens": [{"node": "A", "at": "3"}], "keys": ["3"]})";
  const std::string input = write("case.json", Bytes(text.begin(), text.end()));
  EXPECT_EQ(run("case_json", input), 0) << said();
  const std::string reply = "{\"states\": [{\"owners\": [\"A\"]}]}\nnonsense\n{\"states\": []}\n";
  EXPECT_EQ(run("adapter_reply", write("reply", Bytes(reply.begin(), reply.end()))), 0) << said();
}

}  // namespace
}  // namespace clockwise::fuzz
