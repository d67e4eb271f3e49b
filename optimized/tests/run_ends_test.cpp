// The index of a long block against std::lower_bound, for every key that could tell them apart.
#include "optimized/run_ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace clockwise {
namespace {

TEST(RunEnds, SearchesAsLowerBoundDoes) {
  constexpr std::size_t kMost = 300;
  RunEnds ends(kMost);
  for (std::size_t count = 0; count <= kMost; ++count) {
    std::vector<Position> positions;
    for (std::size_t i = 0; i < count; ++i) positions.push_back(2 * i + 1);
    ends.write(positions);
    for (Position key = 0; key <= 2 * count + 1; ++key) {
      const auto at = std::ranges::lower_bound(positions, key) - positions.begin();
      ASSERT_EQ(ends.search(positions, key), static_cast<std::size_t>(at)) << count << ' ' << key;
    }
  }
}

TEST(RunEnds, SearchesUpToTheLastPosition) {
  constexpr Position kLast = std::numeric_limits<Position>::max();
  std::vector<Position> positions;
  for (Position back = 200; back > 0; --back) positions.push_back(kLast - back + 1);
  RunEnds ends(positions.size());
  ends.write(positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(ends.search(positions, positions[i]), i);
  }
  EXPECT_EQ(ends.search(positions, 0), 0U);
}

TEST(RunEnds, KnowsWhosePositionsItHas) {
  std::vector<Position> positions;
  for (Position p = 0; p < 128; ++p) positions.push_back(10 * p);
  RunEnds ends(positions.size());
  ends.write(positions);
  EXPECT_TRUE(ends.are_of(positions));
  ++positions[127];
  EXPECT_FALSE(ends.are_of(positions));
}

}  // namespace
}  // namespace clockwise
