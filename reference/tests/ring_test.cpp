// The vocabulary, and the reference against the ring that walks.
#include "reference/ring.hpp"

#include <gtest/gtest.h>

#include "reference/naive_ring.hpp"
#include "reference/walking_ring.hpp"

namespace clockwise {
namespace {

constexpr Count kTwoTo64 = Count{1} << 64;

RingSize size_of(Count positions) { return RingSize::of(positions).value(); }

Token token(std::uint32_t id, Position position, std::uint32_t node) {
  return {TokenId{id}, position, NodeId{node}};
}

TEST(RingSize, IsTwoToTwoToThe64) {
  EXPECT_EQ(RingSize::of(0).error(), Refusal::ring_too_small);
  EXPECT_EQ(RingSize::of(1).error(), Refusal::ring_too_small);
  EXPECT_EQ(size_of(2).last(), 1U);
  EXPECT_EQ(size_of(kTwoTo64).last(), ~Position{0});
  EXPECT_TRUE(size_of(kTwoTo64).positions() == kTwoTo64);
  EXPECT_TRUE(size_of(16).contains(15));
  EXPECT_FALSE(size_of(16).contains(16));
}

TEST(ClockwiseDistance, IsTheDifferenceModuloTheSize) {
  for (Position last = 1; last < 40; ++last) {
    for (Position key = 0; key <= last; ++key) {
      for (Position to = 0; to <= last; ++to) {
        EXPECT_EQ(clockwise_distance(last, key, to), (to + last + 1 - key) % (last + 1));
      }
    }
  }
}

TEST(ClockwiseDistance, HoldsAtTwoToThe64) {
  const Position last = ~Position{0};
  EXPECT_EQ(clockwise_distance(last, last, 0), 1U);
  EXPECT_EQ(clockwise_distance(last, 0, last), last);
  EXPECT_EQ(clockwise_distance(last, 1, 0), last);
  EXPECT_EQ(clockwise_distance(last, last / 2 + 1, last / 2), last);
}

// Every ring of up to three tokens on up to six positions: built, joined, left and asked.
void expect_agreement(const Ring& a, const Ring& b, Position past) {
  for (Position key = 0; key <= past; ++key) {
    EXPECT_EQ(a.owner(key), b.owner(key));
    for (std::size_t count = 0; count <= 4; ++count) {
      EXPECT_EQ(replicas(a, key, count), replicas(b, key, count));
    }
  }
}

TEST(NaiveRing, AgreesWithTheWalkingRing) {
  std::size_t rings = 0;
  for (Position m = 2; m <= 6; ++m) {
    for (std::uint64_t code = 0; code < 8 * 8 * 8 * 27; ++code) {
      // Positions may be past the ring and may coincide: then both refuse alike.
      std::vector<Token> tokens;
      std::uint64_t rest = code;
      for (std::uint32_t i = 0; i < 3; ++i, rest /= 8) {
        if (rest % 8 <= m) tokens.push_back(token(i, rest % 8, 0));
      }
      for (Token& t : tokens) {
        t.node = NodeId{static_cast<std::uint32_t>(rest % 3)};
        rest /= 3;
      }
      NaiveRing naive;
      WalkingRing walking;
      ASSERT_EQ(naive.build(size_of(m), tokens), walking.build(size_of(m), tokens));
      expect_agreement(naive, walking, m);
      const std::vector<Token> joining{token(3, code % m, 1),
                                       token(static_cast<std::uint32_t>(code % 5), m - 1, 3)};
      ASSERT_EQ(naive.join(joining), walking.join(joining));
      expect_agreement(naive, walking, m);
      const NodeId leaver{static_cast<std::uint32_t>(code % 4)};
      ASSERT_EQ(naive.leave(leaver), walking.leave(leaver));
      expect_agreement(naive, walking, m);
      ++rings;
    }
  }
  EXPECT_EQ(rings, 5U * 13824U);
}

TEST(Replicas, AHugeCountIsRefusedWithoutRoomForIt) {
  NaiveRing ring;
  const std::vector<Token> tokens{token(0, 1, 0), token(1, 5, 1)};
  ASSERT_TRUE(ring.build(size_of(8), tokens));
  EXPECT_EQ(replicas(ring, 0, ~std::size_t{0}).error(), Refusal::too_few_nodes);
  EXPECT_EQ(replicas(ring, 0, 0).value(), std::vector<NodeId>{});
  EXPECT_EQ(replicas(ring, 8, 0).error(), Refusal::position_out_of_range);
}

TEST(Replicas, GrowsToAsManyAsAreAskedFor) {
  NaiveRing ring;
  std::vector<Token> tokens;
  for (std::uint32_t i = 0; i < 21; ++i) tokens.push_back(token(i, i, i));
  ASSERT_TRUE(ring.build(size_of(64), tokens));
  const auto list = replicas(ring, 20, 21).value();
  ASSERT_EQ(list.size(), 21U);
  EXPECT_EQ(list.front(), NodeId{20});
  EXPECT_EQ(list.back(), NodeId{19});
  EXPECT_EQ(replicas(ring, 20, 22).error(), Refusal::too_few_nodes);
}

TEST(Slug, NamesEveryRefusal) {
  EXPECT_EQ(slug(Refusal::ring_too_small), "ring-too-small");
  EXPECT_EQ(slug(Refusal::too_few_nodes), "too-few-nodes");
}

}  // namespace
}  // namespace clockwise
