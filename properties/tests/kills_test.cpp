// The record of what fuzzing found: complete, and of the wrong rings that there are.
#include "properties/engines/kills.hpp"

#include <gtest/gtest.h>

#include <string>

#include "properties/faults/fault.hpp"

namespace clockwise::fuzz {
namespace {

// A wrong ring may have no row yet: `./run kills new` tries what is missing.
TEST(Kills, AreOfWrongRingsThatThereAreAndEachWasFound) {
  EXPECT_FALSE(kills().empty());
  for (const Kill& kill : kills()) {
    const Fault* fault = find_fault(kill.fault);
    ASSERT_NE(fault, nullptr) << kill.fault;
    EXPECT_FALSE(fault->is_of_names()) << kill.fault;
    // What answers rightly, and only moves wrongly, agrees.
    EXPECT_TRUE(kill.target == "properties" || (kill.target == "agree" && fault->is_ring()));
    EXPECT_GT(kill.executions, 0U);
    EXPECT_GT(kill.budget, 0);
    EXPECT_EQ(kill.date.size(), std::string("2026-01-31").size()) << kill.date;
    EXPECT_TRUE(fastest_kill(kill.fault)->seconds) << kill.fault << " was not found";
  }
  EXPECT_EQ(fastest_kill("no-such-ring"), nullptr);
}

}  // namespace
}  // namespace clockwise::fuzz
