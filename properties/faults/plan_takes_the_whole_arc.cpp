#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves take_the_whole_arc(RingSize size, std::span<const Token> before,
                         std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  if (after.size() <= before.size()) return moves;
  // Up to the next token that was there before, and so past the newcomer.
  for (Move& move : moves) move.to = position_over(before, move.to);
  return moves;
}

}  // namespace

extern const Fault plan_takes_the_whole_arc;
const Fault plan_takes_the_whole_arc{
    .slug = "plan-takes-the-whole-arc",
    .story = "The plan moves all of the arc that a joining token splits.",
    .rule = "join",
    .make = make_fault<FaultBase>,
    .mover = {.plan = take_the_whole_arc},
};

}  // namespace clockwise::faults
