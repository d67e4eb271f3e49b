#include "optimized/plan.hpp"

#include <algorithm>

namespace clockwise {
namespace {

// One placement, walked in the order of position. Past the last token the first one is the owner.
class Walk {
 public:
  explicit Walk(std::span<const Token> tokens) : tokens_(tokens) {}

  bool has_token() const { return at_ < tokens_.size(); }
  // The position of the next token, and the owner of all from the one before it up to there.
  Position position() const { return tokens_[at_].position; }
  NodeId owner() const { return tokens_[has_token() ? at_ : 0].node; }
  // Leaves behind the token at `position`, if there is one.
  void pass(Position position) {
    if (has_token() && tokens_[at_].position == position) ++at_;
  }
  // Leaves behind the tokens that both have from here on: where those mean the same, nothing moves.
  // Returns the last one's position; `from`, if there is none.
  static Position pass_common(Walk& one, Walk& other, Position from) {
    const auto rest = one.tokens_.subspan(one.at_);
    const auto is_same = [](const Token& a, const Token& b) {
      return a.position == b.position && a.node == b.node;
    };
    const auto end = std::ranges::mismatch(rest, other.tokens_.subspan(other.at_), is_same).in1;
    const auto common = static_cast<std::size_t>(end - rest.begin());
    one.at_ += common;
    other.at_ += common;
    return common == 0 ? from : rest[common - 1].position;
  }

 private:
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
};

// Whether the second arc begins where the first one ends, and goes the same way.
bool continues(const Move& first, const Move& second) {
  return first.to == second.from && first.giver == second.giver && first.taker == second.taker;
}

}  // namespace

Moves plan(std::span<const Token> before, std::span<const Token> after) {
  Moves moves;
  Position from = std::max(before.back().position, after.back().position);
  Walk old_walk(before);
  Walk new_walk(after);
  while (true) {
    from = Walk::pass_common(old_walk, new_walk, from);
    if (!old_walk.has_token() && !new_walk.has_token()) break;
    const Position to = !old_walk.has_token() ? new_walk.position()
                        : !new_walk.has_token()
                            ? old_walk.position()
                            : std::min(old_walk.position(), new_walk.position());
    const Move move{from, to, old_walk.owner(), new_walk.owner()};
    if (move.giver != move.taker) {
      if (!moves.empty() && continues(moves.back(), move)) {
        moves.back().to = to;
      } else {
        moves.push_back(move);
      }
    }
    old_walk.pass(to);
    new_walk.pass(to);
    from = to;
  }
  // The last arc and the first one touch where one begins at the highest token.
  if (moves.size() > 1 && continues(moves.back(), moves.front())) {
    moves.front().from = moves.back().from;
    moves.pop_back();
  }
  return moves;
}

Moves sorted_plan(RingSize size, std::span<const Token> before, std::span<const Token> after) {
  SortedRing old_ring;
  SortedRing new_ring;
  if (!old_ring.build(size, before) || !new_ring.build(size, after)) return {};
  return plan(old_ring.tokens(), new_ring.tokens());
}

}  // namespace clockwise
