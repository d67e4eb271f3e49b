// What the optimized ring has beyond the interface. That it is a ring is for the properties to say.
#include "optimized/sorted_ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

namespace clockwise {
namespace {

RingSize size_of(Count positions) { return RingSize::of(positions).value(); }

Token token(std::uint32_t id, Position position, std::uint32_t node) {
  return {TokenId{id}, position, NodeId{node}};
}

SortedRing ring_of(Count positions, const std::vector<Token>& tokens) {
  SortedRing ring;
  EXPECT_TRUE(ring.build(size_of(positions), tokens));
  return ring;
}

TEST(SortedRing, ShowsItsTokensInOrder) {
  SortedRing ring = ring_of(32, {token(0, 16, 2), token(1, 1, 0), token(2, 8, 1)});
  EXPECT_TRUE(std::ranges::equal(ring.positions(), std::vector<Position>{1, 8, 16}));
  EXPECT_TRUE(std::ranges::equal(ring.nodes(), std::vector{NodeId{0}, NodeId{1}, NodeId{2}}));
  EXPECT_TRUE(std::ranges::equal(ring.ids(), std::vector{TokenId{1}, TokenId{2}, TokenId{0}}));

  const std::vector<Token> joining{token(3, 31, 1), token(4, 0, 3), token(5, 12, 3)};
  ASSERT_TRUE(ring.join(joining));
  EXPECT_TRUE(std::ranges::equal(ring.positions(), std::vector<Position>{0, 1, 8, 12, 16, 31}));
  ASSERT_TRUE(ring.leave(NodeId{3}));
  EXPECT_TRUE(std::ranges::equal(ring.positions(), std::vector<Position>{1, 8, 16, 31}));
  EXPECT_EQ(ring.count(), 4U);
}

TEST(SortedRing, AnswersABatchAsItAnswersEachKey) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Token> tokens;
    for (std::uint32_t i = 0; i < 1 + random() % 40; ++i) {
      tokens.push_back(token(i, random(), static_cast<std::uint32_t>(random() % 5)));
    }
    const SortedRing ring = ring_of(Count{1} << 64, tokens);
    std::vector<Position> keys{0, ~Position{0}};
    for (const Token& t : tokens) keys.insert(keys.end(), {t.position, t.position + 1});
    std::vector<NodeId> owners(keys.size());
    ASSERT_TRUE(ring.owners(keys, owners));
    for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(owners[i], ring.owner(keys[i]));
  }
}

TEST(SortedRing, OneBadKeyRefusesTheBatchAndWritesNothing) {
  const SortedRing ring = ring_of(16, {token(0, 3, 7), token(1, 9, 8)});
  const std::vector<Position> keys{1, 15, 16, 2, 99};
  std::vector<NodeId> owners(keys.size(), NodeId{42});
  EXPECT_EQ(ring.owners(keys, owners).error(), (BatchRefusal{Refusal::position_out_of_range, 2}));
  EXPECT_EQ(std::ranges::count(owners, NodeId{42}), 5);
}

TEST(SortedRing, RefusesABatchBeforeItIsBuilt) {
  std::vector<NodeId> none;
  EXPECT_EQ(SortedRing().owners({}, none).error(), (BatchRefusal{Refusal::no_tokens, 0}));
}

TEST(SortedRing, ThrowsWhereKeysAndRoomDiffer) {
  const SortedRing ring = ring_of(16, {token(0, 3, 7)});
  const std::vector<Position> keys{1, 2};
  std::vector<NodeId> owners(3);
  EXPECT_THROW((void)ring.owners(keys, owners), std::invalid_argument);
}

TEST(SortedRing, IsAValue) {
  SortedRing ring = ring_of(16, {token(0, 3, 0), token(1, 9, 1)});
  const SortedRing before = ring;
  ASSERT_TRUE(ring.leave(NodeId{1}));
  EXPECT_EQ(before.owner(5), NodeId{1});
  EXPECT_EQ(ring.owner(5), NodeId{0});
}

}  // namespace
}  // namespace clockwise
