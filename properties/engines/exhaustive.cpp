// The exhaustive engine: every small ring, with everything that can happen to it.
//
// One case is one ring of up to N tokens on M positions, M = 2 (N + 1) + 1: so many that N tokens
// and one that joins leave a gap below, between and above them all. From that ring the case takes,
// one after the other, every join of one token (at every free position; of every node, and of a new
// one), every leave, and a refused change of each sort. The ring is rebuilt before each change, so
// every fault of a one-build, one-change history shows (the theorem order_small_scope_in_one_case
// of reference/proof/Rules.v assumes this). Every position is a key.
//
// Each ring comes in two layouts: packed as it is, and spread over 2^64 positions, where the keys
// are the images of all positions, 0, 2^64 − 1, and, another for every ring, both neighbours of a
// token and an edge of a power of two. exhaustive_names.cpp has the level of names.
#include <fmt/format.h>

#include <algorithm>

#include "properties/engines/aimed_names.hpp"
#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"

namespace clockwise {
namespace {

struct Bound {
  unsigned tokens;
  unsigned positions() const { return 2 * (tokens + 1) + 1; }
};

Bound bound_of(Depth depth) {
  switch (depth) {
    case Depth::quick: return {3};
    case Depth::full: return {4};
    case Depth::deep: return {5};
  }
  return {3};
}

// Where the i-th of the small positions lies.
class Layout {
 public:
  static Layout packed(unsigned positions) { return Layout(positions, 0, 1); }
  static Layout spread(unsigned positions) {
    const Position step = ~Position{0} / positions;
    return Layout(Count{1} << 64, step / 2, step);
  }

  Count size() const { return size_; }
  Position operator()(unsigned i) const { return start_ + i * step_; }
  bool is_packed() const { return step_ == 1; }

 private:
  Layout(Count size, Position start, Position step) : size_(size), start_(start), step_(step) {}

  Count size_;
  Position start_;
  Position step_;
};

// One ring: the small positions of its tokens, ascending, and their nodes, numbered in the order in
// which they occur (so that no two labellings differ by names only).
struct SmallRing {
  std::vector<unsigned> at;
  std::vector<unsigned> node;

  unsigned nodes() const {
    unsigned count = 0;
    for (const unsigned n : node) count = std::max(count, n + 1);
    return count;
  }
};

class Enumeration {
 public:
  Enumeration(Judge& judge, const RunOptions& options, Bound bound)
      : judge_(judge), options_(options), bound_(bound) {}

  std::string run() {
    total_ = count_rings();
    SmallRing ring;
    place(ring, 0);
    return summary();
  }

 private:
  // Calls `ring` for every set of positions and every labelling, and each set once.
  void place(SmallRing& ring, unsigned from) {
    for (unsigned p = from; p < bound_.positions() && !stopped_; ++p) {
      ring.at.push_back(p);
      label(ring);
      if (ring.at.size() < bound_.tokens) place(ring, p + 1);
      ring.at.pop_back();
    }
  }

  void label(SmallRing& ring) {
    if (ring.node.size() == ring.at.size()) {
      visit(ring);
      return;
    }
    const unsigned known = ring.nodes();
    for (unsigned n = 0; n <= known && !stopped_; ++n) {
      ring.node.push_back(n);
      label(ring);
      ring.node.pop_back();
    }
  }

  void visit(const SmallRing& ring) {
    const std::uint64_t number = visited_++;
    if (options_.progress && number % 64 == 0) {
      options_.progress(static_cast<double>(number) / static_cast<double>(total_));
    }
    if (number % options_.shards != options_.shard) return;
    ++rings_;
    if (ring.nodes() > 1) leaves_ += ring.nodes();
    joins_ += (bound_.positions() - ring.at.size()) * (ring.nodes() + 1);
    for (const Layout& layout :
         {Layout::packed(bound_.positions()), Layout::spread(bound_.positions())}) {
      if (stopped_) return;
      stopped_ = !judge_.judge(to_case(ring, layout, number));
    }
  }

  Case to_case(const SmallRing& ring, const Layout& layout, std::uint64_t number) {
    Case c;
    const auto count = static_cast<unsigned>(ring.at.size());
    const unsigned nodes = ring.nodes();
    for (unsigned i = 0; i < count; ++i) {
      c.start.tokens.push_back({TokenId{i}, layout(ring.at[i]), NodeId{ring.node[i]}});
    }
    c.start.size = layout.size();
    c.replicas = nodes;
    c.keys = keys(c, layout, number);

    // Every leave, and back.
    for (unsigned n = 0; n < nodes; ++n) {
      c.steps.emplace_back(Leave{NodeId{n}});
      c.steps.emplace_back(c.start);
    }
    // Every join of one token, a newcomer leaving again, and back.
    for (unsigned p = 0; p < bound_.positions(); ++p) {
      if (std::ranges::find(ring.at, p) != ring.at.end()) continue;
      for (unsigned n = 0; n <= nodes; ++n) {
        c.steps.emplace_back(Join{{{TokenId{count}, layout(p), NodeId{n}}}});
        if (n == nodes) c.steps.emplace_back(Leave{NodeId{n}});
        c.steps.emplace_back(c.start);
      }
    }
    // What is refused: each kind alone, and two at once, of which the first in order counts.
    const Token& member = c.start.tokens.front();
    const Token taken{TokenId{count}, member.position, NodeId{nodes}};
    const Token known{member.id, free_place(ring, layout), NodeId{nodes}};
    c.steps.insert(c.steps.end(), {Leave{NodeId{nodes}}, Join{}, Join{{taken}}, Join{{known}},
                                   Join{{known, taken}}, Build{c.start.size, {}}});
    if (layout.is_packed()) {
      const Token past{TokenId{count + 1}, bound_.positions(), NodeId{nodes}};
      c.steps.insert(c.steps.end(), {Join{{past}}, Join{{taken, past}}});
    }
    return c;
  }

  static Position free_place(const SmallRing& ring, const Layout& layout) {
    unsigned p = 0;
    while (std::ranges::find(ring.at, p) != ring.at.end()) ++p;
    return layout(p);
  }

  std::vector<Position> keys(const Case& c, const Layout& layout, std::uint64_t number) const {
    std::vector<Position> keys;
    for (unsigned p = 0; p < bound_.positions(); ++p) keys.push_back(layout(p));
    keys.push_back(keys.front());  // two keys at one position
    if (layout.is_packed()) {
      keys.push_back(bound_.positions());  // and one past the ring
      return keys;
    }
    keys.insert(keys.end(), {Position{0}, ~Position{0}});
    const Position token = c.start.tokens[number % c.start.tokens.size()].position;
    keys.insert(keys.end(), {token - 1, token + 1});
    const Position edge = Position{number % 256 + 1} << (55 - number % 7);
    keys.insert(keys.end(), {edge - 1, edge});
    return keys;
  }

  // C(M, k) sets of k positions, each labelled in as many ways as k things can be grouped.
  std::uint64_t count_rings() const {
    std::uint64_t total = 0;
    std::uint64_t sets = 1;
    std::vector<std::uint64_t> row{
        1};  // of the Bell triangle; its last entry is the number of ways
    for (unsigned k = 1; k <= bound_.tokens; ++k) {
      sets = sets * (bound_.positions() - k + 1) / k;
      total += sets * row.back();
      std::vector<std::uint64_t> next{row.back()};
      for (const std::uint64_t entry : row) next.push_back(next.back() + entry);
      row = std::move(next);
    }
    return total;
  }

  std::string summary() const {
    std::string text = fmt::format(
        "every ring of 1 to {} tokens on {} positions, its tokens labelled by nodes in every way "
        "up "
        "to renaming: {} rings, packed and spread over 2^64, with every join of one token, every "
        "leave, every position as a key, as many replicas as nodes",
        bound_.tokens, bound_.positions(), total_);
    if (options_.shards > 1) {
      text += fmt::format("; of these shard {} of {}", options_.shard + 1, options_.shards);
    }
    text += fmt::format(": {}, {}, {}", counted(rings_, "ring"), counted(joins_, "join"),
                        counted(leaves_, "leave", "leaves"));
    if (stopped_) return fmt::format("stopped in the middle of: {}", text);
    return text;
  }

  Judge& judge_;
  const RunOptions& options_;
  Bound bound_;
  std::uint64_t total_ = 0;
  std::uint64_t visited_ = 0;
  std::uint64_t rings_ = 0;  // of the shard, so far; so are the two below
  std::uint64_t joins_ = 0;
  std::uint64_t leaves_ = 0;
  bool stopped_ = false;
};

std::string supply(Judge& judge, const RunOptions& options) {
  return Enumeration(judge, options, bound_of(options.budget.depth)).run();
}

}  // namespace

extern const Engine exhaustive_engine;
const Engine exhaustive_engine{
    .slug = "exhaustive",
    .about = "judges every small ring, with every join, leave and key",
    .supply_positions = supply,
    .supply_names = supply_exhaustive_names,
    .is_exhaustive = true,
    .one_in = 16,
};

}  // namespace clockwise
