// Help, version, list and explain.
#include <gtest/gtest.h>

#include "gate/base/exit.hpp"
#include "gate/base/near_names.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/version.hpp"
#include "gate/judging/options.hpp"
#include "gate/report/report.hpp"
#include "gate/tests/command.hpp"
#include "gate/verbs/verbs.hpp"
#include "properties/engines/engine.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

const std::string kFrom = " --corpus " + shell_quoted(kCorpus.string());

TEST(Help, IsPrintedForNothingAndIsUsage) {
  const Ran asked = clockwise("--help");
  EXPECT_EQ(asked.code, 0);
  EXPECT_EQ(asked.err, "");
  for (const Verb& verb : verbs()) {
    EXPECT_TRUE(has(asked.out, "\n  clockwise " + std::string(verb.slug)));
    const Ran help = clockwise(std::string(verb.slug) + " --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(has(help.out, std::string(verb.about)));
  }
  for (const ExitInfo& info : exit_infos()) EXPECT_TRUE(has(asked.out, std::string(info.word)));
  for (std::size_t begin = 0; begin < asked.out.size();) {
    const std::size_t end = asked.out.find('\n', begin);
    EXPECT_LE(width(asked.out.substr(begin, end - begin)), 100U);
    begin = end + 1;
  }
  const Ran nothing = clockwise("");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_EQ(nothing.out, "");
  EXPECT_EQ(nothing.err, asked.out);
}

TEST(Version, NamesKitProtocolAndCatalog) {
  const Ran ran = clockwise("--version");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, std::string("clockwise ") + kVersion + "\nprotocol 1\ncatalog " +
                         catalog_hash() + "\n");
  EXPECT_EQ(catalog_hash().size(), 16U);
}

TEST(List, HasEverything) {
  const Ran all = clockwise("list");
  EXPECT_EQ(all.code, 0);
  const auto expect_in = [&](const char* what, std::string_view slug, std::string_view about) {
    const Ran some = clockwise(std::string("list ") + what);
    for (const std::string& text : {all.out, some.out}) {
      EXPECT_TRUE(has(text, std::string(slug) + "  "));
      EXPECT_TRUE(has(text, std::string(about) + "\n"));
    }
  };
  for (const Rule& rule : {rules().front(), rules().back()}) {
    expect_in("rules", rule.slug, rule.statement);
  }
  for (const Property* p : {catalog().front(), catalog().back()}) {
    expect_in("properties", p->slug, p->claim);
  }
  for (const Fault* fault : {gallery().front(), gallery().back()}) {
    expect_in("faults", fault->slug, fault->story);
  }
  for (const Engine& engine : engines()) expect_in("engines", engine.slug, engine.about);
  expect_in("classes", class_infos().back().slug, class_infos().back().about);
  EXPECT_EQ(std::ranges::count(clockwise("list faults").out, '\n'), std::ssize(gallery()));
  EXPECT_TRUE(has(clockwise("list vectors" + kFrom).out, "vectors/examples/"));
}

TEST(Explain, ARuleAPropertyAndAWrongRing) {
  const Ran rule = clockwise("explain wrap" + kFrom);
  EXPECT_EQ(rule.code, 0);
  for (const char* part :
       {"wrap: a rule\n", "A key after the largest token belongs to the smallest.", "formula ",
        "properties  wrap: ", "no-wrap: ", "vectors/", "theorems    wrap, in ", "proved code ",
        "wrap: a property\n", "must meet   key-past-last: "}) {
    EXPECT_TRUE(has(rule.out, part));
  }
  const Ran fault = clockwise("explain no-wrap");
  EXPECT_EQ(fault.code, 0);
  for (const char* part : {"no-wrap: a wrong ring\n", "breaks      wrap: ", "reports ",
                           "caught by   wrap: ", "engines     corpus, exhaustive, random",
                           "clockwise check --ring fault:no-wrap"}) {
    EXPECT_TRUE(has(fault.out, part));
  }
}

TEST(Explain, EverySlugThereIs) {
  for (const Rule& r : rules())
    EXPECT_EQ(clockwise("explain " + std::string(r.slug) + kFrom).code, 0);
  for (const Property* p : catalog()) {
    EXPECT_TRUE(has(clockwise("explain " + std::string(p->slug) + kFrom).out, ": a property\n"));
  }
  for (const Fault* f : gallery()) {
    const std::string what = f->is_of_names() ? ": a wrong ring that hashes by itself\n"
                             : f->is_ring()   ? ": a wrong ring\n"
                                              : ": a right ring, changed wrongly\n";
    EXPECT_TRUE(
        has(clockwise("explain " + std::string(f->slug) + kFrom).out, std::string(f->slug) + what));
  }
}

TEST(NearNames, FindsWhatIsMisspeltCutShortOrInPart) {
  const std::vector<std::string> known{"boundary", "boundary-exclusive", "wrap", "no-wrap"};
  EXPECT_EQ(near_names("boundry", known),
            (std::vector<std::string>{"boundary", "boundary-exclusive"}));
  EXPECT_EQ(near_names("wrap", known), (std::vector<std::string>{"wrap", "no-wrap"}));
  EXPECT_TRUE(near_names("quorum", known).empty());
}

// The command finds its corpus where it is installed, and in the checkout it was built in.
TEST(Corpus, IsFoundBesideTheCommand) {
  const Folder folder;
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_directories(folder / "share/clockwise");
  std::filesystem::copy(kCommand, folder / "bin/clockwise");
  const std::string command = shell_quoted((folder / "bin/clockwise").string());
  EXPECT_TRUE(has(shell(command + " list vectors").err, "no corpus is installed beside"));
  EXPECT_EQ(shell(command + " list vectors").code, 2);
  EXPECT_EQ(shell(command + " check --engine corpus").code, 2);
  std::filesystem::create_directory_symlink(kCorpus, folder / "share/clockwise/corpus");
  EXPECT_TRUE(has(shell(command + " list vectors").out, "vectors/examples/"));

  const Folder checkout;
  std::filesystem::create_directories(checkout / "build/release");
  std::filesystem::create_directory_symlink(kCorpus, checkout / "corpus");
  std::filesystem::copy(kCommand, checkout / "build/release/clockwise");
  EXPECT_TRUE(has(
      shell(shell_quoted((checkout / "build/release/clockwise").string()) + " list vectors").out,
      "vectors/examples/"));
}

}  // namespace
}  // namespace clockwise::gate
