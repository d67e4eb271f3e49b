// Every layout answers as std::lower_bound over the sorted positions does: whatever the tokens, the
// size of the ring, the history and the key.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <new>
#include <random>

#include "optimized/position_sort.hpp"
#include "optimized/sorted_ring.hpp"
#include "optimized/tests/failing_memory.hpp"

namespace clockwise {
namespace {

using Random = std::mt19937_64;
using Draw = std::function<Position(Random&)>;

Position below(Random& random, Count end) { return static_cast<Position>(random() % end); }

// What is asked of: an ordered map from positions to tokens, which shares nothing with the ring.
class Model {
 public:
  explicit Model(RingSize size) : size_(size) {}

  bool join(const Token& token) { return tokens_.try_emplace(token.position, token).second; }
  void leave(NodeId node) {
    std::erase_if(tokens_, [&](const auto& entry) { return entry.second.node == node; });
  }
  RingSize size() const { return size_; }
  const std::map<Position, Token>& tokens() const { return tokens_; }

  NodeId owner(Position key) const { return from(key)->second.node; }

  std::vector<NodeId> replicas(Position key, std::size_t count) const {
    std::vector<NodeId> nodes;
    auto at = from(key);
    for (std::size_t step = 0; step < tokens_.size() && nodes.size() < count; ++step) {
      if (std::ranges::find(nodes, at->second.node) == nodes.end()) {
        nodes.push_back(at->second.node);
      }
      if (++at == tokens_.end()) at = tokens_.begin();
    }
    return nodes;
  }

 private:
  std::map<Position, Token>::const_iterator from(Position key) const {
    const auto at = tokens_.lower_bound(key);
    return at == tokens_.end() ? tokens_.begin() : at;
  }

  RingSize size_;
  std::map<Position, Token> tokens_;
};

struct Shape {
  const char* name;
  Count size;
  Draw position;
  Draw node;
};

constexpr Count kWhole = Count{1} << 64;

std::vector<Shape> shapes() {
  const Draw anywhere = [](Random& random) { return random(); };
  const Draw clustered = [](Random& random) {
    return ((random() % 5) << 61) + (random() % 3 == 0 ? random() : random() % 4096);
  };
  const Draw one_line = [](Random& random) { return (Position{7} << 60) + random() % 8192; };
  const Draw powers = [](Random& random) {
    return (Position{1} << (random() % 64)) + random() % 3;
  };
  const Draw top = [](Random& random) { return ~Position{0} - random() % 6000; };
  const auto under = [](Position size) {
    return [size](Random& random) { return random() % size; };
  };
  const Draw few = under(5);
  const Draw many = under(60);
  const Draw wide = [](Random& random) { return 65530 + random() % 12; };
  const Draw skewed = [](Random& random) { return random() % 40 == 0 ? random() % 9 : 1; };
  return {
      {"uniform", kWhole, anywhere, many},
      {"uniform, few nodes", kWhole, anywhere, few},
      {"uniform, one node has nearly all", kWhole, anywhere, skewed},
      {"uniform, nodes about 2^16", kWhole, anywhere, wide},
      {"clustered", kWhole, clustered, many},
      {"on one line", kWhole, one_line, few},
      {"powers of two", kWhole, powers, many},
      {"at the top", kWhole, top, few},
      {"M = 2^63 + 1", (Count{1} << 63) + 1, under((Position{1} << 63) + 1), many},
      {"M = 10^12", 1'000'000'000'000, under(1'000'000'000'000), many},
      {"M = 3000", 3000, under(3000), few},
      {"M = 7", 7, under(7), few},
      {"M = 2", 2, under(2), few},
  };
}

// The positions at which an answer can change, and others: about tokens, about the edges of lines
// of any index of up to 2^12 lines, random.
std::vector<Position> keys_for(const Model& model, Random& random) {
  const Position last = model.size().last();
  std::vector<Position> keys{0, last};
  const std::size_t stride = 1 + model.tokens().size() / 60;
  std::size_t nth = random() % stride;
  for (const auto& [position, token] : model.tokens()) {
    if (nth++ % stride != 0) continue;
    keys.insert(keys.end(), {position, position + 1, position - 1});
  }
  for (int i = 0; i < 40; ++i) {
    const Count lines = 1 + random() % 4096;
    const auto edge = static_cast<Position>(model.size().positions() * (random() % lines) / lines);
    keys.insert(keys.end(), {edge, edge - 1, edge + 1, random()});
  }
  for (Position& key : keys) {
    if (key > last) key = below(random, model.size().positions());
  }
  return keys;
}

void expect_agreement(const SortedRing& ring, const Model& model, Random& random) {
  ring.check_invariants();
  EXPECT_TRUE(std::ranges::equal(ring.positions(), model.tokens() | std::views::keys));
  const std::vector<Position> keys = keys_for(model, random);
  std::vector<NodeId> owners(keys.size());
  ASSERT_TRUE(ring.owners(keys, owners));
  const std::size_t some = 1 + random() % 7;
  const std::size_t too_many = model.replicas(0, 7).size() + 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const NodeId right = model.owner(keys[i]);
    ASSERT_EQ(ring.owner(keys[i]), right) << keys[i];
    ASSERT_EQ(owners[i], right) << keys[i];
    for (const std::size_t wanted : {some, too_many}) {
      const auto nodes = model.replicas(keys[i], wanted);
      const auto given = replicas(ring, keys[i], wanted);
      if (nodes.size() < wanted) {
        ASSERT_EQ(given, std::unexpected(Refusal::too_few_nodes)) << keys[i];
      } else {
        ASSERT_EQ(given, nodes) << keys[i];
      }
    }
  }
}

class Layouts : public testing::TestWithParam<SortedRing::Index> {
 protected:
  // Tokens at free positions; as many as can be found in reasonable time.
  std::vector<Token> draw(const Shape& shape, const Model& model, std::size_t count) {
    std::vector<Token> tokens;
    std::map<Position, bool> taken;
    for (std::size_t i = 0; i < count * 4 && tokens.size() < count; ++i) {
      const Position position = shape.position(random_);
      if (model.tokens().contains(position) || !taken.emplace(position, true).second) continue;
      tokens.push_back(
          {TokenId{next_id_++}, position, NodeId{static_cast<std::uint32_t>(shape.node(random_))}});
    }
    return tokens;
  }

  Random random_{20};
  std::uint32_t next_id_ = 0xFFFFFF00;  // past the last number it starts again at 0
};

TEST_P(Layouts, AnswerAsAnOrderedMapDoesThroughAnyHistory) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    for (const std::size_t count : {1U, 2U, 8U, 9U, 16U, 17U, 60U, 300U, 2000U}) {
      SCOPED_TRACE(count);
      const RingSize size = RingSize::of(shape.size).value();
      Model model(size);
      SortedRing ring(GetParam());
      const auto start = draw(shape, model, count);
      ASSERT_TRUE(ring.build(size, start));
      for (const Token& token : start) model.join(token);
      expect_agreement(ring, model, random_);
      for (int step = 0; step < 8; ++step) {
        if (random_() % 2 == 0) {
          const auto joining = draw(shape, model, 1 + random_() % (1 + count / 4));
          if (joining.empty()) continue;
          ASSERT_TRUE(ring.join(joining));
          for (const Token& token : joining) model.join(token);
        } else {
          const NodeId node = model.owner(below(random_, shape.size));
          if (model.replicas(0, 2).size() < 2) {
            ASSERT_EQ(ring.leave(node), std::unexpected(Refusal::last_node));
            continue;
          }
          ASSERT_TRUE(ring.leave(node));
          model.leave(node);
        }
        if (count < 1000 || step % 4 == 3) expect_agreement(ring, model, random_);
      }
    }
  }
}

TEST_P(Layouts, GrowAndShrinkTokenByToken) {
  const Shape shape = shapes().front();
  const RingSize size = RingSize::of(shape.size).value();
  Model model(size);
  SortedRing ring(GetParam());
  for (std::uint32_t node = 0; node < 120; ++node) {
    const std::vector<Token> token{{TokenId{node}, random_(), NodeId{node}}};
    ASSERT_TRUE(node == 0 ? ring.build(size, token) : ring.join(token));
    model.join(token.front());
    expect_agreement(ring, model, random_);
  }
  for (std::uint32_t node = 0; node < 119; ++node) {
    ASSERT_TRUE(ring.leave(NodeId{node}));
    model.leave(NodeId{node});
    expect_agreement(ring, model, random_);
  }
}

TEST_P(Layouts, OneKeyOutOfRangeRefusesItsBatch) {
  const RingSize size = RingSize::of(1000).value();
  SortedRing ring(GetParam());
  std::vector<Token> tokens;
  for (std::uint32_t i = 0; i < 50; ++i) tokens.push_back({TokenId{i}, 20 * i, NodeId{i % 3}});
  ASSERT_TRUE(ring.build(size, tokens));
  constexpr NodeId kUntouched{77};
  for (const std::size_t count : {1U, 2U, 5U, 40U}) {
    for (std::size_t bad = 0; bad < count; ++bad) {
      std::vector<Position> keys(count, 7);
      std::vector<NodeId> owners(count, kUntouched);
      keys[bad] = bad % 2 == 0 ? size.last() + 1 : ~Position{0};
      if (bad + 2 < count) keys[bad + 2] = size.last() + 1;  // not the first that is to blame
      EXPECT_EQ(ring.owners(keys, owners),
                std::unexpected(BatchRefusal{Refusal::position_out_of_range, bad}));
      EXPECT_EQ(std::ranges::count(owners, kUntouched), std::ssize(owners));
    }
  }
}

TEST_P(Layouts, ARefusedJoinChangesNothing) {
  const Shape shape = shapes().front();
  const RingSize size = RingSize::of(shape.size).value();
  for (const std::size_t count : {3U, 100U}) {
    Model model(size);
    SortedRing ring(GetParam());
    const auto start = draw(shape, model, count);
    ASSERT_TRUE(ring.build(size, start));
    for (const Token& token : start) model.join(token);
    for (const std::size_t more : {2U, 10U, 400U}) {
      auto joining = draw(shape, model, more);
      auto other = joining;
      other.back().id = start.front().id;
      EXPECT_EQ(ring.join(other), std::unexpected(Refusal::duplicate_token));
      other.back().id = other.front().id;
      EXPECT_EQ(ring.join(other), std::unexpected(Refusal::duplicate_token));
      other.back().position = start.back().position;
      EXPECT_EQ(ring.join(other), std::unexpected(Refusal::duplicate_position));
      other.back().position = other.front().position;
      EXPECT_EQ(ring.join(other), std::unexpected(Refusal::duplicate_position));
      expect_agreement(ring, model, random_);
    }
  }
}

// Runs a change with more and more memory until it succeeds; before that it must leave no trace.
template <class Change>
void expect_all_or_nothing(SortedRing& ring, const Model& before, Random& random, Change change) {
  for (std::size_t granted = 0;; ++granted) {
    ASSERT_LT(granted, 100'000U);
    try {
      const tests::FailingMemory memory(granted);
      ASSERT_TRUE(change());
      return;
    } catch (const std::bad_alloc&) {
    }
    if (granted % 32 < 3) expect_agreement(ring, before, random);
  }
}

TEST_P(Layouts, AChangeThatRunsOutOfMemoryChangesNothing) {
  const Shape shape = shapes().front();
  const RingSize size = RingSize::of(shape.size).value();
  for (const std::size_t count : {4U, 8U, 100U, 500U}) {
    Model model(size);
    SortedRing ring(GetParam());
    const auto start = draw(shape, model, count);
    ASSERT_TRUE(ring.build(size, start));
    for (const Token& token : start) model.join(token);
    for (const std::size_t more : {1U, 5U, 60U, 600U}) {
      const auto joining = draw(shape, model, more);
      expect_all_or_nothing(ring, model, random_, [&] { return ring.join(joining); });
      for (const Token& token : joining) model.join(token);
      expect_agreement(ring, model, random_);
    }
    while (model.tokens().size() > 20) {
      const NodeId node = model.owner(0);
      if (model.replicas(0, 2).size() < 2) break;
      expect_all_or_nothing(ring, model, random_, [&] { return ring.leave(node); });
      model.leave(node);
      expect_agreement(ring, model, random_);
    }
    Model other(size);
    const auto next = draw(shape, other, 50);
    expect_all_or_nothing(ring, model, random_, [&] { return ring.build(size, next); });
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Layouts,
                         testing::Values(SortedRing::Index::by_size, SortedRing::Index::never,
                                         SortedRing::Index::always),
                         [](const auto& layout) {
                           switch (layout.param) {
                             case SortedRing::Index::by_size: return "BySize";
                             case SortedRing::Index::never: return "Search";
                             case SortedRing::Index::always: return "Lines";
                           }
                           return "";
                         });

TEST(LineIndex, CountsPartsAsPlainCodeDoes) {
  Random random(3);
  for (int round = 0; round < 10'000; ++round) {
    Line line{};
    const std::size_t held = random() % (Line::kTokens + 1);
    line.part.fill(std::numeric_limits<Part>::max());  // of the places that are not held
    const auto drawn = [&] {
      return static_cast<Part>(random() % 4 == 0 ? random() % 8 - 4 : random());
    };
    for (std::size_t i = 0; i < held; ++i) line.part[i] = drawn();
    std::ranges::sort(line.part);
    for (const Part part : {drawn(), line.part[random() % 15], std::numeric_limits<Part>::max(),
                            std::numeric_limits<Part>::min()}) {
      ASSERT_EQ(count_below(line, part), count_below_plain(line, part));
    }
  }
}

TEST(LineIndex, FindsOwnersAsPlainCodeDoes) {
  Random random(5);
  for (int round = 0; round < 10'000; ++round) {
    Line line{};
    const auto drawn = [&] {
      return static_cast<std::uint16_t>(random() % 4 == 0 ? 0x7FFE + random() % 4 : random() % 5);
    };
    for (auto& owner : line.owner) owner = drawn();
    const std::uint16_t owner = drawn();
    ASSERT_EQ(owned_by(line, owner), owned_by_plain(line, owner));
  }
}

TEST(PositionSort, SortsWhateverThePositions) {
  Random random(6);
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    for (const std::size_t count : {0U, 1U, 2U, 16U, 17U, 100U, 3000U, 40'000U}) {
      std::vector<Token> tokens;
      for (std::uint32_t i = 0; i < count; ++i) {
        tokens.push_back({TokenId{i}, shape.position(random), NodeId{i * 7}});
      }
      auto sorted = tokens;
      sort_by_position(sorted);
      ASSERT_TRUE(std::ranges::is_sorted(sorted, {}, &Token::position));
      std::ranges::sort(sorted, {}, &Token::id);
      ASSERT_TRUE(std::ranges::equal(sorted, tokens));
    }
  }
}

TEST(Scale, NeverDescendsAndStaysOnItsLines) {
  Random random(4);
  for (int round = 0; round < 10'000; ++round) {
    const Position last = std::max<Position>(1, random() >> (random() % 64));
    const std::size_t lines = 1 + (random() >> (random() % 32 + 32));
    const Scale scale(RingSize::of(Count{last} + 1).value(), lines);
    const Position a = random() % last;
    const Position b = random() % 2 == 0 ? a + 1 : a + random() % (last - a) + 1;
    const auto [line_a, part_a] = scale.place(a);
    const auto [line_b, part_b] = scale.place(b);
    ASSERT_LE(std::pair(line_a, part_a), std::pair(line_b, part_b));
    ASSERT_LT(scale.line(last), lines);
    ASSERT_EQ(scale.line(0), 0U);
  }
}

}  // namespace
}  // namespace clockwise
