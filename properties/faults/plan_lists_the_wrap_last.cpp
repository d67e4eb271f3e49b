#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves list_the_wrap_last(RingSize size, std::span<const Token> before,
                         std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  if (!moves.empty() && moves.front().from > moves.front().to) {
    std::ranges::rotate(moves, moves.begin() + 1);
  }
  return moves;
}

}  // namespace

extern const Fault plan_lists_the_wrap_last;
const Fault plan_lists_the_wrap_last{
    .slug = "plan-lists-the-wrap-last",
    .story = "The plan lists the arc across 0 after all others.",
    .rule = "arcs",
    .beyond_exhaustive = "It takes a plan of two arcs: four tokens, or a join of two.",
    .make = make_fault<FaultBase>,
    .mover = {.plan = list_the_wrap_last},
};

}  // namespace clockwise::faults
