#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves know_no_leave(RingSize size, std::span<const Token> before, std::span<const Token> after) {
  Moves moves;
  for (const Move& move : base_plan(size, before, after)) {
    if (has_position(after, move.to) && !has_position(before, move.to)) moves.push_back(move);
  }
  return moves;
}

}  // namespace

extern const Fault plan_knows_no_leave;
const Fault plan_knows_no_leave{
    .slug = "plan-knows-no-leave",
    .story = "The plan looks at the tokens that are new, and not at those that are gone.",
    .rule = "leave",
    .make = make_fault<FaultBase>,
    .mover = {.plan = know_no_leave},
};

}  // namespace clockwise::faults
