// The vocabulary of plans: what a change moves, said before it is carried out.
//
// Two placements on one ring differ on some arcs. A plan lists them, and for each the node that
// gives it and the node that takes it: what has to be copied, from where to where (`handover`).
#pragma once

#include <span>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// The positions after `from` up to and including `to`, walking up and past M−1 to 0, go from one
// node to another. from > to is an arc across 0; from = to is the whole ring.
struct Move {
  Position from = 0;
  Position to = 0;
  NodeId giver{};
  NodeId taker{};  // never the giver

  friend bool operator==(const Move&, const Move&) = default;
};

// All that changes owner, each position once, on as few arcs as can be: two that touch and have the
// same giver and taker are one. In the order of the ring from position 0 on, so that an arc across
// 0 comes first. Where the whole ring goes from one node to another, both ends are the highest
// position at which either placement has a token. Nothing, where no owner changes.
using Moves = std::vector<Move>;

// The plan that leads from the placement of some tokens to that of others, on one ring. Each side
// is what a ring accepts in a build (positions in range and distinct, one token at least), in any
// order.
using Planner = Moves (*)(RingSize size, std::span<const Token> before,
                          std::span<const Token> after);

// How many positions are on (from, to] of a ring of this size: 1 … M.
constexpr Count arc_size(RingSize size, Position from, Position to) {
  return to > from ? Count{to} - from : size.positions() - from + to;
}

}  // namespace clockwise
