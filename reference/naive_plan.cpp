#include "reference/naive_plan.hpp"

#include <set>

#include "reference/naive_ring.hpp"

namespace clockwise {

Moves naive_plan(RingSize size, std::span<const Token> before, std::span<const Token> after) {
  NaiveRing old_ring;
  NaiveRing new_ring;
  if (!old_ring.build(size, before) || !new_ring.build(size, after)) return {};

  // Owners change at tokens only: between two cuts all keys have the owners that the upper cut has.
  std::set<Position> cuts;
  for (const Token& token : before) cuts.insert(token.position);
  for (const Token& token : after) cuts.insert(token.position);

  Moves moves;
  Position from = *cuts.rbegin();
  for (const Position to : cuts) {
    const NodeId giver = *old_ring.owner(to);
    const NodeId taker = *new_ring.owner(to);
    if (giver != taker) moves.push_back({from, to, giver, taker});
    from = to;
  }

  // Arcs that touch and go the same way are one; the last one may touch the first.
  for (std::size_t i = 1; i < moves.size();) {
    const Move& last = moves[i - 1];
    const Move& next = moves[i];
    if (last.to == next.from && last.giver == next.giver && last.taker == next.taker) {
      moves[i - 1].to = next.to;
      moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  if (moves.size() > 1) {
    const Move last = moves.back();
    Move& first = moves.front();
    if (last.to == first.from && last.giver == first.giver && last.taker == first.taker) {
      first.from = last.from;
      moves.pop_back();
    }
  }
  return moves;
}

}  // namespace clockwise
