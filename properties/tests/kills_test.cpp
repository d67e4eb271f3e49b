// The record of what fuzzing found: complete, and of the wrong rings that there are.
#include "properties/engines/kills.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "properties/faults/fault.hpp"

namespace clockwise::fuzz {
namespace {

TEST(Kills, HaveARowForEachWrongRingAndEachTargetThatMayFindIt) {
  std::vector<std::string> expected;
  for (const Fault* fault : gallery()) {
    for (const char* target : {"properties", "agree"}) {
      // What answers rightly, and only moves wrongly, agrees.
      if (!fault->is_ring() && std::string_view(target) == "agree") continue;
      expected.push_back(std::string(fault->slug) + " by " + target);
    }
  }
  std::vector<std::string> given;
  for (const Kill& kill : kills()) {
    given.push_back(std::string(kill.fault) + " by " + std::string(kill.target));
  }
  EXPECT_EQ(given, expected) << "`./run kills new` tries what is missing";
}

TEST(Kills, SayThatEachWrongRingWasFound) {
  for (const Fault* fault : gallery()) {
    const Kill* kill = fastest_kill(fault->slug);
    ASSERT_NE(kill, nullptr) << fault->slug;
    EXPECT_TRUE(kill->seconds) << fault->slug << " was not found";
    EXPECT_GT(kill->executions, 0U);
    EXPECT_GT(kill->budget, 0);
    EXPECT_EQ(kill->date.size(), std::string("2026-01-31").size()) << kill->date;
  }
  EXPECT_EQ(fastest_kill("no-such-ring"), nullptr);
}

// The aim that fuzzing is held to: half of them in less than a second.
TEST(Kills, TakeLessThanASecondHalfOfTheTime) {
  std::vector<double> seconds;
  for (const Fault* fault : gallery()) {
    seconds.push_back(fastest_kill(fault->slug)->seconds.value_or(60));
  }
  std::ranges::sort(seconds);
  EXPECT_LT(seconds[seconds.size() / 2], 1);
  EXPECT_LE(seconds.back(), 60);
}

}  // namespace
}  // namespace clockwise::fuzz
