#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves split_arcs(RingSize /*size*/, std::span<const Token> before, std::span<const Token> after) {
  Moves moves;
  for (const Move& move : base_stretches(before, after)) {
    if (move.giver != move.taker) moves.push_back(move);
  }
  return moves;
}

}  // namespace

extern const Fault plan_splits_its_arcs;
const Fault plan_splits_its_arcs{
    .slug = "plan-splits-its-arcs",
    .story = "The plan ends an arc at each token, also where the next goes the same way.",
    .rule = "arcs",
    .make = make_fault<FaultBase>,
    .mover = {.plan = split_arcs},
};

}  // namespace clockwise::faults
