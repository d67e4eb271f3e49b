// The examples of corpus/commands: the files, the command, the exit code and the numbers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "gate/tests/command.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// What `expected` has and `found` has otherwise or not at all, as JSON pointers. An object may have
// more members than were expected; a list may not have more elements.
void compare(const Json& expected, const Json& found, const std::string& path,
             std::vector<std::string>& differences) {
  if (expected.is_object() && found.is_object()) {
    for (const auto& [name, value] : expected.items()) {
      compare(value, found.value(name, Json()), path + "/" + name, differences);
    }
  } else if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      compare(expected[i], found[i], path + "/" + std::to_string(i), differences);
    }
  } else if (expected != found) {
    differences.push_back(path + ": expected " + expected.dump() + ", found " + found.dump());
  }
}

std::vector<fs::path> examples() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kCorpus / "commands")) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

class Commands : public testing::TestWithParam<fs::path> {};

TEST_P(Commands, SayTheNumbers) {
  const Json example = Json::parse(slurp(GetParam()));
  EXPECT_NE(find_rule(example["rule"].get<std::string>()), nullptr);
  const Folder folder;
  for (const auto& [name, content] : example["files"].items()) {
    spill(folder / name, content.is_string() ? content.get<std::string>() : content.dump());
  }
  std::string line = "cd " + shell_quoted(folder.path().string()) + " && clockwise";
  for (const auto& word : example["command"]) line += " " + shell_quoted(word.get<std::string>());
  const Ran ran = shell(line);
  EXPECT_EQ(ran.code, example["exit"].get<int>()) << ran.err;
  const Json found = Json::parse(ran.out, nullptr, false);
  ASSERT_TRUE(found.is_object()) << ran.out;
  std::vector<std::string> differences;
  compare(example["output"], found, "", differences);
  for (const std::string& difference : differences) ADD_FAILURE() << difference;
}

INSTANTIATE_TEST_SUITE_P(All, Commands, testing::ValuesIn(examples()), name_of);

TEST(CommandExamples, AreOfEveryVerbThatTellsOfLoadsAndMoves) {
  std::set<std::string> verbs;
  for (const fs::path& file : examples()) {
    verbs.insert(Json::parse(slurp(file))["command"][0].get<std::string>());
  }
  EXPECT_EQ(verbs, (std::set<std::string>{"audit", "expect", "load", "plan"}));
}

TEST(CommandExamples, AreComparedToTheLastNumber) {
  const Json expected = Json::parse(R"({"a": [{"b": "1"}, "2"], "c": null})");
  std::vector<std::string> differences;
  compare(expected, Json::parse(R"({"a": [{"b": "1", "more": 1}, "2"], "c": null, "d": 1})"), "",
          differences);
  EXPECT_TRUE(differences.empty());
  compare(expected, Json::parse(R"({"a": [{"b": "2"}, "2"], "c": null})"), "", differences);
  compare(expected, Json::parse(R"({"a": [{"b": "1"}, "2", "3"], "c": 0})"), "", differences);
  EXPECT_EQ(differences.size(), 3U);
}

}  // namespace
}  // namespace clockwise::gate
