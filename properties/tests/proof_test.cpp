// The proof, the catalog and the specification name the same theorems and proved functions, and
// each rule's theorem says the rule in its words.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

#include "properties/kit/catalog.hpp"
#include "properties/tests/where.hpp"

namespace clockwise {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(source(path), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// What a script prints, line by line, its columns being separated by tabs.
std::vector<std::vector<std::string>> listed(const std::string& script) {
  std::string out;
  FILE* pipe = popen((source("reference/proof/" + script) + " --list").c_str(), "r");
  if (pipe == nullptr) return {};
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    out.append(buffer.data(), got);
  }
  EXPECT_EQ(pclose(pipe), 0) << script;
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> row;
    std::istringstream columns(line);
    for (std::string column; std::getline(columns, column, '\t');) row.push_back(column);
    rows.push_back(row);
  }
  return rows;
}

using Names = std::vector<std::string>;

std::string in_code(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text.empty() ? "—" : text;
}

TEST(Proof, TheCatalogAndTheSpecificationNameItsTheoremsAndKernels) {
  std::map<std::string, Names> theorems;
  for (const auto& row : listed("check.sh")) {
    ASSERT_EQ(row.size(), 2U);
    theorems[row[0]].push_back(row[1]);
  }
  std::map<std::string, Names> kernels;
  std::map<std::string, Names> functions;
  for (const auto& row : listed("kernels.sh")) {
    ASSERT_EQ(row.size(), 3U);
    kernels[row[0]].push_back(row[1] + ": " + row[2]);
    functions[row[0]].push_back(row[2]);
  }
  EXPECT_FALSE(kernels.empty());

  const std::string spec = text_of("reference/SPEC.md");
  for (const Rule& rule : rules()) {
    const std::string slug{rule.slug};
    EXPECT_EQ(theorems[slug], Names(rule.theorems.begin(), rule.theorems.end())) << slug;
    EXPECT_EQ(kernels[slug], Names(rule.kernels.begin(), rule.kernels.end())) << slug;
    EXPECT_EQ(theorems[slug].empty(), !rule.no_theorem.empty()) << slug;
    const std::string row =
        "| `" + slug + "` | " + in_code(theorems[slug]) + " | " + in_code(functions[slug]) + " |\n";
    EXPECT_NE(spec.find(row), std::string::npos) << "the specification has no row " << row;
  }
  EXPECT_EQ(theorems.size(), rules().size()) << "a theorem is of a rule that there is not";
  EXPECT_EQ(kernels.size(), rules().size()) << "a kernel is of a rule that there is not";
}

// The comment above a rule's theorem, up to its end or its first empty line.
TEST(Proof, EveryTheoremBearsItsRulesSentence) {
  const std::string text = text_of("reference/proof/Rules.v");
  static const std::regex kAnnounced(R"(\(\* ([a-z-]+): ([A-Z][^]*?)( \*\)|\n\n))");
  static const std::regex kSpace("\\s+");
  std::vector<std::pair<std::string, std::string>> sentences;
  for (std::sregex_iterator it(text.begin(), text.end(), kAnnounced), end; it != end; ++it) {
    sentences.emplace_back((*it)[1], std::regex_replace((*it)[2].str(), kSpace, " "));
  }
  ASSERT_EQ(sentences.size(), rules().size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    EXPECT_EQ(sentences[i].first, rules()[i].slug);
    EXPECT_EQ(sentences[i].second, rules()[i].statement);
  }
}

// What the README of the proof says of each rule begins with its theorems.
TEST(Proof, TheReadmeListsEveryTheorem) {
  const std::string readme = text_of("reference/proof/README.md");
  for (const Rule& rule : rules()) {
    const Names names(rule.theorems.begin(), rule.theorems.end());
    const std::string row = "| `" + std::string(rule.slug) + "` | " + in_code(names) + " | ";
    EXPECT_NE(readme.find(row), std::string::npos) << "no row " << row;
  }
}

}  // namespace
}  // namespace clockwise
