// The two planners against each other and against every position.
#include "optimized/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "reference/naive_plan.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {
namespace {

std::vector<Token> random_tokens(std::mt19937_64& random, Position last) {
  std::set<Position> positions;
  const std::uint64_t count = 1 + random() % 9;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Position near = random() % 3 == 0 ? last - random() % 4 : random() >> (random() % 60);
    positions.insert(last == ~Position{0} ? near : near % (last + 1));
  }
  std::vector<Token> tokens;
  for (const Position p : positions) {
    const auto number = static_cast<std::uint32_t>(tokens.size());
    tokens.push_back({TokenId{number}, p, NodeId{static_cast<std::uint32_t>(random() % 4)}});
  }
  std::shuffle(tokens.begin(), tokens.end(), random);
  return tokens;
}

TEST(Planners, AgreeOnRingsOfAnySize) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 20'000; ++n) {
    const Count sizes[] = {2, 5, 16, 1000, Count{1} << 63, Count{1} << 64};
    const RingSize size = *RingSize::of(sizes[random() % 6]);
    const auto before = random_tokens(random, size.last());
    const auto after = random_tokens(random, size.last());
    ASSERT_EQ(sorted_plan(size, before, after), naive_plan(size, before, after)) << n;
  }
}

TEST(Planners, ListEveryPositionOfASmallRingThatMovesAndNoOther) {
  std::mt19937_64 random(2);
  for (int n = 0; n < 5'000; ++n) {
    const RingSize size = *RingSize::of(2 + random() % 30);
    const auto before = random_tokens(random, size.last());
    const auto after = random_tokens(random, size.last());
    NaiveRing old_ring;
    NaiveRing new_ring;
    ASSERT_TRUE(old_ring.build(size, before));
    ASSERT_TRUE(new_ring.build(size, after));
    std::vector<std::pair<NodeId, NodeId>> said(size.last() + 1);
    std::vector<int> times(size.last() + 1);
    for (const Move& move : naive_plan(size, before, after)) {
      Position p = move.from;
      for (Count left = arc_size(size, move.from, move.to); left > 0; --left) {
        p = p == size.last() ? 0 : p + 1;
        said[p] = {move.giver, move.taker};
        ++times[p];
      }
      EXPECT_EQ(p, move.to);
    }
    for (Position p = 0; p <= size.last(); ++p) {
      const std::pair owners{*old_ring.owner(p), *new_ring.owner(p)};
      ASSERT_EQ(times[p], owners.first == owners.second ? 0 : 1) << p;
      if (times[p] == 1) {
        EXPECT_EQ(said[p], owners);
      }
    }
  }
}

TEST(Planners, HaveNothingToSayOfWhatNoRingAccepts) {
  const RingSize size = *RingSize::of(8);
  const std::vector<Token> good{{TokenId{0}, 1, NodeId{0}}};
  EXPECT_TRUE(sorted_plan(size, {}, good).empty());
  EXPECT_TRUE(naive_plan(size, good, {}).empty());
}

}  // namespace
}  // namespace clockwise
