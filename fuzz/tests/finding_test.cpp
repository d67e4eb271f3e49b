// What a finding says where no property is violated: none of the wrong rings leads to one.
#include "fuzz/finding.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "fuzz/subject.hpp"

namespace clockwise::fuzz {
namespace {

TEST(Finding, OfNoPropertySaysWhereAndHowToSeeItAgain) {
  const std::string folder = testing::TempDir() + "/finding-of-no-property";
  std::filesystem::remove_all(folder);
  setenv("CLOCKWISE_FINDINGS", folder.c_str(), 1);
  Case found;
  found.start = {16, {{TokenId{0}, 3, NodeId{0}}, {TokenId{1}, 9, NodeId{1}}}};
  found.keys = {4, 12};
  // As if the ring were wrong wherever it is asked for a key.
  const Claim claim{"agree", "small", "Batches are right.", [](const Case& c) {
                      return c.keys.empty() ? "" : "key " + std::to_string(c.keys.front());
                    }};
  EXPECT_DEATH(report(subject(), claim, found),
               "FINDING: optimized violates no property, and yet:\n"
               "  Batches are right.\n"
               "  at        key 0\n"
               "  case      .*\n"
               "  file      .*/agree-.*json\n"
               "  replay    fuzz_convert encode small . .*/agree-.*json "
               "&& CLOCKWISE_SUBJECT=optimized fuzz_agree ./agree-");
  // The case is written as it was made small.
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    EXPECT_EQ(entry.path().extension(), ".json");
  }
  EXPECT_EQ(files, 1);
  unsetenv("CLOCKWISE_FINDINGS");
}

}  // namespace
}  // namespace clockwise::fuzz
