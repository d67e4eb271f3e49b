// The README against the command: its tables, and the report that it shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "gate/base/exit.hpp"
#include "gate/report/report.hpp"
#include "gate/tests/command.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

std::string readme() { return slurp(source("README.md")); }

TEST(Readme, ListsThePropertiesOfTheCatalog) {
  const std::string text = readme();
  std::size_t at = 0;
  for (const Property* property : catalog()) {
    std::string file{property->slug};
    std::ranges::replace(file, '-', '_');
    std::string row = "| [" + std::string(property->slug) + "](properties/" + file + ".cpp) | ";
    row.append(property->claim).append(" | `").append(property->rule).append("` |\n");
    const std::size_t found = text.find(row, at);
    EXPECT_NE(found, std::string::npos) << "no row, or not in order: " << row;
    if (found != std::string::npos) at = found;
  }
  std::size_t rows = 0;
  for (std::size_t i = text.find("](properties/"); i != std::string::npos; ++rows) {
    i = text.find("](properties/", i + 1);
  }
  EXPECT_EQ(rows, catalog().size());
}

TEST(Readme, TellsTheExitCodesAsTheCommandDoes) {
  const std::string text = readme();
  for (const ExitInfo& info : exit_infos()) {
    std::string row = "| " + std::to_string(static_cast<int>(info.code)) + " | ";
    row.append(info.word).append(" | ").append(info.meaning).append(" |\n");
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

// How many questions a diagnosis rests on grows with the corpus.
std::string without_counts(const std::string& text) {
  return std::regex_replace(text, std::regex("all [0-9]+\\s+questions"), "all N questions");
}

TEST(Readme, ShowsTheReportThatTheCommandPrints) {
  const std::string text = readme();
  const std::string prompt = "```console\n$ clockwise check ";
  const std::size_t begin = text.find(prompt);
  ASSERT_NE(begin, std::string::npos);
  const std::string block = text.substr(begin, text.find("\n```\n", begin) - begin);
  const std::size_t arguments = prompt.size();
  const Ran ran = check(block.substr(arguments, block.find('\n', arguments) - arguments));
  EXPECT_EQ(ran.code, 1);

  const std::size_t report = block.find("VIOLATED");
  const std::size_t end = block.find("\n$ echo $?\n1");
  ASSERT_NE(report, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  EXPECT_TRUE(has(without_counts(ran.out), without_counts(block.substr(report, end - report))));
}

// A file that CONTRIBUTING.md shows whole is shown as it is.
TEST(Contributing, ShowsFilesAsTheyAre) {
  const std::string text = slurp(source("CONTRIBUTING.md"));
  for (const char* file : {"properties/boundary.cpp", "properties/faults/boundary_exclusive.cpp"}) {
    const std::string content = slurp(source(file));
    EXPECT_TRUE(has(text, "```cpp\n" + content + "```\n")) << file;
  }
}

}  // namespace
}  // namespace clockwise::gate
