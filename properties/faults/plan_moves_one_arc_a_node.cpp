#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves move_one_arc_a_node(RingSize size, std::span<const Token> before,
                          std::span<const Token> after) {
  Moves moves;
  for (const Move& move : base_plan(size, before, after)) {
    const auto is_same = [&](const Move& other) {
      return other.giver == move.giver && other.taker == move.taker;
    };
    if (std::ranges::none_of(moves, is_same)) moves.push_back(move);
  }
  return moves;
}

}  // namespace

extern const Fault plan_moves_one_arc_a_node;
const Fault plan_moves_one_arc_a_node{
    .slug = "plan-moves-one-arc-a-node",
    .story = "The plan has one arc for each giver and taker, the first.",
    .rule = "leave",
    .beyond_exhaustive =
        "It takes two arcs from one node to one other: five tokens, or a join of two.",
    .make = make_fault<FaultBase>,
    .mover = {.plan = move_one_arc_a_node},
};

}  // namespace clockwise::faults
